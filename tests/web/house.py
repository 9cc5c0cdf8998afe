"""Rooms of the web example with a clock that the test sets, and clients that follow them."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import themind as tm
from themind import codec

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "web"
sys.path.insert(0, str(EXAMPLE))  # as for `python docs/examples/web/app.py`

import log  # noqa: E402
from answers import answer  # noqa: E402
from log import Log, Sitter  # noqa: E402
from partners import PlayTime  # noqa: E402
from rooms import House, Room  # noqa: E402
from timers import Limits  # noqa: E402

__all__ = ["DURABLE", "House", "Limits", "Log", "PlayTime", "Room", "answer", "log"]

DURABLE = log.DURABLE
log.DURABLE = "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;"  # most tests need no disk

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LIMITS = Limits(show=1_000, focus=10_000, vote=5_000, absent=20_000)


class Clock:
    """Milliseconds that pass when the test says so."""

    def __init__(self, now: int = 0) -> None:
        self.ms = now

    def __call__(self) -> int:
        return self.ms


class Client:
    """A line that keeps each message that came and follows its view."""

    def __init__(self, room: Room, token: str | None = None) -> None:
        self.room = room
        self.seat: tm.Seat | None = None  # set by the room
        self.token = token
        self.came: list[dict[str, Any]] = []
        self.view: tm.SeatView | None = None
        self.entry = -1
        self.say(join=token)

    def send(self, message: dict[str, Any]) -> None:
        message = json.loads(json.dumps(message))
        self.came.append(message)
        self.token = message.get("token", self.token)
        if "view" in message:
            self.view, self.entry = codec.from_data(message["view"], tm.SeatView), message["entry"]
        for event in message.get("events", ()):
            assert message["entry"] == self.entry + 1
            self.view = tm.evolve_view(self.view, codec.from_data(event, tm.SeatEvent))
        self.entry = message["entry"]

    def say(self, **message: Any) -> str | None:
        """Send a message; why it was refused, None where it was not."""
        before = len(self.came)
        answer(self.room, self, json.dumps(message))
        refused = [told["refused"] for told in self.came[before:] if "refused" in told]
        assert len(refused) <= 1
        return refused[0] if refused else None

    def act(self, action: tm.SeatAction, entry: int | None = None) -> str | None:
        number = self.entry if entry is None else entry
        return self.say(entry=number, act=codec.to_data(action))

    def leave(self) -> None:
        self.room.go(self)


class Table:
    """A room whose persons are all there."""

    def __init__(
        self, file: Path, rules: tm.Rules, *, clocks: int = 0, seed: str = "friday"
    ) -> None:
        self.file, self.seed = file, seed
        self.clock = Clock()
        self.house = self.open_house()
        sitters = [Sitter(f"Clock {number}", 0.5) for number in range(clocks)]
        self.ident = self.house.log.open_room(tm.new_game(rules), sitters)
        self.room = Room(self.house, self.ident)
        self.watcher = Client(self.room)
        self.clients = [Client(self.room) for _ in range(rules.players - clocks)]
        for seat, client in enumerate(self.clients):
            assert client.say(sit=seat, name=NAMES[seat]) is None

    def open_house(self) -> House:
        deck = partial(tm.deck_for, seed=self.seed)
        return House(Log(self.file), self.clock, LIMITS, deck, luck=lambda: 7)

    def restart(self, now: int) -> None:
        """Forget all but the file; everybody comes back."""
        tokens = [client.token for client in self.clients]
        self.house.log.database.close()
        self.clock = Clock(now)
        self.house = self.open_house()
        self.room = Room(self.house, self.ident)
        self.watcher = Client(self.room)
        self.clients = [Client(self.room, token) for token in tokens]

    def wait(self, ms: int) -> None:
        """Let time pass; what is due happens in its time."""
        end = self.clock.ms + ms
        while (due := self.room.due()) is not None and due <= end:
            self.clock.ms = max(self.clock.ms, -int(-due // 1))
            self.room.run_due()
        self.clock.ms = end

    def begin(self) -> None:
        """Deal, and play from there on."""
        self.wait(LIMITS.show)
        for seat, client in enumerate(self.clients):
            assert client.act(tm.Ready(seat)) is None
        self.wait(1_000)
        assert self.room.state.phase is tm.Phase.PLAYING

    def holders(self) -> list[tm.Seat]:
        """The seats with cards, the one with the lowest of all first."""
        hands = self.room.state.hands
        return [
            seat for _, seat in sorted((hand[0], seat) for seat, hand in enumerate(hands) if hand)
        ]

    def assert_followed(self) -> None:
        """Each view is that of the state."""
        for client in (self.watcher, *self.clients):
            assert client.view == tm.view(self.room.state, client.seat)
            assert client.entry == self.room.number

    def assert_kept(self) -> None:
        """The log has the state, with times that do not fall."""
        self.assert_followed()
        record = self.house.log.record(self.ident)  # refuses falling times
        assert tm.final_state(record) == self.room.state
        assert len(record.entries) == self.room.number
