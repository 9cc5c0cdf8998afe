"""A table on a socket: the server keeps the state and shows each seat what that seat may know.

A message is a line of JSON. A client sends `{"join": KEY}` with the key of a seat, or null to
watch; then `{"act": ACTION}`, or `{"fresh": true}` for a view. It is told
`{"entry": 7, "view": VIEW}`, and from then on each step as `{"entry": 8, "events": [EVENT, ...]}`.
A line that leads to nothing is answered to its sender alone: `{"refused": ILLEGALITY}` where the
rules refuse an action, else `{"error": TEXT}`.

    python docs/examples/server/server.py --players 3 --log game.jsonl

prints the port and the keys, as a line of JSON. The game is in its log: the keys and the first
state, then an entry for each action. Started again with the same log, the server goes on with the
same game and the same keys, whatever ended it.
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
    """A client's end of the wire, and the viewer that it speaks for."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.seat: tm.Seat | None = None

    def send(self, message: dict[str, Any]) -> None:
        """Never wait for a client: one that reads too little is cut off, and may come back."""
        if self.writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self.writer.transport.abort()
        elif not self.writer.is_closing():
            self.writer.write(json.dumps(message).encode() + b"\n")


class Log:
    """The game on disk. An action that is not here has not happened.

    So a line is on the disk before the state changes and before anybody is told. A crash or a full
    disk can cut the last line off in the middle: nobody was told of it, and it is dropped.
    """

    def __init__(self, path: Path, rules: tm.Rules) -> None:
        """Go on with the game of a log, or begin one. Raises ValueError for any other file."""
        path.touch(mode=0o600)  # it knows all keys and all hands
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
        """Write an action with its time, which never falls, even where the system's clock does."""
        at_ms = max(self.latest, time.time_ns() // 1_000_000)
        self.write(codec.dumps(tm.Entry(action, at_ms)))
        self.latest = at_ms

    def write(self, text: str) -> bytes:
        """Put a line on the disk; OSError where it is full, and the log is as it was before."""
        line, written = text.encode() + b"\n", 0
        self.file.seek(self.end)
        try:
            self.file.truncate()
            while written < len(line):
                written += self.file.write(line[written:])
            os.fsync(self.file.fileno())
        except OSError:
            with suppress(OSError):  # the next line goes to the same place in any case
                self.file.truncate(self.end)
            raise
        self.end += written
        return line


def head_of(line: bytes) -> tuple[list[str], tm.GameState]:
    """The keys and the first state of a log. Raises ValueError for any other line."""
    match json.loads(line):
        case {"keys": [*keys], "start": data}:
            start = codec.from_data(data, tm.GameState)
            if len(keys) == start.players and all(isinstance(key, str) for key in keys):
                return keys, start
    raise ValueError("the first line must hold a key for each seat and a state")


class Table:
    """One game, the number of its last entry, and the clients that have joined it."""

    def __init__(self, log: Log, deck: Callable[[tm.GameState], tm.Deck]) -> None:
        self.log = log
        self.deck = deck
        self.state = tm.final_state(log.record)
        self.entry = len(log.record.entries)
        self.seats = {key: seat for seat, key in enumerate(log.keys)}
        self.lines: set[Line] = set()
        self.advance()

    def act(self, action: tm.Action, *, by: tm.Seat | tm.Host | None) -> None:
        """Log an action, let it happen, tell everybody; one that is refused changes nothing."""
        state, events = tm.apply(self.state, action, by=by)
        self.log.add(action)
        self.state = state
        self.entry += 1
        for line in self.lines:
            told = [codec.to_data(tm.redact(event, line.seat)) for event in events]
            line.send({"entry": self.entry, "events": told})

    def advance(self) -> None:
        """Do what is the table's to do, until it is the players' turn or the game is over.

        Where the disk is full, the next message is the next try.
        """
        try:
            while (action := self.owed()) is not None:
                self.act(action, by=tm.HOST)
        except OSError as error:
            print(f"cannot write the log: {error.strerror}", file=sys.stderr)

    def owed(self) -> tm.Action | None:
        """Deal, reveal, complete a level, and after a victory go on blind."""
        if self.state.phase is tm.Phase.DEALING:
            return tm.Deal(self.deck(self.state))
        blind = tm.ContinueBlind()
        return blind if tm.is_legal(self.state, blind) else tm.forced_action(self.state)

    def show(self, line: Line) -> None:
        """Send what the client's seat may know."""
        seen = tm.view(self.state, line.seat)
        line.send({"entry": self.entry, "view": codec.to_data(seen)})


def answer(table: Table, line: Line, text: bytes) -> None:
    """Do what a line asks for; whatever is wrong with it is said to this client alone."""
    try:
        obey(table, line, json.loads(text))
    except tm.IllegalAction as error:
        line.send({"refused": codec.to_data(error.illegality)})
    except OSError as error:
        line.send({"error": f"the game cannot go on: {error.strerror}"})
    except (ValueError, TypeError, RecursionError) as error:  # not JSON, no such seat, no action
        line.send({"error": f"{type(error).__name__}: {str(error)[:200]}"})


def obey(table: Table, line: Line, message: object) -> None:
    """Do what a message asks for. Raises ValueError or TypeError if it makes no sense."""
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
    """The lines that a client sends; what is longer than the limit comes as no JSON."""
    while True:
        try:
            text = await reader.readline()
        except ValueError:
            text = b"too long"
        if not text:
            return
        yield text


async def serve(table: Table, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Listen to one client until it leaves; the game goes on without it."""
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
    """Open a table and serve it until the program is stopped."""
    parser = argparse.ArgumentParser(description="Serve one game of The Mind.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=3, help="of a new game")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", help="decks that can be told beforehand: for tests")
    parser.add_argument("--log", type=Path, required=True, help="the game: to go on, or to begin")
    options = parser.parse_args()

    def deck(state: tm.GameState) -> tm.Deck:
        return tm.random_deck() if options.seed is None else tm.deck_for(state, options.seed)

    try:
        table = Table(Log(options.log, tm.Rules.standard(options.players)), deck)
    except OSError as error:
        parser.error(f"cannot use {options.log}: {error.strerror}")
    except ValueError as error:  # not JSON, no entry, or an entry that the rules refuse
        parser.error(f"{options.log} holds no game: {error}")
    server = await asyncio.start_server(
        partial(serve, table), "127.0.0.1", options.port, limit=LONGEST_LINE
    )
    port = server.sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "keys": list(table.seats)}), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
