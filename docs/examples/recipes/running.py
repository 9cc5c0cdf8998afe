"""A running game with a log: write the log, then change the state, then send the events.

A log contains the first state of a game and its entries, numbered from 1. `line_log.py` keeps one
game in a file, and `games.py` keeps many in a database.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

import themind as tm


class Log(Protocol):
    """The storage of a game."""

    def start(self) -> tm.GameState:
        """Return the state in which the game began."""

    def entries(self, after: int = 0) -> Sequence[tm.Entry]:
        """Return the entries after a number, in order."""

    def append(self, number: int, entry: tm.Entry) -> None:
        """Write the next entry, with its number; it is durable when this method returns.

        After an error, it is unknown whether the entry was written; `entries` shows it.
        """


class Game:
    """A running game. A new instance continues after the last entry of its log."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.state, self.number, self.at_ms = log.start(), 0, 0
        self.steps: list[tuple[tm.Event, ...]] = []
        self.catch_up()
        self._resumed_at_ms, self._since = self.at_ms, time.monotonic()

    def act(self, action: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST) -> None:
        """Write a legal action to the log, then apply it; raise IllegalAction for any other.

        After an error of the log, the game is at the last entry of the log. You can try the action
        again, unless the log contains it.
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
        """Apply the new entries of the log, including those that another process wrote."""
        for entry in self.log.entries(after=self.number):
            self.state, events = tm.apply(self.state, entry.action)
            self.number, self.at_ms = self.number + 1, entry.at_ms or 0
            self.steps.append(events)

    def now_ms(self) -> int:
        """Return milliseconds of the game; they continue from the last entry and never decrease."""
        passed = time.monotonic() - self._since
        return max(self.at_ms, self._resumed_at_ms + round(passed * 1000))

    def record(self) -> tm.Record:
        """Return the complete game, for `replay`, for pictures and for experiments."""
        return tm.Record(self.log.start(), self.log.entries())
