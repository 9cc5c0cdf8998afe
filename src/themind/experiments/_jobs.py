"""Division of runs into chunks of about half a second."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Protocol

import attrs

from themind.experiments._chunks import Job, play_chunk
from themind.experiments._errors import PolicyError
from themind.experiments._kept import Chunk, Range
from themind.experiments._repeatable import compare_with_worker
from themind.experiments._work import Work

CHUNK_SECONDS = 0.5
FIRST_GAMES = 4
MOST_GROWTH = 4


class Task(Protocol):
    """A run of one experiment, with its missing games."""

    missing: list[Range]

    def job(self, start: int, stop: int) -> Job:
        """Return a job that plays some games."""
        ...

    def take(self, chunk: Chunk) -> None:
        """Collect a chunk of games."""
        ...


def play_all(
    tasks: Iterable[Task], executor: Executor | None, *, chunk: int | None, window: int | None
) -> Iterator[Chunk]:
    """Play the missing games of all tasks; give each chunk to its task and yield it."""
    window = window or default_window(executor)
    queue = Queue(list(tasks), chunk, window, in_other_process(executor))
    return Work(play_chunk, queue).done(executor)


def default_window(executor: Executor | None) -> int:
    """Return the default for the maximum number of submitted chunks.

    It is twice the number of workers for an executor of the standard library, and at least four for
    each core.
    """
    if executor is None:
        return 1
    workers = getattr(executor, "_max_workers", 0)
    return max(4 * (os.cpu_count() or 1), 2 * workers if isinstance(workers, int) else 0)


def in_other_process(executor: Executor | None) -> bool:
    """Return whether an executor plays in other processes, judging by its class."""
    return executor is not None and not isinstance(executor, ThreadPoolExecutor)


@attrs.define
class Queue:
    """Yields chunks, task by task, and adapts their size to the time that earlier ones took.

    The first chunk of a task is the first that another process plays. Until its first game has the
    same answers in this process, the other chunks of the task are held back: a store should not
    contain games of a policy that depends on its process.
    """

    tasks: list[Task]
    fixed: int | None
    window: int
    other_process: bool = False
    at: int = 0
    sizes: dict[int, int] = attrs.field(factory=dict)
    held: dict[int, list[Chunk]] = attrs.field(factory=dict)
    left: int = attrs.field(init=False)  # the number of games that are not yet in a job

    def __attrs_post_init__(self) -> None:
        missing = [one for task in self.tasks for one in task.missing]
        self.left = sum([stop - start for start, stop in missing])

    def next(self) -> Job | None:
        """Return the next job, or None if there are no more."""
        while self.at < len(self.tasks) and not self.tasks[self.at].missing:
            self.at += 1
        if self.at == len(self.tasks):
            return None
        task, first = self.tasks[self.at], self.at not in self.sizes
        known = self.sizes.setdefault(self.at, FIRST_GAMES)
        size = self.fixed or min(known, -(-self.left // self.window))
        start, end = task.missing[0]
        stop = min(start + size, end)
        task.missing[:1] = [(stop, end)] if stop < end else []
        self.left -= stop - start
        if first and self.other_process:
            self.held[self.at] = []
        return attrs.evolve(task.job(start, stop), twice=first, task=self.at)

    def learn(self, job: Job, done: Chunk) -> None:
        """Give a chunk to its task, and adapt the size of its next chunks.

        Raises:
            PolicyError: The first game of the task has other answers in this process.
        """
        games = done.stop - done.start
        wanted = CHUNK_SECONDS * games / max(done.elapsed, 1e-6)
        self.sizes[job.task] = max(1, min(int(wanted), MOST_GROWTH * games))
        if job.twice and self.other_process:
            compare_with_worker(job.experiment, job.seed, job.start, done.answers)
            self._release(job.task)
        self._give(job.task, attrs.evolve(done, answers=()))

    def failed(self, job: Job, error: Exception) -> None:
        """Give the chunks that were held back to their task, unless a policy failed immediately."""
        if job.twice and not isinstance(error, PolicyError):
            self._release(job.task)

    def _release(self, task: int) -> None:
        for chunk in self.held.pop(task, []):
            self.tasks[task].take(chunk)

    def _give(self, task: int, chunk: Chunk) -> None:
        if task in self.held:
            self.held[task].append(chunk)
        else:
            self.tasks[task].take(chunk)
