"""Chunks of games, which are played in this process or in a worker."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import attrs

from themind.experiments._columns import columns_of, digest_of, numbers_of, packed_rows
from themind.experiments._experiment import Experiment
from themind.experiments._fresh import fresh
from themind.experiments._game import Game
from themind.experiments._kept import Chunk
from themind.experiments._repeatable import Answer, answers_of, play_twice


@attrs.frozen
class Job:
    """A job for a worker: games `start` to `stop` - 1 of a run.

    With `twice`, the first game is played twice, to detect policies whose answers do not depend
    only on their arguments. `task` is the number of the run in a sweep.
    """

    experiment: Experiment
    seed: str
    start: int
    stop: int
    keep_records: bool = False
    with_digest: bool = False
    twice: bool = False
    task: int = 0


def play_chunk(job: Job) -> Chunk:
    """Play the games of a job and measure the time."""
    answers: list[Answer] = []
    games = _games(job, answers)
    chunk = chunk_of(job.experiment, job.start, games, keep_records=job.keep_records)
    chunk = attrs.evolve(chunk, answers=tuple(answers))
    if not job.with_digest:
        return chunk
    digest = digest_of(columns_of(job.experiment), chunk.data, range(job.start, job.stop))
    return attrs.evolve(chunk, digest=digest)


def _games(job: Job, answers: list[Answer]) -> Iterator[Game]:
    """Yield the games of a job, and collect the answers of one that is played twice."""
    for index in range(job.start, job.stop):
        play = play_twice if job.twice and index == job.start else Game
        game = play(job.experiment, job.seed, index, fresh(job.experiment.policies))
        answers += answers_of(game)
        yield game


def chunk_of(
    experiment: Experiment, start: int, games: Iterable[Game], *, keep_records: bool
) -> Chunk:
    """Return the chunk of some games, from game `start` on, and measure the time."""
    began = time.perf_counter()
    rows, texts = [], []
    for game in games:
        rows.append(numbers_of(experiment, game))
        if keep_records:
            texts.append(game.record_text)
    return Chunk(
        start=start,
        stop=start + len(rows),
        data=packed_rows(rows),
        texts=tuple(texts) if keep_records else None,
        elapsed=time.perf_counter() - began,
    )
