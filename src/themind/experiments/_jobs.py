"""Cut the games of one or more runs into chunks of about half a second."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from typing import Protocol

import attrs

from themind.experiments._chunks import Job, play_chunk
from themind.experiments._kept import Chunk, Range
from themind.experiments._work import Work

CHUNK_SECONDS = 0.5
FIRST_GAMES = 4
MOST_GROWTH = 4


class Task(Protocol):
    """A run of one experiment: the games that it lacks, and a place for those that were played."""

    missing: list[Range]

    def job(self, start: int, stop: int) -> Job:
        """Return the order to play some games."""
        ...

    def take(self, chunk: Chunk) -> None:
        """Keep the games that were played."""
        ...


def play_all(
    tasks: Iterable[Task], executor: Executor | None, *, chunk: int | None, window: int | None
) -> Iterator[Chunk]:
    """Play the missing games of all tasks, which take them, and yield each chunk."""
    queue = Queue(list(tasks), chunk, window or default_window(executor))
    return Work(play_chunk, queue).done(executor)


def default_window(executor: Executor | None) -> int:
    """Return how many chunks are submitted at once, if the caller does not say it.

    Twice the workers of an executor that says how many it has, and at least four for each core.
    """
    if executor is None:
        return 1
    workers = getattr(executor, "_max_workers", 0)
    return max(4 * (os.cpu_count() or 1), 2 * workers if isinstance(workers, int) else 0)


@attrs.define
class Queue:
    """Hands chunks out, task by task, and sizes them by the time that earlier ones took."""

    tasks: list[Task]
    fixed: int | None
    window: int
    at: int = 0
    sizes: dict[int, int] = attrs.field(factory=dict)

    def next(self) -> Job | None:
        """Return the next chunk to play, None when all have been handed out."""
        while self.at < len(self.tasks) and not self.tasks[self.at].missing:
            self.at += 1
        if self.at == len(self.tasks):
            return None
        task, first = self.tasks[self.at], self.at not in self.sizes
        known = self.sizes.setdefault(self.at, FIRST_GAMES)
        size = self.fixed or min(known, -(-self._left() // self.window))
        start, end = task.missing[0]
        stop = min(start + size, end)
        task.missing[:1] = [(stop, end)] if stop < end else []
        return attrs.evolve(task.job(start, stop), twice=first, task=self.at)

    def _left(self) -> int:
        """Return how many games are still to be handed out."""
        left = [task.missing for task in self.tasks[self.at :]]
        return sum([stop - start for missing in left for start, stop in missing])

    def learn(self, job: Job, done: Chunk) -> None:
        """Give a chunk to its task, and adapt the size of its next chunks."""
        games = done.stop - done.start
        wanted = CHUNK_SECONDS * games / max(done.elapsed, 1e-6)
        self.sizes[job.task] = max(1, min(int(wanted), MOST_GROWTH * games))
        self.tasks[job.task].take(done)
