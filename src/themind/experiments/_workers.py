"""Worker processes of the command line, which leave interrupts to the main program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from types import TracebackType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workers(ProcessPoolExecutor):
    """An executor whose processes print nothing at Ctrl-C and end with the program.

    A terminal sends the signal to every process of the program.
    """

    def __init__(self, number: int) -> None:
        spawn = get_context("spawn")
        super().__init__(number, mp_context=spawn, initializer=ignore_interrupts)

    def submit(self, do: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a job. A process that starts for it inherits the blocked signal."""
        with interrupts_blocked():
            return super().submit(do, *args, **kwargs)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        if kind is not None and not issubclass(kind, Exception):
            with interrupts_blocked():
                for process in active_children():
                    process.terminate()
        return super().__exit__(kind, error, trace)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Deliver an interrupt later, where the system can do so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Ignore interrupts in a worker, on systems where it cannot inherit a blocked signal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
