"""An experiment as a value: rules, a policy for each seat, and a driver."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from enum import Enum
from numbers import Integral, Real
from typing import Any

import attrs

from themind import InvalidArgument, Rules
from themind.experiments._checks import instance_of, type_of
from themind.experiments._drivers import Driver, Race
from themind.experiments._errors import PolicyError
from themind.experiments._policy import Policy


def _as_tuple(policies: Any) -> Any:
    return tuple(policies) if isinstance(policies, list) else policies


def _are_policies(_instance: object, _attribute: object, policies: Any) -> None:
    if not isinstance(policies, tuple):
        raise TypeError(f"policies must be a tuple of Policy, got {type_of(policies)}")
    for seat, policy in enumerate(policies):
        if not isinstance(policy, Policy):
            text = f"policies[{seat}] must be a Policy, got {type_of(policy)}"
            raise TypeError(text + _meant(policy))


def _meant(value: object) -> str:
    """Return a guess at what was meant by a value that is no policy."""
    if isinstance(value, type):
        return f": did you mean {value.__name__}(...)?" if issubclass(value, Policy) else ""
    if callable(value):
        return f": did you mean policy({getattr(value, '__name__', '...')})?"
    return ""


@attrs.frozen
class Experiment:
    """A table whose seats are played by policies, seat 0 by the first.

    With `blind`, which needs a full stack, a won game goes on into the blind run (BLD-1).

    Raises:
        InvalidArgument: not one policy a seat, or `blind` with a stack that is not full.
        TypeError: an argument of another type.

    >>> from themind.experiments import Clock, LogNormal
    >>> pair = (Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2
    >>> Experiment(Rules.standard(players=2).without_stars(), pair).driver
    Race(redraw=True)
    """

    rules: Rules = attrs.field(validator=instance_of(Rules))
    policies: tuple[Policy, ...] = attrs.field(converter=_as_tuple, validator=_are_policies)
    driver: Driver = attrs.field(factory=Race, validator=instance_of(Driver))
    blind: bool = attrs.field(default=False, kw_only=True, validator=instance_of(bool))

    def __attrs_post_init__(self) -> None:
        players, policies = self.rules.players, len(self.policies)
        if players != policies:
            raise InvalidArgument(f"policies must be {players}, one for each seat, got {policies}")
        if self.blind and not self.rules.is_full_stack:
            raise InvalidArgument("blind must be False unless the rules have the full stack")


def fingerprint(experiment: Experiment) -> str:
    """Return a hash of all that decides how the games of an experiment go, but for the seed.

    Raises:
        PolicyError: a policy has other than plain fields and no name.
    """
    told = {
        "rules": _told(experiment.rules),
        "driver": _told(experiment.driver),
        "blind": experiment.blind,
        "policies": [_told_policy(*seated) for seated in enumerate(experiment.policies)],
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class _NotPlain(Exception):
    """Carries the value that has no plain fields."""


def _told_policy(seat: int, policy: Policy) -> Any:
    if policy.name is not None:
        return [_qualified(policy), policy.name]
    try:
        return _told(policy)
    except _NotPlain as found:
        problem = "has a field that is not plain, so it needs a name to be stored"
        raise PolicyError(seat, policy, found.args[0], problem) from None


def _told(value: Any) -> Any:
    """Return a value as JSON; values that could act differently differ in it."""
    if isinstance(value, Enum):
        return [_qualified(value), value.name]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, tuple | list):
        return ["sequence", *map(_told, value)]
    if isinstance(value, frozenset | set):
        return ["set", *sorted(map(_told, value), key=repr)]
    if isinstance(value, Mapping):
        return ["mapping", *sorted(([_told(k), _told(v)] for k, v in value.items()), key=repr)]
    return [_qualified(value), {name: _told(field) for name, field in _fields(value).items()}]


def _fields(value: Any) -> dict[str, Any]:
    if attrs.has(type(value)):
        return {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Policy) and hasattr(value, "__dict__"):
        return vars(value)
    raise _NotPlain(value)


def _qualified(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"
