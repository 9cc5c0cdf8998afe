"""Clients on real sockets that keep what came over the wire, and a party of three of them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import themind as tm

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "server"
PLAYERS = 3
TO_MOVE = (tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.LOST)


def example(name: str) -> ModuleType:
    """A module of the example, which is no part of any package."""
    spec = importlib.util.spec_from_file_location(f"server_example_{name}", EXAMPLE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Client = example("client").Client


class Recorder(Client):  # type: ignore[misc, valid-type]
    """A client that keeps each line that came, and can lose one."""

    def __init__(self, *streams: Any) -> None:
        super().__init__(*streams)
        self.came: list[bytes] = []
        self.sent: list[bytes] = []
        self.loses_next = False

    def send(self, message: dict[str, Any]) -> None:
        self.say(json.dumps(message).encode())

    def say(self, text: bytes) -> None:
        self.sent.append(text)
        self.writer.write(text + b"\n")

    def take(self, text: bytes) -> dict[str, Any]:
        self.came.append(text)
        if self.loses_next:
            self.loses_next = False
            return {}
        return super().take(text)

    async def catch_up(self, entry: int) -> None:
        while self.view is None or self.entry < entry:
            await self.listen()

    async def do(self, action: tm.SeatAction, after: int = 0) -> bool:
        """Act after an entry, and listen to what it leads to; whether the rules allowed it."""
        after = max(after, self.entry)
        self.act(action)
        while self.entry is None or self.entry <= after:
            if "refused" in await self.listen():
                return False
        while self.view is None or self.view.phase not in TO_MOVE:
            await self.listen()
        return True

    async def fresh_view(self) -> tm.SeatView:
        self.refresh()
        await self.catch_up(0)
        return self.view


class Party:
    """The three, their key to the table, and every client that ever was."""

    def __init__(self, port: int, keys: list[str]) -> None:
        self.port = port
        self.keys = keys
        self.clients: list[Recorder] = []
        self.gone: list[Recorder] = []
        self.late: set[int] = set()
        self.complaints: list[set[str]] = []

    async def arrive(self) -> None:
        self.clients = [await Recorder.join(self.port, key) for key in self.keys]

    async def leave(self) -> None:
        for client in self.clients:
            await client.leave()

    async def come_back(self, seat: int) -> None:
        self.gone.append(self.clients[seat])
        self.clients[seat] = await Recorder.join(self.port, self.keys[seat])

    async def do(self, action: tm.SeatAction) -> bool:
        """A seat acts; all but the late hear of it."""
        done: bool = await self.clients[action.seat].do(action, self.latest.entry)
        await self.hear(self.clients[action.seat].entry)
        return done

    @property
    def latest(self) -> Recorder:
        """The client that knows most."""
        return max(self.clients, key=lambda client: client.entry or 0)

    async def hear(self, entry: int) -> None:
        for seat, client in enumerate(self.clients):
            if seat not in self.late and not client.writer.is_closing():
                await client.catch_up(entry)

    async def ready(self) -> None:
        for seat in range(PLAYERS):
            assert await self.do(tm.Ready(seat))

    def next_seat(self, *, wrong: bool = False) -> int:
        """The seat of the lowest card, or of the highest that is the lowest of a hand."""
        hands = [client.view.hand for client in self.clients]
        return (max if wrong else min)((hand[0], n) for n, hand in enumerate(hands) if hand)[1]

    async def play(self, *, wrong: bool = False) -> None:
        seat = self.next_seat(wrong=wrong)
        assert await self.do(tm.Play(seat, self.clients[seat].view.hand[0]))

    async def level(self) -> None:
        """Play a level to its end, all as it should be."""
        await self.ready()
        await self.level_to_its_end()

    async def level_to_its_end(self) -> None:
        """Play the cards that are left, all as it should be."""
        run = (self.latest.view.level, self.latest.view.blind)
        while (self.latest.view.level, self.latest.view.blind) == run:
            await self.play()
