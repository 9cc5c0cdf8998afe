"""Positions as plain data, so that others' can be compared whatever they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

import themind as tm

_NOT_COMPARED = {"rules", "type", "format"}
_AS_SETS = {"ready", "agreed"}
_CARD = ("seat", "card", "reason")


def fields_of(position: object) -> dict[str, Any]:
    """The fields of a state, a view or a mapping of such fields, as lists, numbers and strings.

    Rules are left out, and what the codec adds. Raises TypeError for anything else.
    """
    if isinstance(position, tm.GameState | tm.SeatView):
        position = attrs.asdict(position, recurse=False)
    if not isinstance(position, Mapping):
        raise TypeError(f"a position must be shown as a mapping, got {type(position).__name__}")
    shown = {name: _plain(position[name]) for name in position if name not in _NOT_COMPARED}
    return shown | {name: sorted(shown[name]) for name in _AS_SETS & set(shown)}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return [_plain(value[name]) for name in _CARD if name in value]
    if isinstance(value, tm.PlayedCard | tm.AsideCard | tm.SeenCard):
        return list(map(_plain, attrs.astuple(value)))
    if isinstance(value, list | tuple | set | frozenset):
        return list(map(_plain, value))
    return str(value) if isinstance(value, str) else value


def differences(ours: object, theirs: object) -> Iterator[str]:
    """A line for each field that they show and in which they differ, in the order of ours."""
    known, shown = fields_of(ours), fields_of(theirs)
    strange = sorted(set(shown) - set(known))
    if strange:
        raise TypeError(
            f"shown must have only fields of {type(ours).__name__}, got {', '.join(strange)}"
        )
    for name, value in known.items():
        if name in shown and shown[name] != value:
            yield f"{name}: ours {value!r}, theirs {shown[name]!r}"


def brief(rules: tm.Rules) -> str:
    """The rules as one would write them: without the fields that have their defaults."""
    fields = {field.name: field for field in attrs.fields(tm.Rules)}
    told = [
        f"{name}={getattr(rules, name)!r}" for name in fields if not _is_usual(rules, fields[name])
    ]
    return f"Rules({', '.join(told)})"


def _is_usual(rules: tm.Rules, field: attrs.Attribute[Any]) -> bool:
    value = getattr(rules, field.name)
    if field.name != "rewards":
        return bool(value == field.default)
    levels = range(rules.first_level, rules.levels + 1)
    return list(value) == [pair for pair in field.default or () if pair[0] in levels]
