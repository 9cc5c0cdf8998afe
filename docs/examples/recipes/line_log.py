"""One game in one file, with no library but this one: the first state, then a line for each entry.

The file is for one process at a time. A crash can leave a last line that was cut off; nobody was
told of it, and it is dropped.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import themind as tm
from themind import codec


class LineLog:
    """The log of a game; `rules` are those of a new one, where the file does not have one yet."""

    def __init__(self, file: Path, rules: tm.Rules) -> None:
        """Open or create a log; InvalidDocument for a file with anything else in it."""
        file.touch(mode=0o600)  # it knows all hands
        self.file = file.open("r+b", buffering=0)
        try:
            self._read(tm.new_game(rules))
            sync_folder(file.parent)
        except BaseException:
            self.close()
            raise

    def _read(self, new: tm.GameState) -> None:
        whole, newline, _ = self.file.read().rpartition(b"\n")
        self.end = len(whole + newline)
        if not newline:
            whole = codec.dumps(new).encode()
            self._write(whole)
        start, *lines = whole.split(b"\n")
        self._start = codec.loads(start, tm.GameState)
        self._entries = [codec.loads(line, tm.Entry) for line in lines]

    def start(self) -> tm.GameState:
        return self._start

    def entries(self, after: int = 0) -> list[tm.Entry]:
        return self._entries[after:]

    def append(self, number: int, entry: tm.Entry) -> None:
        """Write the next entry; OSError where the disk is full, and the log is as before."""
        if number != len(self._entries) + 1:
            raise ValueError(f"the next entry is {len(self._entries) + 1}, got {number}")
        self._write(codec.dumps(entry).encode())
        self._entries.append(entry)

    def _write(self, text: bytes) -> None:
        line, written = text + b"\n", 0
        self.file.seek(self.end)
        try:
            self.file.truncate()  # what was cut off
            while written < len(line):
                written += self.file.write(line[written:])
            os.fsync(self.file.fileno())
        except OSError:
            with suppress(OSError):  # the next line goes to the same place in any case
                self.file.truncate(self.end)
            raise
        self.end += written

    def close(self) -> None:
        self.file.close()


def sync_folder(folder: Path) -> None:
    """Let the name of a new file survive a power failure too, where the system can do that."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
