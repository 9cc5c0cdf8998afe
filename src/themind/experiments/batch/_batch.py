"""Batches of games in machine code, equal to those of `run`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import SupportsIndex

from themind._model.checks import require_callable, require_int
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

# The numbers in the arrays of one chunk, which take a megabyte.
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

    The result is equal to that of `run`, with the same decks, draws and rows, to the microsecond.
    The policies must be `Clock`, `AbsoluteClock` or `CardBlind`, with any noise and driver, and the
    rules must have no blind levels. The first call on a machine compiles the code, which takes a
    few seconds.

    Games with a wait whose rounding to microseconds is uncertain, or that is too long for the
    compiled code, are played by `run`, so that they are equal too.

    Args:
        experiment: The rules, policies and driver.
        games: The number of games.
        seed: The seed of the decks and draws of all games.
        start: The number of the first game.
        threads: The number of threads; the default is one for each core.
        progress: Called with (games done, all games) at the start and after each chunk.
        keep: "rows" keeps about 30 bytes for each game; "counts" keeps only sums over all games.

    Raises:
        InvalidArgument: The experiment has other policies or blind levels, or a number is out of
            bounds.
        ModuleNotFoundError: numba is not installed; the extra `batch` installs it.
        TypeError: An argument has a wrong type.

    Example:
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
    if progress is not None:
        require_callable("progress", progress)
    count = _cores() if threads is None else require_int("threads", threads, least=1)
    run = Run(experiment, checked_range(start, games), seed, keep)
    check_playable(experiment)
    seed_key(run.seed)  # rejects invalid seeds, whether numba is installed or not
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
    """Return the number of games in a chunk: enough for each thread, without large arrays."""
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
