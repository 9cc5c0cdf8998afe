"""From plain data to values: a reader for each type that a field can have, found by cattrs.

A reader takes the data and, as cattrs calls it, the type that it was made for. What is wrong is
raised as Fault, to which each level on the way out adds its step of the path.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from itertools import repeat
from types import GenericAlias
from typing import Any, TypeAlias, get_args

from cattrs import Converter

from themind import Entry, Rules, TheMindError
from themind.codec._faults import Fault, WrongType, found, key_fault, missing_key, said_by
from themind.codec._kinds import (
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
    name_reader,
    require_ascending,
    require_list,
    rule_id,
)

Reader: TypeAlias = Callable[[Any, Any], Any]


@functools.cache
def document_reader(members: tuple[type[Any], ...]) -> Reader:
    """The reader of a whole document: its format first, then its type, then the rest."""
    read_content = _choice_reader(members, frozenset({TYPE_KEY, FORMAT_KEY}))

    def read(data: Any, _: object = None) -> Any:
        _require_key(data, FORMAT_KEY)
        version = data[FORMAT_KEY]
        if version.__class__ is not int or version != FORMAT:
            raise _at(FORMAT_KEY, Fault(f"expected format {FORMAT}, found {found(version)}"))
        return read_content(data, None)

    return read


def _union_reader(kind: Any) -> Reader:
    return _choice_reader(get_args(kind), frozenset({TYPE_KEY}))


def _choice_reader(members: tuple[type[Any], ...], also: frozenset[str]) -> Reader:
    readers = {member.__name__: _class_reader(member, also) for member in members}

    def read(data: Any, _: object = None) -> Any:
        _require_key(data, TYPE_KEY)
        name = data[TYPE_KEY]
        reader = readers.get(name) if name.__class__ is str else None
        if reader is None:
            raise _at(TYPE_KEY, WrongType(name_of(members), name))
        return reader(data, None)

    return read


def _require_key(data: Any, key: str) -> None:
    if data.__class__ is not dict:
        raise WrongType("an object", data)
    if key not in data:
        raise missing_key(key)


def _at(name: str, fault: Fault) -> Fault:
    fault.under(f".{name}")
    return fault


def _class_reader(kind: type[Any], also: frozenset[str] = frozenset()) -> Reader:
    """The reader of an object with a key for each field of a class, and those of its envelope."""
    types = fields_of(kind)
    parts = [(name, what, _reader(what)) for name, what in types.items()]
    keys = also.union(types)

    def read(data: Any, _: object = None) -> Any:
        if data.__class__ is not dict or data.keys() != keys:
            raise key_fault(data, keys)
        fields = {}
        name = ""
        try:
            for name, what, reader in parts:
                fields[name] = reader(data[name], what)
        except Fault as fault:
            fault.under(f".{name}")
            raise
        return _made(kind, fields)

    return read


def _made(kind: type[Any], fields: dict[str, Any]) -> Any:
    try:
        value = kind(**fields)
    except (TheMindError, TypeError) as error:
        raise said_by(error) from None
    if kind is Rules and value.rewards != fields["rewards"]:
        raise _at("rewards", Fault("expected levels of the stack in ascending order"))
    return value


def _row_reader(kind: Any) -> Reader:
    """The reader of a list of any length, whose items are all of one type."""
    (item, _) = get_args(kind)
    reader = _reader(item)
    most = None if item is Entry else MOST_ITEMS

    def read(data: Any, _: object = None) -> tuple[Any, ...]:
        require_list(data, most)
        if item is int and are_integers(data):
            return tuple(data)
        return _read_each(data, repeat((reader, item)))

    return read


def _fixed_reader(kind: Any) -> Reader:
    """The reader of a list of one length, each item of its own type."""
    readers = [(_reader(item), item) for item in get_args(kind)]

    def read(data: Any, _: object = None) -> tuple[Any, ...]:
        require_list(data)
        if len(data) != len(readers):
            raise Fault(f"expected {len(readers)} items, found {len(data)}")
        return _read_each(data, readers)

    return read


def _read_each(data: list[Any], readers: Iterable[tuple[Reader, Any]]) -> tuple[Any, ...]:
    items: list[Any] = []
    try:
        for value, (reader, what) in zip(data, readers, strict=False):
            items.append(reader(value, what))
    except Fault as fault:
        fault.under(f"[{len(items)}]")
        raise
    return tuple(items)


def _set_reader(kind: Any) -> Reader:
    """The reader of a set of seats, which a document lists in ascending order."""
    (item,) = get_args(kind)
    read_row = _row_reader(GenericAlias(tuple, (item, ...)))

    def read(data: Any, _: object = None) -> frozenset[Any]:
        seats = read_row(data, None)
        require_ascending(seats)
        return frozenset(seats)

    return read


def _optional_reader(kind: Any) -> Reader:
    (what,) = [part for part in get_args(kind) if part is not type(None)]
    reader = _reader(what)

    def read(data: Any, _: object = None) -> Any:
        return None if data is None else reader(data, what)

    return read


def _reader(what: Any) -> Reader:
    """The reader of a type; never one of cattrs' own, which take what they can make fit.

    cattrs passes over an error in its search: near the end of the stack it may miss ours.
    """
    reader: Reader = _CONVERTER.get_structure_hook(what, cache_result=False)
    if not reader.__module__.startswith("themind.codec."):
        raise RecursionError
    return reader


_CONVERTER = Converter(forbid_extra_keys=True)
for _leaf, _take in ((int, integer), (bool, boolean), (str, rule_id)):
    _CONVERTER.register_structure_hook(_leaf, _take)
for _names in NAMES:
    _CONVERTER.register_structure_hook(_names, name_reader(_names))
for _fits, _make in (
    (is_class, _class_reader),
    (is_choice, _union_reader),
    (is_optional, _optional_reader),
    (is_row, _row_reader),
    (is_fixed, _fixed_reader),
    (is_set, _set_reader),
):
    _CONVERTER.register_structure_hook_factory(_fits, _make)
