"""Laws 6 and 8, for views, over whole games at every kind of table."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest
from hypothesis import given

import themind as tm
from views.games import TABLES, Game, Moved, game, games, starts, viewers, won

pytestmark = pytest.mark.unmeasured

UNDER_WAY = (tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.REVEALING)
SEAT_ACTIONS = (
    tm.Ready,
    tm.Unready,
    tm.Refocus,
    tm.Play,
    tm.ProposeStar,
    tm.AgreeToStar,
    tm.DeclineStar,
)


def moments(moved: Moved) -> list[tm.GameState]:
    """The states of a step after each of its events; the last is that of the step."""
    states = [moved.before]
    for event in moved.step.events:
        states.append(tm.evolve(states[-1], event))
    return states


def guards_of(state: tm.GameState, seat: int) -> list[tm.Action]:
    """The ways in which a seat may ask with a guard."""
    down = len(state.pile) + len(state.aside)
    cards = [*state.hands[seat], state.rules.cards, 0]
    asked: list[tm.Action] = [tm.Play(seat, card) for card in cards]
    return asked + [tm.AgreeToStar(seat, number) for number in (down, down + 1)]


@given(games())
def test_law_6_check_is_legal_legal_actions_and_apply_agree_for_views(played: Game) -> None:
    for moved in played:
        state = moved.step.state
        assert tm.legal_actions(tm.view(state)) == ()
        for seat in range(state.players):
            listed = tm.legal_actions(tm.view(state, seat))
            assert listed == tuple(
                action
                for action in tm.legal_actions(state)
                if isinstance(action, SEAT_ACTIONS) and action.seat == seat
            )
            for kind in SEAT_ACTIONS:
                assert tm.is_legal(state, kind(seat), by=seat) is (kind(seat) in listed)
            for asked in guards_of(state, seat):
                if tm.is_legal(state, asked, by=seat):
                    assert type(asked)(seat) in listed


@given(games())
def test_law_8_views_that_evolve_are_views_of_what_evolved(played: Game) -> None:
    for moved in played:
        states = moments(moved)
        assert states[-1] == moved.step.state
        for seat in viewers(moved.before):
            seen = tm.view(moved.before, seat)
            for state, event in zip(states[1:], moved.step.events, strict=True):
                seen = tm.evolve_view(seen, tm.redact(event, seat))
                assert seen == tm.view(state, seat)
                assert hash(seen) == hash(tm.view(state, seat))


@given(games())
def test_views_of_possible_states_pass_their_gate(played: Game) -> None:
    for moved in played:
        state = moved.step.state
        for seat in viewers(state):
            seen = tm.view(state, seat)
            assert attrs.evolve(seen) == seen


@given(games())
def test_what_is_unseen_is_exact(played: Game) -> None:
    """Said anew from what happened: every card that was shown to a seat, and no other."""
    told: dict[int | None, set[int]] = {}
    for moved in played:
        for event in moved.step.events:
            for seat in viewers(moved.before):
                told[seat] = shown_by(event, seat, told.get(seat, set()))
        state = moved.step.state
        for seat in viewers(state):
            unseen = [card for card in range(1, state.rules.cards + 1) if card not in told[seat]]
            assert tm.view(state, seat).unseen == tuple(unseen)


def shown_by(event: tm.Event, seat: int | None, told: set[int]) -> set[int]:
    """The cards that a viewer has seen in this level, after an event."""
    match event:
        case tm.LevelDealt(_, hands):
            return set() if seat is None else set(hands[seat])
        case tm.LevelCompleted() | tm.DealGathered():
            return set()
        case tm.CardPlayed(_, card, face_down=False):
            return told | {card}
        case tm.MistakeMade(_, _, skipped):
            return told | {card for hand in skipped for card in hand}
        case tm.StarThrown(cards):
            return told | {card for card in cards if card is not None}
        case tm.PileRevealed(pile):
            return told | {laid.card for laid in pile}
    return told


@given(games())
def test_a_view_derives_what_the_state_does(played: Game) -> None:
    names = ("players", "lives_in_supply", "stars_in_supply", "levels_completed", "is_over")
    for moved in played:
        state = moved.step.state
        for seat in viewers(state):
            seen = tm.view(state, seat)
            assert all(getattr(seen, name) == getattr(state, name) for name in names)
            hidden = state.blind and state.phase in UNDER_WAY
            last = state.pile[-1].seat if state.pile else seat
            assert seen.top == (None if hidden and last != seat else state.top)
            knows = not hidden or all(laid.seat == seat for laid in state.pile)
            assert seen.middle == (state.middle if knows or not state.pile else None)


@pytest.fixture(scope="module")
def many() -> list[Moved]:
    return [
        moved
        for number in range(12)
        for name, rules in TABLES.items()
        for dice in [Random(f"{name} {number}")]
        for moved in game(dice, starts(dice, rules), 80)
    ]


def test_the_games_see_every_phase_event_and_action(many: list[Moved]) -> None:
    """Else the laws above would hold of too little."""
    many = many + list(game(Random(1), won(TABLES["two"]), 5))
    phases = Counter(moved.step.state.phase for moved in many)
    blind = Counter(moved.step.state.phase for moved in many if moved.before.blind)
    events = Counter(type(event) for moved in many for event in moved.step.events)
    actions = Counter(type(moved.action) for moved in many)
    assert phases.keys() == set(tm.Phase)
    assert blind.keys() >= set(tm.Phase) - {tm.Phase.WON}
    assert events.keys() == {*tm.Event.__args__}
    assert actions.keys() >= {*SEAT_ACTIONS, tm.PlayTogether, tm.Star, tm.Gather, tm.Reveal}
    assert min(actions.values()) >= 1 < min(phases.values())
