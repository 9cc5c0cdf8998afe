"""Lines of a keyboard in the order of their times, and the file that a live game is kept in."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

import themind as tm
from private.live_table import Script
from themind import codec
from themind.__main__ import INTERRUPTED, main
from themind._cli.live.console import MOST_UNREAD, Keyboard, Line
from themind._cli.live.record_file import RecordFile, kept
from themind._cli.streams import Failure, ReaderGone

Told = pytest.CaptureFixture[str]
START = tm.Record(tm.new_game(tm.Rules.standard(players=2)))
DEAL = tm.Deal(tm.stacked_deck([(20,), (40,)]))

NO_DESCRIPTOR = 1_000_000
LONGEST_SECONDS = 30


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Its reading threads end before it does: a later pipe can have the same numbers."""
    before = {*threading.enumerate()}
    reader, writer = os.pipe()
    yield reader, writer
    os.close(writer)
    for thread in {*threading.enumerate()} - before:
        thread.join(LONGEST_SECONDS)
    os.close(reader)


def end(writer: int) -> None:
    """End the input, and keep the number, which the fixture closes."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), writer)


class TestKeyboard:
    def test_lines_and_the_end_of_the_input(self, pipe: tuple[int, int]) -> None:
        hands = Hands()
        os.write(pipe[1], b"s\n\nq\r\n\xff\nno end")
        end(pipe[1])
        keyboard = Keyboard(pipe[0], hands)
        lines = [keyboard.line(inf) for _ in range(5)]
        assert lines == [Line(0.0, text) for text in ("s", "", "q\r", "\ufffd", None)]

    def test_it_waits_until_a_time_comes(self, pipe: tuple[int, int]) -> None:
        keyboard = Keyboard(pipe[0])
        assert keyboard.line(0.3) is None
        assert keyboard.now() >= 0.3

    def test_a_line_after_that_time_waits_and_holds_the_clock(self, pipe: tuple[int, int]) -> None:
        hands = Hands()
        keyboard = Keyboard(pipe[0], hands)
        hands.time = 105.0
        os.write(pipe[1], b"\n")
        while keyboard._waiting is None:
            assert keyboard.line(4.9) is None
        hands.time = 106.0
        assert keyboard.now() == 5.0
        assert keyboard.line(4.9) is None
        assert keyboard.line(9.0) == Line(5.0, "")
        assert keyboard.now() == 6.0

    @pytest.mark.skipif(os.name != "posix", reason="pipes that do not wait, as POSIX has them")
    def test_an_input_that_does_not_wait_is_read_again(self, pipe: tuple[int, int]) -> None:
        os.set_blocking(pipe[0], False)
        keyboard = Keyboard(pipe[0])
        assert keyboard.line(0.1) is None
        os.write(pipe[1], b"s\n")
        line = keyboard.line(inf)
        assert line is not None
        assert line.text == "s"

    def test_a_terminal_that_has_gone_is_the_end(self) -> None:
        assert Keyboard(NO_DESCRIPTOR, Hands()).line(inf) == Line(0.0, None)

    def test_a_line_that_never_ends_takes_no_memory(self, pipe: tuple[int, int]) -> None:
        keyboard = Keyboard(pipe[0])
        for _ in range(20):
            os.write(pipe[1], b"x" * MOST_UNREAD)
        os.write(pipe[1], b"\n")
        line = keyboard.line(inf)
        assert line is not None
        assert line.text is not None
        assert len(line.text) < 2 * MOST_UNREAD + 4096


def full(_: int) -> None:
    raise OSError(28, "No space left on device")


class TestRecordFile:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "game.json"

    def held(self, path: Path) -> tm.Record:
        """The record of a file that lies alone in its folder."""
        assert list(path.parent.iterdir()) == [path]
        return codec.loads(path.read_bytes(), tm.Record)

    def test_it_is_a_record_after_each_action(self, path: Path) -> None:
        record_file = RecordFile(str(path), START)
        assert self.held(path) == START
        record_file.add(DEAL, 0)
        record_file.add(tm.Ready(0), 900)
        assert self.held(path) == START.add(DEAL, 0).add(tm.Ready(0), 900)

    def test_its_end_is_not_before_its_last_entry(self, path: Path) -> None:
        record_file = RecordFile(str(path), START.add(DEAL, 900))
        record_file.end(0.5)
        assert self.held(path).ended_at_ms == 900
        record_file.end(1.5)
        assert self.held(path).ended_at_ms == 1500

    def test_a_file_that_is_there_is_left_alone(self, path: Path) -> None:
        path.write_text("another game")
        with pytest.raises(Failure, match=r"cannot create '.*game.json': File exists"):
            RecordFile(str(path), START)
        assert path.read_text() == "another game"

    def test_a_folder_that_is_not_there(self, path: Path) -> None:
        with pytest.raises(Failure, match="No such file or directory"):
            RecordFile(str(path / "game.json"), START)

    def test_a_disk_that_is_full_from_the_start_keeps_no_file(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(Failure, match="No space left on device"):
            RecordFile(str(path), START)
        assert list(path.parent.iterdir()) == []

    def test_a_disk_that_fills_up_loses_no_entry(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record_file = RecordFile(str(path), START)
        record_file.add(DEAL, 0)
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(Failure, match="No space left on device; entries kept: 1"):
            record_file.add(tm.Ready(0), 900)
        assert self.held(path) == START.add(DEAL, 0)

    def test_how_it_ends(self, path: Path) -> None:
        with kept(str(path), START, Script([])) as keep:
            keep(DEAL, 700)
        assert self.held(path).ended_at_ms == 700

    @pytest.mark.parametrize("reason", [KeyboardInterrupt(), Failure(2, "full"), ReaderGone()])
    @pytest.mark.parametrize("is_full", [False, True])
    def test_the_first_reason_to_end_is_told(
        self, reason: BaseException, is_full: bool, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(type(reason)) as ended, kept(str(path), START, Script([])) as keep:  # noqa: PT012
            keep(DEAL, 700)
            if is_full:
                monkeypatch.setattr(os, "fsync", full)
            raise reason
        assert ended.value is reason
        assert self.held(path).ended_at_ms == (None if is_full else 700)

    def test_a_game_without_a_file(self) -> None:
        with kept(None, START, Script([])) as keep:
            keep(DEAL, 700)


class TestPrompt:
    @pytest.fixture
    def typed(self, pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
        """The end of a pipe that stands for the keyboard."""
        with os.fdopen(pipe[0], closefd=False) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            yield pipe[1]

    def test_a_recorded_game_is_refereed(self, typed: int, tmp_path: Path, capsys: Told) -> None:
        path = tmp_path / "game.json"
        os.write(typed, b"\n?\nq\n")
        options = ["--seed", "friday", "--names", "Eve,Bob", "--tempo", "0.5", "--noise", "none"]
        assert main(["play", *options, "--record", str(path)]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert out.startswith("2 players, levels 1 to 12, 2 lives, 1 star.\nYou are Eve. Bob is a")
        assert "Eve is ready." in out
        assert out.endswith(
            "Outcome: none yet. Level 1 of 12: the game is waiting for everyone to be ready.\n"
        )
        record = codec.loads(path.read_bytes(), tm.Record)
        assert record.names == ("Eve", "Bob")
        assert dict(record.tags) == {
            "clocks": "Clock(tempo=0.5, noise=None)",
            "person": "seat 0",
            "seed": "friday",
            "source": "python -m themind play",
        }
        assert [entry.action for entry in record.entries] == [
            tm.Deal(tm.deck_for(record.start, "friday")),
            tm.Ready(0),
        ]
        assert record.ended_at_ms is not None
        assert main(["replay", str(path)]) == 0
        assert "Eve is ready." in capsys.readouterr().out

    def test_decks_come_from_the_system_without_a_seed(self, typed: int, tmp_path: Path) -> None:
        end(typed)
        decks = []
        for name in ("one.json", "two.json"):
            assert main(["play", "--record", str(tmp_path / name), "--level", "12"]) == 0
            record = codec.loads((tmp_path / name).read_bytes(), tm.Record)
            assert record.start.level == 12
            decks.append(record.entries[0].action)
        assert decks[0] != decks[1]

    def test_one_level_alone(self, typed: int, capsys: Told) -> None:
        end(typed)
        assert main(["play", "--players", "4", "--level", "3", "--levels", "3"]) == 0
        assert capsys.readouterr().out.startswith("4 players, level 3 alone, 4 lives, 1 star.\n")

    @pytest.mark.parametrize(
        ("options", "error"),
        [
            (["--players", "5"], "players must be 2, 3 or 4"),
            (["--level", "13"], "levels must be at least first_level (13), got 12"),
            (["--levels", "x"], "argument --levels: invalid int value: 'x'"),
            (["--tempo", "-1"], "--tempo must be at least 0"),
            (["--tempo", "1e9"], "--tempo must be at most 1,000,000"),
            (["--noise", "pink:1"], "argument --noise: must be lognormal:SIZE, additive:SIZE"),
            (["--names", "Eve"], "--names must have 2 items, one for each player, got 1"),
            (["--names", f"Eve,{'x' * 81}"], "--names[1] must have at most 80 characters"),
            (["--seed", "x" * 401], "argument --seed: must be at most 400 printable characters"),
            (["--seed", "\udcff"], "argument --seed: must be at most 400 printable characters"),
            (["--record", "no/such/folder"], "cannot create 'no/such/folder': No such file"),
        ],
    )
    def test_bad_options(self, options: list[str], error: str, typed: int, capsys: Told) -> None:
        try:
            status = main(["play", *options])
        except SystemExit as ended:
            status = ended.code
        assert status == 2
        err = capsys.readouterr().err
        assert f": {error}" in err
        assert "Traceback" not in err

    def test_standard_input_that_is_closed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Told
    ) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert main(["play"]) == 2
        assert capsys.readouterr() == ("", "python -m themind: standard input is closed\n")

    def test_an_interrupt_is_quiet_and_the_record_ends(
        self, typed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told
    ) -> None:
        def interrupted(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        path = tmp_path / "game.json"
        monkeypatch.setattr(Keyboard, "line", interrupted)
        assert main(["play", "--record", str(path)]) == INTERRUPTED
        out, err = capsys.readouterr()
        assert err == ""
        assert "Outcome" not in out
        assert codec.loads(path.read_bytes(), tm.Record).ended_at_ms is not None

    def test_a_reader_that_goes_away_ends_the_game(
        self, typed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Lines that come later are not for a game which nobody sees."""

        def gone(*_: object) -> None:
            raise ReaderGone

        path = tmp_path / "game.json"
        monkeypatch.setattr("themind._cli.live.loop._answer", gone)
        os.write(typed, b"\n\n\n")
        assert main(["play", "--record", str(path)]) == 0
        record = codec.loads(path.read_bytes(), tm.Record)
        assert len(record.entries) == 1
        assert record.ended_at_ms is not None
