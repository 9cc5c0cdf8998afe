"""A client that follows the game and updates the view of its seat, entry by entry.

    python docs/examples/server/client.py PORT

watches a game and prints the events, without a seat. An app creates a `Client` for its
player's seat, displays `client.view`, and sends the actions of the player.
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
    """A client of one seat. `view` and `entry` are None until a requested view arrives."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.view: tm.SeatView | None = None
        self.entry: int | None = None

    @classmethod
    async def join(cls, port: int, key: str | None) -> Client:
        """Join with the key of a seat, or with None as a spectator; return after the first view."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LONGEST_LINE)
        client = cls(reader, writer)
        client.send({"join": key})
        while client.view is None:
            await client.listen()
        return client

    async def leave(self) -> None:
        """Disconnect; the game continues without this client."""
        self.writer.close()
        await self.writer.wait_closed()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.writer.write(json.dumps(message).encode() + b"\n")

    def act(self, action: tm.SeatAction) -> None:
        """Request an action. The view changes only when the server sends the events."""
        self.send({"act": codec.to_data(action)})

    async def listen(self) -> dict[str, Any]:
        """Wait for the next message, process it, and return it."""
        text = await self.reader.readline()
        if not text:
            raise ConnectionError("the server has gone")
        return self.take(text)

    def take(self, text: bytes) -> dict[str, Any]:
        """Process one message."""
        message: dict[str, Any] = json.loads(text)
        match message:
            case {"entry": entry, "view": data}:
                self.view, self.entry = codec.from_data(data, tm.SeatView), entry
            case {"entry": entry, "events": events}:
                self.follow(entry, [codec.from_data(event, tm.SeatEvent) for event in events])
        return message

    def follow(self, entry: int, events: list[tm.SeatEvent]) -> None:
        """Apply the next entry; if one is missing, request a new view and drop the rest."""
        if self.view is None or self.entry is None or entry <= self.entry:
            return  # a new view is on its way, or already includes this entry
        if entry > self.entry + 1:
            self.refresh()
            return
        for event in events:
            self.view = tm.evolve_view(self.view, event)
        self.entry = entry

    def refresh(self) -> None:
        """Request a new view, and ignore all entries before it."""
        self.view = self.entry = None
        self.send({"fresh": True})


async def watch(port: int) -> None:
    """Print the events for a spectator, until the game is over or the server disconnects."""
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
    """Whether the game is over and no blind run can follow."""
    return view.is_over and (
        view.phase is tm.Phase.LOST or view.blind or not view.rules.is_full_stack
    )


def main() -> None:
    """Watch the game of a server on this machine."""
    parser = argparse.ArgumentParser(description="Watch a game of The Mind.")
    parser.add_argument("port", type=int, help="the port that the server printed")
    options = parser.parse_args()
    try:
        asyncio.run(watch(options.port))
    except OSError as error:
        parser.error(f"no server at port {options.port}: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
