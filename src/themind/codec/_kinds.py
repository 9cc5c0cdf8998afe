"""Kinds of documents: the classes, unions and tuples that readers accept."""

from __future__ import annotations

from types import UnionType
from typing import Final, NamedTuple, TypeAlias, Union, cast, get_args, get_origin

from themind import (
    Action,
    Entry,
    Event,
    GameState,
    Illegality,
    Outcome,
    Record,
    Rules,
    SeatAction,
    SeatEvent,
    SeatView,
    TableAction,
)
from themind._model.checks import shown

Document: TypeAlias = (
    Rules
    | GameState
    | SeatView
    | Record
    | Entry
    | Outcome
    | Illegality
    | Action
    | Event
    | SeatEvent
)

UNIONS: Final[dict[str, object]] = {
    "Action": Action,
    "SeatAction": SeatAction,
    "TableAction": TableAction,
    "Event": Event,
    "SeatEvent": SeatEvent,
    "Document": Document,
}
IN_ARRAYS: Final[tuple[type[object], ...]] = (
    *get_args(Action),
    *dict.fromkeys([*get_args(Event), *get_args(SeatEvent)]),
)
_DOCUMENTS: Final = frozenset(get_args(Document))


class Kind(NamedTuple):
    """The classes of a kind, and whether it is an array of their documents."""

    members: tuple[type[object], ...]
    is_array: bool


def resolve(kind: object) -> Kind:
    """Return the classes of a kind; TypeError for one that has no documents.

    A kind is a class of documents, a union of such classes, or `tuple[X, ...]` of actions and
    events.
    """
    args = get_args(kind)
    if get_origin(kind) is tuple and args[1:] == (Ellipsis,):
        return Kind(_members(args[0], frozenset(IN_ARRAYS), kind), is_array=True)
    return Kind(_members(kind, _DOCUMENTS, kind), is_array=False)


def _members(
    members: object, known: frozenset[type[object]], kind: object
) -> tuple[type[object], ...]:
    is_union = isinstance(members, UnionType) or get_origin(members) is Union
    each = get_args(members) if is_union else (members,)
    if not all(isinstance(member, type) and member in known for member in each):
        raise no_documents(kind)
    return cast("tuple[type[object], ...]", each)


def no_documents(kind: object) -> TypeError:
    """Return the error for a kind that has no documents."""
    must = "kind must be a document class, a union, or a tuple of actions or events"
    return TypeError(f"{must}, got {shown(kind)}")
