"""Courses: games in order, with policies carried over from game to game."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from typing import SupportsIndex

import attrs

from themind._model.checks import require_callable, require_instance, require_int
from themind.experiments._courses import CourseJournal, open_courses
from themind.experiments._experiment import Experiment
from themind.experiments._experiment_json import is_deterministic
from themind.experiments._jobs import default_window, in_other_process
from themind.experiments._learning import Learning, Slice, learning_of
from themind.experiments._play import LAST_INDEX, checked_experiment, checked_seed
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
    """Play games in order, with policies carried over from game to game.

    Each repeat is a course of games that begins with the policies of the experiment. Course r has
    the seed `f"{seed}/{r}"`, and therefore the deals and random numbers of `run` with that seed.
    With an executor, courses are played in parallel. The result is the same for every executor,
    if the answers of policies depend only on their fields and arguments (see `Policy`).

    Args:
        experiment: The rules, policies and driver.
        games: The number of games in each course.
        seed: The seed.
        repeats: The number of courses.
        executor: Any `concurrent.futures.Executor`.
        store: A folder with a store for each course. Interrupted and longer courses continue from
            there. Policies that learn must have plain fields: numbers, texts, tuples, dicts and
            similar containers, and frozen classes of these.
        progress: Called with (games done, all games) at the start, and whenever about half a
            second of a course has been played.
        keep_records: Whether to keep the records of the games too, in the `records` of each course.

    Raises:
        PolicyError: A policy raised an error, gave an invalid answer or report, or cannot be
            stored or sent to a worker.
        StoreError: The store cannot be used. Games in it are kept.
        InvalidArgument: A number is out of bounds.
        TypeError: An argument has a wrong type.
        Exception: An error of the executor, unchanged.

    Example:
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
    require_instance("keep_records", keep_records, bool)
    if progress is not None:
        require_callable("progress", progress)
    text = checked_seed(seed)
    jobs = [
        SliceJob(experiment, text, repeat, 0, games, experiment.policies, keep_records)
        for repeat in range(repeats)
    ]
    journals = [] if store is None else open_courses(store, experiment, text, repeats)
    slices = _stored(journals, jobs)
    after = _after(slices, jobs)
    for journal, course in zip(journals, after, strict=False):
        if course.start < course.stop:
            journal.prepare()
    courses = Courses(after, default_window(executor), other_process=in_other_process(executor))
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
    """No-op progress callback."""


def _stored(journals: list[CourseJournal], jobs: list[SliceJob]) -> list[Slice]:
    """Return the stored slices, and play the first one again to check it."""
    slices: list[Slice] = []
    for journal, job in zip(journals, jobs, strict=False):
        found = journal.slices(job.stop, records=job.keep_records)
        if found and not slices and is_deterministic(job.policies):
            first = attrs.evolve(job, stop=found[0].chunk.stop, keep_records=False, whole=True)
            journal.compare_slice(found[0], play_slice(first))
        slices += found
    return slices


def _after(slices: list[Slice], jobs: list[SliceJob]) -> list[SliceJob]:
    """Return the jobs of all courses, each from its first game that is not stored."""
    last = {known.repeat: known for known in slices}
    return [
        attrs.evolve(job, start=last[job.repeat].chunk.stop, policies=last[job.repeat].policies)
        if job.repeat in last
        else job
        for job in jobs
    ]
