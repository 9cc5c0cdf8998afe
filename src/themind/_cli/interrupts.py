"""Interrupts of a command that cleans up: one that keeps a file, or has other processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from themind._interrupts import end_program


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Let an interrupt raise KeyboardInterrupt where it would end the program at once."""
    if signal.getsignal(signal.SIGINT) is not end_program:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, end_program)
