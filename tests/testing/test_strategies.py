"""The strategies: what they give, how well they spread, how small they shrink."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, find, given, seed, settings
from hypothesis import strategies as st

import themind as tm
from themind import testing
from wording import about

STANDARD = tm.Rules.standard(players=2)
SHORT = STANDARD.five_levels()


@st.composite
def requests(draw: st.DrawFn) -> tuple[tm.GameState, tm.Action, Any]:
    """A reachable state, something to ask for in it, and who asks: most often the host."""
    state = draw(testing.states())
    action = draw(testing.any_actions(state))
    by = draw(testing.seats(state.rules)) if draw(st.integers(0, 7)) == 7 else tm.HOST
    return state, action, by


def seen_in(examples: int, searches: int = 8) -> Counter[Any]:
    """What occurs among so many requests: phases, actions, codes, and rarer things by name.

    Examples of one search resemble each other, so there are several searches.
    """
    seen = Counter[Any]()

    @settings(
        max_examples=examples // searches,
        derandomize=False,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(requests())
    def look(request: tuple[tm.GameState, tm.Action, Any]) -> None:
        state, action, by = request
        refused = tm.check(state, action, by=by)
        seen.update([state.phase, action.__class__, "blind" if state.blind else "base"])
        seen["five lives"] += state.lives == 5
        seen["a lost blind level"] += state.blind and state.phase is tm.Phase.LOST
        seen["votes"] += bool(state.agreed)
        if refused:
            seen[refused.code] += 1
        else:
            seen["legal", action.__class__] += 1
            for event in tm.apply(state, action).events:
                note(seen, state, event)

    for number in range(searches):
        seed(number)(look)()
    return seen


def note(seen: Counter[Any], before: tm.GameState, event: tm.Event) -> None:
    match event:
        case tm.MistakeMade(skipped=skipped):
            seen["skips several hands"] += sum(map(bool, skipped)) > 1
        case tm.PileRevealed(mistakes=mistakes, lives=lives):
            seen["a reveal that costs"] += mistakes > 0
            seen["a reveal that loses"] += lives == 0
        case tm.RewardForfeited():
            seen["a reward at the cap"] += 1
        case tm.StarThrown(cards=cards):
            held = [len(hand) for hand in before.hands]
            seen["a star that empties all hands"] += sum(held) == len(cards) - cards.count(None)
        case _:
            pass


ALWAYS = [*tm.Phase, "base", "blind", "five lives", "votes"]
RARELY = [
    *get_args(tm.Action),
    *tm.IllegalCode,
    *[("legal", kind) for kind in get_args(tm.Action)],
    "skips several hands",
    "a reveal that costs",
    "a reveal that loses",
    "a reward at the cap",
    "a star that empties all hands",
    "a lost blind level",
]


def test_every_phase_and_both_runs_occur_in_four_hundred() -> None:
    seen = seen_in(400)
    assert [what for what in [*tm.Phase, "base", "blind"] if not seen[what]] == []


@pytest.mark.slow
def test_what_is_not_rare_occurs_in_half_as_many() -> None:
    seen = seen_in(1_000)
    assert [what for what in ALWAYS if not seen[what]] == []


@pytest.mark.slow
def test_everything_that_can_happen_occurs_in_six_thousand_examples() -> None:
    seen = seen_in(6_000, searches=1)
    assert [what for what in ALWAYS + RARELY if not seen[what]] == []


@given(testing.rules(least_players=3), testing.rules(full=True), testing.rules(full=False))
def test_rules_as_asked_for(many: tm.Rules, full: tm.Rules, other: tm.Rules) -> None:
    assert many.players >= 3
    assert full.is_full_stack
    assert not other.is_full_stack


@given(st.data(), testing.rules())
def test_decks_can_be_dealt(data: st.DataObject, rules: tm.Rules) -> None:
    deck = data.draw(testing.decks(rules, level=rules.first_level))
    state = tm.deal(tm.new_game(rules), deck).state
    assert state.phase is tm.Phase.FOCUSING


@pytest.mark.property
@pytest.mark.parametrize("phase", tm.Phase)
def test_states_of_a_phase(phase: tm.Phase) -> None:
    @settings(max_examples=10)
    @given(testing.states(phases=[phase]))
    def check(state: tm.GameState) -> None:
        assert state.phase is phase
        testing.assert_possible(state)

    check()


@given(testing.states(STANDARD, blind=True), testing.states(testing.rules(), blind=False))
def test_states_of_a_run(blind: tm.GameState, base: tm.GameState) -> None:
    assert blind.blind
    assert blind.rules == STANDARD
    assert not base.blind


@given(testing.states(SHORT))
def test_a_short_stack_has_no_blind_run(state: tm.GameState) -> None:
    assert not state.blind


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": SHORT, "blind": True},
        {"rules": SHORT, "phases": [tm.Phase.REVEALING]},
        {"phases": [tm.Phase.REVEALING], "blind": False},
        {"phases": []},
    ],
)
def test_states_that_cannot_be_are_refused_at_once(asked: dict[str, Any]) -> None:
    with pytest.raises(tm.InvalidArgument, match="phases"):
        testing.states(**asked)


def test_other_arguments_that_cannot_be() -> None:
    with pytest.raises(tm.InvalidArgument, match=about("least_players", 5)):
        testing.rules(least_players=5)
    with pytest.raises(tm.InvalidArgument, match=about("level", 6)):
        testing.decks(SHORT, level=6)


@given(testing.positions())
def test_positions_pass_the_gate(position: tm.GameState) -> None:
    testing.assert_possible(position)


def test_some_positions_are_out_of_reach() -> None:
    """In play each card that went is still on the table: as many cards as were dealt."""

    def lacks_cards(position: tm.GameState) -> bool:
        table = sum(map(len, position.hands)) + len(position.middle)
        return position.phase is tm.Phase.PLAYING and table < position.players * position.level

    assert find(testing.positions(), lacks_cards).phase is tm.Phase.PLAYING


@given(st.data(), testing.states(phases=[tm.Phase.PLAYING]))
def test_events_follow_the_state(data: st.DataObject, state: tm.GameState) -> None:
    testing.assert_possible(state)
    assert tm.evolve(state, data.draw(testing.events(state))) != state


@given(testing.events())
def test_events_without_a_state_are_of_some_game(event: tm.Event) -> None:
    assert event.__class__ in get_args(tm.Event)


@given(testing.records())
def test_records_replay(record: tm.Record) -> None:
    testing.assert_possible(tm.final_state(record))


def test_records_have_times_or_none() -> None:
    for timed in (True, False):
        record = find(
            testing.records(),
            lambda record, timed=timed: (
                len(record.entries) > 2
                and all((entry.at_ms is not None) is timed for entry in record.entries)
            ),
        )
        assert len(record.entries) <= 6  # 3 with most versions of hypothesis


@given(testing.views(blind=True, phases=[tm.Phase.PLAYING]))
def test_views_are_of_states(view: tm.SeatView) -> None:
    assert view.blind
    assert view.phase is tm.Phase.PLAYING


class TestShrinking:
    """The least example of something is one that a person might have chosen.

    How near it comes to the very least is a matter of hypothesis's version.
    """

    def test_a_card_that_was_skipped(self) -> None:
        state = find(
            testing.states(),
            lambda state: any(gone.reason is tm.AsideReason.SKIPPED for gone in state.aside),
        )
        assert (state.players <= 3, state.level <= 3, len(state.aside) <= 2) == (True, True, True)

    def test_a_lost_game(self) -> None:
        state = find(testing.states(), lambda state: state.phase is tm.Phase.LOST)
        assert (state.players, state.level <= 2, state.attempt) == (2, True, 0)

    def test_a_second_level(self) -> None:
        record = find(
            testing.records(), lambda record: any(s.state.level == 2 for s in tm.replay(record))
        )
        assert len(record.entries) <= 6
        assert record.start.players <= 2
