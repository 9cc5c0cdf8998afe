"""The likelihood of waits: densities, cut-offs, and clocks that are found again by fitting."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import attrs
import pytest

import themind as tm
from claims import claim
from themind.experiments import (
    AbsoluteClock,
    Additive,
    CardBlind,
    Clock,
    Draw,
    Experiment,
    LogNormal,
    Noise,
    Race,
    Weber,
    log_likelihood,
    play_game,
    risk_rows,
)
from wording import about

NOISES = [LogNormal(0.3), LogNormal(0.8), Additive(2.0), Additive(8.0), Weber(0.2), Weber(1.5)]
RULES = tm.Rules(players=2, levels=6, first_level=6, lives=5, stars=0)


def wait(*, gap: int = 10, start: float = 2.0, stop: float = 5.0, event: int = 1) -> dict[str, Any]:
    return {
        "seat": 0,
        "blind": False,
        "level": 3,
        "attempt": 0,
        "lowest": 40,
        "gap": gap,
        "start": start,
        "stop": stop,
        "event": event,
    }


class TestDensities:
    @pytest.mark.parametrize("noise", NOISES)
    def test_density_and_cut_off_add_up_to_1(self, noise: Noise) -> None:
        """By the rule of midpoints, up to the time after which next to nothing is left."""
        steps, meant, total = 20_000, 5.0, math.exp(noise.log_cdf(5.0, 0.0))
        end = next(t for t in (10, 50, 250, 1250, 6250) if noise.log_survival(meant, t) < -14)
        for k in range(steps):
            total += math.exp(noise.log_density(meant, end * (k + 0.5) / steps)) * end / steps
        assert total == pytest.approx(1.0, abs=1e-5)

    @pytest.mark.parametrize("noise", NOISES)
    @pytest.mark.parametrize("seconds", [0.0, 0.01, 4.0, 5.0, 11.0])
    def test_shorter_or_longer(self, noise: Noise, seconds: float) -> None:
        shorter, longer = noise.log_cdf(5.0, seconds), noise.log_survival(5.0, seconds)
        assert math.exp(shorter) + math.exp(longer) == pytest.approx(1.0, abs=1e-12)

    @pytest.mark.unmeasured
    @pytest.mark.parametrize("noise", NOISES)
    @pytest.mark.parametrize("seconds", [0.0, 3.0, 6.0])
    def test_it_is_the_share_of_the_waits_that_are_drawn(
        self, noise: Noise, seconds: float
    ) -> None:
        waits = [noise.applied(5.0, Draw(tm.rng.splitmix64(11, k))) for k in range(4000)]
        share = sum(wait > seconds for wait in waits) / 4000
        assert share == pytest.approx(math.exp(noise.log_survival(5.0, seconds)), abs=0.032)

    @pytest.mark.parametrize("noise", NOISES)
    def test_the_density_is_the_slope_of_the_chance(self, noise: Noise) -> None:
        step = 1e-5
        low, high = (math.exp(noise.log_cdf(5.0, t)) for t in (4.0 - step, 4.0 + step))
        slope = (high - low) / (2 * step)
        assert math.exp(noise.log_density(5.0, 4.0)) == pytest.approx(slope, rel=1e-5)

    @pytest.mark.parametrize(
        ("call", "word"),
        [
            (lambda: LogNormal(0.1).log_density(5.0, 0.0), "seconds"),
            (lambda: LogNormal(0.1).log_density(0, 5.0), "meant"),
            (lambda: Weber(0.1).log_survival(5.0, -1.0), "seconds"),
            (lambda: Weber(0.0).log_survival(5.0, 1.0), "noise"),
            (lambda: Additive(0.0).log_cdf(5.0, 1.0), "noise"),
            (lambda: LogNormal(0.0).log_density(5.0, 1.0), "noise"),
            (lambda: Additive(1.0).log_cdf(5.0, math.nan), "seconds"),
        ],
    )
    def test_other_numbers_have_none(self, call: Callable[[], float], word: str) -> None:
        with pytest.raises(tm.InvalidArgument, match=about(word)):
            call()


class TestWaits:
    def test_a_play_counts_with_its_density(self) -> None:
        clock = Clock(0.5, LogNormal(0.3))
        assert log_likelihood(clock, [wait()]) == clock.noise.log_density(5.0, 3.0)  # type: ignore[union-attr]

    def test_a_cut_off_counts_with_the_chance_of_more(self) -> None:
        clock = Clock(0.5, LogNormal(0.3))
        assert log_likelihood(clock, [wait(event=0)]) == clock.noise.log_survival(5.0, 3.0)  # type: ignore[union-attr]

    def test_all_waits_add_up(self) -> None:
        clock = Clock(0.5, Weber(0.3))
        rows = [wait(), wait(event=0), wait(gap=7)]
        one_by_one = [log_likelihood(clock, [row]) for row in rows]
        assert log_likelihood(clock, iter(rows)) == pytest.approx(sum(one_by_one))
        assert log_likelihood(clock, []) == 0.0

    def test_a_play_at_once_counts_what_is_cut_off(self) -> None:
        at_once = [wait(start=2.0, stop=2.0)]
        cut_off = Clock(0.5, Weber(1.0))
        chance = math.exp(log_likelihood(cut_off, at_once))
        assert 0.1586 < chance < 0.1588
        assert -1000 < log_likelihood(Clock(0.5, LogNormal(0.2)), at_once) < -700

    def test_a_plan_that_stands_is_one_wait(self) -> None:
        """Three intervals with one card: a wait of 6 s for the gap of the first of them."""
        rows = [
            wait(gap=20, start=1.0, stop=2.0, event=0),
            wait(gap=15, start=2.0, stop=4.0, event=0),
            wait(gap=12, start=4.0, stop=7.0, event=1),
        ]
        clock = Clock(0.5, LogNormal(0.3))
        whole = wait(gap=20, start=1.0, stop=7.0)
        assert log_likelihood(clock, rows, redraw=False) == log_likelihood(clock, [whole])
        assert log_likelihood(clock, rows) != log_likelihood(clock, [whole])

    @pytest.mark.parametrize(
        "change", [{"level": 4}, {"attempt": 1}, {"blind": True}, {"lowest": 41}, {"start": 2.5}]
    )
    def test_another_card_is_another_plan(self, change: dict[str, Any]) -> None:
        rows = [wait(start=1.0, stop=2.0, event=0), wait(start=2.0) | change]
        clock = Clock(0.5, LogNormal(0.3))
        assert log_likelihood(clock, rows, redraw=False) == log_likelihood(clock, rows)

    def test_after_a_play_nothing_goes_on(self) -> None:
        rows = [wait(start=1.0, stop=2.0, event=1), wait(start=2.0)]
        clock = Clock(0.5, LogNormal(0.3))
        assert log_likelihood(clock, rows, redraw=False) == log_likelihood(clock, rows)

    def test_seats_wait_side_by_side(self) -> None:
        first = [wait(start=1.0, stop=2.0, event=0), wait(start=2.0, stop=3.0)]
        other = [row | {"seat": 1} for row in first]
        clock = Clock(0.5, LogNormal(0.3))
        mixed = [first[0], other[0], first[1], other[1]]
        assert log_likelihood(clock, mixed, redraw=False) == pytest.approx(
            2 * log_likelihood(clock, first, redraw=False)
        )

    def test_an_absolute_clock_waits_for_a_time_of_the_level(self) -> None:
        noise = LogNormal(0.3)
        clock = AbsoluteClock(0.1, noise)
        assert log_likelihood(clock, [wait()]) == noise.log_density(4.0, 5.0)
        assert log_likelihood(clock, [wait(event=0)]) == noise.log_survival(4.0, 5.0)
        late = wait(start=5.0, stop=5.0)
        assert log_likelihood(clock, [late]) == pytest.approx(noise.log_cdf(4.0, 5.0), abs=1e-3)

    def test_watching_that_ended_cuts_waits_off(self) -> None:
        """The waits that were going on count with the chance of more."""
        clock = Clock(0.4, LogNormal(0.3))
        record = play_game(Experiment(RULES, (clock, clock)), "cut")
        cut = tm.Record(record.start, record.entries[:3])
        last = cut.entries[-1].at_ms or 0
        ended = attrs.evolve(cut, ended_at_ms=last + 700)
        more = risk_rows(ended)[len(risk_rows(cut)) :]
        assert [(row["event"], row["stop"] - row["start"]) for row in more] == [
            (0, pytest.approx(0.7)),
            (0, pytest.approx(0.7)),
        ]
        expected = [clock.noise.log_survival(0.4 * row["gap"], 0.7) for row in more]  # type: ignore[union-attr]
        found = log_likelihood(clock, risk_rows(ended)) - log_likelihood(clock, risk_rows(cut))
        assert found == pytest.approx(sum(expected))
        assert sum(expected) < 0

    @pytest.mark.parametrize(
        ("clock", "rows", "error", "words"),
        [
            (Clock(0.5), [], tm.InvalidArgument, ["clock", "noise"]),
            (Clock(0.0, Weber(0.1)), [], tm.InvalidArgument, ["tempo", 0]),
            (Clock(0.5, Weber(0.0)), [wait()], tm.InvalidArgument, ["noise", 0]),
            (CardBlind(), [], TypeError, ["clock", Clock, CardBlind]),
            (Clock(0.5, Weber(0.1)), [{}], tm.InvalidArgument, ["rows", "'start'"]),
            *[
                (Clock(0.5, Weber(0.1)), [wait() | {"event": event}], error, ["rows[0]['event']"])
                for event, error in [
                    (2, tm.InvalidArgument),
                    (-5, tm.InvalidArgument),
                    (math.nan, TypeError),
                    (1.0, TypeError),
                    ("0", TypeError),
                    (True, TypeError),
                    (None, TypeError),
                ]
            ],
            (Clock(0.5, Weber(0.1)), [wait(gap=0)], tm.InvalidArgument, ["meant", 0]),
            (Clock(0.5, Weber(0.1)), [wait(stop=1.0)], tm.InvalidArgument, ["seconds"]),
        ],
    )
    def test_other_values_have_no_likelihood(
        self, clock: Any, rows: Any, error: type[Exception], words: list[object]
    ) -> None:
        with pytest.raises(error, match=about(*words)):
            log_likelihood(clock, rows)


def test_ints_of_numpy_say_whether_a_card_was_played() -> None:
    numpy = pytest.importorskip("numpy")
    clock = Clock(0.5, Weber(0.1))
    for event in (0, 1):
        rows = [wait() | {"event": numpy.int64(event)}]
        assert log_likelihood(clock, rows) == log_likelihood(clock, [wait(event=event)])


Parameters: TypeAlias = tuple[float, float]
Make: TypeAlias = Callable[[float, float], Clock | AbsoluteClock]


def slopes(f: Callable[[float, float], float], x: float, y: float, h: float = 1e-3) -> Any:
    """The gradient and the matrix of second derivatives, by differences."""
    middle, right, left = f(x, y), f(x + h, y), f(x - h, y)
    up, down = f(x, y + h), f(x, y - h)
    mixed = (f(x + h, y + h) - f(x + h, y - h) - f(x - h, y + h) + f(x - h, y - h)) / (4 * h * h)
    second = (right - 2 * middle + left) / h**2, (up - 2 * middle + down) / h**2
    return ((right - left) / (2 * h), (up - down) / (2 * h)), (second[0], mixed, second[1])


def fitted(make: Make, rows: list[Any], start: Parameters, **options: Any) -> Any:
    """The logs of the most likely parameters, and their standard errors, by Newton's method."""

    def likelihood(x: float, y: float) -> float:
        return log_likelihood(make(math.exp(x), math.exp(y)), rows, **options)

    x, y = map(math.log, start)
    for _ in range(12):
        (dx, dy), (xx, xy, yy) = slopes(likelihood, x, y)
        determinant = xx * yy - xy * xy
        step = (yy * dx - xy * dy) / determinant, (xx * dy - xy * dx) / determinant
        x, y = x - max(-0.3, min(0.3, step[0])), y - max(-0.3, min(0.3, step[1]))
        if max(map(abs, step)) < 1e-6:
            break
    return (x, y), (math.sqrt(-yy / determinant), math.sqrt(-xx / determinant))


