"""Clocks, words, products and views that experiments use inside."""

from __future__ import annotations

import math
import os
import pickle
import sys
from array import array
from typing import Any

import attrs
import pytest

import themind as tm
from experiments.test_asking import FULL, derived
from experiments.test_results import TABLE as TIMED
from experiments.test_runs import GAMES, TABLE, Inline
from themind.codec import dumps
from themind.experiments import (
    AbsoluteClock,
    Clock,
    Draw,
    Experiment,
    LogNormal,
    _jobs,
    play_game,
    run,
)
from themind.experiments._normal import log_above
from themind.experiments.exact import _weights


def test_the_slow_product_is_the_quick_one() -> None:
    first, second = [0.5, 0.25, 3.0], [2.0, 8.0, 1.0]
    assert _weights.multiplied(first, second) == _weights.dot(first, second) == 6.0


def test_chunks_grow_to_half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which every game takes a twentieth of a second: ten games each."""
    ticking = iter(range(10**6))
    monkeypatch.setattr("themind.experiments._chunks.time.perf_counter", lambda: next(ticking))
    monkeypatch.setattr(_jobs, "CHUNK_SECONDS", 1.25)
    executor = Inline()
    run(TABLE, GAMES, "chunks", executor=executor, window=1)
    sizes = [job.stop - job.start for (job,) in executor.submitted]
    assert sizes[:3] == [4, 5, 6], "each chunk of n takes 1 s on this clock"


@pytest.mark.parametrize(("workers", "window"), [(1, 8), (4, 8), (5, 10), (64, 128), ("many", 8)])
def test_the_window_follows_the_workers(
    workers: Any, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two for each, so that none waits, and never fewer than four for each core of here."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    executor = Inline()
    executor._max_workers = workers
    assert _jobs.default_window(executor) == window


def test_a_uniform_is_never_0_and_never_1(monkeypatch: pytest.MonkeyPatch) -> None:
    for word, expected in ((0, 2.0**-53), (2**64 - 1, 1 - 2.0**-53)):
        place = "themind.experiments._draws.unchecked_splitmix64"
        monkeypatch.setattr(place, lambda key, i, w=word: w)
        assert Draw(1).uniform() == expected
        assert 0 < Draw(1).uniform() < 1
        Draw(1).normal()


def test_no_view_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError("a view")

    monkeypatch.setattr("themind.experiments._seats.view", refuse)
    table = Experiment(FULL, (Clock(0.3, LogNormal(0.1)), AbsoluteClock(0.3)))
    assert run(table, 2, "views").games == 2
    with pytest.raises(AssertionError, match="a view"):
        run(attrs.evolve(table, policies=(Clock(0.3), derived(Clock(0.3)))), 2, "views")


def test_neither_is_made_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    for place in (
        "themind.experiments._results.digest_of",
        "themind.experiments._chunks.dumps",
    ):
        monkeypatch.setattr(place, lambda *_, place=place: made.append(place) or 0)
    result = run(TIMED, 3, "d")
    assert made == []
    assert result.digest == result.digest == "0" * 64
    assert len(made) == 1


def test_it_takes_few_bytes_a_game() -> None:
    """At most 200; a tuple of Python numbers a game took 400 to 800."""
    widest = Experiment(tm.Rules.standard(players=2), (Clock(0.3),) * 2, blind=True)
    for table in (TIMED, widest):
        result = run(table, 40, "m")
        data = result._kept.data
        assert sum(sys.getsizeof(numbers) - sys.getsizeof(array("b")) for numbers in data) < (
            100 * 40
        )
        assert len(pickle.dumps(data)) < 200 * 40


def test_a_record_is_read_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    records = run(TIMED, 5, "k", start=4, keep_records=True).records
    read: list[str] = []
    place = "themind.experiments._records.loads"
    monkeypatch.setattr(place, lambda text, _: read.append(text) or len(read))
    assert records[2] == 1
    assert read == [dumps(play_game(TIMED, "k", 6))]


class TestTails:
    @pytest.mark.parametrize(
        ("z", "expected"),
        [
            (0.0, math.log(0.5)),
            (-40.0, 0.0),
            (1.0, math.log(0.15865525393145707)),
            (-1.0, math.log(0.8413447460685429)),
            (10.0, -53.2312851505125),
            (29.999, -454.2912111961),
            (40.0, -804.6084420138),
        ],
    )
    def test_the_log_of_a_tail(self, z: float, expected: float) -> None:
        assert log_above(z) == pytest.approx(expected, rel=1e-12, abs=1e-12)

    def test_the_series_meets_the_function(self) -> None:
        below, above = log_above(30.0 - 1e-9), log_above(30.0)
        assert below == pytest.approx(above, abs=1e-6)

    def test_infinite_numbers_have_tails(self) -> None:
        assert log_above(-math.inf) == 0.0
