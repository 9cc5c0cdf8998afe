"""Clocks, words, products and views that experiments use inside."""

from __future__ import annotations

import math
import os
import pickle
import sys
from array import array
from types import SimpleNamespace
from typing import Any, Self

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from batch_settings import SETTINGS
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
    Moment,
    Policy,
    _jobs,
    play_game,
    run,
)
from themind.experiments._normal import log_above
from themind.experiments._views import Views
from themind.experiments.exact import _weights
from themind.rng import splitmix64, unchecked_uniforms


class Late(LogNormal):
    """Adds one second to two."""

    def applied(self, seconds: float, draw: Draw) -> float:
        return super().applied(seconds, draw) + 1 + draw.uniform() * draw.first.uniform()


@attrs.frozen
class Learner(Policy):
    """Waits as one clock, and becomes another one after some cards."""

    cards: int
    clock: Clock
    later: Policy

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.clock.wait(moment, draw)

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Self:
        if not isinstance(event, tm.CardPlayed):
            return self
        return attrs.evolve(self, cards=self.cards - 1) if self.cards else self.later


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

    monkeypatch.setattr("themind.experiments._views._UnfrozenView", refuse)
    table = Experiment(FULL, (Clock(0.3, LogNormal(0.1)), AbsoluteClock(0.3)))
    assert run(table, 2, "views").games == 2
    with pytest.raises(AssertionError, match="a view"):
        run(attrs.evolve(table, policies=(Clock(0.3), derived(Clock(0.3)))), 2, "views")


class TestViews:
    """The quick views of a game are those of `view`."""

    @pytest.mark.parametrize("starts_blind", [False, True])
    def test_they_are_equal(self, starts_blind: bool) -> None:
        rules = attrs.evolve(tm.Rules.standard(players=3), starts_blind=starts_blind)
        table = Experiment(rules, (Clock(0.3, LogNormal(0.1)),) * 3)
        views, seen = Views(), 0
        for step in tm.replay(play_game(table, "views")):
            if isinstance(step.events[0], tm.LevelDealt):
                views.new_deal()
            for seat in range(3):
                assert views.view(step.state, seat) == tm.view(step.state, seat)
                seen += len(step.state.pile) > 1
        assert seen > 0

    def test_the_pile_is_looked_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made: list[int] = []
        monkeypatch.setattr(
            "themind.experiments._views.make_seen_card",
            lambda seat, card: made.append(card) or tm.SeenCard(seat, card),
        )
        table = Experiment(FULL, (derived(Clock(0.3)), derived(Clock(0.3))))
        record = play_game(table, "views")
        played = [entry for entry in record.entries if isinstance(entry.action, tm.Play)]
        assert 0 < len(made) <= len(played)


class TestTexts:
    @pytest.mark.parametrize("name", ["six, mixed", "ticks, random", "a deck of 6"])
    def test_texts_of_records_are_those_of_the_codec(self, name: str) -> None:
        table, seed, _ = SETTINGS[name]
        texts = run(table, 5, seed, keep_records=True).records.texts
        assert texts == tuple([dumps(play_game(table, seed, index)) for index in range(5)])

    def test_a_record_that_is_too_long_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("themind.experiments._record_text.MOST_ENTRIES", 3)
        monkeypatch.setattr("themind._play.records.MOST_ENTRIES", 3)
        with pytest.raises(tm.InvalidArgument, match="entries"):
            run(TIMED, 1, "long", keep_records=True)


class TestNumbersAhead:
    @given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(1, 20))
    def test_they_are_those_of_draws(self, key: int, first: int, count: int) -> None:
        expected = [Draw(splitmix64(key, first + i)).uniform() for i in range(count)]
        assert unchecked_uniforms(key, first, count) == expected

    def test_they_are_the_same_on_machines_of_the_other_byte_order(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A stand-in for their `memoryview`: the bytes of each float the other way round."""
        expected = unchecked_uniforms(7, 3, 5)

        class Turned:
            def __init__(self, data: bytes) -> None:
                self.data = data

            def cast(self, code: str) -> Any:
                turned = [self.data[at : at + 8][::-1] for at in range(0, len(self.data), 8)]
                return memoryview(b"".join(turned)).cast(code)

        other = "big" if sys.byteorder == "little" else "little"
        monkeypatch.setattr("themind.rng.sys", SimpleNamespace(byteorder=other))
        monkeypatch.setattr("themind.rng.memoryview", Turned, raising=False)
        assert unchecked_uniforms(7, 3, 5) == expected

    def test_a_derived_noise_has_whole_draws(self) -> None:
        """As it can override any method, also with more numbers."""
        rules = tm.Rules(players=1, levels=1, lives=1, stars=0)
        plain, late = [
            run(Experiment(rules, (Clock(1.0, noise),)), 9, "n").values("seconds")
            for noise in (LogNormal(0.0), Late(0.0))
        ]
        assert all(1 < its - mine < 2 for mine, its in zip(plain, late, strict=True))

    @pytest.mark.parametrize("cards", range(12))
    def test_a_policy_that_learns_to_be_a_clock_goes_on(self, cards: int) -> None:
        """In the middle of a card that was planned some times before, with draws."""
        rules = tm.Rules(players=3, levels=4, first_level=4, lives=9, max_lives=9, stars=0)
        steady, noisy = Clock(2.0, LogNormal(0.01)), Clock(0.3, LogNormal(0.5))

        def played(later: Policy) -> tm.Record:
            learner = Learner(cards, noisy, later)
            return play_game(Experiment(rules, (learner, steady, noisy)), "turns")

        assert played(noisy) == played(derived(noisy))


def test_neither_is_made_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    for place in (
        "themind.experiments._results.digest_of",
        "themind.experiments._game.record_text",
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
