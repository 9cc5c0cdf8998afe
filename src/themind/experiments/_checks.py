"""What is asked of the numbers that people pass in."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from themind import InvalidArgument


def whole(**numbers: int) -> None:
    """Each is exactly an int.

    Raises:
        TypeError: one is not; a bool is not an int here.
    """
    for name, number in numbers.items():
        if type(number) is not int:
            raise TypeError(f"{name} is an int, not {number!r}")


def at_least(least: int, **numbers: int) -> None:
    """Each is an int of at least `least`.

    Raises:
        TypeError: one is not exactly an int.
        InvalidArgument: one is smaller.
    """
    whole(**numbers)
    for name, number in numbers.items():
        if number < least:
            raise InvalidArgument(f"{name} is at least {least}, not {number}")


def real(**numbers: float) -> float:
    """The last of the numbers as a float, all of them finite.

    Raises:
        TypeError: one is neither int nor float.
        InvalidArgument: one is NaN or infinite.
    """
    last = 0.0
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise TypeError(f"{name} is a number, not {number!r}")
        if not isfinite(number):
            raise InvalidArgument(f"{name} is finite, not {number}")
        last = float(number)
    return last


def positive(**numbers: float) -> float:
    """The last of the numbers as a float, all of them finite and above 0.

    Raises:
        TypeError: one is neither int nor float.
        InvalidArgument: one is NaN, infinite, 0 or less.
    """
    last = real(**numbers)
    for name, number in numbers.items():
        if number <= 0:
            raise InvalidArgument(f"{name} is more than 0, not {number}")
    return last


def real_from(least: float) -> Callable[[object, Any, float], None]:
    """A validator of attrs: a finite number of at least `least`."""

    def validate(_instance: object, attribute: Any, number: float) -> None:
        if real(**{attribute.name: number}) < least:
            raise InvalidArgument(f"{attribute.name} is at least {least:g}, not {number}")

    return validate
