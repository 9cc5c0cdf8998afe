"""A game server with sockets: it keeps the state and sends each seat only its view and events.

Each message is a line of JSON. A client sends `{"join": KEY}` with the key of a seat, or null to
watch; then `{"act": ACTION}`, or `{"fresh": true}` for a new view. It receives
`{"entry": 7, "view": VIEW}`, and then each step as `{"entry": 8, "events": [EVENT, ...]}`.
The sender of an illegal action receives `{"refused": ILLEGALITY}`, and the sender of any other
invalid line receives `{"error": TEXT}`.

    python docs/examples/server/server.py --players 3 --log game.jsonl

prints the port and the keys as a line of JSON. The log contains the game: the keys and the first
state, then an entry for each action. If it is started again with the same log, the server continues
the same game with the same keys.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import themind as tm
from themind import codec

LONGEST_LINE = 16_384
MOST_UNREAD = 1_048_576


class Line:
    """The connection of a client, and its viewer."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.seat: tm.Seat | None = None

    def send(self, message: dict[str, Any]) -> None:
        """Send without waiting; disconnect a client that reads too slowly. It can reconnect."""
        if self.writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self.writer.transport.abort()
        elif not self.writer.is_closing():
            self.writer.write(json.dumps(message).encode() + b"\n")


