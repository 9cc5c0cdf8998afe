"""Positions as plain data, so that positions of other types can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

import attrs

import themind as tm

_NOT_COMPARED = {"rules", "type", "format"}
_AS_SETS = {"ready", "agreed"}
_CARD = ("seat", "card", "reason")
_NAMES: dict[type[Any], list[str]] = {
    kind: [field.name for field in attrs.fields(kind) if field.name not in _NOT_COMPARED]
    for kind in (tm.GameState, tm.SeatView)
}


def differences(ours: tm.GameState | tm.SeatView, theirs: object) -> Iterator[str]:
    """Return a line for each field that they show and that differs, in the order of our fields.

    Rules are not compared. Raises TypeError for a value that is not a position.
    """
    if type(theirs) is type(ours) and theirs == ours:
        return
    shown = _shown(theirs)
    known = _NAMES[type(ours)]
    strange = sorted(set(shown) - set(known))
    if strange:
        own = type(ours).__name__
        raise TypeError(f"shown must have only fields of {own}, got {', '.join(strange)}")
    for name in known:
        if name in shown:
            value, other = getattr(ours, name), shown[name]
            if not (type(value) is type(other) and value == other):
                yield from _difference(name, _plain(value), _plain(other))


def _shown(position: object) -> Mapping[str, Any]:
    if isinstance(position, tm.GameState | tm.SeatView):
        return {name: getattr(position, name) for name in _NAMES[type(position)]}
    if not isinstance(position, Mapping):
        raise TypeError(f"a position must be shown as a mapping, got {type(position).__name__}")
    return {name: position[name] for name in position if name not in _NOT_COMPARED}


def _difference(name: str, ours: Any, theirs: Any) -> Iterator[str]:
    if name in _AS_SETS and isinstance(theirs, list):
        ours, theirs = sorted(ours, key=repr), sorted(theirs, key=repr)
    if ours != theirs:
        yield f"{name}: ours {ours!r}, theirs {theirs!r}"


def _plain(value: Any) -> Any:
    """Return a value as lists, numbers and strings."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return list(map(_plain, value))
    if isinstance(value, tm.PlayedCard | tm.AsideCard | tm.SeenCard):
        return list(map(_plain, attrs.astuple(value)))
    if not isinstance(value, int) and isinstance(value, Mapping):
        return [_plain(value[name]) for name in _CARD if name in value]
    return value


def brief(rules: tm.Rules) -> str:
    """Return the rules as Python code, without the fields that have their defaults."""
    fields = attrs.fields(tm.Rules)
    told = [field.name for field in fields if not _is_usual(rules, field)]
    return f"Rules({', '.join([f'{name}={_written(getattr(rules, name))}' for name in told])})"


def _is_usual(rules: tm.Rules, field: attrs.Attribute[Any]) -> bool:
    value = getattr(rules, field.name)
    if field.name != "rewards":
        return bool(value == field.default)
    levels = range(rules.first_level, rules.levels + 1)
    return list(value) == [pair for pair in field.default or () if pair[0] in levels]


def _written(value: Any) -> str:
    """Return a value of a field of the rules as Python code."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, tuple):
        pairs = [f"{level}: {_written(reward)}" for level, reward in value]
        return f"{{{', '.join(pairs)}}}"
    return repr(value)
