"""`python -m themind play` in real time: at a terminal, and where streams and disks fail."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path

import attrs
import pytest

import themind as tm
from prompt.programs import COMMAND, run, run_in_shell
from prompt.terminal import CTRL_C, CTRL_D, Terminal
from themind import codec

pytestmark = pytest.mark.unmeasured

at_a_terminal = pytest.mark.skipif(
    importlib.util.find_spec("termios") is None, reason="this system has no pseudo-terminals"
)
full_disk = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="no disk here that is always full"
)
posix = pytest.mark.skipif(os.name != "posix", reason="a shell and pipes of POSIX")
# Ben, a clock without noise, holds 9 and plays it in 0.09 seconds; the person holds 74.
QUICK = ("play", "--level", "1", "--levels", "1", "--tempo", "0.01", "--noise", "none")
SEED = ("--seed", "friday 6")
# Ben waits for hours.
SLOW = ("play", "--tempo", "1000", "--seed", "friday")


def held(path: Path) -> tm.Record:
    return codec.loads(path.read_bytes(), tm.Record)


@at_a_terminal
class TestTerminal:
    def test_a_game_is_played_recorded_and_refereed(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        with Terminal(*QUICK, *SEED, "--record", str(path)) as terminal:
            terminal.wait_for("Enter: ready\n")
            terminal.type("\n")
            terminal.wait_for("Ben plays ")
            terminal.type("\n")
            terminal.wait_for("The team has won")
            assert terminal.ended() == 0
        assert max(map(len, terminal.seen.splitlines())) < 80
        assert "Outcome: the game is won" in terminal.seen
        assert "\x1b" not in terminal.seen
        record = held(path)
        assert tm.final_state(record).phase is tm.Phase.WON
        times = [entry.at_ms for entry in record.entries if isinstance(entry.action, tm.Play)]
        assert times[0] is not None
        assert times[1] is not None
        assert times[1] - times[0] >= 250
        status, out, err = run("replay", str(path))
        assert (status, err) == (0, "")
        assert "Outcome: the game is won" in out

    def test_letters(self) -> None:
        with Terminal(*SLOW) as terminal:
            terminal.wait_for("Enter: ready\n")
            terminal.type("\n")
            terminal.wait_for("Play begins.")
            terminal.type("h\n")
            terminal.wait_for("Ada calls stop")
            terminal.type("\n")
            terminal.wait_for("Play begins.")
            terminal.type("s\n")
            terminal.wait_for("Ben agrees to the star")
            terminal.type("q\n")
            assert terminal.ended() == 0
        assert "Outcome: none yet." in terminal.seen

    def test_an_interrupt_is_quiet(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        with Terminal(*SLOW, "--record", str(path)) as terminal:
            terminal.wait_for("Enter: ready\n")
            terminal.type("\n")
            terminal.wait_for("Play begins.")
            terminal.type(CTRL_C)
            assert terminal.ended() == 130
        assert terminal.seen.rpartition("^C")[2].strip() == ""
        assert held(path).ended_at_ms is not None

    def test_the_end_of_the_input_ends_the_game(self) -> None:
        with Terminal(*SLOW) as terminal:
            terminal.wait_for("Enter: ready\n")
            terminal.type(CTRL_D)
            assert terminal.ended() == 0
        assert "Outcome: none yet." in terminal.seen

    def test_a_crash_loses_no_action(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        with Terminal(*SLOW, "--record", str(path)) as terminal:
            terminal.wait_for("Enter: ready\n")
            terminal.type("\n")
            terminal.wait_for("Ada is ready.")
            terminal.kill()
        record = held(path)
        assert record.entries[1].action == tm.Ready(0)
        assert record.ended_at_ms is None
        assert run("replay", str(path))[0] == 0


class TestStreams:
    @posix
    def test_a_reader_that_goes_away_ends_the_game(self) -> None:
        command = [*COMMAND, *SLOW]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            assert program.stderr is not None
            program.stdout.readline()
            program.stdout.close()
            program.stdin.write(b"?\n")
            program.stdin.flush()
            assert program.wait(60) == 0
            assert program.stderr.read() == b""

    @posix
    def test_standard_output_that_is_closed(self) -> None:
        told = run_in_shell(">&-", *SLOW)
        assert told == (2, "", "python -m themind: cannot write: standard output is closed\n")

    @full_disk
    def test_standard_output_that_is_full(self) -> None:
        status, _, err = run_in_shell(">/dev/full", *SLOW)
        assert (status, err) == (2, "python -m themind: cannot write: No space left on device\n")

    @posix
    def test_standard_input_that_is_closed(self) -> None:
        status, out, err = run_in_shell("<&-", *SLOW)
        assert (status, out) == (2, "")
        assert err == "python -m themind: standard input is closed\n"

    @full_disk
    @pytest.mark.parametrize("redirected", ["2>&-", "2>/dev/full"])
    def test_standard_error_that_takes_nothing(self, redirected: str) -> None:
        assert run_in_shell(redirected, "play", "--tempo", "-1") == (2, "", "")
        assert run_in_shell(redirected, *SLOW)[0] == 0


# Lets the program write files of so many bytes, as a full disk does.
LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
os.execv(sys.argv[2], sys.argv[2:])
"""


def limited(size: int, path: Path) -> tuple[int, str]:
    """Play a game that ends with its input on a disk with room for files of a size."""
    done = subprocess.run(
        [COMMAND[0], "-c", LIMITED, str(size), *COMMAND, *SLOW, "--record", str(path)],
        input=b"\n",
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.skipif(
    importlib.util.find_spec("resource") is None, reason="this system limits no sizes of files"
)
def test_a_disk_that_fills_up_is_told_and_loses_no_entry(tmp_path: Path) -> None:
    whole = tmp_path / "whole.json"
    assert limited(1_000_000, whole) == (0, "")
    record = held(whole)
    actions = [entry.action for entry in record.entries]
    for kept in range(len(actions)):
        path = tmp_path / f"{kept}.json"
        room = len(codec.dumps(attrs.evolve(record, entries=record.entries[:kept])))
        status, err = limited(room + 20, path)
        assert status == 2
        assert err.endswith(f"File too large; entries kept: {kept}\n")
        assert [entry.action for entry in held(path).entries] == actions[:kept]
        assert run("replay", str(path))[0] == 0
    assert limited(20, tmp_path / "none.json")[0] == 2
    assert {path.stem for path in tmp_path.iterdir()} == {"whole", "0", "1"}
