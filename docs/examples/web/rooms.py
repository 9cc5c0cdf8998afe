"""A room: one game with its players, spectators and timers.

Nothing here waits or uses the network. An action is first written to the log; then the state is
updated from the log; then the events are sent. Every state that was sent is therefore in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import themind as tm
from log import Log, Sitter
from partners import Luck, PlayTime, any_luck, next_move, partner
from themind import codec, words
from timers import Limits, Timer, is_quiet, table_action, table_timer


class Line(Protocol):
    """A connection: its seat, or None for a spectator, and a way to send messages."""

    seat: tm.Seat | None

    def send(self, message: dict[str, Any]) -> None:
        """Send a message without waiting."""


class Late(Exception):
    """The position had changed before the message arrived."""


class Job(NamedTuple):
    """A task with a time at which it is due."""

    at_ms: float
    do: Callable[[], None]


class House(NamedTuple):
    """The objects that all rooms share."""

    log: Log
    clock: Callable[[], int]
    limits: Limits = Limits()
    deck: Callable[[tm.GameState], tm.Deck] = lambda state: tm.random_deck(state.rules.cards)
    luck: Luck = any_luck


class Room:
    """A game that follows its log."""

    def __init__(self, house: House, ident: str) -> None:
        start = house.log.start(ident)
        if start is None:
            raise KeyError(ident)
        self.house, self.ident, self.state = house, ident, start
        self.sitters: dict[tm.Seat, Sitter] = house.log.sitters(ident)
        self.lines: set[Line] = set()
        self.number = self.at_ms = 0
        self.turn = (0, 0)  # number and time of the last step that was not quiet
        self.woken = 0  # when the first player entered an empty room
        self.play_time = PlayTime()
        self.away = dict.fromkeys(self.people(), house.clock())  # since when a seat is empty
        self.stand_ins: set[tm.Seat] = set()  # empty seats for which a clock plays
        self.plans: dict[tm.Seat, tuple[float, tm.SeatAction]] = {}
        self.on_change: Callable[[], None] = lambda: None
        self.catch_up()

    # Actions: the log, then the state, then the messages.

    def act(self, action: tm.Action, *, by: tm.Seat | tm.Host | None) -> None:
        """Apply an action, or raise IllegalAction, or sqlite3.Error if the log cannot store it."""
        illegality = tm.check(self.state, action, by=by)
        if illegality:
            raise tm.IllegalAction(illegality)
        entry = tm.Entry(action, at_ms=max(self.house.clock(), self.at_ms))
        try:
            self.house.log.append(self.ident, self.number + 1, entry)
        finally:
            self.catch_up()  # after an error too: only the log shows whether it has the entry

    def catch_up(self) -> None:
        """Apply the new entries of the log, and send them."""
        for entry in self.house.log.entries(self.ident, after=self.number):
            self._follow(entry)

    def _follow(self, entry: tm.Entry) -> None:
        self.state, events = tm.apply(self.state, entry.action)
        self.number, self.at_ms = self.number + 1, entry.at_ms or 0
        self.play_time.follow(self.at_ms, self.state, events)
        if not is_quiet(events):
            self.turn = (self.number, self.at_ms)
            self.plans = {}
        self.plan(self.at_ms)
        for line in tuple(self.lines):
            line.send(self.news(line.seat, events))
        self.on_change()

    def ask(self, seat: tm.Seat | None, number: int, action: tm.SeatAction) -> None:
        """Apply an action of a client that has seen the entries up to a number, or raise Late."""
        if not self.turn[0] <= number <= self.number:
            raise Late
        self.act(action, by=seat)

    def go_on_blind(self, seat: tm.Seat | None, number: int) -> None:
        """Start the blind run; any player can request it after a victory."""
        if seat is None or number != self.number:
            raise Late
        self.act(tm.ContinueBlind(), by=tm.HOST)

    # People.

    def people(self) -> set[tm.Seat]:
        """Return the seats of people; clocks play the others."""
        return {seat for seat, sitter in self.sitters.items() if sitter.tempo is None}

    def sit_down(self, seat: tm.Seat, name: str) -> str:
        """Assign a free seat to a person and return its token."""
        if not 0 <= seat < self.state.players:
            raise ValueError("there is no such seat")
        token = self.house.log.sit_down(self.ident, seat, name)
        self.sitters = self.house.log.sitters(self.ident)
        self.away[seat] = self.house.clock()
        if self.is_full:
            self.turn = (self.number, self.house.clock())
        return token

    def come(self, line: Line) -> None:
        """Add a connection; if it has a seat, its player is present."""
        now = self.house.clock()
        if line.seat is not None:
            if not self.players_here():
                self.woken = now
                self.plans = {}
            self.away.pop(line.seat, None)
            self.stand_ins.discard(line.seat)
            self.plans.pop(line.seat, None)
        self.lines.add(line)
        self.plan(now)
        line.send(self.view_for(line.seat))
        self.tell_people()

    def go(self, line: Line) -> None:
        """Remove a connection; its seat is empty when it has no other connection."""
        self.lines.discard(line)
        if line.seat is not None and line.seat not in self.players_here():
            self.away[line.seat] = self.house.clock()
        self.tell_people()

    def players_here(self) -> set[tm.Seat]:
        """Return the seats that have a connection."""
        return {line.seat for line in self.lines if line.seat is not None}

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken, so that the game can begin."""
        return len(self.sitters) == self.state.players

    # Timers. Time does not advance in a room without players.

    def due(self) -> float | None:
        """Return the time of the next task."""
        return min((job.at_ms for job in self._jobs()), default=None)

    def run_due(self) -> None:
        """Run the tasks that are due, one after the other."""
        while (due := self.due()) is not None and due <= self.house.clock():
            min(self._jobs(), key=lambda job: job.at_ms).do()

    def timer(self) -> tuple[Timer, int] | None:
        """Return what the room is waiting for, and until when."""
        found = table_timer(self.state, self.house.limits) if self.is_full else None
        return None if found is None else (found, max(self.turn[1], self.woken) + found.limit)

    def _jobs(self) -> Iterator[Job]:
        if not (self.is_full and self.players_here()):
            return
        timer = self.timer()
        if timer:
            yield Job(timer[1], self._table)
        if not self.state.is_over:
            for seat, since in self.away.items():
                if seat not in self.stand_ins:
                    at_ms = max(since, self.woken) + self.house.limits.absent
                    yield Job(at_ms, lambda seat=seat: self._stand_in(seat))
        for seat, (at_ms, _) in self.plans.items():
            yield Job(at_ms, lambda seat=seat: self._partner(seat))

    def _table(self) -> None:
        self.act(table_action(self.state, self.house.deck), by=tm.HOST)

    def _stand_in(self, seat: tm.Seat) -> None:
        self.stand_ins.add(seat)
        self.plan(self.house.clock())
        self.tell_people()

    def _partner(self, seat: tm.Seat) -> None:
        plan = self.plans[seat]
        if tm.is_legal(self.state, plan[1], by=seat):
            self.act(plan[1], by=seat)
        if self.plans.get(seat) == plan:  # most steps have already cancelled the plans
            del self.plans[seat]

    def plan(self, now: int) -> None:
        """Ask each clock without a plan for its next action."""
        for seat in (self.sitters.keys() - self.people() | self.stand_ins) - self.plans.keys():
            moment = self.play_time.moment(tm.view(self.state, seat), now)
            move = next_move(partner(self.sitters[seat].tempo), moment, self.house.luck)
            if move:
                self.plans[seat] = (now + move[0], move[1])

    # Messages. Each contains the number of the last entry.

    def view_for(self, seat: tm.Seat | None) -> dict[str, Any]:
        """Return the view of a viewer who has joined or has missed an entry."""
        seen = tm.view(self.state, seat)
        return self._message(seat=seat, view=codec.to_data(seen), people=self._people())

    def news(self, seat: tm.Seat | None, events: tuple[tm.Event, ...]) -> dict[str, Any]:
        """Return a step as a viewer sees it: the events, and sentences."""
        told = [tm.redact(event, seat) for event in events]
        names = self.names()
        text = [words.describe(event, names) for event in told]
        return self._message(events=[codec.to_data(event) for event in told], text=text)

    def tell_people(self) -> None:
        """Send the list of players to all connections."""
        for line in tuple(self.lines):
            line.send(self._message(people=self._people()))
        self.on_change()

    def names(self) -> list[str]:
        """Return a name for each seat."""
        seats = range(self.state.players)
        return [self.sitters[seat].name if seat in self.sitters else "" for seat in seats]

    def _people(self) -> list[dict[str, Any]]:
        here, people = self.players_here(), self.people()
        return [
            {
                "name": name,
                "free": seat not in self.sitters,
                "clock": seat in self.sitters and seat not in people,
                "here": seat in here,
                "stand_in": seat in self.stand_ins,
            }
            for seat, name in enumerate(self.names())
        ]

    def _message(self, **parts: Any) -> dict[str, Any]:
        found = self.timer()
        left = None
        if found and self.players_here():
            left = {"what": found[0].what, "ms": max(0, found[1] - self.house.clock())}
        return {"entry": self.number, "timer": left, **parts}
