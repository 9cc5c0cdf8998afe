"""`python -m themind simulate`: options in, a table or JSON out."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

import themind as tm
from claims import claim
from store_files import files, stored
from themind.__main__ import main
from themind.experiments import Additive, Clock, Experiment, LogNormal, Weber, run

COMMAND = [sys.executable, "-W", "error", "-m", "themind", "simulate"]


def simulate(*options: str) -> int:
    return main(["simulate", *options])


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert simulate(*options, "--json") == 0
    return json.loads(capsys.readouterr().out)


def expected(players: int, policy: Clock, games: int, seed: str) -> Any:
    rules = tm.Rules.standard(players=players)
    return run(Experiment(rules, (policy,) * players), games, seed)


class TestFindings:
    @pytest.mark.parametrize(
        ("noise", "policy"),
        [
            ("lognormal:0.2", Clock(0.5, LogNormal(0.2))),
            ("additive:0.5", Clock(0.5, Additive(0.5))),
            ("weber:0.2", Clock(0.5, Weber(0.2))),
            ("none", Clock(0.5)),
        ],
    )
    def test_the_options_make_the_experiment(
        self, capsys: pytest.CaptureFixture[str], noise: str, policy: Clock
    ) -> None:
        options = ("--players", "3", "--tempo", "0.5", "--noise", noise, "--games", "4")
        found = simulated(capsys, *options, "--seed", "x")
        assert found["digest"] == expected(3, policy, 4, "x").digest

    def test_json_tells_values_with_intervals(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = simulated(capsys, "--games", "20")
        result = expected(2, Clock(0.3, LogNormal(0.1)), 20, "themind")
        assert (found["games"], found["seed"]) == (20, "themind")
        for name in ("won", "stalled", "level", "lives", "stars", "seconds"):
            estimate = getattr(result, name)
            assert found[name]["value"] == estimate.value
            assert found[name]["interval"] == list(estimate.interval(0.95))
        assert {int(level) for level in found["mistakes"]} == set(result.mistakes)
        assert found["mistakes"]["1"]["trials"] == 20

    def test_a_table_tells_the_same_to_people(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert simulate("--games", "20") == 0
        lines = capsys.readouterr().out.splitlines()
        result = expected(2, Clock(0.3, LogNormal(0.1)), 20, "themind")
        low, high = result.won.interval(0.95)
        told = f"won {result.won.value:.4f} {low:.4f} to {high:.4f} 20"
        meaning = "share of games whose last level was completed"
        assert lines[6].split() == [*told.split(), *meaning.split()]
        assert len(lines) == 4 + 1 + 1 + 6 + 12 + 1 + 1
        assert lines[-1] == f"seed 'themind', digest {result.digest}"

    def test_the_table_shows_the_settings(self, capsys: pytest.CaptureFixture[str]) -> None:
        options = ("--players", "3", "--tempo", "0.5", "--noise", "weber:0.2", "--games", "4")
        assert simulate(*options) == 0
        assert capsys.readouterr().out.splitlines()[:5] == [
            "rules     3 players, levels 1 to 10, lives 3 of 5, stars 1 of 3",
            "policies  Clock(tempo=0.5, noise=Weber(fraction=0.2)) in every seat",
            "driver    Race(redraw=True)",
            "games     4",
            "",
        ]

    def test_so_does_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = simulated(capsys, "--games", "2", "--noise", "none", "--tempo", "0.7")
        experiment = Experiment(tm.Rules.standard(players=2), (Clock(0.7),) * 2)
        assert told["experiment"] == json.loads(experiment.to_json())

    def test_every_row_says_what_it_counts(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert simulate("--games", "5") == 0
        rows = capsys.readouterr().out.splitlines()[6:-2]
        meanings = [row[61:].strip() for row in rows]
        assert meanings[2:5] == [
            "last level that was dealt",
            "lives at the end, 0 in a game that was lost",
            "stars at the end",
        ]
        assert meanings[6:] == [f"mistakes in level {k}, if reached" for k in range(1, 13)]
        assert all(meanings)

    @pytest.mark.parametrize("noise", ["none", "lognormal:0.05", "lognormal:5"])
    def test_no_interval_is_impossible(
        self, capsys: pytest.CaptureFixture[str], noise: str
    ) -> None:
        """Nor is one a point, where games that all ended alike leave the truth open."""
        found = simulated(capsys, "--games", "12", "--noise", noise)
        most = {"won": 1, "stalled": 1, "level": 12, "lives": 5, "stars": 3, "seconds": math.inf}
        for name, bound in most.items():
            low, high = found[name]["interval"]
            assert 0 <= low <= found[name]["value"] <= high <= bound
            assert low < high
        assert found["level"]["interval"][0] >= 1
        for level, mean in found["mistakes"].items():
            if mean["interval"]:
                low, high = mean["interval"]
                assert 0 <= low <= mean["value"] <= high <= 2 * int(level)
                assert low < high

    def test_what_a_store_left_out_is_told(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        options = ("--games", "3", "--store", str(tmp_path / "s"))
        assert simulate(*options) == 0
        (file,) = files(tmp_path / "s")
        with file.open("ab") as stream:
            stream.write(b"half a li")
        assert simulate(*options) == 0
        note = f"{file.name}: line 3 is truncated"
        assert f"note: {note}" in capsys.readouterr().out.splitlines()
        assert simulated(capsys, *options)["notes"] == [note]

    def test_one_game_has_no_intervals(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert simulated(capsys, "--games", "1")["level"]["interval"] is None
        assert simulate("--games", "1") == 0
        assert "level reached" in capsys.readouterr().out

    @claim("reference/prompt.md", "Simulate")
    def test_workers_change_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        alone = simulated(capsys, "--games", "6")
        assert simulated(capsys, "--games", "6", "--workers", "2") == alone


class TestErrors:
    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (["--players", "5"], "players must be 2, 3 or 4"),
            (["--games", "0"], "games must be at least 1"),
            (["--tempo", "-1"], "tempo must be at least 0"),
            (["--tempo", "1e308"], "tempo must be at most 1,000,000 seconds, got 1e+308"),
            (["--workers", "0"], "workers must be at least 1"),
            (["--store", "/"], f"{Path('/')}: contains other files but no games"),
            (["--store", ""], "'': must be the name of a folder"),
        ],
    )
    def test_what_is_refused_is_told_in_one_line(
        self, capsys: pytest.CaptureFixture[str], options: list[str], told: str
    ) -> None:
        assert simulate(*options) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("python -m themind simulate: ")
        assert told in captured.err
        assert captured.err.count("\n") == 1

    @pytest.mark.parametrize("noise", ["loud", "lognormal", "lognormal:x", "none:1"])
    def test_so_is_noise_that_is_none(self, capsys: pytest.CaptureFixture[str], noise: str) -> None:
        with pytest.raises(SystemExit) as ended:
            simulate("--noise", noise)
        assert ended.value.code == 2
        error = capsys.readouterr().err
        assert f"must be lognormal:SIZE, additive:SIZE, weber:SIZE or none, got '{noise}'" in error

    @pytest.mark.parametrize(
        ("noise", "told"),
        [
            ("lognormal:-1", "'lognormal:-1': sigma must be at least 0, got -1.0"),
            ("additive:nan", "'additive:nan': sd must be finite"),
            ("weber:inf", "'weber:inf': fraction must be finite"),
        ],
    )
    def test_of_noise_without_sense_it_is_told_what_is_wrong(
        self, capsys: pytest.CaptureFixture[str], noise: str, told: str
    ) -> None:
        with pytest.raises(SystemExit) as ended:
            simulate("--noise", noise)
        assert ended.value.code == 2
        assert told in capsys.readouterr().err


class TestAtThePrompt:
    @pytest.mark.parametrize("options", [[], ["--json"], ["--help"]])
    @pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
    def test_a_pipe_that_is_closed_early_is_no_error(self, options: list[str]) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        command = [*COMMAND, "--games", "3", *options]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.parametrize("options", [[], ["--json"]])
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here that is always full")
    def test_a_full_disk_is_told_once(self, options: list[str]) -> None:
        command = [*COMMAND, "--games", "3", *options]
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        told = b"python -m themind: cannot write: No space left on device\n"
        assert (done.returncode, done.stderr) == (2, told)

    def test_workers_and_a_store(self, tmp_path: Path) -> None:
        store = tmp_path / "pilot"
        command = [*COMMAND, "--games", "9", "--workers", "2", "--store", str(store), "--json"]
        first, second = (
            subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)
        )
        assert first.stderr == "", "no bar where there is no terminal"
        assert first.stdout == second.stdout
        digest = expected(2, Clock(0.3, LogNormal(0.1)), 9, "themind").digest
        assert json.loads(first.stdout)["digest"] == digest
        assert sorted(stored(store)) == list(range(9))

    def test_a_bar_on_a_terminal(self) -> None:
        pytest.importorskip("tqdm")
        pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
        termios = pytest.importorskip("termios", reason="this system has no pseudo-terminals")
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        done = subprocess.run(
            [*COMMAND, "--games", "5"], stdout=subprocess.PIPE, stderr=theirs, check=True
        )
        os.close(theirs)
        assert b"5/5" in all_of(ours)
        assert b"won" in done.stdout

    def test_its_help_is_the_prompts(self) -> None:
        done = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True)
        assert "--noise KIND:SIZE" in done.stdout


def all_of(terminal: int) -> bytes:
    """All that was written to a terminal whose other end is closed."""
    read = b""
    with suppress(OSError):  # what Linux says at the end
        while more := os.read(terminal, 4096):
            read += more
    os.close(terminal)
    return read


class Terminal:
    """Something like a terminal."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


class FakeBar:
    made: ClassVar[list[FakeBar]] = []

    def __init__(self, **options: Any) -> None:
        self.options, self.n, self.closed = options, 0, False
        self.made.append(self)

    def update(self, more: int) -> None:
        self.n += more

    def close(self) -> None:
        self.closed = True


class TestBar:
    def test_it_is_moved_to_where_the_run_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        FakeBar.made.clear()
        monkeypatch.setattr(sys, "stderr", Terminal())
        monkeypatch.setitem(sys.modules, "tqdm", type(sys)("tqdm"))
        monkeypatch.setattr(sys.modules["tqdm"], "tqdm", FakeBar, raising=False)
        assert simulate("--games", "6") == 0
        (bar,) = FakeBar.made
        assert (bar.n, bar.closed, bar.options["total"]) == (6, True, 6)

    @claim("install.md", "Extras")
    def test_without_tqdm_there_is_none(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "stderr", Terminal())
        monkeypatch.setitem(sys.modules, "tqdm", None)
        assert simulate("--games", "2") == 0
        assert "won" in capsys.readouterr().out
