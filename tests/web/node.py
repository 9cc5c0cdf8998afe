"""themind.js at the other end of a pipe: a line of JSON there, a line of JSON back."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "web"
FOLLOW = Path(__file__).with_name("follow.mjs")


class Node:
    """A running node that answers with what a module like themind.js makes of views and events."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def __call__(self, **question: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


@contextmanager
def running(script: Path = EXAMPLE / "themind.js") -> Iterator[Node]:
    """Start node with a module; skip the test where there is no node."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("there is no node on this machine")
    command = [program, str(FOLLOW), str(script)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Node(process)
        finally:
            process.kill()
