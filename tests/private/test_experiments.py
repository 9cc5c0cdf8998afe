"""Clocks, words and products that experiments use inside."""

from __future__ import annotations

import pytest

from experiments.test_runs import GAMES, TABLE, Inline
from themind.experiments import Draw, run
from themind.experiments import _run as run_module
from themind.experiments._checks import shown
from themind.experiments.exact import _race as race_module

UNPRINTABLE = 10**5000  # too long for a text


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


def test_the_slow_product_is_the_quick_one() -> None:
    first, second = [0.5, 0.25, 3.0], [2.0, 8.0, 1.0]
    assert race_module._multiplied(first, second) == race_module._dot(first, second) == 6.0


def test_chunks_grow_to_half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which every game takes a twentieth of a second: ten games each."""
    ticking = iter(range(10**6))
    monkeypatch.setattr("themind.experiments._play.time.perf_counter", lambda: next(ticking))
    monkeypatch.setattr(run_module, "CHUNK_SECONDS", 1.25)
    executor = Inline()
    run(TABLE, GAMES, "chunks", executor=executor, window=1)
    sizes = [job.stop - job.start for (job,) in executor.submitted]
    assert sizes[:3] == [4, 5, 6], "each chunk of n takes 1 s on this clock"


def test_a_uniform_is_never_0_and_never_1(monkeypatch: pytest.MonkeyPatch) -> None:
    for word, expected in ((0, 2.0**-53), (2**64 - 1, 1 - 2.0**-53)):
        monkeypatch.setattr("themind.experiments._draws.splitmix64", lambda key, i, w=word: w)
        assert Draw(1).uniform() == expected
        assert 0 < Draw(1).uniform() < 1
        Draw(1).normal()


def test_what_a_text_cannot_hold_is_told_by_its_size() -> None:
    assert shown(-(10**9)) == "-1000000000"
    assert shown(UNPRINTABLE) == "an int of 16610 bits"
    assert shown("x" * 1000) == f"'{'x' * 196}..."
    assert shown(Unspeakable()) == "a Unspeakable"
    assert shown([UNPRINTABLE]) == "a list"
