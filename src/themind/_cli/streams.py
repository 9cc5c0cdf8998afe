"""Output to standard output and standard error, which can be closed, full or without a reader."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, redirect_stderr, suppress
from io import StringIO
from typing import TextIO

PROGRAM = "python -m themind"
RULE_BROKEN, FAILED = 1, 2


class Failure(Exception):
    """Ends the program with a message and an exit status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


class ReaderGone(Exception):
    """The reader of standard output has gone away."""


def show(lines: Iterable[str]) -> None:
    """Print lines to standard output; a closed pipe is not an error."""
    with suppress(ReaderGone):
        show_live(lines)


def show_live(lines: Iterable[str]) -> None:
    """Print lines of a running game. Raises ReaderGone for a closed pipe."""
    if sys.stdout is None:
        raise Failure(FAILED, "cannot write: standard output is closed")
    try:
        print(_encodable("\n".join(lines), sys.stdout), flush=True)
    except OSError as error:
        _silence(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from None
        raise Failure(FAILED, f"cannot write: {error.strerror}") from None


def complain(text: str) -> None:
    """Print to standard error; if that fails, only the exit status reports the error."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def with_standard_error() -> AbstractContextManager[object]:
    """Discard error texts if standard error is closed: `print` would send them to the output."""
    return nullcontext() if sys.stderr is not None else redirect_stderr(StringIO())


def _encodable(text: str, stream: TextIO) -> str:
    """Return a text with `?` for characters that the encoding of a stream lacks."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _silence(stream: TextIO) -> None:
    """Redirect a stream to the null device: Python flushes it again at exit.

    If that flush fails, the exit status becomes 120.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
