"""The server of the documentation, with three clients on real sockets, and what it told them.

The clients play a whole game, on purpose not well. One is late, one sends stale clicks, acts for
others and talks nonsense, one leaves and comes back. Nothing here waits for time to pass.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from themind import codec
from views.party import EXAMPLE, PLAYERS, Party, Recorder, example
from views.test_laws import shown_by

MOST_SECONDS = 120
FRESH = b'{"fresh": true}'
NONSENSE = [
    b"",
    b"null",
    b"[1, 2",
    b"\xff\xfe",
    b"[" * 10_000,
    b"9" * 10_000,
    b"x" * 100_000,
    b'{"join": true}',
    b'{"join": "no key"}',
    b'{"join": ["a"]}',
    b'{"fresh": 1}',
    b'{"act": null}',
    b'{"act": {"type": "Play", "format": 1, "seat": 2.0, "card": null}}',
    b'{"act": {"type": "Play", "format": 1, "seat": 2}}',
    b'{"act": {"type": "Reveal", "format": 1}}',
    b'{"act": {"type": "Deal", "format": 1, "deck": [1, 2, 3]}}',
]


async def nonsense(party: Party) -> None:
    """Everything that seat 2 says makes no sense, or is not its to say; nothing comes of it."""
    cat = party.clients[2]
    entry, view, told = cat.entry, cat.view, len(cat.came)
    for text in NONSENSE:
        cat.say(text)
    for action in (tm.Play(0), tm.Ready(1), tm.Play(3), tm.Play(2, 101), tm.AgreeToStar(2, 0)):
        assert not await cat.do(action)
    assert (await cat.fresh_view(), cat.entry) == (view, entry)
    answers = [json.loads(text) for text in cat.came[told:]]
    assert sum("error" in answer for answer in answers) >= len(NONSENSE)
    assert [a["refused"]["code"] for a in answers if "refused" in a][:3] == ["NOT_YOURS"] * 3
    party.complaints.append({answer["error"] for answer in answers if "error" in answer})


async def stale_clicks(party: Party) -> None:
    """Seat 2 clicks twice on the same card, and says yes to a star that has lapsed."""
    ann, ben, cat = party.clients
    assert await party.do(tm.ProposeStar(0))
    down = len(cat.view.pile) + len(cat.view.aside)
    await party.play()
    assert not await cat.do(tm.AgreeToStar(2, down))
    assert await party.do(tm.ProposeStar(1))
    assert not await cat.do(tm.AgreeToStar(2, down))
    assert await party.do(tm.DeclineStar(2))
    card = cat.view.hand[0]
    while cat.view.hand[:1] == (card,):
        await party.play()
    assert not await cat.do(tm.Play(2, card))
    assert ann.view.agreed == ben.view.agreed == frozenset()


async def star(party: Party) -> None:
    """All three say yes."""
    assert await party.do(tm.ProposeStar(1))
    for seat in (0, 2):
        down = len(party.clients[seat].view.pile) + len(party.clients[seat].view.aside)
        assert await party.do(tm.AgreeToStar(seat, down))
    assert party.clients[0].view.phase is tm.Phase.FOCUSING


async def the_evening(party: Party) -> None:
    """A whole game: ten levels, and as much of the blind run as it takes to lose."""
    await party.arrive()
    await party.level()

    party.late = {0}  # who acts unheard, and reads when it has to act
    await party.level()
    party.late = set()
    await party.hear(party.clients[1].entry)

    await party.ready()
    await nonsense(party)
    lives = party.latest.view.lives
    await party.play(wrong=True)
    assert party.latest.view.lives == lives - 1
    await party.ready()
    await stale_clicks(party)
    while party.latest.view.level == 3:
        await party.play()

    await party.ready()
    await star(party)
    ben = party.clients[1]
    left_at = ben.entry
    await ben.leave()
    for seat in (0, 2):
        await party.do(tm.Ready(seat))
    await party.come_back(1)
    assert party.clients[1].entry == left_at + 2
    assert await party.do(tm.Ready(1))
    assert await party.do(tm.Refocus(0))
    await party.level()

    cat = party.clients[2]
    cat.loses_next, party.late = True, {2}
    await party.do(tm.Ready(0))
    await party.do(tm.Unready(0))
    party.late = set()
    asked = cat.sent.count(FRESH)
    await party.hear(party.latest.entry)
    assert cat.sent.count(FRESH) == asked + 1
    while not cat.view.blind:
        await party.level()
    await party.level()
    while not cat.view.is_over:
        await party.ready()
        await nonsense(party)
        while cat.view.phase is tm.Phase.PLAYING:
            await party.play(wrong=True)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def server(log: Path) -> Iterator[Any]:
    command = [sys.executable, "-W", "error", str(EXAMPLE / "server.py")]
    command += ["--players", str(PLAYERS), "--seed", "friday", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        yield process
        process.kill()


@claim("views.md", "Example: a server")
def test_three_clients_follow_a_game_over_sockets(server: Any, log: Path) -> None:
    table = json.loads(server.stdout.readline())
    party = Party(table["port"], table["keys"])

    async def evening() -> list[tm.SeatView]:
        async with asyncio.timeout(MOST_SECONDS):
            await the_evening(party)
            followed = [client.view for client in party.clients]
            assert [await client.fresh_view() for client in party.clients] == followed
            await party.leave()
            return followed

    followed = asyncio.run(evening())
    assert server.poll() is None
    server.terminate()
    assert server.stderr.read() == b""
    steps = list(tm.replay(record_of(log)))
    state = steps[-1].state
    assert (state.phase, state.blind) == (tm.Phase.LOST, True)
    assert followed == [tm.view(state, seat) for seat in range(PLAYERS)]
    for client in party.clients + party.gone:
        assert_nothing_leaked(client, steps)
    assert len(party.complaints) > 1
    assert all(said == party.complaints[0] for said in party.complaints)


def record_of(log: Path) -> tm.Record:
    """The game that the server has logged."""
    head, *lines = log.read_text().splitlines()
    start = codec.from_data(json.loads(head)["start"], tm.GameState)
    return tm.Record(start, [codec.loads(line, tm.Entry) for line in lines])


def assert_nothing_leaked(client: Recorder, steps: list[tm.Step]) -> None:
    """No line that came holds a card that the seat could not know, or had not named itself."""
    seat = codec.from_data(json.loads(client.came[0])["view"], tm.SeatView).seat
    known: list[set[int]] = [set()]
    for step in steps:
        known.append(known[-1])
        for event in step.events:
            known[-1] = shown_by(event, seat, known[-1])
    named = set(map(int, re.findall(rb"\d{1,3}", b" ".join(client.sent))))
    for text in client.came:
        message = json.loads(text)
        may_hold = known[message["entry"]] if "entry" in message else named
        assert set(cards_in(message)) <= may_hold, text


NO_CARDS = {
    "agreed",
    "attempt",
    "entry",
    "format",
    "hand_sizes",
    "level",
    "lives",
    "mistakes",
    "ready",
    "rules",
    "seat",
    "stars",
}


def cards_in(data: Any) -> Iterator[int]:
    """Every number in a message, but those under a key that is known to hold none."""
    if isinstance(data, dict):
        for key in data.keys() - NO_CARDS:
            yield from cards_in(data[key])
    elif isinstance(data, list):
        for item in data:
            yield from cards_in(item)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield data


def test_a_leak_would_be_found() -> None:
    """The check above can fail: a card of another's hand in a line that came is one too many."""
    state = tm.new_game(tm.Rules.standard(2))
    step = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
    view = codec.to_data(tm.view(state, 0))
    honest = codec.to_data(tm.redact(step.events[0], 0))
    for event, leaks in ((honest, False), (honest | {"hint": [[62]]}, True)):
        client = Recorder(None, None)
        for message in ({"entry": 0, "view": view}, {"entry": 1, "events": [event]}):
            client.came.append(json.dumps(message).encode())
        if leaks:
            with pytest.raises(AssertionError, match="62"):
                assert_nothing_leaked(client, [step])
        else:
            assert_nothing_leaked(client, [step])


