"""What batches cost: beside `run`, on two threads, from the cache, in bytes and in peak memory.

The games are those of three clocks with noise at the standard rules. All ratios are of this run.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from themind.experiments import (
    Additive,
    CardBlind,
    Clock,
    Experiment,
    LogNormal,
    Noise,
    Weber,
    run,
)
from themind.experiments._kept import Rows
from themind.experiments.batch import batch

TABLE = Experiment(tm.Rules.standard(players=3), (Clock(0.3, LogNormal(0.10)),) * 3)
GAMES, FEW = 50_000, 200
TURNS = 5


def clocks(players: int, noise: Noise) -> Experiment:
    """A table of equal clocks, with the standard rules where there are any."""
    own = {1: (12, 3), 5: (8, 5), 6: (8, 6), 7: (8, 7), 8: (8, 8)}
    if players in own:
        levels, lives = own[players]
        rules = tm.Rules(players=players, levels=levels, lives=lives, max_lives=lives, stars=1)
    else:
        rules = tm.Rules.standard(players=players)
    return Experiment(rules, (Clock(0.3, noise),) * players)


NOISY = {f"{n} clocks": clocks(n, LogNormal(0.10)) for n in range(1, 9)}
NOISY |= {"4 clocks, Weber": clocks(4, Weber(0.10)), "3 clocks, Additive": clocks(3, Additive(0.2))}

TABLES: dict[str, Experiment] = {
    **NOISY,
    "card-blind": Experiment(
        tm.Rules(players=3, levels=5, lives=10, max_lives=10, stars=0), (CardBlind(),) * 3
    ),
}

STARTED = """
import time
import themind as tm
from themind.experiments import Clock, Experiment
from themind.experiments.batch import batch
table = Experiment(tm.Rules(players=2, levels=1, lives=1, stars=0), (Clock(1.0),) * 2)
imported = time.process_time()
batch(table, 1, "s")
print(imported, time.process_time() - imported)
"""

# `getrusage` in a process that another one started counts the memory of that one too.
PEAK = """
import sys
import themind as tm
from themind.experiments import CardBlind, Experiment
from themind.experiments.batch import batch
rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
batch(Experiment(rules, (CardBlind(),) * 2), int(sys.argv[1]), "s", keep="counts", threads=2)
status = open("/proc/self/status").read().split()
print(int(status[status.index("VmHWM:") + 1]) / 1024)
"""


def seconds(function: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    function()
    return clock() - began


def in_turns(clock: Callable[[], float], *functions: Callable[[], object]) -> Iterator[float]:
    """The median seconds of each function, all measured in turns."""
    taken = [[seconds(function, clock) for function in functions] for _ in range(TURNS)]
    yield from map(statistics.median, zip(*taken, strict=True))


def printed(code: str, *arguments: str, **environment: str) -> list[float]:
    """The numbers that a process of its own prints."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return [float(number) for number in done.stdout.split()]


@pytest.mark.parametrize("name", TABLES)
def test_beside_run(benchmark: Any, name: str) -> None:
    """How many times as fast one thread is, in processor time; for noisy clocks at least 120."""
    table = TABLES[name]
    benchmark.pedantic(
        batch, args=(table, GAMES, "bench"), kwargs={"threads": 1}, rounds=1, warmup_rounds=1
    )
    whole, ordinary = in_turns(
        time.process_time,
        lambda: batch(table, GAMES, "bench", threads=1),
        lambda: run(table, FEW, "bench"),
    )
    ratio = (ordinary / FEW) / (whole / GAMES)
    benchmark.extra_info |= {"microseconds_a_game": 1e6 * whole / GAMES, "run_to_batch": ratio}
    if name in NOISY and ratio < 120:
        pytest.fail(f"a batch is only {ratio:.0f} times as fast as a run")


def sized(players: int = 3, level: int = 10, cards: int = 100) -> Experiment:
    """One level of one size, in which nobody errs: a steady clock plays card by card."""
    rules = tm.Rules(
        players=players, levels=level, first_level=level, lives=1, stars=0, rewards={}, cards=cards
    )
    return Experiment(rules, (Clock(0.3, Weber(1e-9)),) * players)


GROWTH: dict[str, tuple[Experiment, Experiment, float]] = {
    "players, 2 to 8": (sized(players=2), sized(players=8), 4 * 4),
    "cards of a hand, 3 to 12": (sized(level=3), sized(level=12), 4),
    "cards of a hand, 30 to 300": (sized(level=30), sized(level=300, cards=1_000), 10),
    "cards of the deck, 100 to 1,000": (sized(), sized(cards=1_000), 1),
}


@pytest.mark.parametrize("name", GROWTH)
def test_growth(benchmark: Any, name: str) -> None:
    """A larger table takes no more than its work: each play asks every seat that holds cards."""
    small, large, work = GROWTH[name]
    benchmark.pedantic(batch, args=(large, 1_000, "bench"), kwargs={"threads": 1}, rounds=1)
    less, more = in_turns(
        time.process_time,
        lambda: batch(small, 10_000, "bench", threads=1),
        lambda: batch(large, 10_000, "bench", threads=1),
    )
    microseconds = {"small": less * 100, "large": more * 100}
    benchmark.extra_info |= microseconds | {"growth": more / less, "growth_of_work": work}
    assert more / less <= 1.5 * work


def test_two_threads(benchmark: Any) -> None:
    """They take at most 0.6 of the time of one, where two cores are idle."""
    one, two = in_turns(
        time.perf_counter,
        lambda: batch(TABLE, GAMES, "bench", threads=1),
        lambda: batch(TABLE, GAMES, "bench", threads=2),
    )
    benchmark.pedantic(batch, args=(TABLE, GAMES, "bench"), kwargs={"threads": 2}, rounds=1)
    benchmark.extra_info["two_threads_to_one"] = two / one
    if two > 0.6 * one:
        pytest.fail(f"two threads took {two / one:.2f} of the time of one")


def test_the_cache(benchmark: Any, tmp_path: Path) -> None:
    """Processor seconds of the first call in a process: as it compiles, and from the cache."""
    cache = {"NUMBA_CACHE_DIR": str(tmp_path)}
    _, compiling = printed(STARTED, **cache)
    imports, cached = benchmark.pedantic(printed, args=(STARTED,), kwargs=cache, rounds=3)
    benchmark.extra_info |= {"imports": imports, "compiling": compiling, "cached": cached}
    if cached > 1:
        pytest.fail(f"the first call took {cached:.2f} s from the cache")


def test_what_is_kept(benchmark: Any) -> None:
    """Bytes a game of the columns, at most 200; and the time of sums and a digest on top."""
    result = benchmark.pedantic(batch, args=(TABLE, GAMES, "bench"), rounds=1)
    assert isinstance(result._kept, Rows)
    kept = sum(sys.getsizeof(numbers) for numbers in result._kept.data) / GAMES
    rows, counts = in_turns(
        time.process_time,
        lambda: batch(TABLE, GAMES, "bench", threads=1),
        lambda: batch(TABLE, GAMES, "bench", threads=1, keep="counts"),
    )
    benchmark.extra_info |= {"bytes_a_game": kept, "counts_to_rows": counts / rows}
    assert kept <= 200


def test_counts_take_no_more_memory_for_more_games(benchmark: Any) -> None:
    """Peak megabytes of a process: those of ten million games are within 10 of a million's."""
    (million,) = printed(PEAK, str(10**6))
    (millions,) = benchmark.pedantic(printed, args=(PEAK, str(10**7)), rounds=1)
    benchmark.extra_info |= {"million": million, "ten_million": millions}
    assert millions - million <= 10
