"""The web example over its own addresses, without a browser: `nox -s web`."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import pytest

import themind as tm
from themind import codec
from web.house import LIMITS, House, Log

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

for needed in ("httpx2", "starlette", "uvicorn", "websockets"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: `nox -s web` has it")

from starlette.testclient import TestClient  # noqa: E402
from starlette.websockets import WebSocketDisconnect  # noqa: E402

import app  # noqa: E402
from log import TABLES  # noqa: E402

FULL = "/rooms?players=2&clocks=1&game=full"
SOON = LIMITS._replace(show=1, absent=100_000)


@pytest.fixture
def site() -> app.Site:
    started = time.monotonic()
    log = Log.__new__(Log)  # the client of the tests runs the site in a thread of its own
    log.database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    log.database.executescript(TABLES)
    return app.Site(House(log, lambda: round((time.monotonic() - started) * 1000), SOON))


@pytest.fixture
def client(site: app.Site) -> Iterator[TestClient]:
    with TestClient(site.app()) as client:
        yield client


def room_of(client: TestClient, address: str = FULL) -> str:
    answer = client.post(address)
    assert answer.status_code == 201
    return str(answer.json()["room"])


def until(socket: Any, name: str) -> dict[str, Any]:
    """The next message that has a part of this name."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if name in message:
            return message


def test_a_person_plays_with_a_clock(client: TestClient, site: app.Site) -> None:
    room = room_of(client)
    with client.websocket_connect(f"/r/{room}/socket") as socket:
        socket.send_json({"join": None})
        assert until(socket, "view")["seat"] is None
        socket.send_json({"sit": 0, "name": "Ada"})
        token = until(socket, "token")["token"]
        dealt = until(socket, "events")
        assert dealt["events"][0]["type"] == "HandDealt"
        action = codec.to_data(tm.Ready(0))
        socket.send_json({"entry": dealt["entry"], "act": action})
        while until(socket, "events")["events"][-1]["type"] != "PlayStarted":
            pass  # the clock is ready a moment later, woken by the alarm
    assert site.alarms == {}
    with client.websocket_connect(f"/r/{room}/socket") as socket:
        socket.send_json({"join": token})
        again = until(socket, "view")
        assert (again["seat"], again["view"]["phase"]) == (0, "PLAYING")
        assert len(site.alarms) == 1


def test_a_room_in_which_somebody_waits_is_kept(client: TestClient, site: app.Site) -> None:
    """A line that has not joined yet holds the room too, so that no room is there twice."""
    room = room_of(client)
    with client.websocket_connect(f"/r/{room}/socket") as early:
        with client.websocket_connect(f"/r/{room}/socket") as late:
            late.send_json({"join": None})
            until(late, "view")
        kept = site.alarms[room]
        early.send_json({"join": None})
        until(early, "view")
        assert site.alarms[room] is kept


def test_bytes_and_nonsense_are_refused(client: TestClient) -> None:
    with client.websocket_connect(f"/r/{room_of(client)}/socket") as socket:
        socket.send_bytes(b"\xff")
        socket.send_text("{")
        assert [set(socket.receive_json()) for _ in range(2)] == [{"entry", "refused"}] * 2


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "?players=3&clocks=0",
        "?players=x&clocks=0&game=full",
        "?players=5&clocks=0&game=full",
        "?players=1&clocks=0&game=full",
        "?players=2&clocks=2&game=full",
        "?players=2&clocks=-1&game=full",
        "?players=2&clocks=0&game=poker",
    ],
)
def test_rooms_that_cannot_be_are_refused(client: TestClient, asked: str) -> None:
    answer = client.post(f"/rooms{asked}")
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_the_games_that_can_be_chosen(client: TestClient, site: app.Site) -> None:
    standard = tm.Rules.standard(4)
    games = {
        "full": standard,
        "five levels": standard.five_levels(),
        "no stars": standard.without_stars(),
    }
    for game, rules in games.items():
        start = site.house.log.start(room_of(client, f"/rooms?players=4&clocks=3&game={game}"))
        assert start == tm.new_game(rules)
    start = site.house.log.start(room_of(client, "/rooms?players=4&clocks=0&game=blind"))
    assert start is not None
    assert start.blind


def test_only_pages_are_served(client: TestClient) -> None:
    assert "<title>The Mind" in client.get("/").text
    assert client.get(f"/r/{room_of(client)}").status_code == 200
    assert client.get("/r/none").status_code == 404
    for name in app.FILES:
        answer = client.get(f"/{name}")
        assert answer.status_code == 200
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    for name in ("app.py", "mind.sqlite", "%2e%2e/server/server.py", "none"):
        assert client.get(f"/{name}").status_code == 404


def test_a_room_that_is_not_there(client: TestClient) -> None:
    assert client.get("/r/none/table.svg").status_code == 404
    assert client.get("/r/none/timeline.svg").status_code == 404
    with client.websocket_connect("/r/none/socket") as socket:
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
        assert left.value.code == app.NO_SUCH_ROOM


def test_a_picture_shows_no_hand(client: TestClient, site: app.Site) -> None:
    room = room_of(client)
    start = site.house.log.start(room)
    assert start is not None
    deck = tm.stacked_deck([(37,), (62,)])
    site.house.log.append(room, 1, tm.Entry(tm.Deal(deck), at_ms=0))
    picture = client.get(f"/r/{room}/table.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "37" not in picture.text.replace("37.", "")
    assert client.get(f"/r/{room}/timeline.svg").status_code == 404


class FullSocket:
    """A socket whose client does not read."""

    def __init__(self) -> None:
        self.never = asyncio.Event()

    async def send_json(self, message: object) -> None:
        await self.never.wait()

    async def receive(self) -> dict[str, Any]:
        await self.never.wait()
        raise AssertionError


def test_a_client_that_does_not_read_is_cut_off() -> None:
    async def evening() -> None:
        line = app.WebLine(FullSocket())
        served = asyncio.create_task(line.serve(None))
        await asyncio.sleep(0)
        for _ in range(app.MOST_UNREAD):
            line.send({})
        await asyncio.sleep(0)
        assert not served.done()
        line.send({})
        line.send({})
        await asyncio.wait_for(served, 10)

    asyncio.run(evening())


def test_an_alarm_tries_again_when_a_game_cannot_be_saved(
    site: app.Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "RETRY_SECONDS", 0.01)
    tries = []

    class Room:
        house = site.house
        ident = "room"

        def due(self) -> float | None:
            return None if len(tries) == 3 else site.house.clock()

        def run_due(self) -> None:
            tries.append(len(tries))
            if len(tries) < 3:
                raise sqlite3.OperationalError("database or disk is full")

    async def evening() -> None:
        app.Alarm(Room()).set()
        while len(tries) < 3:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(evening(), 10))
    assert tries == [0, 1, 2]
