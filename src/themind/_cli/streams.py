"""Standard output and standard error, also where they are closed, full or without a reader."""

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
    """Ends the program early, with a text for people and an exit status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


class ReaderGone(Exception):
    """The reader of standard output has gone away."""


def show(lines: Iterable[str]) -> None:
    """Print everything at once; a reader that has gone away has seen enough."""
    with suppress(ReaderGone):
        show_live(lines)


def show_live(lines: Iterable[str]) -> None:
    """Print a part of what is still going on; ReaderGone where nobody sees the rest."""
    if sys.stdout is None:
        raise Failure(FAILED, "cannot write: standard output is closed")
    try:
        print(_encodable("\n".join(lines), sys.stdout), flush=True)
    except OSError as error:
        _silence_output()
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from None
        raise Failure(FAILED, f"cannot write: {error.strerror}") from None


def complain(text: str) -> None:
    """Print to standard error; where that is full, the exit status says enough."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def with_standard_error() -> AbstractContextManager[object]:
    """Take error texts where standard error is closed; `print` would put them in the output."""
    return nullcontext() if sys.stderr is not None else redirect_stderr(StringIO())


def _encodable(text: str, stream: TextIO) -> str:
    """A text with `?` for what the encoding of a stream does not have, in names for one."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _silence_output() -> None:
    """Lead standard output to nowhere: Python writes once more as it ends, and would complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
