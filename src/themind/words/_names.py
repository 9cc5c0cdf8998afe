"""Names that a terminal and a page can show, and how wide a text is in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

from themind._model.checks import require_instance, shown, wrong_type
from themind.words._game import InvalidArgument, Seat

Names: TypeAlias = Sequence[str]

LONGEST_NAME = 16  # in a picture
LONGEST_IN_SENTENCE = 40


def require_names(names: Names) -> None:
    """Raise TypeError for anything but a sequence of str."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise wrong_type("names", "a list or tuple of str", names)
    for seat, name in enumerate(names):
        require_instance(f"names[{seat}]", name, str)


def require_name_for_each(names: Names, players: int) -> None:
    """Raise InvalidArgument unless there are no names at all or one for each player."""
    if names and len(names) != players:
        raise InvalidArgument(f"names must be one for each of {players} players, got {len(names)}")


def require_name_of(names: Names, seat: Seat) -> None:
    """Raise InvalidArgument for a seat that has no name among the names."""
    if not 0 <= seat < len(names):
        raise InvalidArgument(f"names must include seat {shown(seat)}, got {len(names)} names")


def safe_name(name: str, columns: int = LONGEST_NAME) -> str:
    """A name without characters that steer a terminal or hide, cut; empty if none is left."""
    # More code points than this never fit; cutting first keeps a hostile megabyte cheap.
    visible = [c for c in name[: 4 * columns] if unicodedata.category(c) != "Cf"]
    clean = "".join([c if c.isprintable() else "?" for c in visible]).strip()
    return cut(clean, columns)


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """A text that takes at most so many columns, with dots where it was longer."""
    if width(text) <= columns:
        return text
    ends = accumulate(map(_columns, text))
    return text[: sum(end <= columns - 2 for end in ends)] + ".."


def padded(text: str, columns: int) -> str:
    """A text with spaces after it, up to so many columns."""
    return text + " " * (columns - width(text))
