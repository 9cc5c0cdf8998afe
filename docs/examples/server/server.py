"""A table on a socket: the server keeps the state and shows each seat what that seat may know.

A message is a line of JSON. A client sends `{"join": KEY}` with the key of a seat, or null to
watch; then `{"act": ACTION}`, or `{"fresh": true}` for a view. It is told
`{"entry": 7, "view": VIEW}`, and from then on each step as `{"entry": 8, "events": [EVENT, ...]}`.
A line that leads to nothing is answered to its sender alone: `{"refused": ILLEGALITY}` where the
rules refuse an action, else `{"error": TEXT}`.

    python docs/examples/server/server.py --players 3 --log game.jsonl

prints the port and the keys, as a line of JSON, and logs the game: its start, then each action.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
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


class Table:
    """One game, the number of its last entry, and the clients that have joined it."""

    def __init__(self, rules: tm.Rules, deck: Callable[[tm.GameState], tm.Deck], log: Path) -> None:
        self.state = tm.new_game(rules)
        self.deck = deck
        self.log = log
        self.log.write_text(codec.dumps(self.state) + "\n")
        self.entry = 0
        self.seats = {secrets.token_urlsafe(): seat for seat in range(rules.players)}
        self.lines: set[Line] = set()
        self.advance()

    def act(self, action: tm.Action, *, by: tm.Seat | tm.Host | None) -> None:
        """Enter an action in the log and tell everybody; a refused one changes nothing."""
        self.state, events = tm.apply(self.state, action, by=by)
        self.entry += 1
        with self.log.open("a") as log:
            log.write(codec.dumps(action) + "\n")
        for line in self.lines:
            told = [codec.to_data(tm.redact(event, line.seat)) for event in events]
            line.send({"entry": self.entry, "events": told})

    def advance(self) -> None:
        """Do what is the table's to do, until it is the players' turn or the game is over."""
        while (action := self.owed()) is not None:
            self.act(action, by=tm.HOST)

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
    except (ValueError, TypeError, RecursionError) as error:  # not JSON, no such seat, no action
        line.send({"error": f"{type(error).__name__}: {str(error)[:200]}"})


def obey(table: Table, line: Line, message: object) -> None:
    """Do what a message asks for. Raises ValueError or TypeError if it makes no sense."""
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
    """Open a table and serve it for ever."""
    parser = argparse.ArgumentParser(description="Serve one game of The Mind.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=3)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", help="decks that can be told beforehand: for tests")
    parser.add_argument("--log", type=Path, required=True, help="a file to write the game to")
    options = parser.parse_args()

    def deck(state: tm.GameState) -> tm.Deck:
        return tm.random_deck() if options.seed is None else tm.deck_for(state, options.seed)

    table = Table(tm.Rules.standard(options.players), deck, options.log)
    server = await asyncio.start_server(
        partial(serve, table), "127.0.0.1", options.port, limit=LONGEST_LINE
    )
    port = server.sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "keys": list(table.seats)}), flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
