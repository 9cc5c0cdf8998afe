"""A whole game in a real browser: `nox -s web`.

Three people in three browsers of their own, and a spectator on a phone, play five levels: with a
mistake, a star, a vote that runs out, late clicks, a connection that drops, and a server that is
killed. All that comes over their wires is kept, and held to what each may know.
"""

from __future__ import annotations

import json
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from themind import codec
from web.house import NAMES
from web.leaks import assert_no_leak, known_by
from web.proxy import Proxy
from web.server import Server

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

for needed in ("starlette", "uvicorn", "websockets"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: `nox -s web` has it")
playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: `nox -s web` has it"
)

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
LIMITS = ("--show", "0.4", "--focus", "60", "--vote", "3", "--absent", "60")
PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True}
MOST_MS = 30_000
SHOWN = """() => {
    const cards = (id) => [...document.querySelectorAll(`#${id} [data-card]`)]
        .map(({ dataset }) => [Number(dataset.seat), Number(dataset.card)]);
    const { view, entry } = window.wire;
    return { view, entry, hand: cards("hand"), pile: cards("pile"), aside: cards("aside") };
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "mind.sqlite", "--seed", "friday", *LIMITS)
    yield server
    if server.process.returncode is None:
        server.kill()


@pytest.fixture
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    args = ["--no-sandbox"] if os.geteuid() == 0 else []  # root has no sandbox
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=args)
        yield browser
        browser.close()


class Person:
    """A page of somebody's own browser, and each message that came to it."""

    def __init__(self, browser: Any, port: int, **screen: Any) -> None:
        self.page = browser.new_context(**screen).new_page()
        self.page.set_default_timeout(MOST_MS)
        self.address = f"http://127.0.0.1:{port}"
        self.came: list[str] = []
        self.faults: list[str] = []
        self.page.on("websocket", lambda wire: wire.on("framereceived", self.hear))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def hear(self, text: str | bytes) -> None:
        self.came.append(text if isinstance(text, str) else text.decode())

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def wire(self, name: str) -> Any:
        return json.loads(self.page.evaluate(f"JSON.stringify(window.wire.{name})"))

    def until(self, what: str, value: Any = None) -> None:
        self.page.wait_for_function(f"value => {what}", arg=value)

    def click(self, action: str) -> None:
        self.page.click(f'[data-action="{action}"]:visible')

    def shown(self) -> dict[str, Any]:
        """The view of the page and what it shows, all of one moment."""
        shown: dict[str, Any] = self.page.evaluate(SHOWN)
        return shown


