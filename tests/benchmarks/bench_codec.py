"""What documents cost, beside what the standard library's `json` takes for the same text.

Read the rows as ratios to `test_plain_json_loads` and `test_plain_json_dumps`: the machine
cancels out. The game is a whole one of three players, with the cards of each deal and times.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import themind as tm
from themind import codec

RULES = tm.Rules.standard(players=3)


def _next_action(state: tm.GameState) -> tm.Action:
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.deck_for(state, "bench"))
    if state.phase is tm.Phase.FOCUSING:
        return tm.Ready(len(state.ready))
    held = [(hand[0], seat) for seat, hand in enumerate(state.hands) if hand]
    return tm.forced_action(state) or tm.Play(min(held)[1])


@pytest.fixture(scope="module")
def record() -> tm.Record:
    """Ten levels played without a mistake: 215 entries."""
    state = tm.new_game(RULES)
    record = tm.Record(state)
    while not state.is_over:
        action = _next_action(state)
        record = record.add(action, at_ms=1_250 * len(record.entries))
        state = tm.apply(state, action).state
    return record


@pytest.fixture(scope="module")
def text(record: tm.Record) -> str:
    return codec.dumps(record)


@pytest.fixture(scope="module")
def state(record: tm.Record) -> tm.GameState:
    """The last level at its fullest."""
    return tm.final_state(tm.Record(record.start, record.entries[:-32]))


def test_plain_json_loads(benchmark: Any, text: str) -> None:
    benchmark(json.loads, text)


def test_loads_of_a_whole_game(benchmark: Any, text: str, record: tm.Record) -> None:
    assert benchmark(codec.loads, text, tm.Record) == record


def test_from_data_of_a_whole_game(benchmark: Any, record: tm.Record) -> None:
    assert benchmark(codec.from_data, codec.to_data(record), tm.Record) == record


def test_plain_json_dumps(benchmark: Any, record: tm.Record) -> None:
    benchmark(json.dumps, codec.to_data(record))


def test_dumps_of_a_whole_game(benchmark: Any, record: tm.Record, text: str) -> None:
    assert benchmark(codec.dumps, record) == text


def test_loads_of_a_state(benchmark: Any, state: tm.GameState) -> None:
    assert benchmark(codec.loads, codec.dumps(state), tm.GameState) == state


def test_dumps_of_a_state(benchmark: Any, state: tm.GameState) -> None:
    benchmark(codec.dumps, state)


def test_loads_of_a_play(benchmark: Any) -> None:
    benchmark(codec.loads, codec.dumps(tm.Play(1, 36)), tm.SeatAction)


def test_dumps_of_a_play(benchmark: Any) -> None:
    benchmark(codec.dumps, tm.Play(1, 36))


@pytest.mark.parametrize("module", ["themind", "themind.codec"])
def test_import(benchmark: Any, module: str) -> None:
    """In a fresh interpreter, bytecode cached: what the codec adds is the difference."""
    command = [sys.executable, "-c", f"import {module}"]
    benchmark.pedantic(
        subprocess.run, (command,), {"check": True, "env": dict(os.environ)}, rounds=12
    )
