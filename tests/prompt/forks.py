"""Interrupts the program at many moments of one run; Python imports it as `sitecustomize`.

After every so many calls a copy of the process is made. The copy is interrupted and ends its way,
and the process goes on. A line of the log tells the status of each copy, the size of what it wrote
to standard error, and where it was.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType

FOLDER = Path(os.environ["FORKS_FOLDER"])
CALLS_BETWEEN = int(os.environ["FORKS_CALLS_BETWEEN"])
LONGEST_SECONDS = 60

started, calls = False, 0


def count_calls(frame: FrameType, event: str, arg: object) -> None:
    """Count the calls since the program has taken care of interrupts."""
    global started, calls  # noqa: PLW0603 - nothing else lives as long as a tracer
    if not started:
        started = frame.f_code.co_name == "set_up" and "themind" in frame.f_code.co_filename
        return
    calls += 1
    if calls % CALLS_BETWEEN == 0:
        interrupt_a_copy(frame)


def interrupt_a_copy(frame: FrameType) -> None:
    errors = FOLDER / f"{calls}.txt"
    copy = os.fork()
    if copy == 0:
        sys.settrace(None)
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
        signal.alarm(LONGEST_SECONDS)
        signal.raise_signal(signal.SIGINT)
        return
    status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    place = f"{frame.f_code.co_filename}:{frame.f_code.co_name}"
    with (FOLDER / "log").open("a", encoding="utf-8") as log:
        log.write(f"{status} {errors.stat().st_size} {place}\n")


signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell can have it ignored
sys.settrace(count_calls)
