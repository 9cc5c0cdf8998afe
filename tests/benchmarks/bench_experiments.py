"""What experiments cost: games a second, where the time goes, workers, and the exact laws.

`test_games_with_clocks` against `test_transitions_and_views_alone` is what the driver and the
policies add to what the referee costs by itself: they play and replay the same games. The ratio
is in `extra_info`; so is the share of the policies' own waits, and that of writing records down.
What a run keeps and stores, and how fast a store opens, is measured too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import pytest

import themind as tm
from themind.codec import dumps
from themind.experiments import (
    Clock,
    Draw,
    Experiment,
    LogNormal,
    Moment,
    Policy,
    Result,
    exact,
    learn,
    log_likelihood,
    play_game,
    risk_rows,
    run,
)
from themind.experiments._journal import Journal
from themind.experiments._kept import Chunk, Rows

GAMES = 60
TABLE = Experiment(tm.Rules.standard(players=3), (Clock(0.3, LogNormal(0.10)),) * 3)


def least(function: Callable[[], object], times: int = 5) -> float:
    """Processor seconds of the quickest of several calls."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        function()
        taken.append(time.process_time() - began)
    return min(taken)


def play_all() -> list[tm.Record]:
    return [play_game(TABLE, "bench", index) for index in range(GAMES)]


def referee_all(records: list[tm.Record]) -> None:
    """The same decks, the same actions, and a view for each seat that would be asked."""
    for index, record in enumerate(records):
        state = record.start
        for entry in record.entries:
            if state.phase is tm.Phase.DEALING:
                tm.deck_for(state, f"bench/{index}")
            state = tm.apply(state, entry.action).state
            if state.phase is tm.Phase.PLAYING:
                for seat, hand in enumerate(state.hands):
                    if hand:
                        tm.view(state, seat)


def moments(records: list[tm.Record]) -> list[Moment]:
    """Every moment in which a policy was asked for a wait."""
    return [
        Moment(tm.view(step.state, seat), 0.0, 0.0)
        for record in records
        for step in tm.replay(record)
        if step.state.phase is tm.Phase.PLAYING
        for seat, hand in enumerate(step.state.hands)
        if hand
    ]


def ask_all(asked: list[Moment]) -> None:
    for moment in asked:
        TABLE.policies[0].wait(moment, Draw(7))


def test_games_with_clocks(benchmark: Any) -> None:
    records = benchmark.pedantic(play_all, rounds=3, warmup_rounds=1)
    whole, referee = least(play_all), least(lambda: referee_all(records))
    asked = moments(records)
    policies = least(lambda: ask_all(asked))
    writing = least(lambda: [dumps(record) for record in records])
    benchmark.extra_info |= {
        "games_a_second": GAMES / whole,
        "transitions_and_views": referee / whole,
        "policies": policies / whole,
        "driver": (whole - referee - policies) / whole,
        "driver_to_transitions_and_views": (whole - referee - policies) / referee,
        "records_as_json_on_top": writing / whole,
    }
    assert whole - policies <= 2 * referee, "the driver adds at most as much again"


def test_transitions_and_views_alone(benchmark: Any) -> None:
    benchmark.pedantic(referee_all, args=(play_all(),), rounds=3, warmup_rounds=1)


def test_two_processes(benchmark: Any) -> None:
    """Workers that are there already take at most 0.6 of the time of one process."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        run(TABLE, 20, "warm", executor=executor, chunk=1)
        began = time.perf_counter()
        alone = run(TABLE, 1_500, "bench")
        one = time.perf_counter() - began
        together = benchmark.pedantic(
            run, args=(TABLE, 1_500, "bench"), kwargs={"executor": executor}, rounds=1
        )
        began = time.perf_counter()
        run(TABLE, 1_500, "bench", executor=executor)
        two = time.perf_counter() - began
    assert together.digest == alone.digest
    benchmark.extra_info["two_processes_to_one"] = two / one
    if two > 0.6 * one:
        pytest.fail(f"two processes took {two / one:.2f} of the time of one")


@attrs.frozen
class Remote(Policy):
    """Takes 20 ms for an answer, as a service over the network does."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        time.sleep(0.02)
        return 0.5 * moment.gap


def test_threads_for_policies_that_wait(benchmark: Any) -> None:
    """Eight threads ask eight games at a time, and take an eighth of the time."""
    table = Experiment(tm.Rules(players=2, levels=2, lives=2, stars=0), (Remote(), Remote()))
    began = time.perf_counter()
    alone = run(table, 24, "bench", chunk=1)
    one = time.perf_counter() - began
    with ThreadPoolExecutor(8) as executor:
        began = time.perf_counter()
        together = benchmark.pedantic(
            run, args=(table, 24, "bench"), kwargs={"executor": executor, "chunk": 1}, rounds=1
        )
        eight = time.perf_counter() - began
    assert together == alone
    benchmark.extra_info["eight_threads_gain"] = one / eight


