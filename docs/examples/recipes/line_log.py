"""One game in one file, without other dependencies: the first state, then a line for each entry.

Only one process at a time can use the file. A crash can leave a truncated last line. It was not
sent to a client, so it is dropped.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import themind as tm
from themind import codec


class LineLog:
    """The log of a game; `rules` are used for a new game, if the file does not exist yet."""

    def __init__(self, file: Path, rules: tm.Rules) -> None:
        """Open or create a log; InvalidDocument if the file is not a valid log."""
        file.touch(mode=0o600)  # it contains all hands
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
        """Write the next entry; OSError if the disk is full, and the log is then unchanged."""
        if number != len(self._entries) + 1:
            raise ValueError(f"the next entry is {len(self._entries) + 1}, got {number}")
        self._write(codec.dumps(entry).encode())
        self._entries.append(entry)

    def _write(self, text: bytes) -> None:
        line, written = text + b"\n", 0
        self.file.seek(self.end)
        try:
            self.file.truncate()  # a truncated last line
            while written < len(line):
                written += self.file.write(line[written:])
            os.fsync(self.file.fileno())
        except OSError:
            with suppress(OSError):  # the next line is written at the same position in any case
                self.file.truncate(self.end)
            raise
        self.end += written

    def close(self) -> None:
        self.file.close()


def sync_folder(folder: Path) -> None:
    """Sync the folder, so that a new file survives a power failure on systems that support it."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
