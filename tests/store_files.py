"""What is in the folder of a store, read and rewritten as no run would do it."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any


def files(folder: Path) -> list[Path]:
    """The files of a store, in the order in which they count."""
    return sorted(folder.glob("*.jsonl"))


def lines_in(file: Path) -> list[bytes]:
    """The whole lines of a file."""
    return file.read_bytes().split(b"\n")[:-1]


def games_in(file: Path) -> list[int]:
    """The games of a file, line by line."""
    told = [json.loads(line)["games"] for line in lines_in(file)[1:]]
    return [game for games in told for game in range(games["start"], games["stop"])]


def stored(folder: Path) -> list[int]:
    """The games of all files, file by file."""
    return [game for file in files(folder) for game in games_in(file)]


def rewritten(folder: Path, number: int, change: bytes | Callable[[Any], Any]) -> None:
    """Change a line of the first file, and its checksum with it."""
    file = files(folder)[0]
    lines = lines_in(file)
    kind = "store" if number == 1 else "games"
    if isinstance(change, bytes):
        body = change
    else:
        told = json.loads(lines[number - 1])[kind]
        change(told)
        body = json.dumps(told, separators=(",", ":")).encode()
    digest = sha256(body).hexdigest()
    lines[number - 1] = f'{{"sha256":"{digest}","{kind}":'.encode() + body + b"}"
    file.write_bytes(b"\n".join([*lines, b""]))
