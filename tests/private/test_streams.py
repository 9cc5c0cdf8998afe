"""Standard output and standard error that are closed, full, or without a reader."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from claims import claim
from prompt.programs import run_in_shell
from themind.__main__ import main

posix = pytest.mark.skipif(os.name != "posix", reason="a shell and pipes of POSIX")
full_disk = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="no disk here that is always full"
)
# What goes wrong before, while and after the arguments are read, in each command.
WRONG = [
    ("replay", "no such file"),
    ("reply",),
    ("replay",),
    ("schema", "Phase"),
    ("simulate", "--players", "7"),
    ("simulate", "--players", "x"),
]
# Help, and what each command prints; FILE is a record. `play` has a file of its own.
OUTPUTS = [
    (),
    ("--version",),
    ("--help",),
    ("replay", "--help"),
    ("replay", "FILE"),
    ("schema",),
    ("simulate", "--games", "2"),
]


def with_file(options: tuple[str, ...], file: Path) -> list[str]:
    return [str(file) if option == "FILE" else option for option in options]


class Torn(io.StringIO):
    """A stream that cannot be written to any more; `file` stands for its descriptor."""

    def __init__(self, file: Path, error: OSError) -> None:
        super().__init__()
        self.stream = file.open("w")
        self.error = error

    def fileno(self) -> int:
        return self.stream.fileno()

    def flush(self) -> None:
        raise self.error


class TestOutput:
    def test_a_reader_that_goes_away_has_seen_enough(
        self, tmp_path: Path, broken: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pipe = Torn(tmp_path / "pipe", BrokenPipeError())
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main([]) == 0
        assert main(["replay", str(broken)]) == 1
        pipe.stream.close()

    @posix
    @pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"], ["schema", "Document"]])
    def test_a_pipe_that_is_closed_early_is_no_error(self, arguments: list[str]) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        command = [sys.executable, "-m", "themind", *arguments]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
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
        assert capsys.readouterr().err == (
            "python -m themind: cannot write: No space left on device\n"
        )
        disk.stream.close()

    @full_disk
    @pytest.mark.parametrize("options", OUTPUTS)
    def test_a_full_disk_is_told_once(self, options: tuple[str, ...], file: Path) -> None:
        status, _, err = run_in_shell(">/dev/full", *with_file(options, file))
        assert (status, err) == (2, "python -m themind: cannot write: No space left on device\n")

    @posix
    @pytest.mark.parametrize("options", OUTPUTS)
    def test_standard_output_that_is_closed(self, options: tuple[str, ...], file: Path) -> None:
        status, _, err = run_in_shell(">&-", *with_file(options, file))
        assert status == 2
        assert err == "python -m themind: cannot write: standard output is closed\n"

    def test_an_interpreter_without_standard_output(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "stdout", None)
        assert main([]) == 2
        assert "standard output is closed" in capsys.readouterr().err

    def test_an_encoding_without_a_character(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, "stdout", ascii_only)
        assert main(["replay", str(file), "--names", "Zo\u00eb,\u5fc3"]) == 0
        assert b"  0:00.0  Level 1 is dealt: Zo? (37), ? (62).\n" in ascii_only.buffer.getvalue()  # type: ignore[attr-defined]


class TestErrors:
    @posix
    @pytest.mark.parametrize("options", OUTPUTS)
    def test_without_standard_error_the_output_is_the_same(
        self, options: tuple[str, ...], file: Path
    ) -> None:
        given = with_file(options, file)
        assert run_in_shell("2>&-", *given) == run_in_shell("", *given)

    @posix
    @pytest.mark.parametrize("arguments", WRONG)
    def test_standard_error_that_is_closed(self, arguments: tuple[str, ...]) -> None:
        assert run_in_shell("2>&-", *arguments) == (2, "", "")

    @full_disk
    @pytest.mark.parametrize("arguments", WRONG)
    @claim("reference/prompt.md")
    def test_standard_error_that_is_full(self, arguments: tuple[str, ...]) -> None:
        assert run_in_shell("2>/dev/full", *arguments) == (2, "", "")

    @full_disk
    def test_both_streams_that_are_full(self) -> None:
        assert run_in_shell(">/dev/full 2>/dev/full", "--version") == (2, "", "")

    @posix
    def test_all_streams_that_are_closed(self) -> None:
        assert run_in_shell("<&- >&- 2>&-") == (2, "", "")

    def test_it_leaves_no_trace_where_standard_error_is_closed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "stderr", None)
        assert main(["schema", "Phase"]) == 2
        assert sys.stderr is None
        assert capsys.readouterr().out == ""

    def test_a_disk_that_is_full_of_errors(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        disk = Torn(tmp_path / "disk", OSError(28, "No space left on device"))
        monkeypatch.setattr(sys, "stderr", disk)
        assert main(["schema", "Phase"]) == 2
        assert capsys.readouterr().out == ""
        disk.stream.close()

    def test_what_the_system_refuses_is_told(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def full() -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("themind._cli.demo.play_game", full)
        assert main([]) == 2
        assert capsys.readouterr() == ("", "python -m themind: No space left on device\n")
