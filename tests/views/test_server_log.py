"""The log of the server: what it has told outlives crashes, cut lines and full disks."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import themind as tm
from claims import claim
from themind import codec
from views.party import EXAMPLE, PLAYERS, Party, example
from views.test_server_example import play_on, record_of

pytestmark = pytest.mark.unmeasured

MOST_SECONDS = 120
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def server() -> ModuleType:
    return example("server")


def deck(state: tm.GameState) -> tm.Deck:
    return tm.deck_for(state, "friday")


@contextlib.contextmanager
def table_of(server: ModuleType, log: Path) -> Iterator[Any]:
    game = server.Log(log, tm.Rules.standard(2))
    yield server.Table(game, deck)
    game.file.close()


class Heard:
    """A client's end of the wire that keeps what it is told."""

    seat = 0

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        self.told.append(message)


class TestResuming:
    def test_the_same_game_with_the_same_keys(self, server: ModuleType, log: Path) -> None:
        with table_of(server, log) as table:
            for _ in range(12):
                play_on(table)
        with table_of(server, log) as again:
            assert (again.state, again.entry, again.seats) == (
                table.state,
                table.entry,
                table.seats,
            )
            for _ in range(3):
                play_on(again)
        assert tm.final_state(record_of(log)) == again.state != table.state

    def test_a_log_that_was_cut_anywhere(self, server: ModuleType, log: Path) -> None:
        """The whole lines are the game; the rest is dropped, and the next line takes its place."""
        with table_of(server, log) as table:
            for _ in range(5):
                play_on(table)
        text = log.read_bytes()
        ends = [place + 1 for place, byte in enumerate(text) if byte == ord("\n")]
        record = record_of(log)
        states = [record.start, *[step.state for step in tm.replay(record)]]
        cuts = {
            0,
            1,
            *range(ends[-3], len(text) + 1),
            *[end + step for end in ends[:-1] for step in (-1, 0, 1)],
        }
        for cut in sorted(cuts):
            log.write_bytes(text[:cut])
            whole = sum(end <= cut for end in ends)
            game = server.Log(log, tm.Rules.standard(2))
            assert tm.final_state(game.record) == states[max(whole - 1, 0)], cut
            if whole:
                assert game.keys == list(table.seats)
            resumed = server.Table(game, deck)
            play_on(resumed)
            game.file.close()
            assert tm.final_state(record_of(log)) == resumed.state, cut

    def test_times_never_fall(
        self, server: ModuleType, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The clock of the system is set back by an hour while the server is down."""
        hour = 3_600 * 10**9
        monkeypatch.setattr(server.time, "time_ns", lambda: 5 * hour)
        with table_of(server, log) as table:
            play_on(table)
        monkeypatch.setattr(server.time, "time_ns", lambda: 4 * hour)
        with table_of(server, log) as table:
            play_on(table)
        assert {entry.at_ms for entry in record_of(log).entries} == {5 * 3_600_000}

    @pytest.mark.skipif(os.name != "posix", reason="owners of files as POSIX has them")
    @claim("views.md", "Responsibilities of your app")
    def test_the_log_is_for_its_owner_alone(self, server: ModuleType, log: Path) -> None:
        with table_of(server, log):
            assert log.stat().st_mode & 0o077 == 0


class TestOrder:
    def test_nothing_is_told_before_it_is_on_the_disk(self, server: ModuleType, log: Path) -> None:
        with table_of(server, log) as table:
            on_disk = []
            line = Heard()
            line.send = lambda message: on_disk.append(  # type: ignore[method-assign]
                (message["entry"], len(record_of(log).entries))
            )
            table.lines.add(line)
            for _ in range(6):
                play_on(table)
        assert len(on_disk) >= 6
        assert all(entry == written for entry, written in on_disk)

    @claim("views.md", "Example: a server")
    def test_an_action_that_cannot_be_written_does_not_happen(
        self, server: ModuleType, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with table_of(server, log) as table:
            line = Heard()
            table.lines.add(line)
            before, text = table.state, log.read_bytes()
            full(server, monkeypatch)
            ready = json.dumps({"act": codec.to_data(tm.Ready(0))}).encode()
            server.answer(table, line, ready)
            assert table.state == before
            assert line.told == [{"error": "the game cannot go on: No space left on device"}]
            assert log.read_bytes() == text
            monkeypatch.undo()
            server.answer(table, line, ready)
            assert table.state.ready == {0}
            assert [message["entry"] for message in line.told[1:]] == [2]
        assert tm.final_state(record_of(log)) == table.state

    def test_the_table_goes_on_with_the_next_message(
        self,
        server: ModuleType,
        log: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """The disk is full as the second level should be dealt."""
        with table_of(server, log) as table:
            line = Heard()
            table.lines.add(line)
            table.act(tm.Begin(), by=tm.HOST)
            while table.state.phase is not tm.Phase.CLEARED:
                seat = min((hand[0], n) for n, hand in enumerate(table.state.hands) if hand)[1]
                table.act(tm.Play(seat), by=seat)
            full(server, monkeypatch)
            server.answer(table, line, b'{"fresh": true}')
            assert line.told[-1]["view"]["phase"] == "CLEARED"
            assert capsys.readouterr().err == "cannot write the log: No space left on device\n"
            monkeypatch.undo()
            server.answer(table, line, b'{"fresh": true}')
            assert line.told[-1]["view"]["level"] == 2
            entries = [message["entry"] for message in line.told]
        assert entries == sorted(entries)
        assert tm.final_state(record_of(log)) == table.state


def full(server: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes bytes and then says that it could not keep them."""

    def fsync(_: int) -> None:
        raise FULL

    monkeypatch.setattr(server.os, "fsync", fsync)


@contextlib.contextmanager
def running(log: Path) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The server as a program, and the line that it prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLE / "server.py")]
    command += ["--players", str(PLAYERS), "--seed", "friday", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


class Serving(Party):
    """A party that knows the process of its server."""

    server = 0


Playing = Callable[[Serving], Coroutine[Any, Any, None]]


def evening(party: Serving, log: Path, play: Playing) -> None:
    """Serve a game to a party that comes, plays, and sees the server killed."""

    async def this_evening(server: Any) -> None:
        async with asyncio.timeout(MOST_SECONDS):
            await party.arrive()
            await play(party)
            server.kill()
            for client in party.clients:
                with contextlib.suppress(ConnectionError):
                    await client.leave()

    with running(log) as (server, table):
        assert party.keys in ([], table["keys"])
        party.port, party.keys, party.server = table["port"], table["keys"], server.pid
        asyncio.run(this_evening(server))


async def half_a_level(party: Serving) -> None:
    await party.level()
    await party.ready()
    await party.play()


async def stop_unheard(party: Serving) -> None:
    """All call stop at once; the server is killed while it tells them."""
    for seat in range(PLAYERS):
        party.clients[seat].act(tm.Refocus(seat))
    await party.clients[0].listen()


async def play_the_rest(party: Serving) -> None:
    view = party.latest.view
    if view.phase is tm.Phase.FOCUSING:
        for seat in set(range(PLAYERS)) - view.ready:
            await party.do(tm.Ready(seat))
    await party.level_to_its_end()


def test_a_server_that_is_killed_goes_on_where_everybody_was(log: Path) -> None:
    """Killed in the middle of a level, while it tells a stop, and as it has just dealt."""
    party = Serving(0, [])
    for play in (half_a_level, stop_unheard, play_the_rest, nothing):
        evening(party, log, play)
        steps = list(tm.replay(record_of(log)))
        for client in party.clients:
            assert client.entry <= len(steps)
            assert client.view == tm.view(steps[client.entry - 1].state, client.view.seat)
    assert steps[-1].state.level == 3


async def nothing(party: Serving) -> None:
    """Nobody does anything: all have what the server has written."""
    assert len({client.entry for client in party.clients}) == 1


@pytest.mark.skipif(
    importlib.util.find_spec("resource") is None or sys.platform != "linux",
    reason="only Linux lets one program limit the files of another",
)
def test_a_disk_that_fills_up_and_is_emptied_again(log: Path) -> None:
    import resource

    def limit(size: int) -> None:
        most = resource.RLIM_INFINITY
        resource.prlimit(party.server, resource.RLIMIT_FSIZE, (size, most))

    async def fill_and_empty(party: Serving) -> None:
        await party.ready()
        limit(log.stat().st_size + 10)
        text, ann = log.read_bytes(), party.clients[party.next_seat()]
        ann.act(tm.Play(ann.view.seat))
        assert "the game cannot go on" in (await ann.listen())["error"]
        assert log.read_bytes() == text
        limit(resource.RLIM_INFINITY)
        await party.level_to_its_end()

    party = Serving(0, [])
    evening(party, log, fill_and_empty)
    assert tm.final_state(record_of(log)).level == 2


HEAD = {"keys": ["a", "b"], "start": codec.to_data(tm.new_game(tm.Rules.standard(2)))}
PLAY = codec.dumps(tm.Entry(tm.Play(0)))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["a diary"], "Expecting value"),
        (["[1]"], "the first line must contain a key for each seat and a state"),
        ([json.dumps(HEAD | {"keys": ["a"]})], "the first line must contain a key for each seat"),
        ([json.dumps(HEAD | {"start": 5})], "$"),
        ([json.dumps(HEAD), "{}", PLAY], "$"),
        ([json.dumps(HEAD), PLAY], "entry 0"),
    ],
)
def test_a_file_that_holds_no_game_is_left_alone(lines: list[str], told: str, log: Path) -> None:
    text = "".join([f"{line}\n" for line in lines])
    log.write_text(text)
    status, err = start(log)
    assert status == 2
    assert f"{log} contains no game: " in err
    assert told in err
    assert log.read_text() == text


def test_a_place_where_no_log_can_be(tmp_path: Path) -> None:
    status, err = start(tmp_path)
    assert status == 2
    assert f"cannot use {tmp_path}: " in err


def start(log: Path) -> tuple[int, str]:
    """Start the server where it cannot serve; its exit status and its errors."""
    command = [sys.executable, "-W", "error", str(EXAMPLE / "server.py"), "--log", str(log)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr
    return done.returncode, " ".join(done.stderr.split())
