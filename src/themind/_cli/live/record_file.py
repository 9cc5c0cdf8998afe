"""The file of a running game, with a complete record after each action."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs

import themind as tm
from themind import codec
from themind._cli.live.console import Console
from themind._cli.live.game import Keeper, milliseconds
from themind._cli.streams import FAILED, Failure


class RecordFile:
    """A record in a new file.

    Each version is written to a temporary file, which then replaces the file. So the file is always
    a complete record, and a full disk loses no stored entry.
    """

    def __init__(self, file: str, record: tm.Record) -> None:
        self._file = file
        self._path = Path(file)
        self._fresh = self._path.with_name(f".{self._path.name}.{os.getpid()}.part")
        self.record = record
        try:
            self._path.open("xb").close()
        except OSError as error:
            raise Failure(FAILED, f"cannot create {file!r}: {error.strerror}") from None
        try:
            self._write(record)
        except Failure:
            self._path.unlink()
            raise

    def add(self, action: tm.Action, at_ms: int) -> None:
        """Add an entry and write the file."""
        self._write(self.record.add(action, at_ms))

    def end(self, at: float) -> None:
        """Write the time at which the game ended or the person left."""
        latest = max((entry.at_ms or 0 for entry in self.record.entries), default=0)
        self._write(attrs.evolve(self.record, ended_at_ms=max(latest, milliseconds(at))))

    def _write(self, record: tm.Record) -> None:
        try:
            with self._fresh.open("wb") as stream:
                stream.write(codec.dumps(record).encode())
                stream.flush()
                os.fsync(stream.fileno())
            self._fresh.replace(self._path)
        except OSError as error:
            with suppress(OSError):
                self._fresh.unlink()
            told = f"{error.strerror}; entries kept: {len(self.record.entries)}"
            raise Failure(FAILED, f"cannot write {self._file!r}: {told}") from None
        self.record = record


@contextmanager
def kept(file: str | None, record: tm.Record, console: Console) -> Iterator[Keeper]:
    """Return a context that stores a game in a file, if there is one, and its end time."""
    if file is None:
        yield lambda _action, _at_ms: None
        return
    kept_record = RecordFile(file, record)
    try:
        yield kept_record.add
    except BaseException:
        with suppress(Failure):  # report the first error
            kept_record.end(console.now())
        raise
    kept_record.end(console.now())
