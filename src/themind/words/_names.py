"""Names that are safe to print, and the width of texts in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeAlias

from themind._model.cards import Seat
from themind._model.checks import require_instance, shown, wrong_type
from themind._model.errors import InvalidArgument

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
    """Raise InvalidArgument unless there is no name, or one for each player."""
    if names and len(names) != players:
        raise InvalidArgument(
            f"names must have {players} items, one for each player, got {len(names)}"
        )


def require_name_of(names: Names, seat: Seat) -> None:
    """Raise InvalidArgument for a seat without a name."""
    if not 0 <= seat < len(names):
        must = f"names must include a name for seat {shown(seat)}"
        raise InvalidArgument(f"{must}, got {len(names)} names")


def safe_name(name: str, columns: int = LONGEST_NAME) -> str:
    """Return a name without control and invisible characters, cut to a number of columns."""
    # More code points than this never fit. Cutting first limits the cost of a long hostile name.
    visible = [c for c in name[: 4 * columns] if unicodedata.category(c) != "Cf"]
    clean = "".join([c if c.isprintable() else "?" for c in visible]).strip()
    return cut(clean, columns)


def width(text: str) -> int:
    """Return the number of terminal columns that a text occupies."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """Return a text cut to a number of columns; two dots mark a cut."""
    if width(text) <= columns:
        return text
    ends = accumulate(map(_columns, text))
    return text[: sum(end <= columns - 2 for end in ends)] + ".."


def padded(text: str, columns: int) -> str:
    """Return a text padded with spaces to a number of columns."""
    return text + " " * (columns - width(text))
