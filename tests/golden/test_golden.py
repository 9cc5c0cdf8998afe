"""The golden games, as files that a person can read: nothing of them changes by accident."""

from __future__ import annotations

from typing import get_args

import attrs
import pytest

import themind as tm
from golden.games import GAMES, HERE, told

HOW = "python tests/golden/games.py writes the files again"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_as_it_was_written_down(name: str) -> None:
    assert told(GAMES[name]) == (HERE / f"{name}.txt").read_text(encoding="ascii"), HOW


def test_every_file_has_its_game() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} - {"errors"} == set(GAMES)


def test_every_action_is_used() -> None:
    used = {type(entry.action) for game in GAMES.values() for entry in game.entries}
    assert used == {*get_args(tm.SeatAction), *get_args(tm.TableAction)}


def test_every_event_is_seen() -> None:
    steps = [step for game in GAMES.values() for step in tm.replay(game)]
    assert {type(event) for step in steps for event in step.events} == {*get_args(tm.Event)}


def test_every_phase_is_left_or_ended_in() -> None:
    steps = [step for game in GAMES.values() for step in tm.replay(game)]
    assert {step.state.phase for step in steps} == {*tm.Phase}


@pytest.mark.parametrize("name", GAMES)
def test_every_state_passes_the_gate(name: str) -> None:
    for step in tm.replay(GAMES[name]):
        assert attrs.evolve(step.state) == step.state
