"""Checks of arguments, each with a message that says what must hold and what came."""

from __future__ import annotations

import math
from typing import Any

from themind import InvalidArgument, Rules, Seat
from themind._model.checks import require_int, shown, wrong_type


def require_real(name: str, value: Any) -> float:
    """Return a finite float; ints and floats count, NumPy's included, bools do not."""
    if isinstance(value, bool) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
        raise wrong_type(name, "a number", value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidArgument(f"{name} must be a finite number, got {shown(value)}")
    return number


def require_one_of(name: str, value: Any, choices: tuple[str | None, ...]) -> None:
    """Raise InvalidArgument for a value that is none of the choices."""
    if value not in choices:
        wanted = " or ".join(map(repr, choices))
        raise InvalidArgument(f"{name} must be {wanted}, got {shown(value)}")


def require_kind(name: str, value: Any, kind: Any, wanted: str) -> None:
    """Raise TypeError for a value of another type; `wanted` says the type with its article."""
    if not isinstance(value, kind):
        made = isinstance(value, type) and isinstance(kind, type) and issubclass(value, kind)
        raise wrong_type(name, wanted, value, f"{value.__name__}(...)" if made else "")


def require_seat(name: str, seat: Any, rules: Rules) -> Seat:
    """Return a seat of these rules."""
    return require_int(name, seat, least=0, most=rules.players - 1)
