"""The command line as a program of its own, and the records that the tests give it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import themind as tm

PAIR = tm.Rules.standard(players=2)
START = tm.Record(tm.new_game(PAIR))
GAME = START.add(tm.Deal(tm.stacked_deck([(37,), (62,)])), 0).add(tm.Begin(), 900)
BROKEN = GAME.add(tm.Play(0), 5_000).add(tm.Play(0), 6_000)
# An interrupt can arrive between the opening of a file and the `with` that closes it.
WARNINGS = ("-W", "error", "-W", "ignore::ResourceWarning")
COMMAND = (sys.executable, "-O", *WARNINGS, "-m", "themind")
SOURCE = str(Path(tm.__file__).parents[1])


def text_of(output: bytes) -> str:
    """The output of a program; Windows ends its lines in another way."""
    return output.decode().replace("\r\n", "\n")


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """Run the program and return its exit status, its output and its errors."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, text_of(done.stdout), text_of(done.stderr)


def run_in_shell(redirected: str, *arguments: str) -> tuple[int, str, str]:
    """Run the program with its streams redirected by a shell: `2>&-` closes standard error.

    Its streams are buffered, whatever the tests run with: what a full disk did not take is then
    written once more at exit.
    """
    script = f'unset PYTHONUNBUFFERED; exec "$@" {redirected}'
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", *COMMAND, *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, text_of(done.stdout), text_of(done.stderr)
