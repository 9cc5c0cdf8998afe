"""A room that hosts one game after the other for clients, and a machine that visits it."""

from __future__ import annotations

from typing import ClassVar

import themind as tm
from themind import codec, testing

Asker = tm.Seat | tm.Host | None


class PlainRoom:
    """A game, its log, and what the clients of the seats and a spectator see."""

    def __init__(self, rules: tm.Rules) -> None:
        self.open(rules)

    def open(self, rules: tm.Rules) -> None:
        """Start a game."""
        self.state = tm.new_game(rules)
        self.log: list[str] = []
        self.seen = {seat: tm.view(self.state, seat) for seat in (None, *range(rules.players))}

    def ask(self, action: tm.Action, by: Asker) -> str:
        """Do what someone asks for, and answer with "ok" or the code of the refusal."""
        try:
            step = tm.apply(self.state, action, by=by)
        except tm.IllegalAction as error:
            return error.code
        self.state = step.state
        self.store(action)
        self.tell(step.events)
        return "ok"

    def store(self, action: tm.Action) -> None:
        """Keep an action in the log."""
        self.log.append(codec.dumps(tm.Entry(action)))

    def tell(self, events: tuple[tm.Event, ...]) -> None:
        """Tell each client what it can know of some events."""
        for seat, view in self.seen.items():
            for event in events:
                view = tm.evolve_view(view, tm.redact(event, seat))  # noqa: PLW2901 - event by event
            self.seen[seat] = view


class Visitor(testing.GameMachine):
    """Asks a room for all that the machine asks for, and compares."""

    room_kind: ClassVar[type[PlainRoom]] = PlainRoom
    room: PlainRoom

    def after_start(self) -> None:
        if hasattr(self, "room"):
            self.room.open(self.state.rules)
        else:
            self.room = self.room_kind(self.state.rules)
        self.compare()

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        assert self.room.ask(action, tm.HOST) == "ok"
        self.compare()
        assert self.room.log[-1] == codec.dumps(self.record.entries[-1])
        assert len(self.room.log) == len(self.record.entries)

    def after_refusal(self, illegality: tm.Illegality, by: Asker) -> None:
        assert self.room.ask(illegality.action, by) == illegality.code
        self.compare()

    def compare(self) -> None:
        assert self.room.state == self.state
        for seat, view in self.room.seen.items():
            assert view == tm.view(self.state, seat)
