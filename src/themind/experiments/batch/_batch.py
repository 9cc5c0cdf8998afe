"""Many games of clocks as machine code, equal game by game to those of `run`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import SupportsIndex

from themind._model.checks import require_int
from themind.experiments._columns import columns_of
from themind.experiments._experiment import Experiment
from themind.experiments._jobs import Queue
from themind.experiments._results import Result
from themind.experiments._run import Keep, Progress, Run, checked_options, checked_range
from themind.experiments._work import Work
from themind.experiments.batch._arrays import NumpyArrays
from themind.experiments.batch._compiled import compiled
from themind.experiments.batch._player import Player
from themind.experiments.batch._setup import check_playable
from themind.rng import seed_key

# Numbers in the arrays of one chunk: a megabyte.
CHUNK_NUMBERS = 2**17


def batch(
    experiment: Experiment,
    games: SupportsIndex,
    seed: str | SupportsIndex,
    *,
    start: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: Progress | None = None,
    keep: Keep = "rows",
) -> Result:
    """Play games `start` to `start` + `games` - 1 of a seed, over a hundred times as fast as `run`.

    The result is equal to that of `run`, game by game: the same decks and draws, the same rows,
    to the microsecond. `Clock`, `AbsoluteClock` and `CardBlind` can play, with any noise, driver
    and rules but blind levels. The first call on a machine compiles, for some seconds.

    A game in which a wait is too near to half a microsecond to be sure of its rounding, or too
    long for the compiled code, is played in the ordinary way, so that it is equal too.

    Args:
        experiment: The rules, policies and driver.
        games: How many games.
        seed: The seed of the decks and draws of all games.
        start: The number of the first game.
        threads: How many threads play; without it, one for each core.
        progress: Called with (games done, all games) at the start and after each chunk.
        keep: "rows" keeps some 30 bytes a game; "counts" keeps no game, only sums over all.

    Raises:
        InvalidArgument: an experiment with other policies or with blind levels, or a number out
            of bounds.
        ModuleNotFoundError: numba is not installed. The extra `batch` brings it.
        TypeError: an argument of another type.

    >>> from themind import Rules
    >>> from themind.experiments import Clock, Experiment, LogNormal, run
    >>> table = Experiment(
    ...     rules=Rules.standard(players=2).without_stars(),
    ...     policies=(Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2,
    ... )
    >>> batch(table, games=100, seed="pilot") == run(table, games=100, seed="pilot")
    True
    """
    checked_options(None, keep)
    count = _cores() if threads is None else require_int("threads", threads, least=1)
    run = Run(experiment, checked_range(start, games), seed, keep)
    check_playable(experiment)
    seed_key(run.seed)  # refuses a seed that has none, whether numba is there or not
    player = Player(experiment, run.seed, compiled(), NumpyArrays())
    _follow(run, player, count, progress)
    return run.result()


def _follow(run: Run, player: Player, threads: int, progress: Progress | None) -> None:
    """Play all games, and report after each chunk."""
    if progress is not None:
        progress(0, run.games)
    size = _chunk_size(run, threads)
    queue = Queue([run], size, window=2 * threads)
    done = 0
    with _executor(threads) as executor:
        for played in Work(player.play, queue).done(executor):
            done += played.stop - played.start
            if progress is not None:
                progress(done, run.games)


def _chunk_size(run: Run, threads: int) -> int:
    """Return how many games a thread plays at once: some for each, but no large arrays."""
    most = max(1, CHUNK_NUMBERS // len(columns_of(run.experiment)))
    return min(most, -(-run.games // (4 * threads)))


@contextmanager
def _executor(threads: int) -> Iterator[Executor | None]:
    if threads == 1:
        yield None
        return
    executor = ThreadPoolExecutor(threads)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)  # after an interrupt nothing new is begun


def _cores() -> int:
    return os.cpu_count() or 1
