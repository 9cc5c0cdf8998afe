"""Faults of documents, and descriptions of the values that cause them."""

from __future__ import annotations

import json
from enum import Enum
from typing import Final, cast, final

from themind import TheMindError
from themind._model.checks import kind_of, shortened

MOST_DIGITS: Final = 100
TOO_LARGE: Final[int] = 10**MOST_DIGITS
TOO_MANY_DIGITS: Final = f"an integer of more than {MOST_DIGITS} digits"

_MOST_SHOWN: Final = 40
_LONGEST_REASON: Final = 400


class Fault(Exception):
    """A reason and a path, which grows at its front as the exception propagates."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def under(self, step: str) -> None:
        """Prepend a step, such as `.seat` or `[3]`, to the path."""
        self.path = step + self.path


class WrongType(Fault):
    """A value of a wrong type."""

    def __init__(self, expected: str, value: object) -> None:
        super().__init__(f"expected {expected}, found {found(value)}")


@final
class Unsupported:
    """JSON that no document contains, such as NaN; its reader rejects it with the right path."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def found(value: object) -> str:
    """Describe a value briefly, however large or hostile it is.

    An instance of a subclass of `int`, `str`, `dict` or `list` is not JSON; its type is named.
    """
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if issubclass(type(value), Enum):
        member = cast("Enum", value)
        return shortened(f"{type(value).__name__}.{member.name}", _MOST_SHOWN)
    if type(value) is str:
        return quoted(value)
    if type(value) is Unsupported:
        return value.text
    return _found_number_or_container(value)


def _found_number_or_container(value: object) -> str:
    if type(value) is int:
        return shortened(str(value), _MOST_SHOWN) if is_short(value) else TOO_MANY_DIGITS
    if type(value) is dict:
        return "an object"
    if type(value) is list:
        return "a list"
    return f"a value of type {shortened(kind_of(value), _MOST_SHOWN)}"


def is_short(number: int) -> bool:
    """Return whether a number has few enough digits for a document."""
    return -TOO_LARGE < number < TOO_LARGE


def quoted(text: str) -> str:
    """Return a text in quotes, in ASCII and cut short."""
    return json.dumps(shortened(text, _MOST_SHOWN))


def fault_of(error: TheMindError) -> Fault:
    """Return the error of a constructor as a fault."""
    return Fault(shortened(str(error), _LONGEST_REASON))


def key_fault(value: object, keys: frozenset[str]) -> Fault:
    """Return the fault of a value that is not an object with exactly these keys."""
    if type(value) is not dict:
        return WrongType("an object", value)
    for key in value:
        if key not in keys:
            return Fault(f"unexpected key {found(key)}")
    return missing_key(min(keys - value.keys()))


def missing_key(key: str) -> Fault:
    """Return the fault of an object that lacks a key."""
    return Fault(f"missing key {quoted(key)}")
