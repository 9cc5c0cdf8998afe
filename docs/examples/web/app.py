"""The Mind in a browser: Starlette for pages and WebSockets, SQLite for the log.

python docs/examples/web/app.py
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

import themind as tm
from answers import answer, rules_of
from log import Log, Sitter
from partners import TEMPO
from rooms import House, Room
from themind import render
from timers import Limits, clock_after

HERE = Path(__file__).parent
FILES = ("page.js", "page.css", "table.js", "wire.js", "themind.js")
CLOCKS = ("Clock", "Watch", "Sundial")
LONGEST_MESSAGE = 4_096
MOST_UNREAD = 500
RETRY_SECONDS = 1.0
NO_SUCH_ROOM = 4404
NOT_FOUND = Response("not found", 404)
logger = logging.getLogger("themind.web")
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class WebLine:
    """A WebSocket. Messages to it are queued, so that the room does not wait."""

    def __init__(self, socket: WebSocket) -> None:
        self.seat: tm.Seat | None = None
        self.socket = socket
        self.unread: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_UNREAD)

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message. A client that reads too slowly is disconnected; it can reconnect."""
        try:
            self.unread.put_nowait(message)
        except asyncio.QueueFull:
            self.writer.cancel()

    async def serve(self, room: Room) -> None:
        """Receive messages until the client leaves or is disconnected."""
        self.writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(room))
        tasks = (self.writer, reader)
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        for task in done:
            if not task.cancelled():
                task.result()

    async def _read(self, room: Room) -> None:
        while (message := await self.socket.receive())["type"] != "websocket.disconnect":
            answer(room, self, message.get("text") or "")

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has disconnected
            while True:
                await self.socket.send_json(await self.unread.get())


class Alarm:
    """Run the tasks of a room when they are due; `lines` are its connections."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lines: set[WebLine] = set()
        self.handle: asyncio.TimerHandle | None = None
        room.on_change = self.set

    def set(self) -> None:
        """Schedule the next task of the room, and cancel the previous alarm."""
        self.stop()
        due = self.room.due()
        if due is not None:
            self._ring_in(max(0.0, due - self.room.house.clock()) / 1000)

    def stop(self) -> None:
        """Cancel the alarm."""
        if self.handle:
            self.handle.cancel()

    def _ring_in(self, seconds: float) -> None:
        self.handle = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        try:
            self.room.run_due()
        except sqlite3.Error:
            logger.exception("room %s cannot be saved", self.room.ident)
            self.stop()
            self._ring_in(RETRY_SECONDS)
        else:
            self.set()


class Site:
    """The pages, and the rooms that have connections."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.alarms: dict[str, Alarm] = {}

    def alarm(self, ident: str) -> Alarm | None:
        """Return a room with its alarm, loaded from the log if necessary; None if there is none."""
        if ident not in self.alarms:
            if self.house.log.start(ident) is None:
                return None
            self.alarms[ident] = Alarm(Room(self.house, ident))
        return self.alarms[ident]

    def record(self, ident: str) -> tm.Record | None:
        """Return the record of a game; None if there is no such game."""
        return None if self.house.log.start(ident) is None else self.house.log.record(ident)

    async def open_room(self, request: Request) -> Response:
        """Create a room: `POST /rooms?players=3&clocks=1&game=full`."""
        asked = request.query_params
        try:
            players, clocks = int(asked["players"]), int(asked["clocks"])
            start = tm.new_game(rules_of(players, clocks, asked["game"]))
        except (KeyError, ValueError) as error:
            return JSONResponse({"error": str(error)[:200]}, 400)
        sitters = [Sitter(name, TEMPO) for name in CLOCKS[:clocks]]
        return JSONResponse({"room": self.house.log.open_room(start, sitters)}, 201)

    async def page(self, request: Request) -> Response:
        """Serve the page, which is the same for every address."""
        ident = request.path_params.get("room")
        known = ident is None or self.house.log.start(ident) is not None
        return FileResponse(HERE / "index.html", 200 if known else 404, HEADERS)

    async def file(self, request: Request) -> Response:
        """Serve a script or the style sheet."""
        name = request.path_params["file"]
        if name not in FILES:
            return NOT_FOUND
        return FileResponse(HERE / name, headers=HEADERS)

    async def table_picture(self, request: Request) -> Response:
        """Draw the table as a spectator sees it."""
        record = self.record(request.path_params["room"])
        if record is None:
            return NOT_FOUND
        return picture(render.svg(tm.view(tm.final_state(record)), names=record.names))

    async def timeline_picture(self, request: Request) -> Response:
        """Draw the whole game once it is won: a timeline also shows cards that are face down."""
        record = self.record(request.path_params["room"])
        if record is None or tm.final_state(record).phase is not tm.Phase.WON:
            return NOT_FOUND
        return picture(render.timeline(record))

    async def socket(self, socket: WebSocket) -> None:
        """Serve a client in a room until it leaves."""
        alarm = self.alarm(socket.path_params["room"])
        await socket.accept()
        if alarm is None:
            await socket.close(NO_SUCH_ROOM)
            return
        line = WebLine(socket)
        alarm.lines.add(line)
        try:
            await line.serve(alarm.room)
        finally:
            self.leave(alarm, line)
            if socket.client_state is WebSocketState.CONNECTED:
                with contextlib.suppress(RuntimeError):
                    await socket.close()

    def leave(self, alarm: Alarm, line: WebLine) -> None:
        """Remove a client, and unload a room without connections: the log contains it."""
        alarm.lines.discard(line)
        if line in alarm.room.lines:
            alarm.room.go(line)
        if not alarm.lines:
            alarm.stop()
            del self.alarms[alarm.room.ident]

    def app(self) -> Starlette:
        """Create the application, for any ASGI server."""
        return Starlette(
            routes=[
                Route("/", self.page),
                Route("/rooms", self.open_room, methods=["POST"]),
                Route("/r/{room}", self.page),
                Route("/r/{room}/table.svg", self.table_picture),
                Route("/r/{room}/timeline.svg", self.timeline_picture),
                WebSocketRoute("/r/{room}/socket", self.socket),
                Route("/{file}", self.file),
            ]
        )


def picture(svg: str) -> Response:
    """Return an SVG picture as a response."""
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Play The Mind in a browser.")
    parser.add_argument(
        "--host", default="127.0.0.1", help="use 0.0.0.0 to let other machines connect"
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", type=Path, default=Path("mind.sqlite"))
    parser.add_argument("--seed", help="seed for predictable decks, for tests only")
    for name, usual in Limits()._asdict().items():
        parser.add_argument(f"--{name}", type=float, default=usual / 1000, metavar="SECONDS")
    return parser.parse_args()


def house_of(asked: argparse.Namespace) -> House:
    """Create the log, the clock and the time limits from the options."""
    log = Log(asked.database)
    limits = Limits(*[round(getattr(asked, name) * 1000) for name in Limits._fields])
    house = House(log, clock_after(log.latest()), limits)
    return (
        house if asked.seed is None else house._replace(deck=partial(tm.deck_for, seed=asked.seed))
    )


def main() -> None:
    """Serve until interrupted."""
    asked = options()
    print(f"Open http://{asked.host}:{asked.port}/ in a browser.", flush=True)
    house = house_of(asked)
    try:
        uvicorn.run(
            Site(house).app(),
            host=asked.host,
            port=asked.port,
            log_level="warning",
            ws_max_size=LONGEST_MESSAGE,
            ws="websockets-sansio",
        )
    finally:
        house.log.close()


if __name__ == "__main__":
    main()
