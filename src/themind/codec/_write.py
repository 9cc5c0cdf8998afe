"""From values to plain data: a writer for each type that a field can have, found by cattrs.

A writer takes the value. It checks what it writes, since actions and events do not check what they
are made of, and nothing may be written that could not be read.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from types import MappingProxyType
from typing import Any, TypeAlias, get_args

import attrs
from cattrs import Converter

from themind import Entry, GameState, InvalidState, SeatView
from themind.codec._faults import Fault, WrongType, said_by
from themind.codec._kinds import (
    CLASSES,
    FORMAT,
    FORMAT_KEY,
    NAMES,
    TYPE_KEY,
    fields_of,
    is_choice,
    is_class,
    is_fixed,
    is_optional,
    is_row,
    is_set,
    name_of,
)
from themind.codec._leaves import (
    MOST_ITEMS,
    are_integers,
    boolean,
    integer,
    name_writer,
    require_tuple,
    rule_id,
)

Writer: TypeAlias = Callable[[Any], Any]

_GATED = (GameState, SeatView)

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@functools.cache
def document_writer(name: str) -> Writer:
    """The writer of a whole document of a type, with its envelope."""
    return _class_writer(CLASSES[name], {TYPE_KEY: name, FORMAT_KEY: FORMAT})


def _union_writer(kind: Any) -> Writer:
    members = get_args(kind)
    writers = {member: _class_writer(member, {TYPE_KEY: member.__name__}) for member in members}

    def write(value: Any) -> Any:
        writer = writers.get(type(value))
        if writer is None:
            raise WrongType(name_of(members), value)
        return writer(value)

    return write


def _class_writer(kind: type[Any], envelope: Mapping[str, Any] = _NOTHING) -> Writer:
    """The writer of an object with a key for each field of a class, and those of its envelope."""
    parts = [(name, _writer(what)) for name, what in fields_of(kind).items()]

    def write(value: Any) -> dict[str, Any]:
        if type(value) is not kind:
            raise WrongType(f"a value of type {kind.__name__}", value)
        data = dict(envelope)
        name = ""
        try:
            for name, writer in parts:
                data[name] = writer(getattr(value, name))
        except Fault as fault:
            fault.under(f".{name}")
            raise
        if kind in _GATED:
            _pass_the_gate(value)
        return data

    return write


def _pass_the_gate(position: Any) -> None:
    """Refuse a position that could not be read back: one between two events of one step."""
    try:
        attrs.evolve(position)
    except InvalidState as error:
        raise said_by(error) from None


def _row_writer(kind: Any) -> Writer:
    """The writer of a tuple of any length, whose items are all of one type."""
    (item, _) = get_args(kind)
    writer = _writer(item)
    most = None if item is Entry else MOST_ITEMS

    def write(value: Any) -> list[Any]:
        require_tuple(value, most)
        if item is int and are_integers(value):
            return list(value)
        return _write_each(value, repeat(writer))

    return write


def _fixed_writer(kind: Any) -> Writer:
    """The writer of a tuple of one length, each item of its own type."""
    writers = [_writer(item) for item in get_args(kind)]
    return lambda value: _write_each(value, writers)


def _write_each(values: Any, writers: Iterable[Writer]) -> list[Any]:
    items: list[Any] = []
    try:
        for value, writer in zip(values, writers, strict=False):
            items.append(writer(value))
    except Fault as fault:
        fault.under(f"[{len(items)}]")
        raise
    return items


def _set_writer(kind: Any) -> Writer:
    """The writer of a set of seats: a list of them in ascending order."""
    (item,) = get_args(kind)
    writer = _writer(item)

    def write(value: Any) -> list[Any]:
        return sorted([writer(seat) for seat in value])

    return write


def _optional_writer(kind: Any) -> Writer:
    (what,) = [part for part in get_args(kind) if part is not type(None)]
    writer = _writer(what)
    return lambda value: None if value is None else writer(value)


def _writer(what: Any) -> Writer:
    """The writer of a type; never one of cattrs' own, as for readers."""
    writer: Writer = _CONVERTER.get_unstructure_hook(what, cache_result=False)
    if not writer.__module__.startswith("themind.codec."):
        raise RecursionError
    return writer


_CONVERTER = Converter(forbid_extra_keys=True)
for _leaf, _take in ((int, integer), (bool, boolean), (str, rule_id)):
    _CONVERTER.register_unstructure_hook(_leaf, _take)
for _names in NAMES:
    _CONVERTER.register_unstructure_hook(_names, name_writer(_names))
for _fits, _make in (
    (is_class, _class_writer),
    (is_choice, _union_writer),
    (is_optional, _optional_writer),
    (is_row, _row_writer),
    (is_fixed, _fixed_writer),
    (is_set, _set_writer),
):
    _CONVERTER.register_unstructure_hook_factory(_fits, _make)
