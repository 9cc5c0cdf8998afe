"""Lines from a keyboard with their times, read by a thread in one way on every system."""

from __future__ import annotations

import os
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import NamedTuple, Protocol

SLICE = 0.25  # seconds: not every system lets Ctrl-C end a longer wait
MOST_UNREAD = 1_000  # bytes of a line that does not end


class Line(NamedTuple):
    """A line and its time; None is the end of the input."""

    at: float
    text: str | None


class Console(Protocol):
    """A clock, and a person who types."""

    def now(self) -> float:
        """Seconds since the program began."""
        ...

    def line(self, until: float) -> Line | None:
        """The next line that was sent up to a time, None as that time comes."""
        ...


class Keyboard:
    """A console whose lines come from a file descriptor.

    The thread reads the descriptor itself: as a program ends, Python would wait for a thread that
    is reading `sys.stdin`.
    """

    def __init__(self, descriptor: int, clock: Callable[[], float] = monotonic) -> None:
        self._descriptor = descriptor
        self._clock = clock
        self._start = clock()
        self._lines: SimpleQueue[Line] = SimpleQueue()
        self._waiting: Line | None = None
        Thread(target=self._read, daemon=True).start()

    def now(self) -> float:
        """Seconds since the start; not later than a line that waits for its turn."""
        elapsed = self._clock() - self._start
        return elapsed if self._waiting is None else min(elapsed, self._waiting.at)

    def line(self, until: float) -> Line | None:
        """The next line, as `Console` says; lines and times come in order, however late."""
        while self._waiting is None:
            left = until - self.now()
            try:
                self._waiting = self._lines.get(timeout=min(max(left, 0.0), SLICE))
            except Empty:
                if left <= 0:
                    return None
        if self._waiting.at > until:
            return None
        line, self._waiting = self._waiting, None
        return line

    def _read(self) -> None:
        rest = b""
        while chunk := self._chunk():
            at = self._clock() - self._start
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put(Line(at, line.decode(errors="replace")))
            rest = rest[:MOST_UNREAD]
        self._lines.put(Line(self._clock() - self._start, None))

    def _chunk(self) -> bytes:
        """The next bytes; none at the end of the input, and where a terminal has gone."""
        try:
            return os.read(self._descriptor, 4096)
        except OSError:
            return b""
