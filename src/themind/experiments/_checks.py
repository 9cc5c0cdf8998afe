"""What is asked of the numbers that people pass in."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from numbers import Real
from typing import Any, get_args

from themind import InvalidArgument

LONGEST_INT = 256  # bits of the longest int that a text tells by its digits


def shown(value: object) -> str:
    """The repr, cut short; a repr that fails must not hide the error."""
    if type(value) is int and value.bit_length() > LONGEST_INT:
        return f"an int of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - it is the caller's code
        return f"a {type(value).__qualname__}"
    return text if len(text) <= 200 else f"{text[:197]}..."


def whole(**numbers: int) -> None:
    """Each is exactly an int.

    Raises:
        TypeError: one is not; a bool is not an int here.
    """
    for name, number in numbers.items():
        if type(number) is not int:
            raise TypeError(f"{name} is an int, not {shown(number)}")


def at_least(least: int, **numbers: int) -> None:
    """Each is an int of at least `least`.

    Raises:
        TypeError: one is not exactly an int.
        InvalidArgument: one is smaller.
    """
    whole(**numbers)
    for name, number in numbers.items():
        if number < least:
            raise InvalidArgument(f"{name} is at least {least}, not {shown(number)}")


def at_most(most: int, **numbers: int) -> None:
    """Each is an int of at most `most`; raises as `at_least` does."""
    whole(**numbers)
    for name, number in numbers.items():
        if number > most:
            raise InvalidArgument(f"{name} is at most {most}, not {shown(number)}")


def is_a(kind: Any, **values: object) -> None:
    """Each is an instance of a class or of one of a union; else TypeError."""
    for name, value in values.items():
        if not isinstance(value, kind):
            wanted = " or ".join([one.__name__ for one in get_args(kind) or (kind,)])
            raise TypeError(f"{name} is a {wanted}, not a {type(value).__name__}")


def as_float(name: str, value: Any) -> float:
    """What somebody's function or table holds, as a float.

    Raises:
        TypeError: it is no number.
        InvalidArgument: no float can hold it.
    """
    if not isinstance(value, Real):
        raise TypeError(f"{name} is a number, not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise InvalidArgument(f"{name} is {shown(value)}, which no float can hold") from None


def real(**numbers: float) -> float:
    """The last of the numbers as a float, all of them finite.

    Raises:
        TypeError: one is neither int nor float.
        InvalidArgument: one is NaN, infinite, or larger than a float can be.
    """
    last = 0.0
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise TypeError(f"{name} is a number, not {shown(number)}")
        last = as_float(name, number)
        if not isfinite(last):
            raise InvalidArgument(f"{name} is finite, not {number}")
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
            raise InvalidArgument(f"{name} is more than 0, not {shown(number)}")
    return last


def real_from(least: float) -> Callable[[object, Any, float], None]:
    """A validator of attrs: a finite number of at least `least`."""

    def validate(_instance: object, attribute: Any, number: float) -> None:
        if real(**{attribute.name: number}) < least:
            raise InvalidArgument(f"{attribute.name} is at least {least:g}, not {shown(number)}")

    return validate
