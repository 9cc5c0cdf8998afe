"""Checks of the arguments that people pass in."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from numbers import Real
from operator import index
from typing import Any, get_args

from themind import InvalidArgument

LONGEST_INT = 256  # bits of the longest int whose digits a text shows


def shown(value: object) -> str:
    """Return the repr, cut short; a repr that fails must not hide the error."""
    if type(value) is int and value.bit_length() > LONGEST_INT:
        return f"an int of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - it is the caller's code
        return f"a {type(value).__qualname__}"
    return text if len(text) <= 200 else f"{text[:197]}..."


def require_int(name: str, value: Any, *, least: int | None = None, most: int | None = None) -> int:
    """Return a value as an int: anything with `__index__` but a bool.

    Raises:
        TypeError: it is no int.
        InvalidArgument: it is out of bounds.
    """
    if type(value) is not int:
        if isinstance(value, bool) or not hasattr(type(value), "__index__"):
            raise TypeError(f"{name} must be an int, got {type_of(value)}")
        value = index(value)
    if least is not None and value < least:
        raise InvalidArgument(f"{name} must be at least {least}, got {shown(value)}")
    if most is not None and value > most:
        raise InvalidArgument(f"{name} must be at most {most}, got {shown(value)}")
    known: int = value
    return known


def require_finite(name: str, value: Any, *, least: float | None = None) -> float:
    """Return a real number as a float.

    Raises:
        TypeError: it is no real number.
        InvalidArgument: it is NaN, infinite, larger than a float can be, or less than `least`.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {type_of(value)}")
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
        article = "an" if names[0][0] in "AEIOU" else "a"
        raise TypeError(f"{name} must be {article} {' or '.join(names)}, got {type_of(value)}")


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
        raise TypeError(f"{name} must be a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise InvalidArgument(f"{name} must fit a float, got {shown(value)}") from None


def type_of(value: object) -> str:
    """Name the type of a value; a class is named itself."""
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__
