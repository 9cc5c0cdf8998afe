"""Folders of stores: whose games they contain, and whether they can be written."""

from __future__ import annotations

import os
import re
from pathlib import Path

from themind.experiments._errors import StoreError

_OWNERS = {"run": r".*\.jsonl", "learn": r"course-\d+", "sweep": "[0-9a-f]{16}"}


def owner_of(folder: Path) -> tuple[str, str]:
    """Return whose games a folder contains (run, learn, sweep or nothing), and a name in it."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - also for a folder that is not there
    except (OSError, ValueError):  # the second one for an invalid name
        return "", ""
    for owner, pattern in _OWNERS.items():
        for name in names:
            if re.fullmatch(pattern, name):
                return owner, name
    return "", ""


def require_owner(folder: Path, function: str) -> None:
    """Raise StoreError for a folder that contains games of another function."""
    owner, _ = owner_of(folder)
    if owner not in {"", function}:
        raise StoreError(str(folder), f"contains games of {owner}")


def make(folder: Path) -> None:
    """Create a folder unless it exists; StoreError if that fails."""
    try:
        folder.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(folder, error) from error


def unwritable(folder: Path, error: Exception) -> StoreError:
    """Return the error for a folder that cannot be written."""
    why = error.strerror if isinstance(error, OSError) else error
    return StoreError(str(folder), f"cannot be written: {why}")


def is_there(folder: Path) -> bool:
    """Return whether a path exists; False for an invalid name."""
    return os.path.exists(folder)  # noqa: PTH110 - Path.exists raises in some versions
