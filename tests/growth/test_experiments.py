"""Runs, their results and their stores take steps in proportion to the games, at most."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from growth.steps import FACTOR, SLACK, steps_of
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    LogNormal,
    Mean,
    Race,
    Result,
    exact,
    learn,
    open_store,
    paired,
    play_game,
    run,
    sweep,
)

pytestmark = [pytest.mark.unmeasured, pytest.mark.once]

TABLE = Experiment(
    tm.Rules(players=2, levels=1, lives=1, stars=0), (Clock(0.3, LogNormal(0.2)),) * 2
)
SMALL = 10


@cache
def results(games: int, levels: int = 1) -> Result:
    rules = tm.Rules(players=2, levels=levels, lives=1, stars=0, cards=1_000)
    return run(Experiment(rules, (CardBlind(),) * 2), games, "s", keep_records=True)


QUESTIONS: dict[str, Callable[[Result], object]] = {
    "rows": lambda result: result.rows(),
    "table": lambda result: result.table(),
    "values": lambda result: result.values("won"),
    "counts": lambda result: result.counts("mistakes"),
    "digest": lambda result: run(result.experiment, 1, "s").digest,
    "mistakes": lambda result: result.mistakes,
    "records_digest": lambda result: result.records_digest,
    "paired": lambda result: dict(paired(result, result)),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_steps_of_a_result_with_many_games(question: str) -> None:
    small, large = [results(n) for n in (SMALL, FACTOR * SMALL)]
    steps = [steps_of(lambda r=r: QUESTIONS[question](r)) for r in (small, large)]
    assert steps[1] <= SLACK * FACTOR * steps[0]


@pytest.mark.parametrize("question", QUESTIONS)
def test_steps_of_a_result_with_many_levels(question: str) -> None:
    """Each level has a column."""
    steps = [steps_of(lambda n=n: QUESTIONS[question](results(1, n))) for n in (50, 200)]
    assert steps[1] <= SLACK * FACTOR * steps[0]


RUNS: dict[str, Callable[[int, Any], object]] = {
    "run": lambda games, _: run(TABLE, games, "s", chunk=5),
    "counts": lambda games, _: run(TABLE, games, "s", chunk=5, keep="counts"),
    "records": lambda games, _: run(TABLE, games, "s", chunk=5, keep_records=True),
    "store": lambda games, folder: run(TABLE, games, "s", chunk=5, store=folder),
    "read again": lambda games, folder: [
        run(TABLE, games, "s", chunk=5, store=folder) for _ in range(2)
    ],
    "open_store": lambda games, folder: [
        run(TABLE, games, "s", chunk=1, store=folder),
        list(open_store(folder).rows()),
    ],
    "learn": lambda games, folder: learn(TABLE, games, "s", store=folder),
    "courses": lambda games, _: learn(TABLE, 2, "s", repeats=games).rows(),
    "sweep": lambda points, _: sweep(
        lambda tempo: Experiment(TABLE.rules, (Clock(tempo),) * 2),
        {"tempo": [1 + k for k in range(points)]},
        1,
        "s",
    ).table(),
}


@pytest.mark.native
@pytest.mark.parametrize("name", RUNS)
@claim("explanation/speed.md", "Games")
def test_steps_of_a_run(name: str, tmp_path: Path) -> None:
    folders = (tmp_path / str(number) for number in count())
    RUNS[name](5, next(folders))
    steps = [
        steps_of(lambda games=games: RUNS[name](games, next(folders)))
        for games in (SMALL, FACTOR * SMALL)
    ]
    assert steps[1] <= SLACK * FACTOR * steps[0]


@pytest.mark.parametrize("backwards", [False, True])
def test_steps_of_a_sum_of_results(backwards: bool) -> None:
    def total(parts: int) -> int:
        found = [run(TABLE, 1, "s", start=2 * k) for k in range(parts)]
        terms = found[::-1] if backwards else found
        return steps_of(lambda: sum(terms).table())  # type: ignore[union-attr]

    small, large = total(10), total(10 * FACTOR)
    # Each sum has the ranges of both, in order: their walk alone is quadratic.
    assert large <= SLACK * FACTOR**2 * small


def test_steps_of_a_mean() -> None:
    steps = [steps_of(lambda n=n: Mean.of(range(n)).interval()) for n in (100, 400)]
    assert steps[1] <= SLACK * FACTOR * steps[0]


@pytest.mark.parametrize("driver", [Race(), Race(redraw=False)])
@claim("explanation/speed.md", "Games")
def test_steps_of_a_game(driver: Race) -> None:
    """A play asks each seat that holds a card, so that a level of one card grows as its square."""

    def game(players: int, level: int) -> int:
        rules = tm.Rules(
            players=players, levels=level, first_level=level, lives=1, stars=0, cards=2_000
        )
        table = Experiment(rules, (Clock(0.3),) * players, driver=driver)
        return steps_of(lambda: play_game(table, "s"))

    small = game(3, 8)
    assert game(3, 8 * FACTOR) <= SLACK * FACTOR * small
    assert game(3 * FACTOR, 8) <= SLACK * FACTOR**2 * small


class TestExact:
    def test_steps_of_the_chance_to_win(self) -> None:
        """Each level asks of every number of lives."""

        def chance(levels: int, lives: int) -> int:
            rules = tm.Rules(
                players=2, levels=levels, lives=lives, max_lives=lives, stars=0, cards=1_000
            )
            laws = [(0.5, 0.25, 0.25)] * levels
            return steps_of(lambda: exact.win(laws, rules))

        small = chance(10, 10)
        assert chance(10 * FACTOR, 10) <= SLACK * FACTOR * small
        assert chance(10, 10 * FACTOR) <= SLACK * FACTOR * small

    @claim("explanation/speed.md", "Operations that grow faster than linearly")
    def test_steps_of_the_law_of_a_race(self) -> None:
        """Its work is cards squared, and level cubed: the counts of two hands and the mistakes."""

        def law(level: int, cards: int) -> int:
            return steps_of(lambda: exact.race(lambda near, far: 0.7, level, cards))

        small = law(2, 12)
        assert law(2, 24) <= SLACK * 2**2 * small
        assert law(4, 12) <= SLACK * 2**3 * small
