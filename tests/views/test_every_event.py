"""Law 8 on fixed games: after each event, the evolved view is the view of the evolved state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

import themind as tm
from views.games import TABLES, Moved, game, starts, viewers, won

GAMES = 9
STEPS = 60


def moves(table: str) -> Iterator[Moved]:
    """The steps of some games at a table, every third from a victory on if it has a blind run."""
    rules = TABLES[table]
    for number in range(GAMES):
        dice = Random(f"{table}, {number}")
        is_won = rules.is_full_stack and number % 3 == 0
        yield from game(dice, won(rules) if is_won else starts(dice, rules), STEPS)


@pytest.mark.parametrize("table", TABLES)
def test_each_event_changes_views_as_it_changes_states(table: str) -> None:
    for moved in moves(table):
        state = moved.before
        for event in moved.step.events:
            after = tm.evolve(state, event)
            for viewer in viewers(state):
                seen = tm.evolve_view(tm.view(state, viewer), tm.redact(event, viewer))
                assert seen == tm.view(after, viewer)
            state = after
        assert state == moved.step.state


def test_the_games_have_every_event() -> None:
    steps = [moved.step for table in TABLES for moved in moves(table)]
    assert {type(event) for step in steps for event in step.events} == {*get_args(tm.Event)}
