"""Many games at once: in this process, or on any executor, and each game only once."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

import attrs

from themind import TheMindError
from themind.experiments._checks import at_least, at_most, is_a
from themind.experiments._errors import PolicyError
from themind.experiments._experiment import Experiment
from themind.experiments._play import (
    LAST_INDEX,
    Job,
    checked_experiment,
    checked_seed,
    play_chunk,
)
from themind.experiments._results import Chunk, Range, Result, result_of
from themind.experiments._store import Store

CHUNK_SECONDS = 0.5
FIRST_GAMES = 4
MOST_GROWTH = 4

Progress = Callable[[int, int], object]


def run(
    experiment: Experiment,
    games: int,
    seed: str | int,
    *,
    start: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    store: str | os.PathLike[str] | None = None,
    keep_records: bool = False,
    chunk: int | None = None,
    window: int | None = None,
) -> Result:
    """Play games `start` to `start` + `games` - 1 of a seed, and put the findings together.

    The result is the same for every executor and every way to cut the run up. Without an
    executor the games are played in this process; with one, chunks of them are submitted, about
    half a second each, and no more than `window` at a time (four for each core of this machine,
    unless it is given). `chunk` is a fixed number of games instead. The executor stays yours: it
    is not shut down.

    `progress(done, total)` is called at the start and after each chunk. With a `store`, a file,
    every finished chunk is written down, and games that are already there are not played again.
    With `keep_records` the result has the `records` of all games.

    Raises:
        PolicyError: a policy raised, returned what is no answer, or cannot be sent to a worker.
            Chunks that were under way are finished and stored first.
        StoreError: the store cannot be used; what it held is kept.
        InvalidArgument: a number out of bounds.
        TypeError: an argument of another type.
        Exception: what an executor raises when it breaks, unchanged.

    >>> from themind import Rules
    >>> from themind.experiments import Clock, LogNormal
    >>> table = Experiment(
    ...     rules=Rules.standard(players=2).without_stars(),
    ...     policies=(Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2,
    ... )
    >>> run(table, games=100, seed="pilot").won
    Rate(successes=83, trials=100)
    """
    checked_experiment(experiment)
    at_least(1, games=games)
    at_least(0, start=start)
    at_most(LAST_INDEX, start=start)
    at_most(LAST_INDEX - start + 1, games=games)
    if executor is not None:
        is_a(Executor, executor=executor)
    at_least(1, chunk=1 if chunk is None else chunk, window=1 if window is None else window)
    text, stop = checked_seed(seed), start + games
    journal = None if store is None else Store(store, experiment, text)
    chunks = [] if journal is None else journal.within(start, stop, records=keep_records)
    cores = 1 if executor is None else 4 * (os.cpu_count() or 1)
    missing = _missing(chunks, start, stop)
    jobs = _Jobs(experiment, text, keep_records, missing, chunk, window or cores)
    done = sum([len(known.rows) for known in chunks])
    report = progress or _silent
    report(done, games)
    for played in _here(jobs) if executor is None else _elsewhere(jobs, executor):
        if journal is not None:
            journal.append(played)
        chunks.append(played)
        done += len(played.rows)
        report(done, games)
    return result_of(experiment, text, chunks)


def _silent(_done: int, _total: int) -> None:
    """Nobody wants to know how far it is."""


def _missing(chunks: list[Chunk], start: int, stop: int) -> list[Range]:
    """The games that are in no chunk; all chunks lie between start and stop."""
    missing = []
    for known in sorted(chunks, key=lambda known: known.start):
        missing.append((start, known.start))
        start = known.stop
    return [(low, high) for low, high in [*missing, (start, stop)] if low < high]


@attrs.define
class _Jobs:
    """Cuts what is to be played into chunks of about half a second, by what they took so far."""

    experiment: Experiment
    seed: str
    keep_records: bool
    missing: list[Range]
    fixed: int | None
    window: int
    size: int = FIRST_GAMES
    twice: bool = True  # the next job is the first, so its first game is played twice

    def next(self) -> Job | None:
        """The next chunk to play; None when all have been handed out."""
        if not self.missing:
            return None
        left = sum([stop - start for start, stop in self.missing])
        size = self.fixed or min(self.size, -(-left // self.window))
        start, end = self.missing[0]
        stop = min(start + size, end)
        self.missing[:1] = [(stop, end)] if stop < end else []
        twice, self.twice = self.twice, False
        return Job(self.experiment, self.seed, start, stop, self.keep_records, twice)

    def learn(self, chunk: Chunk) -> None:
        """Aim better, by the time that a chunk took."""
        games = len(chunk.rows)
        wanted = CHUNK_SECONDS * games / max(chunk.elapsed, 1e-6)
        self.size = max(1, min(int(wanted), MOST_GROWTH * games))


def _here(jobs: _Jobs) -> Iterator[Chunk]:
    while (job := jobs.next()) is not None:
        chunk = play_chunk(job)
        jobs.learn(chunk)
        yield chunk


def _elsewhere(jobs: _Jobs, executor: Executor) -> Iterator[Chunk]:
    """Keep a window of chunks under way; after a failure, finish those and then raise it."""
    pending: set[Future[Chunk]] = set()
    failure: Exception | None = None
    while True:
        failure = failure or _fill(pending, jobs, executor)
        if not pending:
            break
        finished, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in finished:
            try:
                chunk = future.result()
            except Exception as error:  # noqa: BLE001 - raised below, when all is in
                failure = failure or error
            else:
                jobs.learn(chunk)
                yield chunk
    if failure is not None:
        raise _explained(failure, jobs.experiment)


def _fill(pending: set[Future[Chunk]], jobs: _Jobs, executor: Executor) -> Exception | None:
    while len(pending) < jobs.window and (job := jobs.next()) is not None:
        try:
            pending.add(executor.submit(play_chunk, job))
        except Exception as error:  # noqa: BLE001 - kept for later, like a future's
            return error
    return None


def _explained(failure: Exception, experiment: Experiment) -> Exception:
    """The failure, or the policy that no worker can have been sent."""
    if isinstance(failure, TheMindError):
        return failure
    for seat, policy in enumerate(experiment.policies):
        try:
            pickle.dumps(policy)
        except Exception as error:  # noqa: BLE001 - whatever pickle finds to complain of
            explained = PolicyError(seat, policy, error, "cannot be sent to a worker")
            explained.__cause__ = failure
            return explained
    return failure
