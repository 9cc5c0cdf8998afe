"""The log of all rooms in one SQLite file, the only place where games are stored.

`append` returns when the entry is on disk. A crash afterwards loses nothing, and a crash before it,
or a full disk, leaves the log unchanged. Each number of a room can be written only once.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import themind as tm
from themind import codec

DURABLE = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL; -- a power failure loses nothing either
"""
TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
    room TEXT PRIMARY KEY,
    start TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    room TEXT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    tempo REAL, -- seconds for each number, where a clock plays
    token TEXT UNIQUE, -- a digest: who reads the file cannot sit down
    PRIMARY KEY (room, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    room TEXT NOT NULL,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
"""


class Sitter(NamedTuple):
    """The owner of a seat: a person, or a clock with a tempo."""

    name: str
    tempo: float | None = None


class Log:
    """The log file. Every method can raise `sqlite3.Error`."""

    def __init__(self, file: Path) -> None:
        self.database = sqlite3.connect(file, isolation_level=None)
        self.database.executescript(DURABLE + TABLES)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def open_room(self, start: tm.GameState, clocks: Sequence[Sitter]) -> str:
        """Store a new room, with clocks at its last seats, and return its id."""
        room = secrets.token_urlsafe(9)
        first = start.players - len(clocks)
        with self.database:
            self.database.execute("BEGIN")
            self.database.execute("INSERT INTO rooms VALUES (?, ?)", (room, codec.dumps(start)))
            for seat, clock in enumerate(clocks, first):
                self._sit(room, seat, clock, None)
        return room

    def start(self, room: str) -> tm.GameState | None:
        """Return the state in which a room began; None if there is no such room."""
        rows = self.database.execute("SELECT start FROM rooms WHERE room = ?", (room,))
        found = rows.fetchone()
        return None if found is None else codec.loads(found[0], tm.GameState)

    def sit_down(self, room: str, seat: tm.Seat, name: str) -> str:
        """Assign a free seat to a person and return its secret token; ValueError if it is taken."""
        token = secrets.token_urlsafe(18)
        try:
            self._sit(room, seat, Sitter(name), token)
        except sqlite3.IntegrityError:
            raise ValueError("that seat is taken") from None
        return token

    def _sit(self, room: str, seat: tm.Seat, sitter: Sitter, token: str | None) -> None:
        row = (room, seat, *sitter, None if token is None else digest(token))
        self.database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", row)

    def sitters(self, room: str) -> dict[tm.Seat, Sitter]:
        """Return the owner of each seat that is not free."""
        rows = self.database.execute("SELECT seat, name, tempo FROM seats WHERE room = ?", (room,))
        return {seat: Sitter(name, tempo) for seat, name, tempo in rows}

    def seat_of(self, room: str, token: str) -> tm.Seat | None:
        """Return the seat of a token; None if the token has no seat."""
        found = self.database.execute(
            "SELECT seat FROM seats WHERE room = ? AND token = ?", (room, digest(token))
        ).fetchone()
        return None if found is None else int(found[0])

    def append(self, room: str, number: int, entry: tm.Entry) -> None:
        """Write an entry; it is on disk when this method returns."""
        row = (room, number, entry.at_ms, codec.dumps(entry))
        self.database.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)

    def entries(self, room: str, after: int = 0) -> list[tm.Entry]:
        """Return the entries of a room after a number, in order."""
        rows = self.database.execute(
            "SELECT entry FROM entries WHERE room = ? AND number > ? ORDER BY number", (room, after)
        )
        return [codec.loads(text, tm.Entry) for (text,) in rows]

    def latest(self) -> int:
        """Return the latest time in any room, or 0; the clock of this run continues from it."""
        return int(self.database.execute("SELECT max(at_ms) FROM entries").fetchone()[0] or 0)

    def record(self, room: str) -> tm.Record:
        """Return the whole game as a record, for `themind replay` and for pictures."""
        start, sitters = self.start(room), self.sitters(room)
        if start is None:
            raise KeyError(room)
        whole = len(sitters) == start.players
        names = [sitters[seat].name for seat in range(start.players)] if whole else []
        return tm.Record(start, self.entries(room), names)


def digest(token: str) -> str:
    """Return the part of a token that is stored."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