def bytes_of(result: Result) -> int:
    """What the columns of a result take."""
    assert isinstance(result._kept, Rows)
    return sum(sys.getsizeof(numbers) for numbers in result._kept.data)


def test_the_cost_of_a_run(benchmark: Any) -> None:
    """A run beside its games alone, with records, a digest and a store on top, in shares of it."""
    table = Experiment(tm.Rules.standard(players=2), (Clock(0.3, LogNormal(0.10)),) * 2)

    def stored() -> None:
        with TemporaryDirectory() as folder:
            run(table, 100, "bench", store=folder)

    result = benchmark.pedantic(run, args=(table, 100, "bench"), rounds=3, warmup_rounds=1)
    alone = least(lambda: run(table, 100, "bench"))
    others: dict[str, Callable[[], object]] = {
        "games_alone": lambda: [play_game(table, "bench", index) for index in range(100)],
        "with_records": lambda: run(table, 100, "bench", keep_records=True),
        "with_digest": lambda: run(table, 100, "bench").digest,
        "with_counts": lambda: run(table, 100, "bench", keep="counts"),
        "with_store": stored,
    }
    benchmark.extra_info |= {name: least(use) / alone for name, use in others.items()}
    benchmark.extra_info["bytes_a_game"] = bytes_of(result) / 100


def test_opening_a_store(benchmark: Any, tmp_path: Path) -> None:
    """A store of 100,000 games in lines of 80, about as long as half a second's."""
    table = Experiment(tm.Rules.standard(players=2), (Clock(0.3, LogNormal(0.10)),) * 2)
    games, size = 100_000, 80
    played = run(table, size, "bench", chunk=size)
    assert isinstance(played._kept, Rows)
    journal = Journal(tmp_path, table, "bench")
    for start in range(0, games, size):
        chunk = Chunk(start=start, stop=start + size, data=played._kept.data)
        journal.append(chunk)
    stored = sum(file.stat().st_size for file in tmp_path.iterdir())
    benchmark.extra_info["bytes_a_game"] = stored / games
    result = benchmark.pedantic(
        run, args=(table, games, "bench"), kwargs={"store": tmp_path}, rounds=3
    )
    assert result.games == games


@pytest.mark.parametrize("level", [4, 8])
def test_an_exact_law(benchmark: Any, level: int) -> None:
    law = benchmark.pedantic(exact.race, args=(exact.lognormal(0.10), level), rounds=1)
    assert sum(law) == pytest.approx(1.0)


def test_the_card_blind_law_of_the_largest_level(benchmark: Any) -> None:
    law = benchmark.pedantic(exact.card_blind, args=(4, 8), rounds=1)
    assert sum(law) == 1


@attrs.frozen
class SeeingClock(Policy):
    """A clock that is asked with a view."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        return 0.3 * moment.gap * (1.0 + 0.1 * draw.normal())


@attrs.frozen
class ObservingClock(SeeingClock):
    """The same, and it is told every event."""

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> ObservingClock:
        return self


def test_views_and_events_for_policies(benchmark: Any) -> None:
    """What a policy costs that sees a view, and one that observes, beside a clock."""
    times = {
        name: least(lambda policy=policy: run(table_of(policy), GAMES, "bench"))
        for name, policy in {
            "clock": Clock(0.3, LogNormal(0.10)),
            "seeing": SeeingClock(),
            "observing": ObservingClock(),
        }.items()
    }
    benchmark.pedantic(learn, args=(table_of(ObservingClock()), GAMES, "bench"), rounds=3)
    benchmark.extra_info |= {
        "seeing_to_clock": times["seeing"] / times["clock"],
        "observing_to_clock": times["observing"] / times["clock"],
    }


def table_of(policy: Policy) -> Experiment:
    return Experiment(TABLE.rules, (policy,) * 3)


def test_a_likelihood(benchmark: Any) -> None:
    """Seconds for each row of a record, as an optimizer asks for them again and again."""
    rows = [row for record in play_all()[:10] for row in risk_rows(record)]
    benchmark(log_likelihood, Clock(0.3, LogNormal(0.10)), rows)
    benchmark.extra_info["rows"] = len(rows)


def test_an_exact_law_with_ties(benchmark: Any) -> None:
    """It takes about twice the time of one without."""
    law = benchmark.pedantic(exact.race, args=(exact.weber(1.0), 4), rounds=1)
    assert sum(law) == pytest.approx(1.0)
