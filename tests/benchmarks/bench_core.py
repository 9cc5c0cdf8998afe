"""What the core costs, beside the construction of a plain attrs class of twelve fields.

All rows of one run are to be read as ratios to `test_plain_class`: the machine cancels out. The
aims: an undisturbed `play` at most 3 (better 2.5), `legal_actions` at most ten plays.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm

RULES = tm.Rules.standard(players=3)


@attrs.frozen
class Plain:
    """The yardstick: twelve fields, frozen and slotted, nothing checked."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    l: int  # noqa: E741


def _next_seat(state: tm.GameState) -> int:
    return min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1]


@pytest.fixture(scope="module")
def dealing() -> tm.GameState:
    """Before the deal of level 6."""
    return attrs.evolve(tm.new_game(RULES), level=6)


@pytest.fixture(scope="module")
def playing(dealing: tm.GameState) -> tm.GameState:
    """The middle of level 6: three hands, a pile of eight cards."""
    state = tm.begin(tm.deal(dealing, tm.deck_for(dealing, "bench")).state).state
    for _ in range(8):
        state = tm.play(state, _next_seat(state)).state
    return state


def test_plain_class(benchmark: Any) -> None:
    benchmark(lambda: Plain(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))


def test_play_that_disturbs_nobody(benchmark: Any, playing: tm.GameState) -> None:
    seat = _next_seat(playing)
    assert len(benchmark(lambda: tm.play(playing, seat)).events) == 1


def test_play_of_a_client(benchmark: Any, playing: tm.GameState) -> None:
    seat = _next_seat(playing)
    action = tm.Play(seat, playing.hands[seat][0])
    assert len(benchmark(lambda: tm.apply(playing, action, by=seat)).events) == 1


def test_mistake(benchmark: Any, playing: tm.GameState) -> None:
    seat = max((hand[0], seat) for seat, hand in enumerate(playing.hands) if hand)[1]
    assert benchmark(lambda: tm.play(playing, seat)).state.lives == playing.lives - 1


def test_star(benchmark: Any, playing: tm.GameState) -> None:
    assert benchmark(lambda: tm.star(playing, (0, 1, 2))).state.stars == 0


def test_deal(benchmark: Any, dealing: tm.GameState) -> None:
    deck = tm.deck_for(dealing, "bench")
    assert benchmark(lambda: tm.deal(dealing, deck)).state.phase is tm.Phase.FOCUSING


def test_shuffled_deck(benchmark: Any) -> None:
    assert len(benchmark(lambda: tm.shuffled_deck("bench", level=6))) == 100


def test_reveal(benchmark: Any, playing: tm.GameState) -> None:
    empty = ((),) * 3
    blind = attrs.evolve(playing, phase=tm.Phase.REVEALING, hands=empty, blind=True)
    assert benchmark(lambda: tm.reveal(blind)).state.phase is tm.Phase.CLEARED


def test_legal_actions(benchmark: Any, playing: tm.GameState) -> None:
    assert tm.Play(0) in benchmark(lambda: tm.legal_actions(playing))


def test_gate(benchmark: Any, playing: tm.GameState) -> None:
    assert benchmark(lambda: attrs.evolve(playing)) == playing


def _whole_game(seed: str) -> tm.GameState:
    state = tm.new_game(RULES)
    while not state.is_over:
        state = tm.begin(tm.deal(state, tm.deck_for(state, seed)).state).state
        while any(state.hands):
            state = tm.play(state, _next_seat(state)).state
        state = tm.complete_level(state).state
    return state


def test_whole_game_of_three(benchmark: Any) -> None:
    assert benchmark(lambda: _whole_game("bench")).phase is tm.Phase.WON


@pytest.mark.parametrize("modules", ["attrs", "attrs, themind"])
def test_import(benchmark: Any, modules: str, tmp_path: Path) -> None:
    """The difference of the two rows is what `import themind` adds, 20 ms at the most."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    command = [sys.executable, "-c", f"import {modules}"]

    def start() -> None:
        subprocess.run(command, check=True, env=environment)

    benchmark.pedantic(start, rounds=20, warmup_rounds=2)
