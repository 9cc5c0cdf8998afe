"""Ctrl-C at any moment, from the first milliseconds on: no traceback, and no process is left."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from prompt.programs import COMMAND, GAME, SOURCE
from themind import codec

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.native,
    pytest.mark.skipif(os.name != "posix", reason="signals and copies of a process as POSIX has"),
]

FORKS = Path(__file__).with_name("forks.py")
LONGEST_SECONDS = 120
# Of the package, only these are read before it takes care of interrupts.
FIRST_FILES = {"__init__.py", "_interrupts.py"}
ENDLESS = ("simulate", "--games", "1000000", "--workers", "2")


def environment(*paths: Path) -> dict[str, str]:
    """An environment in which Python looks into these folders first."""
    known = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, paths), SOURCE, known])}


@contextmanager
def inherited(handler: signal.Handlers) -> Iterator[None]:
    """Let programs that start here ignore an interrupt, or not, whatever the tests do."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Started:
    """The program in a group of processes of its own."""

    def __init__(self, *arguments: str) -> None:
        with inherited(signal.SIG_DFL):
            self.program = subprocess.Popen(
                [*COMMAND, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )

    def interrupted(self) -> tuple[int, str]:
        """Interrupt all of its processes as Ctrl-C does; its exit status and its errors."""
        os.killpg(self.program.pid, signal.SIGINT)
        try:
            _, errors = self.program.communicate(timeout=LONGEST_SECONDS)
        finally:
            alone = self._is_alone()
            if not alone:
                os.killpg(self.program.pid, signal.SIGKILL)
        assert alone, "a process was left"
        return self.program.returncode, errors.decode()

    def _is_alone(self) -> bool:
        """Whether no process is left, at the latest after some seconds."""
        deadline = time.monotonic() + LONGEST_SECONDS / 4
        while time.monotonic() < deadline:
            try:
                os.killpg(self.program.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.02)
        return False


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--version",),
        ("reply",),
        ("replay", "game.json"),
        ("schema", "Record"),
        ("simulate", "--games", "2"),
        ("play", "--names", "Ada"),
    ],
    ids=" ".join,
)
def test_no_moment_of_a_run_is_loud(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(codec.dumps(GAME))
    folder = tmp_path / "sites"
    folder.mkdir()
    shutil.copy(FORKS, folder / "sitecustomize.py")
    forks = {"FORKS_FOLDER": str(folder), "FORKS_CALLS_BETWEEN": "1999"}
    subprocess.run(
        [sys.executable, "-m", "themind", *arguments],
        env=environment(folder) | forks,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    log = (folder / "log").read_text(encoding="utf-8").splitlines()
    assert len(log) > 20
    assert [line for line in log if not line.startswith("130 0 ")] == []


@pytest.mark.parametrize("milliseconds", range(0, 301, 25))
def test_the_first_milliseconds(milliseconds: int) -> None:
    """Before the package is found, what Python itself prints is out of its hands."""
    program = Started("--version")
    time.sleep(milliseconds / 1000)
    status, errors = program.interrupted()
    ours = set(re.findall(r"themind[/\\](\S+\.py)", errors))
    assert ours <= FIRST_FILES, errors
    assert errors == "" or status not in {0, 130}


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.6])
def test_workers_end_with_the_program(seconds: float, tmp_path: Path) -> None:
    """They are interrupted while they start, and while they play."""
    store = tmp_path / "store"
    program = Started(*ENDLESS, "--store", str(store))
    wait_until(store.exists)
    time.sleep(seconds)
    assert program.interrupted() == (130, "")


def test_an_ignored_interrupt_stays_ignored() -> None:
    """As in the background of a shell."""
    command = [*COMMAND, "replay", "-"]
    with inherited(signal.SIG_IGN):
        program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with program:
        for _ in range(20):
            program.send_signal(signal.SIGINT)
            time.sleep(0.01)
        out, _ = program.communicate(codec.dumps(GAME).encode(), timeout=LONGEST_SECONDS)
    assert program.returncode == 0
    assert b"Outcome: " in out
