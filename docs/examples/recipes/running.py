"""A running game on a log: first the log, then the state, then tell.

A log keeps the first state of a game and its entries, by number from 1 on. `line_log.py` keeps one
in a file, `games.py` keeps many in a database.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

import themind as tm


class Log(Protocol):
    """Where a game is kept."""

    def start(self) -> tm.GameState:
        """The state in which the game began."""

    def entries(self, after: int = 0) -> Sequence[tm.Entry]:
        """The entries after a number, in order."""

    def append(self, number: int, entry: tm.Entry) -> None:
        """Write the entry of a number, which is the next; it is safe when this returns.

        An error says that it was not written, or that nobody knows: then `entries` tells.
        """


class Game:
    """A running game. Made again from its log, it goes on where its entries end."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.state, self.number, self.at_ms = log.start(), 0, 0
        self.steps: list[tuple[tm.Event, ...]] = []
        self.catch_up()
        self._resumed_at_ms, self._since = self.at_ms, time.monotonic()

    def act(self, action: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST) -> None:
        """Write a legal action down, then do it; IllegalAction for any other.

        After an error of the log the game stands where its log ends: the action can be tried again,
        unless it was written after all.
        """
        illegality = tm.check(self.state, action, by=by)
        if illegality:
            raise tm.IllegalAction(illegality)
        entry = tm.Entry(action, self.now_ms())
        try:
            self.log.append(self.number + 1, entry)
        finally:
            self.catch_up()

    def catch_up(self) -> None:
        """Apply the entries that are new in the log, also those that another process wrote."""
        for entry in self.log.entries(after=self.number):
            self.state, events = tm.apply(self.state, entry.action)
            self.number, self.at_ms = self.number + 1, entry.at_ms or 0
            self.steps.append(events)

    def now_ms(self) -> int:
        """Milliseconds of the game: they go on from the last entry, and never fall."""
        passed = time.monotonic() - self._since
        return max(self.at_ms, self._resumed_at_ms + round(passed * 1000))

    def record(self) -> tm.Record:
        """The whole game, for `replay`, for pictures and for experiments."""
        return tm.Record(self.log.start(), self.log.entries())
