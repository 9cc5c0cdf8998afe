"""What the checks and the machine reach in their default settings, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

import themind as tm
from themind import Phase, testing

pytestmark = pytest.mark.unmeasured

Seen = Counter[Any]

PENALTIES = [*product(tm.BlindPenalty, tm.MistakePenalty)]
LAST_LEVELS = [("last level", players) for players in (2, 3, 4)]
TABLES = [*PENALTIES, "other max_lives", "other max_stars", "max_lives above 5", "starts blind"]
TABLES += [
    "more than five lives",
    "no refocus",
    "no stars",
    "another deck",
    "a later first level",
    *LAST_LEVELS,
]
LEVELS = [("level", level) for level in range(1, 13)]
DETAILS = [*tm.Phase, "TOO_FEW", "TOO_MANY", "TWICE", "NOT_A_CARD"]


def reached_by(state: tm.GameState | tm.SeatView) -> Iterable[Any]:
    """What a position adds to the count: its phase, its level, its table."""
    rules = state.rules
    yield state.phase
    yield state.phase, state.blind
    yield "level", state.level
    yield rules.blind_penalty, rules.mistake_penalty
    told = {
        "other max_lives": rules.max_lives != 5,
        "other max_stars": rules.max_stars != 3,
        "max_lives above 5": rules.max_lives > 5,
        "more than five lives": state.lives > 5,
        "starts blind": rules.starts_blind,
        "no refocus": not rules.auto_refocus,
        "no stars": not rules.max_stars,
        "another deck": rules.cards != 100,
        "a later first level": rules.first_level > 1,
        ("last level", rules.players): rules.is_full_stack and state.level == rules.levels,
    }
    yield from [name for name in told if told[name]]


PHASES = [(Phase.REVEALING, True)]
PHASES += product([phase for phase in Phase if phase is not Phase.REVEALING], [True, False])
ASKED = [("asked in", phase) for phase in Phase]
ASKERS = [tm.HOST, None, *range(4)]


def rarer_than(least: int, seen: Seen, wanted: Iterable[Any]) -> list[Any]:
    return [what for what in wanted if seen[what] < least]


def test_check_referee() -> None:
    """All of it five times: a single game can be the one in which a fault does not show."""
    seen = Seen()

    def apply(state: tm.GameState, action: tm.Action, *, by: Any) -> tm.GameState:
        seen.update([*reached_by(state), by, type(action), ("asked in", state.phase)])
        try:
            step = tm.apply(state, action, by=by)
        except tm.IllegalAction as error:
            seen.update([error.code, error.illegality.detail])
            raise
        seen.update(map(type, step.events))
        return step.state

    testing.check_referee(tm.new_game, apply)
    assert rarer_than(5, seen, [*PHASES, *ASKED, *get_args(tm.Event)]) == []
    assert rarer_than(5, seen, [*tm.IllegalCode, *DETAILS]) == []
    assert rarer_than(5, seen, [*get_args(tm.Action), *ASKERS]) == []
    assert rarer_than(5, seen, [*LEVELS, *TABLES, "more than five lives"]) == []


def test_check_view_client() -> None:
    seen = Seen()

    def start(view: tm.SeatView) -> tm.SeatView:
        seen.update([view.seat, ("start", view.phase, view.blind)])
        return view

    def follow(view: tm.SeatView, event: tm.SeatEvent) -> tm.SeatView:
        after = tm.evolve_view(view, event)
        seen[type(event)] += 1
        if view.seat == 0:  # one viewer of each game is enough to count it
            seen.update(reached_by(after))
        return after

    testing.check_view_client(start, follow)
    assert rarer_than(5, seen, [*PHASES, *get_args(tm.SeatEvent), *LEVELS, *TABLES]) == []
    assert rarer_than(5, seen, [None, *range(4)]) == []
    starts = [(Phase.DEALING, False), (Phase.DEALING, True), (Phase.WON, False)]
    assert rarer_than(5, seen, [("start", *start) for start in starts]) == []


class Listener(testing.GameMachine):
    """Counts what it hears of."""

    seen = Seen()

    def after_start(self) -> None:
        self.seen["games"] += 1

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        self.seen.update([*reached_by(step.state), type(action), *map(type, step.events)])

    def after_refusal(self, illegality: tm.Illegality, by: Any) -> None:
        self.seen.update([illegality.code, illegality.detail, by, ("asked in", self.state.phase)])


@pytest.mark.property
def test_game_machine() -> None:
    """With the default of hypothesis, 100 examples."""
    default = settings(max_examples=100, stateful_step_count=50)
    run_state_machine_as_test(Listener, settings=default)
    seen = Listener.seen
    assert rarer_than(1, seen, [*PHASES, *ASKED, *get_args(tm.Event)]) == []
    assert rarer_than(1, seen, [*tm.IllegalCode, *DETAILS]) == []
    assert rarer_than(1, seen, [*get_args(tm.Action), *ASKERS]) == []
    assert rarer_than(1, seen, [*LEVELS, *TABLES]) == []
    assert seen["games"] > 100
