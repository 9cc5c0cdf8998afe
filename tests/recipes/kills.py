"""Kill a program while it writes to a log, as a power failure would, and see what is kept."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from recipes.house import Game
from recipes.killed import log_of

PROGRAM = Path(__file__).with_name("killed.py")


def assert_nothing_told_is_lost(kind: str, place: str) -> None:
    """Three times: start it, kill it somewhere, and go on from what it has left."""
    known = 0
    for start in range(3):
        enough = known + random.Random(start).randint(5, 15)
        command = [sys.executable, str(PROGRAM), kind, place]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for line in process.stdout:
                known = int(line)
                if known >= enough:
                    break
            process.kill()
            told = [int(line) for line in process.stdout.read().split("\n")[:-1]]
        known = max([known, *told])
        assert known >= enough
        with log_of(kind, place) as log:
            kept = Game(log)
            times = [entry.at_ms or 0 for entry in log.entries()]
        assert kept.number in {known, known + 1}  # one can be written and not told yet
        assert (0 in kept.state.ready) == (kept.number % 2 == 0)
        assert times == sorted(times)
