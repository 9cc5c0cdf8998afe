"""What is wrong with a document, said at the place where it is wrong."""

from __future__ import annotations

import json
from typing import Any, final

from themind import TheMindError

MOST_DIGITS = 100
TOO_MANY_DIGITS = f"an integer of more than {MOST_DIGITS} digits"
_LEAST_TOO_LARGE: int = 10**MOST_DIGITS

_MOST_SHOWN = 40
_LONGEST_REASON = 400


class Fault(Exception):
    """A reason, and the path to it, which grows at its front on the way out of each level."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def under(self, step: str) -> None:
        """Say that all this lies below a step, `.seat` or `[3]`."""
        self.path = step + self.path


class WrongType(Fault):
    """A value of another type than the one that stands there."""

    def __init__(self, expected: str, value: object) -> None:
        super().__init__(f"expected {expected}, found {found(value)}")


@final
class Foreign:
    """What JSON can spell and no document holds: it keeps its place until somebody looks there."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def found(value: Any) -> str:
    """Name a value in a few words, however large or hostile it is."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if issubclass(type(value), str):
        return quoted(str.__str__(value))
    if isinstance(value, Foreign):
        return value.text
    return _found_number_or_container(value)


def _found_number_or_container(value: Any) -> str:
    if issubclass(type(value), int):
        number = int.__int__(value)
        return cut(str(number), _MOST_SHOWN) if is_short(number) else TOO_MANY_DIGITS
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return f"a value of type {cut(type(value).__name__, _MOST_SHOWN)}"


def is_short(number: int) -> bool:
    """Whether a number has no more digits than a document may hold."""
    return abs(number) < _LEAST_TOO_LARGE


def quoted(text: str) -> str:
    """A text in quotes, ASCII only and cut short."""
    return json.dumps(cut(text, _MOST_SHOWN))


def cut(text: str, most: int) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def said_by(error: TheMindError | TypeError) -> Fault:
    """The fault that a constructor has found."""
    return Fault(cut(str(error), _LONGEST_REASON))


def key_fault(value: Any, keys: frozenset[str]) -> Fault:
    """What keeps a value from being an object with exactly these keys."""
    if type(value) is not dict:
        return WrongType("an object", value)
    for key in value:
        if key not in keys:
            return Fault(f"unexpected key {found(key)}")
    return missing_key(min(keys - value.keys()))


def missing_key(key: str) -> Fault:
    """What is wrong with an object that lacks a key."""
    return Fault(f"missing key {quoted(key)}")
