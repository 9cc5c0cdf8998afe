"""Conversion between text and plain data: strict JSON in, canonical JSON out.

Limits on the length of a text, on the number of its lists and objects, on their depth and on the
length of its numbers are checked before parsing, so that a hostile text is rejected cheaply.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from itertools import pairwise
from typing import Final, NoReturn, cast

from themind._model.checks import shortened, wrong_type
from themind.codec._faults import MOST_DIGITS, TOO_LARGE, Fault, Unsupported, quoted

# The deepest documents have six levels: record, entries, entry, action, plays, play.
MOST_DEPTH: Final = 8
_FLAT_ENOUGH: Final = 64

# A hand takes at least three characters and a reward eleven, but one document has at most 10,001 of
# each; every other list or object takes at least twenty. In an array each document can have hands.
_SHORTEST_BRACKETS: Final = 25_000
_LEAST_LENGTH: Final = 20
_LEAST_LENGTH_IN_ARRAY: Final = 3

# Python converts numbers of up to this many digits quickly, whatever its limits are set to.
_SAFE_LENGTH: Final = sys.int_info.str_digits_check_threshold
_DIGITS: Final = bytes.maketrans(b"123456789", b"0" * 9)
_TOO_MANY_DIGITS: Final = b"0" * (MOST_DIGITS + 1)

_NOT_STRUCTURE: Final = bytes({*range(256)} - {*b'"[]{}'})

_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_FLAT: Final = rf'[^"\[\]{{}}]++|{_STRING}'


@cache
def _nested(depth: int) -> re.Pattern[str]:
    """Return a pattern for text with balanced brackets, at most `depth` of them nested.

    It does not backtrack, so it takes linear time and constant memory.
    """
    pattern = f"(?:{_FLAT})*+"
    for _ in range(depth):
        pattern = rf"(?:{_FLAT}|[\[{{]{pattern}[\]}}])*+"
    return re.compile(pattern, re.DOTALL)


def require_within_limits(text: str | bytes, most: int, *, is_array: bool) -> str:
    """Return a text that is within the limits of length, depth and number of brackets.

    Raises:
        Fault: The text exceeds a limit.
        TypeError: `text` is neither a str nor bytes.
    """
    if not isinstance(text, (str, bytes)):
        raise wrong_type("text", "a str or bytes", text)
    if len(text) > most:
        raise Fault(f"the document must have at most {most:,} characters, got {len(text):,}")
    if not isinstance(text, str):
        text = _decoded(text)
    _require_shallow(text, is_array=is_array)
    return text


def parse(text: str) -> object:
    """Parse a text that is within the limits; Fault if it is not JSON or contains a fraction.

    Other JSON that no document contains (NaN, a number of a million digits, an object with a key
    twice) becomes `Unsupported` or too large an int, which readers reject with its path.
    """
    if text.startswith("\ufeff"):
        raise Fault("the document starts with a byte order mark")
    has_long_numbers = len(text) > _SAFE_LENGTH and _has_long_numbers(text)
    try:
        return cast("object", (_CAREFUL if has_long_numbers else _DECODER).decode(text))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Fault(f"the document is not JSON: {error.msg} ({place})") from None


def parse_fast(text: str) -> object:
    """Parse a text that is within the limits, without a check for duplicate keys.

    Returns None for a text that only `parse` can judge; Fault for one with a fraction.
    """
    try:
        data, end = _PLAIN.raw_decode(text)
    except ValueError:  # not JSON, or a number that is longer than Python converts
        return None
    return cast("object", data) if end == len(text) else None


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise Fault(f"the document is not UTF-8 (byte {error.start})") from None


def _require_shallow(text: str, *, is_array: bool) -> None:
    opened = text.count("[") + text.count("{")
    if opened <= _FLAT_ENOUGH:
        return
    least_length = _LEAST_LENGTH_IN_ARRAY if is_array else _LEAST_LENGTH
    most = _SHORTEST_BRACKETS + len(text) // least_length
    if opened > most and _opens_more(text, most):
        raise Fault(f"a document of this length must contain at most {most:,} lists and objects")
    if not _is_obviously_shallow(text) and _nested(MOST_DEPTH).fullmatch(text) is None:
        raise Fault(f"the document must have matching brackets, nested at most {MOST_DEPTH} deep")


def _is_obviously_shallow(text: str) -> bool:
    """Return whether brackets are balanced within the depth; for texts without escapes.

    It runs at C speed: it keeps only quotes and brackets. A string without brackets then leaves a
    pair of quotes, which is removed. A string with a bracket leaves quotes around the bracket,
    which make the check fail.
    """
    if "\\" in text:
        return False
    rest = text.encode(errors="replace").translate(None, _NOT_STRUCTURE).replace(b'""', b"")
    for _ in range(MOST_DEPTH):
        rest = rest.replace(b"[]", b"").replace(b"{}", b"")
    return not rest


def _opens_more(text: str, most: int) -> bool:
    """Return whether a text opens more than `most` lists and objects outside of strings."""
    opened = 0
    for found in re.finditer(rf"{_STRING}|[\[{{]", text, re.DOTALL):
        opened += found.end() - found.start() == 1
        if opened > most:
            return True
    return False


def _has_long_numbers(text: str) -> bool:
    """Return whether a text has more digits in a row than a number of a document can have."""
    return _TOO_MANY_DIGITS in text.encode(errors="replace").translate(_DIGITS)


def _integer(digits: str) -> int:
    return int(digits) if len(digits.removeprefix("-")) <= MOST_DIGITS else TOO_LARGE


def _fraction(digits: str) -> NoReturn:
    raise Fault(f"numbers must be integers, found {shortened(digits, 20)}")


def _object(pairs: list[tuple[str, object]]) -> object:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    keys = sorted([key for key, _ in pairs])
    twice = next(key for key, after in pairwise(keys) if key == after)
    return Unsupported(f"an object with the key {quoted(twice)} twice")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_constant=Unsupported
)
_CAREFUL: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_constant=Unsupported, parse_int=_integer
)
_PLAIN: Final = json.JSONDecoder(parse_float=_fraction, parse_constant=Unsupported)
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=True, check_circular=False, allow_nan=False, separators=(",", ":")
)
written: Final = _ENCODER.encode
