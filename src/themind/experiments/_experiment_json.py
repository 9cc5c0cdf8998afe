"""Experiments as JSON and back."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from numbers import Integral, Real
from typing import Any

import attrs

from themind import InvalidArgument, InvalidDocument, Rules, codec
from themind._model.checks import shown, wrong_type
from themind.experiments._drivers import Driver, Landing, Race, Ticks
from themind.experiments._errors import PolicyError
from themind.experiments._noise import Additive, LogNormal, Weber
from themind.experiments._policies import AbsoluteClock, CardBlind, Clock, Confident, Scripted
from themind.experiments._policy import Policy

FORMAT = 1
TYPE = "Experiment"
CUSTOM = "custom"

Data = dict[str, Any]

_DRIVERS = {kind.__name__: kind for kind in (Race, Ticks)}
_NOISES = {kind.__name__: kind for kind in (LogNormal, Additive, Weber)}
_POLICIES = {kind.__name__: kind for kind in (Clock, AbsoluteClock, CardBlind, Confident, Scripted)}
_BUILT_IN: dict[str, Any] = {**_DRIVERS, **_NOISES, **_POLICIES}
LARGEST = 2**63  # from here on an int is written as a text
_INFINITE = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}


def canonical(data: Any) -> str:
    """Return plain data as JSON with sorted keys and no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def published(rules: Rules, policies: Sequence[Policy], driver: Driver, *, blind: bool) -> Data:
    """Return an experiment as plain data.

    Raises:
        PolicyError: A policy without a name has a field that is not plain data.
    """
    return {
        "type": TYPE,
        "format": FORMAT,
        "rules": codec.to_data(rules),
        "policies": [_policy_data(seat, policy) for seat, policy in enumerate(policies)],
        "driver": _data(driver),
        "blind": blind,
    }


def is_deterministic(policies: Sequence[Policy]) -> bool:
    """Return whether all policies are deterministic."""
    return all(policy.deterministic for policy in policies)


class NotPlain(Exception):
    """Carries a value that is not plain data."""


def _policy_data(seat: int, policy: Policy) -> Data:
    if _is_built_in(policy):
        return _fields_data(policy)
    data: Data = {"type": CUSTOM, "class": _qualified(policy)}
    if not is_deterministic([policy]):
        data["deterministic"] = False
    if policy.name is not None:
        return data | {"name": policy.name}
    problem = "has a field that cannot be stored, so the policy needs a name"
    try:
        return data | {"fields": {name: _data(field) for name, field in fields_of(policy).items()}}
    except NotPlain as found:
        raise PolicyError(seat, policy, found.args[0], problem) from None
    except RecursionError:
        raise PolicyError(seat, policy, "a value that contains itself", problem) from None


def _is_built_in(value: object) -> bool:
    return _BUILT_IN.get(type(value).__name__) is type(value)


def _fields_data(value: Any) -> Data:
    fields = {
        name: field.name if isinstance(field, Landing) else _data(field)
        for name, field in fields_of(value).items()
    }
    return {"type": type(value).__name__, **fields}


def _data(value: Any) -> Any:
    """Return a value as JSON that is different for values that can behave differently."""
    if isinstance(value, Enum):
        return {"enum": _qualified(value), "name": value.name}
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return _integer_data(int(value))
    if isinstance(value, Real):
        return _real_data(value)
    return _fields_data(value) if _is_built_in(value) else _nested_data(value)


def _integer_data(number: int) -> Any:
    return number if abs(number) < LARGEST else {"integer": hex(number)}


def _real_data(value: Real) -> Any:
    try:
        number = float(value)
    except OverflowError:
        raise NotPlain(value) from None
    if math.isfinite(number):
        if number != value:
            raise NotPlain(value)
        return number
    return {"float": next(name for name, its in _INFINITE.items() if repr(its) == repr(number))}


def _nested_data(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_data(item) for item in value]
    if isinstance(value, frozenset | set):
        return {"set": sorted(map(_data, value), key=canonical)}
    if isinstance(value, Mapping):
        pairs = [[_data(key), _data(item)] for key, item in value.items()]
        return {"mapping": sorted(pairs, key=canonical)}
    fields = {name: _data(field) for name, field in fields_of(value).items()}
    return {"class": _qualified(value), "fields": fields}


