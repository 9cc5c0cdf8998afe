"""Checks of arguments, and descriptions of values for error texts."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from types import NoneType, UnionType
from typing import Any, SupportsIndex, TypeAlias, TypeVar, get_args

from themind._model.errors import InvalidArgument

T = TypeVar("T")
Kind: TypeAlias = type[Any] | UnionType | tuple[type[Any], ...]

LONGEST_SHOWN = 60


def shown(value: object, most: int = LONGEST_SHOWN) -> str:
    """Return the repr of a value for an error text, shortened."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - an error in a hostile repr must not replace ours
        if type(value) is int:
            return "an int of thousands of digits"
        return f"a value of type {type(value).__name__}"
    return shortened(text, most)


def shortened(text: str, most: int = LONGEST_SHOWN) -> str:
    """Return a text, cut to `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def kind_of(value: object) -> str:
    """Describe the type of a value, for example `str`, `None` or `the class Play`."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return shortened(f"the class {value.__name__}")
    kind = type(value)
    if getattr(builtins, kind.__name__, kind) is not kind:
        return shortened(f"{kind.__module__}.{kind.__name__}")
    return shortened(kind.__name__)


def wrong_type(name: str, expected: str, value: object, hint: str = "") -> TypeError:
    """Return the error for an argument of a wrong type; `hint` is a suggested correction."""
    hint = hint or _part_of(value, expected)
    return TypeError(f"{name} must be {expected}, got {kind_of(value)}{did_you_mean(hint)}")


def _part_of(value: object, expected: str) -> str:
    """Return a correction for a step, its events or an error instead of a part of it."""
    if type(value) is str and "HOST" in expected:
        return "HOST"
    if isinstance(value, tuple) and "Event" in expected:
        return "one of its .events" if hasattr(value, "events") else "one of its events"
    if isinstance(value, tuple) and "GameState" in expected and hasattr(value, "state"):
        return "its .state"
    is_refusal = isinstance(value, Exception) and hasattr(value, "illegality")
    return "its .illegality" if is_refusal and "Illegality" in expected else ""


def did_you_mean(hint: str) -> str:
    """Return a suggestion for the end of an error text, or an empty text without a hint."""
    return f": did you mean {hint}?" if hint else ""


def member_of(kind: Any, given: object) -> str:
    """Return the code of the enumeration member with a name, or an empty text."""
    known: Mapping[str, object] = getattr(kind, "__members__", {})
    return f"{kind.__name__}.{given}" if type(given) is str and given in known else ""


def as_int(name: str, value: SupportsIndex) -> int:
    """Return an argument as an int; TypeError for a bool or a value without `__index__`."""
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise wrong_type(name, "an int", value)


def require_int(name: str, value: SupportsIndex, *, least: int, most: int | None = None) -> int:
    """Return an argument as an int; InvalidArgument if it is out of bounds."""
    number = as_int(name, value)
    if number < least:
        raise InvalidArgument(f"{name} must be at least {least}, got {shown(number)}")
    if most is not None and number > most:
        raise InvalidArgument(f"{name} must be at most {most}, got {shown(number)}")
    return number


def require_exactly(name: str, value: object, kind: type[T]) -> T:
    """Return a value whose class is exactly `kind`; TypeError otherwise.

    Subclasses are rejected, because they could override the rules.
    """
    if type(value) is not kind:
        raise wrong_type(name, with_article(kind.__name__), value, _instance_of(value, kind))
    return value


def require_instance(name: str, value: object, kind: Kind, expected: str = "") -> None:
    """Raise TypeError unless a value is an instance of a class, or of one of a union.

    `expected` describes the instance in the error, if the names of the classes do not.
    """
    if not isinstance(value, kind):
        raise wrong_type(name, expected or _names_of(kind), value, _instance_of(value, kind))


def instance_of(kind: Kind, expected: str = "") -> Callable[[Any, Any, Any], None]:
    """Return a validator for attrs that calls `require_instance` with the argument's name."""

    def validate(_instance: object, attribute: Any, value: object) -> None:
        require_instance(attribute.alias, value, kind, expected)

    return validate


def require_callable(name: str, value: T, *, or_class: bool = False) -> T:
    """Return a function or another callable; TypeError for anything else, classes included."""
    if (isinstance(value, type) and not or_class) or not callable(value):
        raise wrong_type(name, "a function", value)
    return value


def require_iterable(name: str, values: Any) -> Iterable[Any]:
    """Return an iterable; TypeError for a text or anything else."""
    if isinstance(values, Iterable) and not isinstance(values, str | bytes | bytearray):
        return values
    raise wrong_type(name, "an iterable such as a list", values)


def require_one_of(name: str, value: object, choices: tuple[str | None, ...]) -> None:
    """Raise InvalidArgument for a value that is not one of the choices."""
    if not (value is None or isinstance(value, str)) or value not in choices:
        wanted = " or ".join(map(repr, choices))
        raise InvalidArgument(f"{name} must be {wanted}, got {shown(value)}")


def _names_of(kind: Kind) -> str:
    """Name a class, or the classes of a union: `a Clock`, `a Race, Ticks or None`."""
    kinds = (kind,) if isinstance(kind, type) else get_args(kind)
    names = ["None" if one is NoneType else one.__name__ for one in kinds]
    *others, last = [with_article(names[0]), *names[1:]]
    return f"{', '.join(others)} or {last}" if others else last


def with_article(name: str) -> str:
    """Return the name of a class with an article, unless the name is a plural."""
    if name.endswith("s"):
        return name
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def _instance_of(value: object, kind: Kind) -> str:
    """Return a correction for a class or a name instead of an instance."""
    if isinstance(value, type) and issubclass(value, kind):
        members = [*getattr(value, "__members__", ())]
        return f"{value.__name__}.{members[0]}" if members else f"{value.__name__}(...)"
    return member_of(kind, value)


def in_order(name: str, values: Iterable[T], most: int) -> tuple[T, ...]:
    """Return the first `most` + 1 values as a tuple.

    TypeError for values without an order (a set or a mapping), for a text, and for values that are
    not iterable.
    """
    if type(values) is tuple and len(values) <= most:
        return values
    if type(values) is not tuple and type(values) is not list:
        if isinstance(values, AbstractSet | Mapping | str | bytes | bytearray):
            raise wrong_type(name, "a sequence such as a list or a tuple", values)
        try:
            values = iter(values)
        except TypeError:
            raise wrong_type(name, "a sequence such as a list or a tuple", values) from None
    return tuple(islice(values, most + 1))
