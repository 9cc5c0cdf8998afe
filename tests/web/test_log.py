"""The log of the web example: nothing that was told is lost, whatever happens to the server."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from web.house import DURABLE, LIMITS, NAMES, Client, Log, Room, Table, log

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

RULES = tm.Rules.standard(players=3)
KILLS = 2
PLAYS_ON = """
import sys
from pathlib import Path
import web.house as house
import themind as tm

house.log.DURABLE = house.DURABLE
table = house.Table(Path(sys.argv[1]), tm.Rules.standard(players=3))
table.watcher.send = lambda message: print(message["entry"], flush=True)
print(table.ident, flush=True)
while True:
    table.wait(1_000)
    for seat, client in enumerate(table.clients):
        for action in tm.legal_actions(client.view)[:2]:
            client.act(action)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mind.sqlite"


@pytest.fixture
def table(file: Path) -> Table:
    return Table(file, RULES)


@claim("howto/web.md", "Responsibilities of your app")
def test_a_restart_resumes_with_the_same_views(table: Table) -> None:
    table.begin()
    assert table.clients[1].act(tm.ProposeStar(1)) is None
    views = [client.view for client in table.clients]
    number, latest = table.room.number, table.house.log.latest()
    assert latest > 0
    table.restart(latest)
    assert [client.view for client in table.clients] == views
    assert [client.seat for client in table.clients] == [0, 1, 2]
    assert table.room.number == number
    table.wait(LIMITS.vote)
    assert table.room.state.agreed == frozenset()
    table.assert_kept()


def test_times_never_fall(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on from the log, and a room with a later entry does not go back either."""
    from timers import clock_after

    table.begin()
    latest = table.house.log.latest()
    monkeypatch.setattr(time, "monotonic_ns", lambda: 17)
    clock = clock_after(latest)
    assert clock() == latest
    monkeypatch.setattr(time, "monotonic_ns", lambda: 17 + 2_999_999)
    assert clock() == latest + 2
    table.restart(0)  # a clock that did fall
    assert table.clients[0].act(tm.Refocus(0)) is None
    table.assert_kept()
    assert table.house.log.latest() == latest


def test_a_full_disk_changes_nothing(table: Table) -> None:
    table.begin()
    table.restart(table.clock())
    pages = table.house.log.database.execute("PRAGMA page_count").fetchone()[0]
    table.house.log.database.execute(f"PRAGMA max_page_count = {pages}")
    kept = 0
    while (
        refused := table.clients[0].act(tm.Refocus(0) if kept % 2 == 0 else tm.Ready(0))
    ) is None:
        for seat in (1, 2):
            table.clients[seat].act(tm.Ready(seat))
        kept += 1
    assert "cannot save" in refused
    told = len(table.watcher.came)
    number, state = table.room.number, table.room.state
    for client in table.clients:
        for action in tm.legal_actions(client.view):
            assert client.act(action) is not None
    with pytest.raises(sqlite3.OperationalError):
        table.room.act(tm.Refocus(0) if state.phase is tm.Phase.PLAYING else tm.Begin(), by=tm.HOST)
    assert (table.room.number, table.room.state) == (number, state)
    assert not any("events" in message for message in table.watcher.came[told:])
    table.assert_kept()
    table.house.log.database.execute(f"PRAGMA max_page_count = {pages + 100}")
    assert client.act(tm.legal_actions(client.view)[0]) is None
    assert table.room.number == number + 1
    table.assert_kept()


def test_an_entry_that_was_kept_after_all_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error does not say that nothing was written: the log does."""
    table.begin()
    append = Log.append

    def failing(self: Log, room: str, number: int, entry: tm.Entry) -> None:
        append(self, room, number, entry)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Log, "append", failing)
    assert table.clients[0].act(tm.Refocus(0)) is not None
    assert table.room.state.phase is tm.Phase.FOCUSING
    table.assert_kept()


def test_two_servers_never_part(table: Table) -> None:
    """A second server on the same file cannot write a number again, and follows the first."""
    table.begin()
    other = Room(table.open_house(), table.ident)
    guest = Client(other, table.clients[1].token)
    assert table.clients[0].act(tm.Refocus(0)) is None
    assert guest.act(tm.Refocus(1)) is not None
    assert (other.state, other.number) == (table.room.state, table.room.number)
    assert guest.view == table.clients[1].view
    table.assert_kept()


def test_a_seat_is_written_before_its_token_is_told(table: Table) -> None:
    ident = table.house.log.open_room(tm.new_game(RULES), [])
    table.house.log.database.execute("PRAGMA query_only = ON")
    client = Client(Room(table.house, ident))
    assert "cannot save" in (client.say(sit=0, name=NAMES[0]) or "")
    assert client.token is None
    assert table.house.log.sitters(ident) == {}


def test_the_file_of_a_server_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "DURABLE", DURABLE)
    database = Log(tmp_path / "mind.sqlite").database
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@claim("howto/web.md", "Write ahead: log, then state, then messages")
def test_a_kill_loses_nothing_that_was_told(tmp_path: Path) -> None:
    tests = str(Path(__file__).parents[1])
    for kill in range(KILLS):
        file = tmp_path / f"{kill}.sqlite"
        command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {tests!r})\n{PLAYS_ON}"]
        with subprocess.Popen([*command, file], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            ident = process.stdout.readline().strip()
            told = [int(process.stdout.readline()) for _ in range(10 + 7 * kill)]
            process.send_signal(signal.SIGKILL)
            told += [int(line) for line in process.stdout.read().splitlines()]
        record = Log(file).record(ident)
        assert len(record.entries) >= max(told) > 0
        assert tm.final_state(record).phase in tm.Phase
