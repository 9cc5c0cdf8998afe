"""The plain values of a document: what is taken as it is, and what it is refused for.

`integer`, `boolean` and `rule_id` serve both ways, since these values are written as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from operator import lt
from typing import Any

from themind._model.values import MOST_CARDS
from themind.codec._faults import MOST_DIGITS, Fault, WrongType, is_short

# One more than the largest deck: a `Deal` keeps that many, to be refused for them.
MOST_ITEMS = MOST_CARDS + 1

_RULE_ID = re.compile(r"[A-Z]{2,8}-[0-9]{1,3}")


def integer(value: Any, _: object = None) -> Any:
    """Take an int: no bool, no fraction, no text, and no more digits than can be read."""
    if value.__class__ is not int:
        raise WrongType("an integer", value)
    if not is_short(value):
        raise Fault(f"expected an integer of at most {MOST_DIGITS} digits")
    return value


def boolean(value: Any, _: object = None) -> Any:
    """Take true or false: no 0, no 1."""
    if value.__class__ is not bool:
        raise WrongType("true or false", value)
    return value


def rule_id(value: Any, _: object = None) -> Any:
    """Take the id of a rule of the rules page, or what could be one."""
    if value.__class__ is not str:
        raise WrongType("the id of a rule", value)
    if not _RULE_ID.fullmatch(value):
        raise Fault("expected the id of a rule, like LVL-6")
    return value


def name_reader(kind: type[Enum]) -> Callable[[Any, object], Enum]:
    """How a member of an enum is read: by its name, in capitals."""
    members = dict(kind.__members__)
    names = ", ".join(members)

    def read(value: Any, _: object = None) -> Enum:
        member = members.get(value) if value.__class__ is str else None
        if member is None:
            raise WrongType(f"one of {names}", value)
        return member

    return read


def name_writer(kind: type[Enum]) -> Callable[[Any], str]:
    """How a member of an enum is written; nothing else is, not even its name."""

    def write(value: Any) -> str:
        if value.__class__ is not kind:
            raise WrongType(f"a {kind.__name__}", value)
        name: str = value.name
        return name

    return write


def require_list(value: Any, most: int | None = MOST_ITEMS) -> None:
    """Raise Fault for anything but a list that is not too long."""
    if value.__class__ is not list:
        raise WrongType("a list", value)
    _require_few(value, most)


def require_tuple(value: Any, most: int | None = MOST_ITEMS) -> None:
    """Raise Fault for anything but a tuple that is not too long."""
    if not isinstance(value, tuple):
        raise WrongType("a tuple", value)
    _require_few(value, most)


def _require_few(value: Any, most: int | None) -> None:
    if most is not None and len(value) > most:
        raise Fault(f"expected at most {most:,} items, found {len(value):,}")


def are_integers(values: Any) -> bool:
    """Whether a list or tuple holds integers alone, found out without a step for each."""
    if not values:
        return True
    if {*map(type, values)} != {int}:
        return False
    return is_short(min(values)) and is_short(max(values))


def require_ascending(seats: Any) -> None:
    """Raise Fault for seats that are not in order, or that stand twice."""
    if not all(map(lt, seats, seats[1:])):
        raise Fault("expected seats in ascending order, each once")
