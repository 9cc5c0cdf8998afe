"""Slices of courses: games of about half a second, played in order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from math import inf

import attrs

from themind.experiments._chunks import chunk_of
from themind.experiments._experiment import Experiment
from themind.experiments._fresh import fresh
from themind.experiments._game import Game
from themind.experiments._learning import Slice
from themind.experiments._policy import Policy
from themind.experiments._repeatable import Answer, answers_of, compare_with_worker, play_twice
from themind.experiments._reports import report_names, reports_of

SLICE_SECONDS = 0.5


@attrs.frozen
class SliceJob:
    """A job for a worker: the next games of a course, for about half a second.

    With `whole`, the job is all games up to `stop`.
    """

    experiment: Experiment
    seed: str
    repeat: int
    start: int
    stop: int
    policies: tuple[Policy, ...]
    keep_records: bool
    whole: bool = False


def play_slice(job: SliceJob) -> Slice:
    """Play the next games of a course."""
    course = _Course(job)
    chunk = chunk_of(job.experiment, job.start, course.games(), keep_records=job.keep_records)
    chunk = attrs.evolve(chunk, answers=course.answers)
    return Slice(job.repeat, chunk, tuple(course.reports), job.policies, course.policies)


class _Course:
    """The current policies of a course, and their reports after each game."""

    def __init__(self, job: SliceJob) -> None:
        self._job = job
        self._names = report_names(job.experiment.policies)
        self.policies = fresh(job.policies)
        self.answers: tuple[Answer, ...] = ()
        self.reports: list[tuple[float, ...]] = []

    def games(self) -> Iterator[Game]:
        """Yield games until the time of a slice is over."""
        job = self._job
        end = inf if job.whole else time.perf_counter() + SLICE_SECONDS
        for index in range(job.start, job.stop):
            play = play_twice if index == 0 else Game
            game = play(job.experiment, f"{job.seed}/{job.repeat}", index, self.policies)
            self.policies = tuple(game.seats.policies)
            self.answers += answers_of(game)
            self.reports.append(reports_of(self.policies, self._names))
            yield game
            if time.perf_counter() >= end:
                break


class Courses:
    """The remaining jobs of all courses."""

    def __init__(
        self, jobs: Iterable[SliceJob], window: int, *, other_process: bool = False
    ) -> None:
        self.window = window
        self._other_process = other_process
        self._waiting = deque(job for job in jobs if job.start < job.stop)

    def next(self) -> SliceJob | None:
        """Return the next job of a course that is not being played, or None."""
        return self._waiting.popleft() if self._waiting else None

    def learn(self, job: SliceJob, done: Slice) -> None:
        """Put the rest of a course first, so that it is finished before others begin.

        Raises:
            PolicyError: The first game of the first course has other answers in this process.
        """
        if self._other_process and job.repeat == 0:
            seed = f"{job.seed}/{job.repeat}"
            compare_with_worker(job.experiment, seed, 0, done.chunk.answers)
        if done.chunk.stop < job.stop:
            rest = attrs.evolve(job, start=done.chunk.stop, policies=done.policies)
            self._waiting.appendleft(rest)

    def failed(self, job: SliceJob, error: Exception) -> None:
        """Leave out the rest of a course that failed."""
