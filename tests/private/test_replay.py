"""`python -m themind replay`: games by the rules, games against them, files of other kinds."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import themind as tm
from claims import claim
from prompt.programs import BROKEN, GAME, START, run
from themind import codec
from themind.__main__ import main
from themind._cli.replay import LARGEST_FILE

Told = pytest.CaptureFixture[str]


def written(path: Path, record: tm.Record) -> str:
    path.write_text(codec.dumps(record))
    return str(path)


class TestTold:
    def test_a_game_is_told_and_its_outcome(self, file: Path, capsys: Told) -> None:
        assert main(["replay", str(file)]) == 0
        out = capsys.readouterr().out
        assert "  0:00.0  Level 1 is dealt: Seat 0 (37), Seat 1 (62).\n" in out
        assert out.endswith("\nOutcome: none yet. Level 1 of 12: play is in progress.\n")

    def test_long_names_are_told_apart(self, tmp_path: Path, capsys: Told) -> None:
        for long in ("Alexander Miller ", "Alexander Miller " * 4):
            named = attrs.evolve(GAME, names=(f"{long}A", f"{long}B"))
            assert main(["replay", written(tmp_path / "named.json", named)]) == 0
            out = " ".join(capsys.readouterr().out.split())
            first, second = re.findall(r"is dealt: (.+?) \(37\), (.+?) \(62\)", out)[0]
            assert first != second
            assert first.startswith("Alexander Miller ")

    def test_a_game_that_has_not_begun(self, tmp_path: Path, capsys: Told) -> None:
        assert main(["replay", written(tmp_path / "start.json", START)]) == 0
        out = capsys.readouterr().out
        assert out.endswith(
            "\n\nOutcome: none yet. Level 1 of 12: the game is waiting for the deal.\n"
        )

    def test_it_is_played_only_once(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        played: list[tm.Record] = []

        def counting(record: tm.Record, replay: object = tm.replay) -> Iterator[tm.Step]:
            played.append(record)
            return replay(record)  # type: ignore[operator,no-any-return]

        monkeypatch.setattr(tm, "replay", counting)
        monkeypatch.delattr(tm, "final_state")
        assert main(["replay", str(file)]) == 0
        assert played == [GAME]

    def test_the_final_state_as_json(self, file: Path, capsys: Told) -> None:
        assert main(["replay", "--json", str(file)]) == 0
        out = capsys.readouterr().out
        assert codec.loads(out, tm.GameState) == tm.final_state(GAME)

    def test_a_record_from_standard_input(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Told
    ) -> None:
        document = codec.dumps(GAME).encode()
        status, out, err = run("replay", "-", stdin=document)
        assert (status, err) == (0, "")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
        assert main(["replay", "-"]) == 0
        assert capsys.readouterr().out == out


class TestNames:
    @claim("howto/replay.md", "Command line")
    def test_the_names_of_the_command_line(self, file: Path, capsys: Told) -> None:
        assert main(["replay", str(file), "--names", "Ada, Ben"]) == 0
        assert "Level 1 is dealt: Ada (37), Ben (62)." in capsys.readouterr().out

    def test_a_name_can_be_left_out(self, file: Path, capsys: Told) -> None:
        assert main(["replay", str(file), "--names", ",Ben"]) == 0
        assert "Level 1 is dealt: Seat 0 (37), Ben (62)." in capsys.readouterr().out

    def test_the_names_of_the_record(self, file: Path, capsys: Told) -> None:
        record = attrs.evolve(codec.loads(file.read_text(), tm.Record), names=("Ada", "Ben"))
        file.write_text(codec.dumps(record))
        assert main(["replay", str(file)]) == 0
        assert "Level 1 is dealt: Ada (37), Ben (62)." in capsys.readouterr().out
        assert main(["replay", str(file), "--names", "Cleo,Dan"]) == 0
        assert "Level 1 is dealt: Cleo (37), Dan (62)." in capsys.readouterr().out

    def test_names_are_made_safe(self, file: Path, capsys: Told) -> None:
        assert main(["replay", str(file), "--names", "Ada\x1b[2J,\u202eBen"]) == 0
        out = capsys.readouterr().out
        assert "Level 1 is dealt: Ada?[2J (37), Ben (62)." in out
        assert "\x1b" not in out

    @pytest.mark.parametrize("names", ["", "Ada", "Ada,Ben,Cleo"])
    @pytest.mark.parametrize("options", [[], ["--json"]])
    def test_as_many_names_as_players(
        self, names: str, options: list[str], file: Path, capsys: Told
    ) -> None:
        assert main(["replay", str(file), "--names", names, *options]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("python -m themind: --names must have ")


class TestRuleBroken:
    @claim("howto/replay.md", "Command line")
    def test_it_is_named_after_the_story_up_to_it(self, broken: Path, capsys: Told) -> None:
        assert main(["replay", str(broken)]) == 1
        story, _, verdict = capsys.readouterr().out.partition("RULE BROKEN: ")
        assert story.endswith("  0:05.0  Seat 0 plays 37.\n\n")
        assert " ".join(verdict.split()) == (
            "entry 3 ($.entries[3], Play) breaks LVL-5 (HAND_EMPTY). "
            'Message to Seat 0: "You have no cards left to play."'
        )

    def test_it_names_the_player(self, broken: Path, capsys: Told) -> None:
        assert main(["replay", str(broken), "--names", "Ada,Ben"]) == 1
        assert "Message to Ada: " in " ".join(capsys.readouterr().out.split())

    @pytest.mark.parametrize("action", [tm.Begin(), tm.Ready(2), tm.Ready(10**9)])
    @pytest.mark.parametrize("names", [[], ["--names", "Ada,Ben"]])
    def test_an_action_of_no_player_has_no_name(
        self, action: tm.Action, names: list[str], tmp_path: Path, capsys: Told
    ) -> None:
        file = written(tmp_path / "x.json", GAME.add(action, 5_000))
        assert main(["replay", file, *names]) == 1
        assert 'Message: "' in " ".join(capsys.readouterr().out.split())

    def test_it_gives_no_json(self, broken: Path, capsys: Told) -> None:
        assert main(["replay", str(broken), "--json"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "entry 3" in err
        assert "HAND_EMPTY" in err

    def test_a_record_with_other_times_is_no_rule(
        self, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told
    ) -> None:
        def backwards(record: tm.Record) -> Iterator[tm.Step]:
            raise tm.InvalidRecord(1)

        monkeypatch.setattr(tm, "replay", backwards)
        assert main(["replay", str(file)]) == 1
        assert "RULE BROKEN: entry 1: " in capsys.readouterr().out


class TestUnreadable:
    def says(self, capsys: Told, file: Path | str, *words: str) -> None:
        assert main(["replay", str(file)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("python -m themind: ")
        assert err.count("\n") == 1
        assert [word for word in words if word not in err] == []

    def test_no_file(self, tmp_path: Path, capsys: Told) -> None:
        path = tmp_path / "nothing.json"
        self.says(capsys, path, "cannot read", repr(str(path)), "No such file")

    def test_a_folder(self, tmp_path: Path, capsys: Told) -> None:
        self.says(capsys, tmp_path, "cannot read", "directory" if os.name == "posix" else "denied")

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"", b"no json", b"[]", b"{", b"\x00"])
    def test_no_document(self, data: bytes, tmp_path: Path, capsys: Told) -> None:
        path = tmp_path / "x.json"
        path.write_bytes(data)
        self.says(capsys, path, "does not contain a valid record", "$")

    def test_where_in_the_document(self, tmp_path: Path, capsys: Told) -> None:
        path = tmp_path / "x.json"
        path.write_text(codec.dumps(GAME).replace('"at_ms":900', '"at_ms":true'))
        self.says(capsys, path, "$.entries[1].at_ms")

    def test_a_clock_that_runs_backwards(self, tmp_path: Path, capsys: Told) -> None:
        path = tmp_path / "x.json"
        path.write_text(codec.dumps(BROKEN).replace('"at_ms":6000', '"at_ms":60'))
        self.says(capsys, path, "does not contain a valid record", "at_ms")

    def test_what_it_says_moves_no_cursor(self, tmp_path: Path, capsys: Told) -> None:
        path = tmp_path / "x.json"
        path.write_text(codec.dumps(START).replace('"entries"', '"\\u001b[2J\\u202e"'))
        self.says(capsys, path)
        main(["replay", str(path)])
        assert capsys.readouterr().err.strip().isprintable()

    def test_a_file_without_end(self, capsys: Told) -> None:
        if not Path("/dev/zero").exists():
            pytest.skip("this system has no file without end")
        self.says(capsys, "/dev/zero", "characters")
        assert LARGEST_FILE < 2**25

    def test_no_standard_input(self, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        self.says(capsys, "-", "standard input is closed")
