"""The prompt: what it tells, how it ends, and that nothing on the way trips it."""

from __future__ import annotations

import io
import os
import re
import runpy
import subprocess
import sys
import tracemalloc
from importlib.metadata import version
from pathlib import Path

import pytest

import themind as tm
from themind import codec
from themind.__main__ import main
from wording import about

PAIR = tm.Rules.standard(players=2)
START = tm.Record(tm.new_game(PAIR))
GAME = START.add(tm.Deal(tm.stacked_deck([(37,), (62,)])), 0).add(tm.Begin(), 900)
BROKEN_BEFORE = GAME.add(tm.Play(0), 5_000)
BROKEN = BROKEN_BEFORE.add(tm.Play(0), 6_000)


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> tuple[int, str, str]:
    command = [sys.executable, "-O", "-W", "error", "-m", "themind", *arguments]
    done = subprocess.run(
        command, input=stdin, capture_output=True, check=False, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(codec.dumps(GAME))
    return path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.json"
    path.write_text(codec.dumps(BROKEN))
    return path


class TestIntroduction:
    def test_it_tells_a_whole_game(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) < 100
        assert max(map(len, lines)) < 80
        assert [line for line in lines if line.startswith("Outcome: the game is won")]

    def test_it_is_always_the_same_and_without_colours(self) -> None:
        told = run(PYTHONHASHSEED="1")
        assert told == run(PYTHONHASHSEED="2", LC_ALL="C", PYTHONIOENCODING="ascii")
        assert told[0] == 0
        assert "\x1b" not in told[1]

    def test_its_words_are_found_by_python(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delitem(sys.modules, "themind.__main__")
        monkeypatch.setattr(sys, "argv", ["themind"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module("themind", run_name="__main__")
        assert ended.value.code == 0


class TestReplay:
    def test_a_game_is_told_and_its_outcome(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["replay", str(file)]) == 0
        out = capsys.readouterr().out
        assert "  0:00.0  Dealt: Seat 0 37; Seat 1 62.\n" in out
        assert out.endswith("\nOutcome: none yet. Level 1 of 12: play runs.\n")

    def test_a_game_that_has_not_begun(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "start.json"
        path.write_text(codec.dumps(START))
        assert main(["replay", str(path)]) == 0
        out = capsys.readouterr().out
        assert out.endswith("\n\nOutcome: none yet. Level 1 of 12: waiting for the deal.\n")

    def test_the_final_state_as_json(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["replay", "--json", str(file)]) == 0
        out = capsys.readouterr().out
        assert codec.loads(out, tm.GameState) == tm.final_state(GAME)

    def test_a_record_from_standard_input(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        document = codec.dumps(GAME).encode()
        status, out, err = run("replay", "-", stdin=document)
        assert (status, err) == (0, "")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document)))
        assert main(["replay", "-"]) == 0
        assert capsys.readouterr().out == out

    def test_a_broken_rule_is_named_after_the_story_up_to_it(
        self, broken: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["replay", str(broken)]) == 1
        *story, verdict = capsys.readouterr().out.split("\n\n")
        assert story[-1].endswith("  0:05.0  Seat 0 plays 37.")
        refused = tm.check(tm.final_state(BROKEN_BEFORE), tm.Play(0))
        said = " ".join(verdict.split())
        assert re.search(about("entry 3", "$.entries[3]", "LVL-5", "HAND_EMPTY", refused), said)

    def test_a_broken_rule_gives_no_json(
        self, broken: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["replay", str(broken), "--json"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "entry 3" in err
        assert "HAND_EMPTY" in err


class TestUnreadable:
    def says(self, capsys: pytest.CaptureFixture[str], file: Path | str, *words: str) -> None:
        assert main(["replay", str(file)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("python -m themind: ")
        assert err.count("\n") == 1
        assert [word for word in words if word not in err] == []

    def test_no_file(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "nothing.json"
        self.says(capsys, path, repr(str(path)), "No such file")

    def test_a_folder(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.says(capsys, tmp_path, repr(str(tmp_path)), "directory")

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"", b"no json", b"[]", b"{", b"\x00"])
    def test_no_document(
        self, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "x.json"
        path.write_bytes(data)
        self.says(capsys, path, repr(str(path)), "$")

    def test_where_in_the_document(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "x.json"
        path.write_text(codec.dumps(GAME).replace('"at_ms":900', '"at_ms":true'))
        self.says(capsys, path, "$.entries[1].at_ms")

    def test_a_clock_that_runs_backwards(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "x.json"
        path.write_text(codec.dumps(BROKEN).replace('"at_ms":6000', '"at_ms":60'))
        self.says(capsys, path, repr(str(path)), "$", "entry 3")

    def test_what_it_says_moves_no_cursor(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "x.json"
        path.write_text(codec.dumps(START).replace('"entries"', '"\\u001b[2J\\u202e"'))
        self.says(capsys, path)
        main(["replay", str(path)])
        assert capsys.readouterr().err.strip().isprintable()

    def test_a_file_without_end(self, capsys: pytest.CaptureFixture[str]) -> None:
        if not Path("/dev/zero").exists():
            pytest.skip("this system has no file without end")
        tracemalloc.start()
        try:
            self.says(capsys, "/dev/zero", f"{2**24:,}")
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 2**26

    def test_no_standard_input(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        self.says(capsys, "-", "standard input")

    def test_an_unknown_command(self) -> None:
        status, out, err = run("reply")
        assert (status, out) == (2, "")
        assert "reply" in err


class Torn(io.StringIO):
    """Standard output that cannot be written to any more; `file` stands for its descriptor."""

    def __init__(self, file: Path, error: OSError) -> None:
        super().__init__()
        self.stream = file.open("w")
        self.error = error

    def fileno(self) -> int:
        return self.stream.fileno()

    def flush(self) -> None:
        raise self.error


class TestStreams:
    def test_a_reader_that_goes_away_has_seen_enough(
        self, tmp_path: Path, broken: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pipe = Torn(tmp_path / "pipe", BrokenPipeError())
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main([]) == 0
        assert main(["replay", str(broken)]) == 1
        pipe.stream.close()

    @pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
    def test_a_pipe_that_is_closed_early_is_no_error(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [sys.executable, "-m", "themind"], stdout=writer, stderr=subprocess.PIPE, check=False
        )
        os.close(writer)
        assert (done.returncode, done.stderr) == (0, b"")

    def test_a_full_disk(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        disk = Torn(tmp_path / "disk", OSError(28, "No space left on device"))
        monkeypatch.setattr(sys, "stdout", disk)
        assert main([]) == 2
        err = capsys.readouterr().err
        assert err.startswith("python -m themind: ")
        assert err.endswith("No space left on device\n")
        disk.stream.close()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here that is always full")
    @pytest.mark.parametrize("options", [[], ["--version"], ["--help"], ["replay", "--help"]])
    def test_a_full_disk_is_told_once(self, options: list[str]) -> None:
        command = [sys.executable, "-m", "themind", *options]
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


class TestOptions:
    def test_the_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert ended.value.code == 0
        assert capsys.readouterr().out == f"themind {version('themind')}\n"

    @pytest.mark.parametrize("arguments", [["--help"], ["replay", "--help"]])
    def test_the_help(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(arguments)
        out = capsys.readouterr().out
        assert "python -m themind" in out
        assert "replay" in out

    def test_a_game_loads_neither_experiments_nor_json(self) -> None:
        code = "import sys; from themind.__main__ import main; main([]); print(sorted(sys.modules))"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        loaded = done.stdout.splitlines()[-1]
        assert "'themind.__main__'" in loaded
        assert "themind.experiments" not in loaded
        assert "cattrs" not in loaded