def fields_of(value: Any) -> Data:
    """Return the fields of a policy or another value with fields; NotPlain if it has none."""
    if attrs.has(type(value)):
        return {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Policy) and hasattr(value, "__dict__"):
        return dict(vars(value))
    raise NotPlain(value)


def plain_fields(policy: Policy) -> dict[str, str]:
    """Return the plain fields of a policy as JSON."""
    texts = {}
    try:
        fields = fields_of(policy)
    except (AttributeError, NotPlain):  # the first one for a field without a value
        return {}
    for name, field in fields.items():
        with suppress(NotPlain, RecursionError):
            texts[name] = canonical(_data(field))
    return texts


def _qualified(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def parts_of(text: str | bytes) -> Data:
    """Return the arguments for the experiment of a JSON text.

    Raises:
        InvalidDocument: The text is not an experiment, or has a policy that is not built in.
        TypeError: The argument is neither a str nor bytes.
    """
    try:
        return _parts(_parsed(text))
    except RecursionError:
        raise InvalidDocument("$", "the document is nested too deeply") from None


def _parts(data: Any) -> Data:
    _require_keys("$", data, {"type", "format", "rules", "policies", "driver", "blind"})
    if (data["type"], data["format"]) != (TYPE, FORMAT):
        raise InvalidDocument("$", f"expected an {TYPE} of format {FORMAT}")
    if type(data["blind"]) is not bool:
        raise InvalidDocument("$.blind", f"expected true or false, found {shown(data['blind'])}")
    if not isinstance(data["policies"], list):
        raise InvalidDocument("$.policies", "expected a list")
    return {
        "rules": _rules(data["rules"]),
        "policies": tuple([_policy(*one) for one in enumerate(data["policies"])]),
        "driver": _made("$.driver", data["driver"], _DRIVERS),
        "blind": data["blind"],
    }


def _parsed(text: str | bytes) -> Any:
    if not isinstance(text, str | bytes):
        raise wrong_type("text", "a str or bytes", text)
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
    except ValueError:
        raise InvalidDocument("$", "the document is not JSON, or has a key twice") from None


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _object(pairs: list[tuple[str, Any]]) -> Data:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError(pairs)
    return data


def _require_keys(path: str, data: Any, keys: set[str]) -> None:
    if not isinstance(data, dict) or data.keys() != keys:
        raise InvalidDocument(path, f"expected an object with the keys {', '.join(sorted(keys))}")


def _rules(data: Any) -> Rules:
    try:
        return codec.from_data(data, Rules)
    except InvalidDocument as error:
        raise InvalidDocument(f"$.rules{error.path.removeprefix('$')}", error.reason) from None


def _policy(seat: int, data: Any) -> Policy:
    path = f"$.policies[{seat}]"
    if isinstance(data, dict) and data.get("type") == CUSTOM:
        name = shown(data.get("class"))
        raise InvalidDocument(path, f"expected a built-in policy, found one of class {name}")
    made: Policy = _made(path, data, _POLICIES)
    return made


def _made(path: str, data: Any, kinds: Mapping[str, Any]) -> Any:
    kind = kinds.get(str(data.get("type"))) if isinstance(data, dict) else None
    if kind is None:
        raise InvalidDocument(path, f"expected an object whose type is {' or '.join(kinds)}")
    fields = [field.name for field in attrs.fields(kind)]
    _require_keys(path, data, {"type", *fields})
    given = {name: _value(f"{path}.{name}", data[name]) for name in fields}
    try:
        return kind(**given)
    except (InvalidArgument, TypeError) as error:
        raise InvalidDocument(path, str(error)) from None


def _value(path: str, data: Any) -> Any:
    """Return the value of a field of a built-in class."""
    if isinstance(data, list):
        return tuple([_value(f"{path}[{place}]", item) for place, item in enumerate(data)])
    if not isinstance(data, dict):
        return Landing[data] if isinstance(data, str) and data in Landing.__members__ else data
    if data.keys() == {"float"} and str(data["float"]) in _INFINITE:
        return _INFINITE[data["float"]]
    return _made(path, data, _NOISES)
