"""A terminal of its own for the program: what a person types goes in, what they see comes out."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from types import TracebackType
from typing import Self

from prompt.programs import COMMAND

# Makes the terminal the one whose Ctrl-C and Ctrl-D count, and becomes the program. A shell can run
# the tests in the background, where an interrupt is ignored.
BECOME = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
MOST_SECONDS = 60
CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self.end, theirs = pty.openpty()
        self.program = subprocess.Popen(
            [COMMAND[0], "-c", BECOME, *COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""
        self._read_up_to = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        os.close(self.end)

    def wait_for(self, text: str) -> str:
        """Read until a text comes, and return all that came before it since the last one."""
        deadline = time.monotonic() + MOST_SECONDS
        while (place := self.seen.find(text, self._read_up_to)) < 0:
            assert time.monotonic() < deadline, (text, self.seen)
            if not self._read():
                raise AssertionError((text, self.seen))
        before, self._read_up_to = self.seen[self._read_up_to : place], place + len(text)
        return before

    def _read(self) -> bool:
        """Take what the program has shown; False at its end."""
        if not select.select([self.end], [], [], 1.0)[0]:
            return True
        with contextlib.suppress(OSError):  # Linux says so where other systems give no bytes
            if chunk := os.read(self.end, 4096):
                self.seen += chunk.decode().replace("\r\n", "\n")
                return True
        return False

    def type(self, text: str) -> None:
        """Type, a moment after what was seen, as people do."""
        time.sleep(0.3)
        os.write(self.end, text.encode())

    def ended(self) -> int:
        """The exit status, after all that is still shown."""
        deadline = time.monotonic() + MOST_SECONDS
        while self._read():
            assert time.monotonic() < deadline, self.seen
        return self.program.wait(MOST_SECONDS)

    def kill(self) -> None:
        """End the program as a crash would."""
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(MOST_SECONDS)
