"""Checks of arguments, each with a message that says what must hold and what came."""

from __future__ import annotations

import math
import operator
from typing import Any

from themind import InvalidArgument, Rules, Seat


def require_int(name: str, value: Any, *, least: int, most: int) -> int:
    """Return an int in bounds; anything with `__index__` but a bool counts as one."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an int, got {type(value).__name__}")
    number = operator.index(value)
    if number < least:
        raise InvalidArgument(f"{name} must be at least {least}, got {short(number)}")
    if number > most:
        raise InvalidArgument(f"{name} must be at most {most}, got {short(number)}")
    return number


def require_real(name: str, value: Any) -> float:
    """Return a finite float; ints and floats count, NumPy's included, bools do not."""
    if isinstance(value, bool) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidArgument(f"{name} must be a finite number, got {short(value)}")
    return number


def require_one_of(name: str, value: Any, choices: tuple[str | None, ...]) -> None:
    """Raise InvalidArgument for a value that is none of the choices."""
    if value not in choices:
        wanted = " or ".join(map(repr, choices))
        raise InvalidArgument(f"{name} must be {wanted}, got {short(value)}")


def require_instance(name: str, value: Any, kind: Any, wanted: str) -> None:
    """Raise TypeError for a value of another type; `wanted` says the type with its article."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {wanted}, got {type(value).__name__}")


def require_rules(rules: Any) -> None:
    """Raise TypeError for anything but rules."""
    require_instance("rules", rules, Rules, "Rules")


def require_seat(name: str, seat: Any, rules: Rules) -> Seat:
    """Return a seat of these rules."""
    return require_int(name, seat, least=0, most=rules.players - 1)


def short(value: Any) -> str:
    """Return the repr of a value, cut to a length that a message can hold."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an int of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
