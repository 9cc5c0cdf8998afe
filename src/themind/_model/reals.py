"""Checks of real numbers; the core itself uses only ints."""

from __future__ import annotations

from math import inf, isfinite, isnan
from numbers import Real
from typing import cast

from themind._model.checks import shown, wrong_type
from themind._model.errors import InvalidArgument


def as_float(name: str, value: object, *, allow_bool: bool = True) -> float:
    """Return a real number as a float: NaN and infinities too, and a bool as 0 or 1.

    Raises:
        TypeError: The value is not a real number, or a bool where none is allowed.
        InvalidArgument: The number is too large for a float.
    """
    is_number = allow_bool if isinstance(value, bool) else isinstance(value, Real)
    if not is_number:
        raise wrong_type(name, "a number", value)
    try:
        return float(cast("float", value))
    except OverflowError:
        raise InvalidArgument(f"{name} must fit in a float, got {shown(value)}") from None


def require_number(name: str, value: object) -> float:
    """Return a real number or an infinity as a float.

    Raises:
        TypeError: The value is a bool, or not a real number.
        InvalidArgument: The number is NaN, or too large for a float.
    """
    number = as_float(name, value, allow_bool=False)
    if isnan(number):
        raise InvalidArgument(f"{name} must not be nan")
    return number


def require_finite(name: str, value: object, *, least: float = -inf) -> float:
    """Return a finite real number as a float.

    Raises:
        TypeError: The value is a bool, or not a real number.
        InvalidArgument: The number is NaN, infinite, too large for a float, or below `least`.
    """
    number = as_float(name, value, allow_bool=False)
    if not isfinite(number):
        raise InvalidArgument(f"{name} must be finite, got {number}")
    if number < least:
        raise InvalidArgument(f"{name} must be at least {least:g}, got {shown(value)}")
    return number


def require_positive(name: str, value: object) -> float:
    """Return a finite real number above 0 as a float; errors are those of `require_finite`."""
    number = require_finite(name, value)
    if number <= 0:
        raise InvalidArgument(f"{name} must be more than 0, got {shown(value)}")
    return number
