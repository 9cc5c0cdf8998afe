"""Play courses: games in order, each with the policies as the last one left them."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from typing import SupportsIndex

import attrs

from themind._model.checks import require_callable, require_instance, require_int
from themind.experiments._courses import CourseJournal, open_courses
from themind.experiments._experiment import Experiment
from themind.experiments._jobs import default_window
from themind.experiments._learning import Learning, Slice, learning_of
from themind.experiments._play import LAST_INDEX, checked_experiment, checked_seed
from themind.experiments._published import is_deterministic
from themind.experiments._run import Progress
from themind.experiments._slices import Courses, SliceJob, play_slice
from themind.experiments._work import Work


def learn(
    experiment: Experiment,
    games: SupportsIndex,
    seed: str | SupportsIndex,
    *,
    repeats: SupportsIndex = 1,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    keep_records: bool = False,
) -> Learning:
    """Play games in order, each with the policies as the last one left them, `repeats` times.

    Each repeat is a course of its own, which begins with the policies of the experiment. Course
    r has the seed `f"{seed}/{r}"`, so it meets the deals and the luck of `run` with that seed.
    With an executor, courses are played side by side. The result is the same
    for every executor.

    Args:
        experiment: Who plays, and by which rules.
        games: The number of games of each course.
        seed: The seed.
        repeats: The number of courses.
        executor: Any `concurrent.futures.Executor`.
        store: A folder, which gets a store for each course. A course that was stopped goes on
            from there, and a longer one too. Policies must have plain fields (numbers, texts,
            tuples, dicts and the like, and frozen classes of them) as long as they learn.
        progress: Called with (games done, all games) at the start, and each time half a second's
            games of a course are done.
        keep_records: Keep the games themselves too, in the `records` of each course.

    Raises:
        PolicyError: a policy raised, gave an invalid answer or report, or cannot be stored or
            sent to a worker.
        StoreError: the store cannot be used; what it held is kept.
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
    require_instance("executor", executor, Executor | None)
    if progress is not None:
        require_callable("progress", progress)
    text = checked_seed(seed)
    jobs = [
        SliceJob(experiment, text, repeat, 0, games, experiment.policies, bool(keep_records))
        for repeat in range(repeats)
    ]
    journals = [] if store is None else open_courses(store, experiment, text, repeats)
    slices = _stored(journals, jobs)
    courses = Courses(_after(slices, jobs), default_window(executor))
    done = sum([known.chunk.stop - known.chunk.start for known in slices])
    report = progress or _no_progress
    report(done, games * repeats)
    for played in Work(play_slice, courses).done(executor):
        if journals:
            journals[played.repeat].keep(played)
        slices.append(played)
        done += played.chunk.stop - played.chunk.start
        report(done, games * repeats)
    return learning_of(experiment, text, slices, [journal.notes for journal in journals])


def _no_progress(_done: int, _total: int) -> None:
    """Do nothing with the progress of a run."""


def _stored(journals: list[CourseJournal], jobs: list[SliceJob]) -> list[Slice]:
    """Return the slices that are stored already, and play the first one again to check it."""
    slices: list[Slice] = []
    for journal, job in zip(journals, jobs, strict=False):
        found = journal.slices(job.stop, records=job.keep_records)
        if found and not slices and is_deterministic(job.policies):
            first = attrs.evolve(job, stop=found[0].chunk.stop, keep_records=False, whole=True)
            journal.compare_slice(found[0], play_slice(first))
        slices += found
    return slices


def _after(slices: list[Slice], jobs: list[SliceJob]) -> list[SliceJob]:
    """Return the jobs of all courses, from the first game on that is not stored."""
    last = {known.repeat: known for known in slices}
    return [
        attrs.evolve(job, start=last[job.repeat].chunk.stop, policies=last[job.repeat].policies)
        if job.repeat in last
        else job
        for job in jobs
    ]