class Log:
    """The game on disk. Only actions in this log have taken effect.

    A line is on disk before the state changes and before the events are sent. A crash or a full
    disk can truncate the last line. It was not sent to a client, so it is dropped.
    """

    def __init__(self, path: Path, rules: tm.Rules) -> None:
        """Resume the game of a log, or start one. Raise ValueError for any other file."""
        path.touch(mode=0o600)  # it contains all keys and all hands
        self.file = path.open("r+b", buffering=0)
        whole, newline, _ = self.file.read().rpartition(b"\n")
        self.end = len(whole + newline)
        if not newline:
            keys = [secrets.token_urlsafe() for _ in range(rules.players)]
            start = codec.to_data(tm.new_game(rules))
            whole = self.write(json.dumps({"keys": keys, "start": start}))
        head, *lines = whole.splitlines()
        self.keys, start = head_of(head)
        self.record = tm.Record(start, [codec.loads(line, tm.Entry) for line in lines])
        self.latest = max((entry.at_ms or 0 for entry in self.record.entries), default=0)

    def add(self, action: tm.Action) -> None:
        """Write an action with its time, which never decreases, even if the system clock does."""
        at_ms = max(self.latest, time.time_ns() // 1_000_000)
        self.write(codec.dumps(tm.Entry(action, at_ms)))
        self.latest = at_ms

    def write(self, text: str) -> bytes:
        """Write a line to disk; OSError if the disk is full, and the log is then unchanged."""
        line, written = text.encode() + b"\n", 0
        self.file.seek(self.end)
        try:
            self.file.truncate()
            while written < len(line):
                written += self.file.write(line[written:])
            os.fsync(self.file.fileno())
        except OSError:
            with suppress(OSError):  # the next line is written at the same position in any case
                self.file.truncate(self.end)
            raise
        self.end += written
        return line


def head_of(line: bytes) -> tuple[list[str], tm.GameState]:
    """Read the keys and the first state of a log. Raise ValueError for any other line."""
    match json.loads(line):
        case {"keys": [*keys], "start": data}:
            start = codec.from_data(data, tm.GameState)
            if len(keys) == start.players and all(isinstance(key, str) for key in keys):
                return keys, start
    raise ValueError("the first line must contain a key for each seat and a state")


class Table:
    """One game, the number of its last entry, and the connected clients."""

    def __init__(self, log: Log, deck: Callable[[tm.GameState], tm.Deck]) -> None:
        self.log = log
        self.deck = deck
        self.state = tm.final_state(log.record)
        self.entry = len(log.record.entries)
        self.seats = {key: seat for seat, key in enumerate(log.keys)}
        self.lines: set[Line] = set()
        self.advance()

    def act(self, action: tm.Action, *, by: tm.Seat | tm.Host | None) -> None:
        """Log an action, apply it, and send the events; an illegal action changes nothing."""
        state, events = tm.apply(self.state, action, by=by)
        self.log.add(action)
        self.state = state
        self.entry += 1
        for line in self.lines:
            told = [codec.to_data(tm.redact(event, line.seat)) for event in events]
            line.send({"entry": self.entry, "events": told})

    def advance(self) -> None:
        """Take the actions of the table, until the players must act or the game is over.

        If the disk is full, the next message triggers another attempt.
        """
        try:
            while (action := self.owed()) is not None:
                self.act(action, by=tm.HOST)
        except OSError as error:
            print(f"cannot write the log: {error.strerror}", file=sys.stderr)

    def owed(self) -> tm.Action | None:
        """Return the next action of the table: deal, reveal, complete a level, continue blind."""
        if self.state.phase is tm.Phase.DEALING:
            return tm.Deal(self.deck(self.state))
        blind = tm.ContinueBlind()
        return blind if tm.is_legal(self.state, blind) else tm.forced_action(self.state)

    def show(self, line: Line) -> None:
        """Send the view of the client's seat."""
        seen = tm.view(self.state, line.seat)
        line.send({"entry": self.entry, "view": codec.to_data(seen)})


def answer(table: Table, line: Line, text: bytes) -> None:
    """Process a line; an error is sent only to this client."""
    try:
        obey(table, line, json.loads(text))
    except tm.IllegalAction as error:
        line.send({"refused": codec.to_data(error.illegality)})
    except OSError as error:
        line.send({"error": f"the game cannot go on: {error.strerror}"})
    except (ValueError, TypeError, RecursionError) as error:  # not JSON, a seat or an action
        line.send({"error": f"{type(error).__name__}: {str(error)[:200]}"})


def obey(table: Table, line: Line, message: object) -> None:
    """Process a message. Raise ValueError or TypeError if it is invalid."""
    table.advance()
    match message:
        case {"join": None | str() as key} if key is None or key in table.seats:
            line.seat = None if key is None else table.seats[key]
            table.lines.add(line)
            table.show(line)
        case {"fresh": True} if line in table.lines:
            table.show(line)
        case {"act": data} if line.seat is not None:
            action = codec.from_data(data, tm.SeatAction)
            table.act(action, by=line.seat)
            table.advance()
        case _:
            raise ValueError("expected to join with a key, then act or fresh")


async def lines_of(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the lines that a client sends; a line beyond the limit arrives as invalid JSON."""
    while True:
        try:
            text = await reader.readline()
        except ValueError:
            text = b"too long"
        if not text:
            return
        yield text


async def serve(table: Table, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve one client until it disconnects; the game continues without it."""
    line = Line(writer)
    try:
        async for text in lines_of(reader):
            answer(table, line, text)
    except ConnectionError:
        pass
    finally:
        table.lines.discard(line)
        writer.close()


async def main() -> None:
    """Start the server and run it until the program is stopped."""
    parser = argparse.ArgumentParser(description="Serve one game of The Mind.")
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=3, help="number of players in a new game"
    )
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", help="seed for predictable decks, for tests only")
    parser.add_argument(
        "--log",
        type=Path,
        required=True,
        help="the log file of the game, which is continued or created",
    )
    options = parser.parse_args()

    def deck(state: tm.GameState) -> tm.Deck:
        return tm.random_deck() if options.seed is None else tm.deck_for(state, options.seed)

    try:
        table = Table(Log(options.log, tm.Rules.standard(options.players)), deck)
    except OSError as error:
        parser.error(f"cannot use {options.log}: {error.strerror}")
    except ValueError as error:  # not JSON, not an entry, or an illegal entry
        parser.error(f"{options.log} contains no game: {error}")
    server = await asyncio.start_server(
        partial(serve, table), "127.0.0.1", options.port, limit=LONGEST_LINE
    )
    port = server.sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "keys": list(table.seats)}), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
