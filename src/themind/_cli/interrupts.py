"""Interrupts of commands that must clean up, because they write a file or start processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from themind._interrupts import end_program


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Let an interrupt raise KeyboardInterrupt where it would otherwise end the program at once."""
    if signal.getsignal(signal.SIGINT) is not end_program:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, end_program)
