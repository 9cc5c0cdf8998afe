"""Runs: many games of one experiment, in this process or on an executor."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Literal, SupportsIndex, get_args

from themind import InvalidArgument
from themind._model.checks import require_callable, require_instance, require_int, shown
from themind.experiments._chunks import Job
from themind.experiments._columns import columns_of, numbers_of
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._jobs import play_all
from themind.experiments._journal import Journal
from themind.experiments._kept import Chunk, Range, Sums, disjoint, missing_from
from themind.experiments._play import LAST_INDEX, checked_experiment, checked_seed
from themind.experiments._results import Result, result_of

Keep = Literal["rows", "counts"]
Progress = Callable[[int, int], object]
StorePath = str | os.PathLike[str]


def run(
    experiment: Experiment,
    games: SupportsIndex,
    seed: str | SupportsIndex,
    *,
    start: SupportsIndex = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    store: StorePath | None = None,
    keep: Keep = "rows",
    keep_records: bool = False,
    chunk: SupportsIndex | None = None,
    window: SupportsIndex | None = None,
) -> Result:
    """Play games `start` to `start` + `games` - 1 of a seed.

    The result is the same for every executor, and for every division into chunks, if the answers of
    policies depend only on their fields and arguments (see `Policy`). Without an executor the games
    are played in this process. With one, chunks of about half a second are submitted to it; it is
    not shut down.

    Args:
        experiment: The rules, policies and driver.
        games: The number of games.
        seed: The seed of the decks and draws of all games.
        start: The number of the first game.
        executor: Any `concurrent.futures.Executor`.
        progress: Called with (games done, all games) at the start and after each chunk.
        store: A folder in which finished chunks are stored; games that it contains are not played
            again. Any number of runs can share it at the same time. A relative path is resolved
            at the start.
        keep: "rows" keeps about 30 bytes for each game; "counts" keeps only sums over all games.
        keep_records: Whether to keep the records of the games too, in `Result.records`.
        chunk: A fixed number of games for each chunk.
        window: The maximum number of submitted chunks. The default is twice the number of workers
            for an executor of the standard library, and at least four for each core.

    Raises:
        PolicyError: A policy raised an error, gave an invalid answer, gave different answers in the
            first game when it was played again, changed itself, or cannot be copied, stored or sent
            to a worker. Chunks that were submitted are finished and stored first, unless a policy
            failed in the first chunk.
        StoreError: The store cannot be used. Games in it are kept.
        InvalidArgument: A number is out of bounds, or records are requested without rows.
        TypeError: An argument has a wrong type.
        Exception: An error of the executor, unchanged.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import Clock, LogNormal
        >>> table = Experiment(
        ...     rules=Rules.standard(players=2).without_stars(),
        ...     policies=(Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2,
        ... )
        >>> run(table, games=100, seed="pilot").won
        Rate(successes=83, trials=100)
    """
    checked_options(executor, keep, chunk=chunk, window=window, keep_records=keep_records)
    run = Run(experiment, checked_range(start, games), seed, keep, keep_records=keep_records)
    run.open(store)
    follow([run], executor, progress, chunk=chunk, window=window)
    return run.result()


def follow(
    runs: list[Run],
    executor: Executor | None,
    progress: Progress | None,
    *,
    chunk: SupportsIndex | None = None,
    window: SupportsIndex | None = None,
) -> None:
    """Play the missing games of some runs, and report after each chunk."""
    if progress is not None:
        require_callable("progress", progress)
    total, done = sum([run.games for run in runs]), sum([run.done for run in runs])
    report = progress or _no_report
    report(done, total)
    counts = _counted("chunk", chunk), _counted("window", window)
    for played in play_all(runs, executor, chunk=counts[0], window=counts[1]):
        done += played.stop - played.start
        report(done, total)


def _no_report(_done: int, _total: int) -> None:
    """No-op progress callback."""


def checked_options(
    executor: Executor | None,
    keep: str,
    *,
    chunk: SupportsIndex | None = None,
    window: SupportsIndex | None = None,
    keep_records: bool = False,
) -> None:
    """Raise for invalid options of `run`."""
    require_instance("executor", executor, Executor | None)
    _counted("chunk", chunk)
    _counted("window", window)
    if keep not in get_args(Keep):
        raise InvalidArgument(f"keep must be 'rows' or 'counts', got {shown(keep)}")
    require_instance("keep_records", keep_records, bool)
    if keep_records and keep == "counts":
        raise InvalidArgument("keep must be 'rows' if records are kept, got 'counts'")


def _counted(name: str, number: SupportsIndex | None) -> int | None:
    return None if number is None else require_int(name, number, least=1)


def checked_range(start: SupportsIndex, games: SupportsIndex) -> Range:
    """Return the first game and the one after the last; raise for an invalid range."""
    first = require_int("start", start, least=0, most=LAST_INDEX)
    return first, first + require_int("games", games, least=1, most=LAST_INDEX - first + 1)


class Run:
    """The requested games of one experiment, and the chunks collected so far."""

    def __init__(
        self,
        experiment: Experiment,
        games: Range,
        seed: str | SupportsIndex,
        keep: Keep = "rows",
        *,
        keep_records: bool = False,
    ) -> None:
        checked_experiment(experiment)
        self.experiment = experiment
        self.missing = [games]
        self._range = games
        self.seed = checked_seed(seed)
        self._keep_records = keep_records
        self._sums = Sums.none(columns_of(experiment)) if keep == "counts" else None
        self._chunks: list[Chunk] = []
        self._journal: Journal | None = None

    @property
    def games(self) -> int:
        """The number of requested games."""
        return self._range[1] - self._range[0]

    @property
    def done(self) -> int:
        """The number of games that are done."""
        return self.games - sum([stop - start for start, stop in self.missing])

    def open(self, store: StorePath | None) -> None:
        """Collect the games of a store, and prepare it for the missing ones."""
        if store is None:
            return
        journal = Journal(store, self.experiment, self.seed)
        journal.check(self._play_again)
        stored = []
        for chunk in journal.chunks(*self._range, records=self._keep_records):
            stored.append((chunk.start, chunk.stop))
            self._collect(chunk)
        self.missing = missing_from(stored, *self._range)
        if self.missing:
            journal.prepare()
        self._journal = journal

    def _play_again(self, index: int) -> tuple[int, ...]:
        game = Game(self.experiment, self.seed, index, self.experiment.policies)
        return numbers_of(self.experiment, game)

    def job(self, start: int, stop: int) -> Job:
        """Return a job that plays some games."""
        counts = self._sums is not None
        return Job(self.experiment, self.seed, start, stop, self._keep_records, counts)

    def take(self, chunk: Chunk) -> None:
        """Store and collect a chunk of games."""
        if self._journal is not None:
            self._journal.append(chunk)
        self._collect(chunk)

    def _collect(self, chunk: Chunk) -> None:
        if self._sums is None:
            self._chunks.append(chunk)
        else:
            self._sums = self._sums.plus_chunk(chunk)

    def result(self) -> Result:
        """Return the result of all requested games."""
        notes = () if self._journal is None else self._journal.notes
        if self._sums is None:
            return result_of(self.experiment, self.seed, self._chunks, notes)
        return Result(
            experiment=self.experiment,
            seed=self.seed,
            ranges=disjoint([self._range]),
            kept=self._sums,
            notes=notes,
        )
