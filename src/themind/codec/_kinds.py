"""What documents there are, and how the types of their fields are told apart."""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

from themind import (
    Action,
    AsideReason,
    BlindPenalty,
    Event,
    GameState,
    IllegalCode,
    Illegality,
    Outcome,
    Phase,
    Record,
    Reward,
    Rules,
    SeatAction,
    SeatEvent,
    SeatView,
    TableAction,
)

FORMAT = 1
TYPE_KEY = "type"
FORMAT_KEY = "format"

Document: TypeAlias = (
    Rules | GameState | SeatView | Record | Outcome | Illegality | Action | Event | SeatEvent
)

UNIONS: dict[str, Any] = {
    "Action": Action,
    "SeatAction": SeatAction,
    "TableAction": TableAction,
    "Event": Event,
    "SeatEvent": SeatEvent,
    "Document": Document,
}
CLASSES: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Document)}

# cattrs would read these as any text that can be made one of them; each gets a hook of its own.
NAMES: tuple[type[Enum], ...] = (BlindPenalty, IllegalCode, Phase, AsideReason, Reward)

_MOST_NAMES = 15

# A text of so many characters may be a document. The largest state there is takes half of it; a
# record of 16 MiB has a quarter of a million entries.
_MOST_CHARACTERS = 2**20
_MOST_CHARACTERS_OF_A_RECORD = 2**24


def members_of(kind: Any) -> tuple[type[Any], ...]:
    """The classes of documents that a kind, a class or a union of them, stands for.

    Raises TypeError for any other kind.
    """
    members = get_args(kind) if is_union(kind) else (kind,)
    for member in members:
        if not isinstance(member, type) or CLASSES.get(member.__name__) is not member:
            raise TypeError(f"there is no document of the kind {_name(member)}")
    return members


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else f"that a {type(kind).__name__} could name"


def name_of(members: tuple[type[Any], ...]) -> str:
    """What to call one of these classes: all their names, where they fill two lines at most."""
    if len(members) > _MOST_NAMES:
        return f"one of {len(members)} types"
    *others, last = [member.__name__ for member in members]
    return f"{', '.join(others)} or {last}" if others else last


def most_characters(members: tuple[type[Any], ...]) -> int:
    """How long a document of one of these classes may be."""
    return _MOST_CHARACTERS_OF_A_RECORD if Record in members else _MOST_CHARACTERS


def fields_of(kind: type[Any]) -> dict[str, Any]:
    """The fields of a class by name, each with its type.

    A class that has none need not be an attrs class.
    """
    types = get_type_hints(kind)
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return {field.name: types[field.name] for field in fields}


def is_class(kind: Any) -> bool:
    """Whether a type is a class of our own with fields."""
    return isinstance(kind, type) and attrs.has(kind)


def is_union(kind: Any) -> bool:
    """Whether a type is a union, however it was written."""
    return isinstance(kind, UnionType) or get_origin(kind) is Union


def is_optional(kind: Any) -> bool:
    """Whether a type is a union with None."""
    return is_union(kind) and NoneType in get_args(kind)


def is_choice(kind: Any) -> bool:
    """Whether a type is a union of classes that documents tell apart by their type."""
    return is_union(kind) and NoneType not in get_args(kind)


def is_row(kind: Any) -> bool:
    """Whether a type is a tuple of any length."""
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def is_fixed(kind: Any) -> bool:
    """Whether a type is a tuple of one length, as the pairs of a reward table."""
    return get_origin(kind) is tuple and get_args(kind)[-1] is not Ellipsis


def is_set(kind: Any) -> bool:
    """Whether a type is a frozenset."""
    return get_origin(kind) is frozenset