@attrs.frozen
class Case:
    """A clock to be found again, and how it plays."""

    make: Make
    truth: Parameters
    driver: Race = attrs.field(factory=Race)
    games: int = 12
    partner: Clock | None = None

    def rows(self, number: int) -> list[Any]:
        clock = self.make(*self.truth)
        table = Experiment(RULES, (clock, self.partner or clock), self.driver)
        seats = {0} if self.partner else {0, 1}
        return [
            row
            for index in range(self.games)
            for row in risk_rows(play_game(table, f"fit {number}", index))
            if row["seat"] in seats
        ]

    def covers(self, number: int) -> tuple[bool, bool]:
        """Whether the intervals of .95 of one fit hold the truth."""
        options = {"redraw": self.driver.redraw}
        found, errors = fitted(self.make, self.rows(number), self.truth, **options)
        true = [math.log(value) for value in self.truth]
        near = [abs(f - t) <= 1.96 * e for f, t, e in zip(found, true, errors, strict=True)]
        return near[0], near[1]


def a_clock(noise: Callable[[float], Noise], tempo: float, size: float) -> Clock:
    return Clock(tempo, noise(size))


def an_absolute_clock(tempo: float, size: float) -> AbsoluteClock:
    return AbsoluteClock(tempo, LogNormal(size))


