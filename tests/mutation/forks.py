"""Jobs in forks of this process, several at a time."""

from __future__ import annotations

import gc
import os
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, NamedTuple

Job = Callable[[], object]


class Ended(NamedTuple):
    """A job that ended: its key, its result, and the signal that ended it, 0 for none."""

    key: Any
    result: Any
    signal: int


def in_forks(jobs: Iterable[tuple[object, Job]], workers: int) -> Iterator[Ended]:
    """Run each job in a fork, and yield the jobs in the order in which they end."""
    running: dict[int, tuple[object, IO[bytes]]] = {}
    gc.freeze()
    for key, job in jobs:
        while len(running) >= workers:
            yield next_ended(running)
        answer = tempfile.TemporaryFile()  # noqa: SIM115 - the parent closes it
        pid = os.fork()
        if pid == 0:
            run(job, answer)
        running[pid] = key, answer
    while running:
        yield next_ended(running)


def run(job: Job, answer: IO[bytes]) -> None:
    """Run a job in the child, which ends here."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        pickle.dump(job(), answer)
        answer.flush()
    finally:
        os._exit(0)


def next_ended(running: dict[int, tuple[object, IO[bytes]]]) -> Ended:
    """Wait for a child, and return what it did."""
    pid, status = os.wait()
    key, answer = running.pop(pid)
    with answer:
        answer.seek(0)
        text = answer.read()
    code = os.waitstatus_to_exitcode(status)
    return Ended(key, pickle.loads(text) if text else None, -code if code < 0 else 0)
