"""Play courses: games in order, each with the policies as the last one left them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor

import attrs

from themind.experiments._checks import require_instance, require_int
from themind.experiments._chunks import chunk_of
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._learning import Learning, Slice, learning_of
from themind.experiments._play import LAST_INDEX, checked_experiment, checked_seed
from themind.experiments._policy import Policy
from themind.experiments._repeatable import play_twice
from themind.experiments._reports import report_names, reports_of
from themind.experiments._run import Progress
from themind.experiments._work import Work

SLICE_SECONDS = 0.5


def learn(
    experiment: Experiment,
    games: int,
    seed: str | int,
    *,
    repeats: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    keep_records: bool = False,
) -> Learning:
    """Play games in order, each with the policies as the last one left them, `repeats` times.

    Each repeat is a course of its own, which begins with the policies of the experiment. Course
    r has the seed `f"{seed}/{r}"`: it meets the deals and the luck of `run(experiment, games,
    f"{seed}/{r}")`. With an executor, courses are played side by side. The result is the same
    for every executor.

    `progress(done, total)` is called at the start, and each time some half a second's games of a
    course are done. With `keep_records` the courses have the `records` of all games.

    Raises:
        PolicyError: a policy raised, gave an invalid answer or report, or cannot be sent to a
            worker.
        InvalidArgument: a number out of bounds.
        TypeError: an argument of another type.
        Exception: an error of the executor, unchanged.

    >>> from themind import Rules
    >>> from themind.experiments import Clock, LogNormal
    >>> rules = Rules.standard(players=2).five_levels().without_stars()
    >>> table = Experiment(rules, (Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2)
    >>> learning = learn(table, games=5, seed="pilot", repeats=3)
    >>> learning.means("won")
    (1.0, 1.0, 1.0)
    """
    checked_experiment(experiment)
    games = require_int("games", games, least=1, most=LAST_INDEX)
    repeats = require_int("repeats", repeats, least=1, most=LAST_INDEX)
    if executor is not None:
        require_instance(Executor, "executor", executor)
    text = checked_seed(seed)
    jobs = [
        SliceJob(experiment, text, repeat, 0, games, experiment.policies, bool(keep_records))
        for repeat in range(repeats)
    ]
    courses = _Courses(jobs, window=4 * (os.cpu_count() or 1))
    done, total = 0, games * repeats
    report = progress or _no_progress
    report(done, total)
    slices = []
    for played in Work(play_slice, courses).done(executor):
        slices.append(played)
        done += played.chunk.stop - played.chunk.start
        report(done, total)
    return learning_of(experiment, text, slices)


def _no_progress(_done: int, _total: int) -> None:
    """Do nothing with the progress of a run."""


@attrs.frozen
class SliceJob:
    """The next games of a course, from `start` on: as many as half a second allows."""

    experiment: Experiment
    seed: str
    repeat: int
    start: int
    stop: int
    policies: tuple[Policy, ...]
    keep_records: bool


def play_slice(job: SliceJob) -> Slice:
    """Play the next games of a course."""
    course = _Course(job)
    chunk = chunk_of(job.experiment, job.start, course.games(), keep_records=job.keep_records)
    return Slice(job.repeat, chunk, tuple(course.reports), course.policies)


class _Course:
    """The policies of a course as they are now, and their reports of each game."""

    def __init__(self, job: SliceJob) -> None:
        self._job = job
        self._names = report_names(job.experiment.policies)
        self.policies = job.policies
        self.reports: list[tuple[float, ...]] = []

    def games(self) -> Iterator[Game]:
        """Yield games until the time for a slice is over."""
        job = self._job
        end = time.perf_counter() + SLICE_SECONDS
        for index in range(job.start, job.stop):
            play = play_twice if index == 0 else Game
            game = play(job.experiment, f"{job.seed}/{job.repeat}", index, self.policies)
            self.policies = tuple(game.seats.policies)
            self.reports.append(reports_of(self.policies, self._names))
            yield game
            if time.perf_counter() >= end:
                break


class _Courses:
    """The courses that are still to be played, each as far as it has come."""

    def __init__(self, jobs: Iterable[SliceJob], window: int) -> None:
        self.window = window
        self._waiting = deque(jobs)
        self._jobs = {job.repeat: job for job in self._waiting}

    def next(self) -> SliceJob | None:
        """Return the next games of a course that is not under way."""
        return self._waiting.popleft() if self._waiting else None

    def learn(self, _job: SliceJob, done: Slice) -> None:
        """Put the rest of a course at the head, so that it is finished before others begin."""
        job = attrs.evolve(self._jobs[done.repeat], start=done.chunk.stop, policies=done.policies)
        if job.start < job.stop:
            self._waiting.appendleft(job)
