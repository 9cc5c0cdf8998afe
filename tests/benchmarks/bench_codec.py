"""What documents cost, beside plain `json` for the same text and the constructors of the values.

Read the rows as ratios: `test_dumps[x]` to `test_plain_dumps[x]`, `test_loads[x]` to
`test_plain_loads[x]` and to `test_constructor[x]`; the machine cancels out. The game is a whole
one of three players, with the cards of each deal and times.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import attrs
import pytest

import themind as tm
from codec.test_hostile import HOSTILE
from themind import codec

RULES = tm.Rules.standard(players=3)


def _next_action(state: tm.GameState) -> tm.Action:
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.deck_for(state, "bench"))
    if state.phase is tm.Phase.FOCUSING:
        return tm.Ready(len(state.ready))
    held = [(hand[0], seat) for seat, hand in enumerate(state.hands) if hand]
    return tm.forced_action(state) or tm.Play(min(held)[1])


@cache
def values() -> dict[str, Any]:
    """Values by name; the record has ten levels played without a mistake: 215 entries."""
    state = tm.new_game(RULES)
    record = tm.Record(state)
    while not state.is_over:
        action = _next_action(state)
        record = record.add(action, at_ms=1_250 * len(record.entries))
        state = tm.apply(state, action).state
    full, half = [final(record, entries) for entries in (-32, -16)]
    _, worst = max((hand[0], seat) for seat, hand in enumerate(half.hands) if hand)
    return {
        "play": tm.Play(1, 36),
        "rules": RULES,
        "state": full,  # the last level at its fullest
        "state in play": half,  # fifteen cards on the pile
        "view": tm.view(full, 0),
        "view in play": tm.view(half, 0),
        "events": tm.play(half, worst).events,  # a mistake
        "record": record,
    }


def final(record: tm.Record, entries: int) -> tm.GameState:
    """The state after all but the last entries."""
    return tm.final_state(tm.Record(record.start, record.entries[:entries]))


NAMES = ["play", "rules", "state", "state in play", "view", "view in play", "events", "record"]
MADE = [name for name in NAMES if name not in ("events", "record")]


def kind_of(value: Any) -> Any:
    return tuple[tm.Event, ...] if isinstance(value, tuple) else type(value)


@pytest.mark.parametrize("name", NAMES)
def test_plain_dumps(benchmark: Any, name: str) -> None:
    """Of data that is ready."""
    data = codec.to_data(values()[name])
    benchmark(json.dumps, data, sort_keys=True, separators=(",", ":"))


@pytest.mark.parametrize("name", NAMES)
def test_dumps(benchmark: Any, name: str) -> None:
    benchmark(codec.dumps, values()[name])


@pytest.mark.parametrize("name", NAMES)
def test_plain_loads(benchmark: Any, name: str) -> None:
    benchmark(json.loads, codec.dumps(values()[name]))


@pytest.mark.parametrize("name", NAMES)
def test_loads(benchmark: Any, name: str) -> None:
    value = values()[name]
    assert benchmark(codec.loads, codec.dumps(value), kind_of(value)) == value


@pytest.mark.parametrize("name", MADE)
def test_constructor(benchmark: Any, name: str) -> None:
    value = values()[name]
    fields = {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    assert benchmark(lambda: type(value)(**fields)) == value


def test_from_data_of_a_whole_game(benchmark: Any) -> None:
    record = values()["record"]
    assert benchmark(codec.from_data, codec.to_data(record), tm.Record) == record


@pytest.mark.parametrize("module", ["themind", "themind.codec"])
def test_import(benchmark: Any, module: str) -> None:
    """In a fresh interpreter, bytecode cached: what the codec adds is the difference."""
    command = [sys.executable, "-c", f"import {module}"]
    benchmark.pedantic(
        subprocess.run, (command,), {"check": True, "env": dict(os.environ)}, rounds=12
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_refuse(benchmark: Any, name: str) -> None:
    """How long a hostile document keeps a server busy."""
    text, kind, _, _ = HOSTILE[name]
    benchmark(refused, text, kind)


def refused(text: str | bytes, kind: Any) -> None:
    with pytest.raises(tm.InvalidDocument):
        codec.loads(text, kind)
