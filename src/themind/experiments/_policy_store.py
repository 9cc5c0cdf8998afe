"""Policies as JSON and back, so that policies that learned can be stored.

Only classes in the modules of the experiment's policies are restored. Nothing is imported, and no
code of a class is run.
"""

from __future__ import annotations

import dataclasses
import math
import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from numbers import Integral, Real
from typing import Any, TypeAlias

import attrs

from themind.experiments._errors import PolicyError
from themind.experiments._experiment_json import canonical
from themind.experiments._policy import Policy

Plain: TypeAlias = Any

_LARGEST = 2**63  # from here on an int is written as a text
_OURS = ("themind", "themind.experiments")
_CONTAINERS: dict[str, Any] = {
    "tuple": tuple,
    "list": list,
    "set": set,
    "frozenset": frozenset,
}


class NotStorable(Exception):
    """Carries a value that cannot be written or restored."""


class PolicyStore:
    """Converts the policies of an experiment to JSON and back.

    A policy that equals the initial one of its seat is written as the seat, so it needs no plain
    fields.
    """

    def __init__(self, policies: Sequence[Policy]) -> None:
        self._policies = policies
        self._modules = {*_OURS, *_modules(policies)}

    def written(self, policies: Sequence[Policy]) -> list[Plain]:
        """Return policies as JSON.

        Raises:
            PolicyError: A policy has a field that is not plain data, or its class cannot be found.
        """
        written = []
        for seat, policy in enumerate(policies):
            try:
                written.append(self._written(seat, policy))
            except (AttributeError, NotStorable, RecursionError) as found:
                problem = "became a policy that a store cannot restore"
                raise PolicyError(seat, policy, _culprit(found, policy), problem) from None
        return written

    def _written(self, seat: int, policy: Policy) -> Plain:
        if _same(policy, self._policies[seat]):
            return {"seat": seat}
        plain = _plain(policy)
        if _plain(self._restored(plain)) != plain:
            raise NotStorable(policy)
        return plain

    def restored(self, written: Sequence[Plain]) -> tuple[Policy, ...]:
        """Return the policies that were written; NotStorable for anything else."""
        policies = [
            self._policies[seat] if plain == {"seat": seat} else self._restored(plain)
            for seat, plain in enumerate(written)
        ]
        if len(policies) != len(self._policies) or not all(
            isinstance(policy, Policy) for policy in policies
        ):
            raise NotStorable(written)
        return tuple(policies)

    def _restored(self, plain: Plain) -> Any:
        if isinstance(plain, list):
            return [self._restored(item) for item in plain]
        if not isinstance(plain, dict):
            return plain
        match plain:
            case {"int": str(digits)}:
                return int(digits, 16)
            case {"float": str(text)}:
                return float(text)
            case {"tuple": list(items)} | {"set": list(items)} | {"frozenset": list(items)}:
                (kind,) = plain
                return _CONTAINERS[kind]([self._restored(item) for item in items])
            case {"dict": list(pairs)}:
                return {self._restored(key): self._restored(value) for key, value in pairs}
            case {"enum": str(name), "name": str(member)}:
                return getattr(self._class(name), member)
            case {"class": str(name), "items": list(items)}:
                return self._class(name)._make([self._restored(item) for item in items])
            case {"class": str(name), "fields": dict(fields)}:
                return _with_fields(
                    self._class(name), {key: self._restored(value) for key, value in fields.items()}
                )
            case _:
                raise NotStorable(plain)

    def _class(self, name: str) -> Any:
        module, _, qualified = name.partition(":")
        found: Any = sys.modules.get(module) if module in self._modules else None
        for part in qualified.split("."):
            found = getattr(found, part, None)
        if not isinstance(found, type):
            raise NotStorable(name)
        return found


def _same(policy: Policy, first: Policy) -> bool:
    """Return whether a policy is the first one of its seat, or an unchanged copy of it."""
    if policy == first:
        return True
    if type(policy) is not type(first):
        return False
    try:
        return pickle.dumps(policy) == pickle.dumps(first)
    except Exception:  # noqa: BLE001 - pickle raises errors of any class
        return bool(values := _field_values(policy)) and values == _field_values(first)


def _with_fields(kind: type, fields: Mapping[str, Any]) -> Any:
    """Return an instance without a call of its constructor, as unpickling does."""
    try:
        made: Any = object.__new__(kind)
        for name, value in fields.items():
            object.__setattr__(made, name, value)
    except (AttributeError, TypeError):  # the class has changed
        raise NotStorable(kind) from None
    return made


def _plain(value: Any) -> Plain:
    """Return a value as JSON from which it can be restored; NotStorable if that is impossible."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Enum):
        return {"enum": _name(value), "name": value.name}
    if isinstance(value, Integral):
        number = int(value)
        return number if abs(number) < _LARGEST else {"int": hex(number)}
    if isinstance(value, Real):
        return _plain_real(value)
    return _plain_parts(value)


def _plain_real(value: Real) -> Plain:
    try:
        number = float(value)
    except OverflowError:
        raise NotStorable(value) from None
    if math.isfinite(number):
        if number != value:
            raise NotStorable(value)
        return number
    return {"float": repr(number)}


def _plain_parts(value: Any) -> Plain:
    if type(value) is list:
        return [_plain(item) for item in value]
    if type(value) is tuple:
        return {"tuple": [_plain(item) for item in value]}
    if type(value) in (set, frozenset):
        return {type(value).__name__: sorted(map(_plain, value), key=canonical)}
    if type(value) is dict:
        return {"dict": [[_plain(key), _plain(item)] for key, item in value.items()]}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return {"class": _name(value), "items": [_plain(item) for item in value]}
    return {
        "class": _name(value),
        "fields": {name: _plain(getattr(value, name)) for name in _fields(value)},
    }


def _fields(value: Any) -> Iterable[str]:
    kind = type(value)
    if attrs.has(kind):
        return [field.name for field in attrs.fields(kind)]
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    if isinstance(value, Policy) and hasattr(value, "__dict__"):
        return list(vars(value))
    raise NotStorable(value)


def _name(value: object) -> str:
    """Return the name of a class, which is public for classes of this library."""
    kind = type(value)
    for module in _OURS:
        if getattr(sys.modules[module], kind.__qualname__, None) is kind:
            return f"{module}:{kind.__qualname__}"
    return f"{kind.__module__}:{kind.__qualname__}"


def _modules(value: Any) -> Iterator[str]:
    """Yield the modules of the classes in the plain parts of a value."""
    if isinstance(value, Mapping):
        yield from _modules([*value.keys(), *value.values()])
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from _modules(item)
    elif isinstance(value, Enum | Policy) or attrs.has(type(value)):
        yield type(value).__module__
        if not isinstance(value, Enum):
            yield from _modules(_field_values(value))


def _field_values(value: Any) -> list[Any]:
    try:
        return [getattr(value, name) for name in _fields(value)]
    except NotStorable:
        return []


def _culprit(found: Exception, policy: Policy) -> object:
    return found.args[0] if isinstance(found, NotStorable) else policy
