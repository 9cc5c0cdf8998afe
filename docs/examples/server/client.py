"""A client that follows the game: its own copy of what its seat may know, entry by entry.

    python docs/examples/server/client.py PORT

watches a game and prints what happens, and plays for nobody. An app has a `Client` for its
player's seat, shows `client.view`, and sends what the player does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from typing import Any

import themind as tm
from themind import codec

LONGEST_LINE = 1_048_576


class Client:
    """A seat at the table. `view` and `entry` are None while a view is on its way."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.view: tm.SeatView | None = None
        self.entry: int | None = None

    @classmethod
    async def join(cls, port: int, key: str | None) -> Client:
        """Take the seat of a key, or with None watch; returns when the first view is there."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_LINE)
        client = cls(reader, writer)
        client.send({"join": key})
        while client.view is None:
            await client.listen()
        return client

    async def leave(self) -> None:
        """Hang up; the game goes on without this client."""
        self.writer.close()
        await self.writer.wait_closed()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.writer.write(json.dumps(message).encode() + b"\n")

    def act(self, action: tm.SeatAction) -> None:
        """Ask for an action. The view does not change before the server has told so."""
        self.send({"act": codec.to_data(action)})

    async def listen(self) -> dict[str, Any]:
        """Wait for the next message, follow it, and return it."""
        text = await self.reader.readline()
        if not text:
            raise ConnectionError("the server has gone")
        return self.take(text)

    def take(self, text: bytes) -> dict[str, Any]:
        """Follow one message."""
        message: dict[str, Any] = json.loads(text)
        match message:
            case {"entry": entry, "view": data}:
                self.view, self.entry = codec.from_data(data, tm.SeatView), entry
            case {"entry": entry, "events": events}:
                self.follow(entry, [codec.from_data(event, tm.SeatEvent) for event in events])
        return message

    def follow(self, entry: int, events: list[tm.SeatEvent]) -> None:
        """Follow the next entry; where one is missing, ask for a fresh view and drop the rest."""
        if self.view is None or self.entry is None or entry <= self.entry:
            return  # a fresh view is on its way, or has told all that already
        if entry > self.entry + 1:
            self.refresh()
            return
        for event in events:
            self.view = tm.evolve_view(self.view, event)
        self.entry = entry

    def refresh(self) -> None:
        """Ask for a fresh view, and pass over what comes before it."""
        self.view = self.entry = None
        self.send({"fresh": True})


async def watch(port: int) -> None:
    """Print what a spectator is told, until nothing can follow or the server hangs up."""
    client = await Client.join(port, key=None)
    while client.view is None or not is_over_for_good(client.view):
        try:
            message = await client.listen()
        except ConnectionError:
            break
        for data in message.get("events", ()):
            print(codec.from_data(data, tm.SeatEvent), flush=True)
    await client.leave()


def is_over_for_good(view: tm.SeatView) -> bool:
    """Whether no blind run can follow, as it does after a victory with a full stack."""
    return view.is_over and (
        view.phase is tm.Phase.LOST or view.blind or not view.rules.is_full_stack
    )


def main() -> None:
    """Watch the game of a server on this machine."""
    parser = argparse.ArgumentParser(description="Watch a game of The Mind.")
    parser.add_argument("port", type=int, help="the port that the server has printed")
    options = parser.parse_args()
    try:
        asyncio.run(watch(options.port))
    except OSError as error:
        parser.error(f"no server at port {options.port}: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
