"""Plain values of a document: numbers, flags and texts, and checks of lists.

Plain values are written unchanged, so each function serves for reading and for writing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import lt
from typing import Final, TypeGuard, cast

from themind._model.values import MOST_CARDS
from themind.codec._faults import MOST_DIGITS, TOO_LARGE, Fault, WrongType, is_short

# One more than the largest deck: a `Deal` keeps that many cards, so that it is rejected.
MOST_ITEMS: Final = MOST_CARDS + 1

RULE_ID: Final = "[A-Z]{2,8}-[0-9]{1,3}"
_RULE_ID: Final = re.compile(RULE_ID)
_LONE_OR_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LEAST: Final = -TOO_LARGE
_FEW: Final = 8


def integer(value: object) -> int:
    """Return an int with few enough digits for a document; Fault for anything else."""
    if type(value) is not int:
        raise WrongType("an integer", value)
    if not _LEAST < value < TOO_LARGE:
        raise Fault(f"expected an integer of at most {MOST_DIGITS} digits")
    return value


def boolean(value: object) -> bool:
    """Return a bool; Fault for anything else, 0 and 1 included."""
    if value is True or value is False:
        return value
    raise WrongType("true or false", value)


def rule_id(value: object) -> str:
    """Return a text in the form of a rule id, such as LVL-6; Fault for anything else."""
    if type(value) is not str:
        raise WrongType("the id of a rule", value)
    if not _RULE_ID.fullmatch(value):
        raise Fault("expected the id of a rule, such as LVL-6")
    return value


def free_text(value: object, least: int, most: int) -> str:
    """Return a printable text of limited length; Fault for anything else."""
    if type(value) is not str:
        raise WrongType("a string", value)
    if not least <= len(value) <= most:
        raise Fault(f"expected a string of {least} to {most} characters, found {len(value):,}")
    if _LONE_OR_CONTROL.search(value):
        raise Fault("expected a string without control characters or lone surrogates")
    return value


def require_list(value: object, most: int | None) -> list[object]:
    """Return a list of at most `most` items; Fault for anything else."""
    if type(value) is not list:
        raise WrongType("a list", value)
    _require_few(value, most)
    return value


def require_tuple(value: object, most: int | None) -> tuple[object, ...]:
    """Return a tuple of at most `most` items; Fault for anything else."""
    if type(value) is not tuple:
        raise WrongType("a tuple", value)
    _require_few(value, most)
    return value


def _require_few(values: Sequence[object], most: int | None) -> None:
    if most is not None and len(values) > most:
        raise Fault(f"expected at most {most:,} items, found {len(values):,}")


def are_integers(values: Sequence[object]) -> TypeGuard[Sequence[int]]:
    """Return whether a list or tuple contains only integers."""
    if len(values) > _FEW:
        if {*map(type, values)} != {int}:
            return False
        numbers = cast("Sequence[int]", values)
        return is_short(min(numbers)) and is_short(max(numbers))
    for value in values:  # noqa: SIM110 - a generator takes three times as long
        if type(value) is not int or not _LEAST < value < TOO_LARGE:
            return False
    return True


def require_ascending(seats: Sequence[int]) -> None:
    """Raise Fault unless seats are in ascending order, without duplicates."""
    if not all(map(lt, seats, seats[1:])):
        raise Fault("expected seats in ascending order, without duplicates")