CASES = {
    "lognormal": Case(partial(a_clock, LogNormal), (0.4, 0.3)),
    "lognormal with another partner": Case(
        partial(a_clock, LogNormal), (0.4, 0.5), games=30, partner=Clock(0.25)
    ),
    "Weber": Case(partial(a_clock, Weber), (0.4, 0.2)),
    "Weber, cut off at 0": Case(partial(a_clock, Weber), (0.4, 0.8)),
    "additive": Case(partial(a_clock, Additive), (0.4, 1.5)),
    "a plan that stands": Case(partial(a_clock, LogNormal), (0.4, 0.3), Race(redraw=False)),
    "absolute": Case(an_absolute_clock, (0.4, 0.3)),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["lognormal", "Weber, cut off at 0", "a plan that stands"])
def test_intervals_of_a_fit_hold_the_truth(name: str) -> None:
    """Of 20 intervals of .95, 16 or more hold it: fewer would be one time in 400."""
    covered = [CASES[name].covers(number) for number in range(20)]
    for parameter in (0, 1):
        assert sum(near[parameter] for near in covered) >= 16


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
@claim("howto/fitting.md", "Accuracy")
def test_intervals_of_300_fits_hold_the_truth_as_often_as_they_say(name: str) -> None:
    """A share of 300 has a standard error of .0126; .04 is more than three of them."""
    covered = [CASES[name].covers(number) for number in range(300)]
    for parameter in (0, 1):
        share = sum(near[parameter] for near in covered) / 300
        assert share == pytest.approx(0.95, abs=0.04), parameter


def test_without_cut_offs_the_truth_is_missed() -> None:
    """The intervals can fail: a fit to plays alone finds another clock."""
    case = attrs.evolve(CASES["lognormal with another partner"], games=150)
    rows = case.rows(0)
    plays = [row for row in rows if row["event"]]
    (found, _), (error, _) = fitted(case.make, plays, case.truth)
    assert found < math.log(case.truth[0]) - 3 * error


@pytest.mark.unmeasured
def test_scipy_fits_the_same_clock() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    case = CASES["Weber"]
    rows = case.rows(0)

    def cost(logs: Any) -> float:
        return -log_likelihood(case.make(*map(math.exp, logs)), rows)

    best = optimize.minimize(cost, x0=[-1.0, -1.0], method="Nelder-Mead")
    (found, _) = fitted(case.make, rows, case.truth)
    assert list(best.x) == pytest.approx(found, abs=1e-3)
