"""The web example as a process that can be killed and started anew, and the log that it leaves."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import themind as tm
from web.house import EXAMPLE, Log

MOST_SECONDS = 60


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class Server:
    """A server on a port of its own; `args` go to its command line."""

    def __init__(self, file: Path, *args: str) -> None:
        self.file, self.args = file, args
        self.port = free_port()
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-W", "error", str(EXAMPLE / "app.py")]
        command += ["--port", str(self.port), "--database", str(self.file), *self.args]
        quiet = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=quiet)
        until = time.monotonic() + MOST_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                assert self.process.poll() is None, self.errors()
                assert time.monotonic() < until
                time.sleep(0.05)
            else:
                return

    def kill(self) -> None:
        """As a power failure would: no handler runs."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> str:
        """End it in good order, and return what it has complained about."""
        self.process.terminate()
        return self.errors()

    def errors(self) -> str:
        return str(self.process.communicate()[1])

    def record(self, ident: str) -> tm.Record:
        """The game as the file has it now."""
        log = Log.__new__(Log)  # one that only reads
        log.database = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)
        try:
            return log.record(ident)
        finally:
            log.database.close()
