"""The recipe for one game in one file: what is kept, whatever happens to disk and process."""

from __future__ import annotations

import errno
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from recipes.house import RULES, Game, play_on
from recipes.kills import assert_nothing_told_is_lost
from themind import codec

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

from line_log import LineLog  # noqa: E402

Reopen = Callable[..., LineLog]
NEWLINE = ord("\n")


class FullDisk:
    """A file on a disk that has room for so many bytes more."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written: int = self.file.write(data[: self.room])
        self.room -= written
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def reopen(file: Path) -> Iterator[Reopen]:
    """Open the log of the test, as often as it likes."""
    with ExitStack() as opened:

        def reopen(rules: tm.Rules = RULES) -> LineLog:
            return opened.enter_context(closing(LineLog(file, rules)))

        yield reopen


@pytest.fixture
def log(reopen: Reopen) -> LineLog:
    return reopen()


def test_a_game_goes_on_after_each_restart(log: LineLog, file: Path, reopen: Reopen) -> None:
    rng = random.Random(1)
    game = Game(log)
    for _ in range(15):
        play_on(game, rng, 4)
        again = Game(reopen(tm.Rules.standard(players=2)))  # rules of new games alone
        assert (again.state, again.number, again.at_ms) == (game.state, game.number, game.at_ms)
        assert (again.steps, again.record()) == (game.steps, game.record())
        game = again
    assert tm.final_state(game.record()) == game.state
    assert game.number > 20


def test_every_line_is_a_document(log: LineLog, file: Path) -> None:
    play_on(Game(log), random.Random(2), 10)
    start, *lines = file.read_text(encoding="ascii").splitlines()
    assert codec.loads(start, tm.GameState) == tm.new_game(RULES)
    assert [codec.loads(line, tm.Entry) for line in lines] == log.entries()


def test_a_cut_at_any_byte_drops_the_last_line_alone(
    log: LineLog, file: Path, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # hundreds of logs need no disk
    game = Game(log)
    play_on(game, random.Random(3), 3)
    whole = file.read_bytes()
    edges = {at + step for at, byte in enumerate(whole) if byte == NEWLINE for step in (-1, 0, 1)}
    for end in sorted({*range(0, len(whole), 41), *edges} - {len(whole)}):
        file.write_bytes(whole[:end])
        cut = reopen()
        count = max(whole[:end].count(b"\n") - 1, 0)
        assert cut.entries() == log.entries()[:count]
        assert cut.start() == log.start()
        if count < 3:  # and it goes on there
            Game(cut).act(log.entries()[count].action)
            lines = file.read_bytes().splitlines(keepends=True)
            assert lines[: count + 1] == whole.splitlines(keepends=True)[: count + 1]
            assert len(lines) == count + 2
            assert lines[-1].endswith(b"}\n")
        cut.close()


def test_a_full_disk_refuses_the_action_and_leaves_no_hole(
    log: LineLog, file: Path, reopen: Reopen
) -> None:
    game = Game(log)
    game.act(tm.Deal(tm.deck_for(game.state, "full")))
    before, state = file.read_bytes(), game.state
    disk = log.file
    for room in range(30):
        log.file = FullDisk(disk, room)
        with pytest.raises(OSError, match="No space"):
            game.act(tm.Ready(0))
        assert (game.state, game.number, file.read_bytes()) == (state, 1, before)
    log.file = disk
    game.act(tm.Ready(0))
    assert Game(reopen()).state == game.state != state


def test_an_illegal_action_is_not_written(log: LineLog, file: Path) -> None:
    game, before = Game(log), file.read_bytes()
    with pytest.raises(tm.IllegalAction):
        game.act(tm.Begin())
    game.act(tm.Deal(tm.deck_for(game.state, "law")))
    dealt = file.read_bytes()
    with pytest.raises(tm.IllegalAction) as refused:
        game.act(tm.Ready(1), by=0)
    assert refused.value.code is tm.IllegalCode.NOT_YOURS
    assert file.read_bytes() == dealt != before


@pytest.mark.parametrize("line", [0, 1, 2])
@claim("howto/frameworks.md", "A line for each entry")
def test_a_damaged_log_is_refused_and_left_alone(
    log: LineLog, file: Path, line: int, reopen: Reopen
) -> None:
    play_on(Game(log), random.Random(5), 3)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[line] = b"{}\n"
    file.write_bytes(b"".join(lines))
    with pytest.raises(tm.InvalidDocument):
        reopen()
    assert file.read_bytes() == b"".join(lines)


def test_a_number_that_is_not_the_next_is_refused(log: LineLog, file: Path) -> None:
    before = file.read_bytes()
    for number in (0, 2):
        with pytest.raises(ValueError, match="the next entry is 1"):
            log.append(number, tm.Entry(tm.Begin()))
    assert (file.read_bytes(), log.entries()) == (before, [])


def test_times_never_fall(log: LineLog, reopen: Reopen, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    game = Game(log)
    now += 2.5
    game.act(tm.Deal(tm.deck_for(game.state, "time")))
    now = 3.0  # a machine that was started anew
    again = Game(reopen())
    now += 0.25
    again.act(tm.Ready(0))
    now = 1.0
    again.act(tm.Ready(1))
    assert [entry.at_ms for entry in again.log.entries()] == [2_500, 2_750, 2_750]


@pytest.mark.native
def test_a_kill_loses_nothing_that_was_told(file: Path) -> None:
    assert_nothing_told_is_lost("lines", str(file))