class Evening:
    """The table, and the ways in which its people act: by mouse, by key, by touch."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.server = server
        self.proxy = Proxy(server.port)
        ports = (server.port, server.port, self.proxy.port)
        self.people = [Person(browser, port) for port in ports]
        self.phone = Person(browser, server.port, **PHONE)
        self.ident = self.open_room()
        for seat, person in enumerate(self.people):
            person.open(f"/r/{self.ident}")
            person.page.fill("input[name=name]", NAMES[seat])
            person.page.click(f'#free button[value="{seat}"]')
            person.until("window.wire.seat === value", seat)
        self.phone.open(f"/r/{self.ident}")

    def open_room(self) -> str:
        ann = self.people[0]
        ann.open("/")
        ann.page.select_option("select[name=players]", "3")
        ann.page.select_option("select[name=game]", "five levels")
        ann.page.click("button.main")
        ann.page.wait_for_url("**/r/*")
        return str(ann.page.url.rpartition("/")[2])

    @property
    def everyone(self) -> list[Person]:
        return [*self.people, self.phone]

    def record(self) -> tm.Record:
        return self.server.record(self.ident)

    def settle(self, *, but: Person | None = None) -> tm.GameState:
        """Wait until all have heard all, and hold each page to what its seat may know."""
        number = len(self.record().entries)
        for seat, person in [*enumerate(self.people), (None, self.phone)]:
            if person is not but:
                person.until("window.wire.view && window.wire.entry >= value", number)
                self.compare(person, seat)
        record = self.record()
        return tm.final_state(record) if len(record.entries) == number else self.settle(but=but)

    def compare(self, person: Person, seat: tm.Seat | None) -> None:
        """The table may have gone on by itself: the page says after which entry it is."""
        shown, record = person.shown(), self.record()
        state = tm.final_state(tm.Record(record.start, record.entries[: shown["entry"]]))
        view = tm.view(state, seat)
        assert shown["view"] == codec.to_data(view)
        assert shown["hand"] == [[seat, card] for card in view.hand]
        assert shown["pile"] == [[laid.seat, laid.card] for laid in view.pile]
        assert shown["aside"] == [[gone.seat, gone.card] for gone in view.aside]
        assert person.faults == []

    def phase(self, *wanted: tm.Phase) -> tm.GameState:
        """Wait until the table has gone on to a phase."""
        self.phone.until("value.includes(window.wire.view?.phase)", [*wanted])
        return self.settle()

    def ready(self) -> None:
        self.phase(tm.Phase.FOCUSING)
        self.people[0].click("Ready")
        self.people[1].page.keyboard.press("r")
        self.people[2].page.keyboard.press("Space")
        self.phase(tm.Phase.PLAYING)

    def play(self, seat: int) -> tm.GameState:
        """A seat plays its lowest card, each in its own way."""
        number = len(self.record().entries)
        if seat == 1:
            self.people[seat].page.keyboard.press("Enter")
        else:
            self.people[seat].click("Play")
        self.people[seat].until("window.wire.entry > value", number)
        return self.settle()

    def level(self) -> None:
        """Play a level from where it is to its end, without a mistake."""
        state = self.settle()
        level = state.level
        while state.level == level and not state.is_over:
            if state.phase is tm.Phase.FOCUSING:
                self.ready()
            elif state.phase is tm.Phase.PLAYING:
                self.play(min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1])
            else:
                self.phone.until("window.wire.entry > value", len(self.record().entries) - 1)
            state = self.settle()

    def mistake(self) -> None:
        """The highest plays first."""
        self.ready()
        before = self.settle()
        seat = max((hand[0], seat) for seat, hand in enumerate(before.hands) if hand)[1]
        after = self.play(seat)
        assert after.lives == before.lives - 1
        assert after.aside

    def star(self) -> None:
        self.ready()
        before = self.settle()
        self.people[1].page.keyboard.press("t")
        for seat in (0, 2):
            self.people[seat].until("window.wire.view.agreed.length > 0")
        self.people[0].click("AgreeToStar")
        self.people[2].page.keyboard.press("y")
        self.phone.until("window.wire.view.stars === value", before.stars - 1)
        assert len(self.settle().aside) == 3

    def vote_that_runs_out(self) -> None:
        """Two say yes, and time is up. A yes that comes after that is late."""
        self.ready()
        before = self.settle()
        self.people[0].click("ProposeStar")
        self.people[1].until("window.wire.view.agreed.length > 0")
        assert self.people[1].page.inner_text("#timer").startswith("no star in")
        asked = self.people[2].wire("entry")
        self.people[1].page.keyboard.press("y")
        self.phone.until("window.wire.view.agreed.length === 2")
        self.phone.until("window.wire.view.agreed.length === 0")
        after = self.settle()
        assert (after.stars, after.phase) == (before.stars, tm.Phase.PLAYING)
        self.late(2, tm.AgreeToStar(2), asked)

    def late(self, seat: int, action: tm.SeatAction, entry: int) -> None:
        """A message that says it was sent after an entry is refused, and the page says why."""
        number = len(self.record().entries)
        message = {"entry": entry, "act": codec.to_data(action)}
        self.people[seat].page.evaluate("message => window.wire.send(message)", message)
        self.people[seat].until("document.querySelector('#room .why').innerText !== ''")
        said = self.people[seat].page.inner_text("#room .why")
        assert said == "Too late: the position has changed."
        assert len(self.record().entries) == number

    def dropped_connection(self) -> None:
        """Cleo misses two steps, and follows again when her wire is mended."""
        cleo = self.people[2]
        self.proxy.cut()
        cleo.until("window.wire.status === 'away'")
        for person in (self.people[0], self.people[1], self.phone):
            person.until("!window.wire.people[2].here")
        self.people[0].page.keyboard.press("s")
        self.people[1].until("window.wire.view.phase === 'FOCUSING'")
        self.people[1].page.keyboard.press("r")
        self.phone.until("window.wire.view.ready.length === 1")
        state = self.settle(but=cleo)
        assert cleo.wire("view.phase") == "PLAYING"
        self.proxy.mend()
        cleo.until("window.wire.view.phase === 'FOCUSING'")
        assert self.settle() == state
        self.people[1].page.keyboard.press("r")
        self.phone.until("window.wire.view.ready.length === 0")
        self.ready()

    def lost_message(self) -> None:
        """A page that has missed an entry asks for a fresh view."""
        self.people[0].page.evaluate("window.wire.entry -= 1")
        asked = sum('"view"' in text for text in self.people[0].came)
        self.people[1].page.keyboard.press("s")
        self.phone.until("window.wire.view.phase === 'FOCUSING'")
        self.settle()
        assert sum('"view"' in text for text in self.people[0].came) == asked + 1
        self.ready()

    def links(self, browser: Any) -> None:
        """The link of a seat works on another device; a wrong one lets its holder watch."""
        token = self.people[1].page.evaluate("window.wire.token")
        for text, seat in ((token, 1), ("wrong", None)):
            guest = Person(browser, self.server.port, **PHONE)
            guest.open(f"/r/{self.ident}#{text}")
            guest.until("window.wire.view")
            self.compare(guest, seat)
            assert guest.page.url.endswith(f"/r/{self.ident}")
            guest.page.context.close()

    def kill(self) -> None:
        """The server dies with cards on the table, and comes back with the same views."""
        state = self.settle()
        views = [person.wire("view") for person in self.everyone]
        assert state.pile
        self.server.kill()
        for person in self.everyone:
            person.until("window.wire.status === 'away'")
        self.server.start()
        for person in self.everyone:
            person.until("window.wire.status === 'here'")
        assert [person.wire("view") for person in self.everyone] == views
        assert self.settle() == state


def fetched(address: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, b""


def test_three_browsers_play_five_levels(browser: Any, server: Server) -> None:
    evening = Evening(browser, server)
    room = f"http://127.0.0.1:{server.port}/r/{evening.ident}"
    evening.level()
    evening.mistake()
    evening.level()
    evening.star()
    evening.level()
    evening.vote_that_runs_out()
    first = evening.settle()
    evening.play(min((hand[0], seat) for seat, hand in enumerate(first.hands))[1])
    evening.dropped_connection()
    evening.lost_message()
    evening.links(browser)
    evening.kill()
    assert fetched(f"{room}/timeline.svg")[0] == 404
    evening.level()
    evening.level()
    assert evening.phase(tm.Phase.WON).level == 5
    for picture in ("table.svg", "timeline.svg"):
        status, text = fetched(f"{room}/{picture}")
        assert (status, text[:5]) == (200, b"<svg ")
    assert_nothing_leaked(evening)
    assert server.stop() == ""
    evening.proxy.close()


def assert_nothing_leaked(evening: Evening) -> None:
    record = evening.record()
    assert record.names == NAMES[:3]
    tokens = [person.page.evaluate("window.wire.token") for person in evening.people]
    for seat, person in [*enumerate(evening.people), (None, evening.phone)]:
        known = known_by(record, seat)
        assert len(person.came) > 50
        for text in person.came:
            assert_no_leak(json.loads(text), known, record.start.rules)
            assert not any(token in text for token in tokens if token != seat_token(seat, tokens))


def seat_token(seat: int | None, tokens: list[str]) -> str | None:
    return None if seat is None else tokens[seat]