class FullWire:
    """What a server writes to whose client does not read."""

    def __init__(self, unread: int) -> None:
        self.unread = unread
        self.written: list[bytes] = []
        self.is_cut = False
        self.transport = self

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.is_cut = True

    def is_closing(self) -> bool:
        return self.is_cut

    def write(self, text: bytes) -> None:
        self.written.append(text)


def test_a_client_that_does_not_read_is_cut_off() -> None:
    """The server waits for nobody and keeps no endless backlog."""
    server = example("server")
    for unread in (server.MOST_UNREAD, server.MOST_UNREAD + 1):
        wire = FullWire(unread)
        line = server.Line(wire)
        line.send({"entry": 1, "events": []})
        line.send({"entry": 2, "events": []})
        assert wire.is_cut is (unread > server.MOST_UNREAD)
        assert len(wire.written) == (0 if wire.is_cut else 2)


def play_on(table: Any) -> None:
    """Play the lowest card of all, or do what comes before it."""
    state = table.state
    if state.phase is tm.Phase.FOCUSING:
        table.act(tm.Begin(), by=tm.HOST)
    else:
        seat = min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1]
        table.act(tm.Play(seat), by=seat)
    table.advance()


async def watched(log: Path, *, hangs_up: bool) -> Any:
    """A table of the server that plays a game without a mistake, with the watcher at it."""
    server, client = example("server"), example("client")
    game = server.Log(log, tm.Rules.standard(2))
    table = server.Table(game, lambda state: tm.deck_for(state, "friday"))
    ends = []

    async def serve(reader: Any, writer: Any) -> None:
        ends.append(writer)
        await server.serve(table, reader, writer)

    async with asyncio.timeout(MOST_SECONDS), await asyncio.start_server(serve, "127.0.0.1") as on:
        watching = asyncio.create_task(client.watch(on.sockets[0].getsockname()[1]))
        while not table.lines:
            await asyncio.sleep(0)
        while not (table.state.blind if hangs_up else client.is_over_for_good(table.state)):
            play_on(table)
        if hangs_up:
            ends[0].close()
        await watching
    game.file.close()
    return table.state


def test_the_watcher_sees_the_blind_run_too(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = asyncio.run(watched(log, hangs_up=False))
    assert (state.phase, state.blind) == (tm.Phase.WON, True)
    told = capsys.readouterr().out
    assert told.index("GameWon(blind=False)") < told.index("BlindStarted(")
    assert told.endswith("GameWon(blind=True)\n")


def test_the_watcher_leaves_when_the_server_hangs_up(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = asyncio.run(watched(log, hangs_up=True))
    assert (state.phase, state.blind) == (tm.Phase.FOCUSING, True)
    assert "BlindStarted(" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "options", "told"),
    [
        ("client", [], "required: port"),
        ("client", ["x"], "invalid int value: 'x'"),
        ("client", ["1"], "no server at port 1: "),
        ("server", ["--players", "5", "--log", "unused.jsonl"], "invalid choice"),
    ],
)
def test_options_that_make_no_sense_are_told(program: str, options: list[str], told: str) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLE / f"{program}.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
