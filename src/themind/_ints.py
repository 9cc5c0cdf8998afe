"""Numbers that are exactly ints."""

from __future__ import annotations

from typing import Any, TypeGuard

from themind.exceptions import InvalidArgument, shown


def is_int(value: object) -> TypeGuard[int]:
    """Whether a value is exactly an int: True and 1.0 are not."""
    return type(value) is int


def require_int(name: str, value: Any, *, least: int, most: int | None = None) -> None:
    """Raise TypeError for a value that is no int, InvalidArgument for one out of bounds."""
    if type(value) is not int:
        raise TypeError(f"{name} is an int, not {type(value).__name__}")
    if value < least:
        raise InvalidArgument(f"{name} is at least {least}, not {shown(value)}")
    if most is not None and value > most:
        raise InvalidArgument(f"{name} is at most {most}, not {shown(value)}")
