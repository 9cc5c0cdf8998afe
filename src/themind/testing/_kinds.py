"""A strategy for each kind of action and event, and for events that can follow a state."""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind.testing._actions import actions
from themind.testing._choices import goes_on, order_of
from themind.testing._games import states
from themind.testing._tables import decks, drawn_deck, rules

SEATS = st.integers(0, 3)
LEVELS = st.integers(1, 12)
CARDS = st.integers(1, 100)
MOST = 9
REWARDS = st.sampled_from(tm.Reward)


def events(state: tm.GameState | None = None) -> SearchStrategy[tm.Event]:
    """Generate events that can follow a state; without a state, any event of a game.

    Args:
        state: The state; the events are the first ones of its legal actions.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given, strategies as st
        >>> from themind import testing
        >>> @given(st.data(), testing.states(phases=[tm.Phase.PLAYING]))
        ... def test_an_event_of_play_changes_the_state(data, state):
        ...     assert tm.evolve(state, data.draw(testing.events(state))) != state
        >>> test_an_event_of_play_changes_the_state()
    """
    if state is not None:
        return actions(state).map(lambda action: tm.apply(state, action).events[0])
    return _any_event()


@st.composite
def _any_event(draw: DrawFn) -> tm.Event:
    state = draw(states())
    assume(goes_on(state))
    return draw(st.sampled_from(tm.apply(state, draw(actions(state))).events))


@st.composite
def _begun(
    draw: DrawFn, *, least_players: int = 1, stars: int = 0, blind: bool = False
) -> tm.GameState:
    """Return a level in which play has begun."""
    table = draw(rules(least_players=least_players, starts_blind=blind))
    assume(table.max_stars >= stars)
    level = draw(st.integers(table.first_level, min(table.levels, table.first_level + 3)))
    state = tm.GameState(
        rules=table,
        phase=tm.Phase.DEALING,
        level=level,
        lives=draw(st.integers(1, table.max_lives)),
        stars=draw(st.integers(stars, table.max_stars)),
        hands=((),) * table.players,
        blind=blind,
    )
    return tm.begin(tm.deal(state, drawn_deck(draw, table, level)).state).state


@st.composite
def _deals(draw: DrawFn) -> tm.LevelDealt:
    state = draw(_begun())
    return tm.LevelDealt(state.level, state.hands)


@st.composite
def _dealt_hands(draw: DrawFn) -> tm.SeatEvent:
    event = draw(_deals())
    return tm.redact(event, draw(st.sampled_from([None, *range(len(event.hands))])))


@st.composite
def _mistakes(draw: DrawFn) -> tm.Event:
    state = draw(_begun(least_players=2))
    lows = sorted((hand[0], seat) for seat, hand in enumerate(state.hands))
    return tm.play(state, draw(st.sampled_from(lows[1:]))[1]).events[1]


@st.composite
def _stars(draw: DrawFn) -> tm.Event:
    state = draw(_begun(stars=1))
    for _ in range(draw(st.integers(0, state.level))):
        state = tm.play(state, order_of(state)[0]).state
        assume(state.phase is tm.Phase.PLAYING)
    return tm.star(state, range(state.players)).events[0]


@st.composite
def _reveals(draw: DrawFn) -> tm.Event:
    state = draw(_begun(least_players=2, blind=True))
    seats = draw(st.permutations(order_of(state)))
    return tm.reveal(tm.play_together(state, map(tm.Play, seats)).state).events[0]


def _rewards() -> SearchStrategy[tm.RewardTaken]:
    life, star = st.just(tm.Reward.LIFE), st.just(tm.Reward.STAR)
    lives = st.builds(tm.RewardTaken, life, st.integers(2, MOST), st.integers(0, MOST))
    return lives | st.builds(tm.RewardTaken, star, st.integers(1, MOST), st.integers(1, MOST))


EVENTS: dict[type[Any], SearchStrategy[Any]] = {
    tm.LevelDealt: _deals(),
    tm.SeatReady: st.builds(tm.SeatReady, SEATS),
    tm.SeatUnready: st.builds(tm.SeatUnready, SEATS),
    tm.PlayStarted: st.just(tm.PlayStarted()),
    tm.RefocusCalled: st.builds(tm.RefocusCalled, SEATS),
    tm.PlayPaused: st.just(tm.PlayPaused()),
    tm.CardPlayed: st.builds(tm.CardPlayed, SEATS, CARDS, face_down=st.booleans()),
    tm.MistakeMade: _mistakes(),
    tm.CardVoid: st.builds(tm.CardVoid, SEATS, st.integers(1, 99)),
    tm.StarProposed: st.builds(tm.StarProposed, SEATS),
    tm.StarAgreed: st.builds(tm.StarAgreed, SEATS),
    tm.StarDeclined: st.builds(tm.StarDeclined, SEATS),
    tm.StarLapsed: st.just(tm.StarLapsed()),
    tm.StarThrown: _stars(),
    tm.HandsEmptied: st.just(tm.HandsEmptied()),
    tm.PileRevealed: _reveals(),
    tm.LevelCleared: st.builds(tm.LevelCleared, LEVELS),
    tm.RewardTaken: _rewards(),
    tm.RewardForfeited: st.builds(tm.RewardForfeited, REWARDS),
    tm.LevelCompleted: st.builds(tm.LevelCompleted, LEVELS),
    tm.GameWon: st.builds(tm.GameWon, blind=st.booleans()),
    tm.GameLost: st.builds(tm.GameLost, blind=st.booleans(), level=LEVELS),
    tm.BlindStarted: st.just(tm.BlindStarted()),
    tm.DealGathered: st.builds(tm.DealGathered, LEVELS),
    tm.HandDealt: _dealt_hands(),
    tm.HiddenCardPlayed: st.builds(tm.HiddenCardPlayed, SEATS),
}

_PLAYS = st.builds(tm.Play, SEATS, st.none() | CARDS)

ACTIONS: dict[type[Any], SearchStrategy[Any]] = {
    tm.Deal: st.builds(tm.Deal, decks()),
    tm.Begin: st.just(tm.Begin()),
    tm.PlayTogether: st.builds(tm.PlayTogether, st.lists(_PLAYS, min_size=1, max_size=4)),
    tm.Star: st.builds(tm.Star, st.frozensets(SEATS)),
    tm.Reveal: st.just(tm.Reveal()),
    tm.CompleteLevel: st.just(tm.CompleteLevel()),
    tm.ContinueBlind: st.just(tm.ContinueBlind()),
    tm.Gather: st.just(tm.Gather()),
    tm.Ready: st.builds(tm.Ready, SEATS),
    tm.Unready: st.builds(tm.Unready, SEATS),
    tm.Refocus: st.builds(tm.Refocus, SEATS),
    tm.Play: _PLAYS,
    tm.ProposeStar: st.builds(tm.ProposeStar, SEATS),
    tm.AgreeToStar: st.builds(tm.AgreeToStar, SEATS, st.none() | st.integers(0, 48)),
    tm.DeclineStar: st.builds(tm.DeclineStar, SEATS),
}
