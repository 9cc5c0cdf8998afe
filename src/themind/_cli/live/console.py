"""Lines from a keyboard with their times, read by a thread on every system."""

from __future__ import annotations

import os
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import NamedTuple, Protocol

SLICE = 0.25  # seconds; on some systems Ctrl-C cannot interrupt a longer wait
RETRY = 0.02  # seconds between reads of an input that does not wait
MOST_UNREAD = 1_000  # bytes of a line without an end


class Line(NamedTuple):
    """A line and its time; the text is None at the end of the input."""

    at: float
    text: str | None


class Console(Protocol):
    """A clock and the input of a person."""

    def now(self) -> float:
        """Return the seconds since the start of the program."""
        ...

    def line(self, until: float) -> Line | None:
        """Return the next line, or None if there is none by the given time."""
        ...


class Keyboard:
    """A console with lines from a file descriptor.

    The thread reads the descriptor directly: at exit, Python would wait for a thread that reads
    `sys.stdin`.
    """

    def __init__(self, descriptor: int, clock: Callable[[], float] = monotonic) -> None:
        self._descriptor = descriptor
        self._clock = clock
        self._start = clock()
        self._lines: SimpleQueue[Line] = SimpleQueue()
        self._waiting: Line | None = None
        Thread(target=self._read, daemon=True).start()

    def now(self) -> float:
        """Return the seconds since the start, but at most the time of a pending line."""
        elapsed = self._clock() - self._start
        return elapsed if self._waiting is None else min(elapsed, self._waiting.at)

    def line(self, until: float) -> Line | None:
        """Return the next line, as in `Console`; lines and times are in order, even if late."""
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
        """Return the next bytes, or none at the end of the input and for a closed terminal."""
        while True:
            try:
                return os.read(self._descriptor, 4096)
            except BlockingIOError:  # another program has set this mode
                sleep(RETRY)
            except OSError:
                return b""
