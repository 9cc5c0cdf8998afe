"""Checks of the arguments that people pass in, besides those of the core."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from numbers import Real
from typing import Any, get_args

from themind import InvalidArgument
from themind._model.checks import shown, with_article, wrong_type


def require_finite(name: str, value: Any, *, least: float | None = None) -> float:
    """Return a real number as a float.

    Raises:
        TypeError: it is no real number.
        InvalidArgument: it is NaN, infinite, larger than a float can be, or less than `least`.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise wrong_type(name, "a number", value)
    number = as_float(name, value)
    if not isfinite(number):
        raise InvalidArgument(f"{name} must be finite, got {number}")
    if least is not None and number < least:
        raise InvalidArgument(f"{name} must be at least {least:g}, got {shown(value)}")
    return number


def require_positive(name: str, value: Any) -> float:
    """Return a real number above 0 as a float; raises as `require_finite` does."""
    number = require_finite(name, value)
    if number <= 0:
        raise InvalidArgument(f"{name} must be more than 0, got {shown(value)}")
    return number


def require_instance(kind: Any, name: str, value: object) -> None:
    """Raise TypeError for a value of another class than `kind`, or than all those of a union."""
    if not isinstance(value, kind):
        names = [one.__name__ for one in get_args(kind) or (kind,)]
        raise wrong_type(name, " or ".join([with_article(names[0]), *names[1:]]), value)


def instance_of(kind: Any) -> Callable[[Any, Any, Any], None]:
    """Return a validator of attrs that calls `require_instance`."""

    def validate(_instance: Any, attribute: Any, value: Any) -> None:
        require_instance(kind, attribute.name, value)

    return validate


def as_float(name: str, value: Any) -> float:
    """Return a number of a function or a table that somebody passed in as a float.

    Raises:
        TypeError: it is no number.
        InvalidArgument: no float can hold it.
    """
    if not isinstance(value, Real):
        raise wrong_type(name, "a number", value)
    try:
        return float(value)
    except OverflowError:
        raise InvalidArgument(f"{name} must fit a float, got {shown(value)}") from None
