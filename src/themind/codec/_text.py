"""Between text and plain data: strict JSON in, canonical JSON out.

A hostile text is stopped before it costs much: its length, the number of its lists and objects,
their depth and the length of its numbers are looked at before it is parsed.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from itertools import pairwise
from typing import Final, NoReturn, cast

from themind._model.checks import kind_of, shortened
from themind.codec._faults import MOST_DIGITS, TOO_LARGE, Fault, Foreign, quoted

# Documents nest six deep: a record, its entries, an entry, its action, the plays, a play.
MOST_DEPTH: Final = 8
_FLAT_ENOUGH: Final = 64

# A hand takes three characters and a reward eleven, but one document has at most 10,001 of each;
# every other list or object of a document takes twenty at least. An array of documents can have
# hands in each.
_SHORT_ONES: Final = 25_000
_LEAST_LENGTH: Final = 20
_LEAST_LENGTH_IN_ARRAY: Final = 3

# Python converts a number of so many digits whatever its limits are set to, and at once.
_SAFE_LENGTH: Final = sys.int_info.str_digits_check_threshold
_DIGITS: Final = bytes.maketrans(b"123456789", b"0" * 9)
_TOO_MANY_DIGITS: Final = b"0" * (MOST_DIGITS + 1)

_NOT_STRUCTURE: Final = bytes({*range(256)} - {*b'"[]{}'})

_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_FLAT: Final = rf'[^"\[\]{{}}]++|{_STRING}'


@cache
def _nested(depth: int) -> re.Pattern[str]:
    """A pattern of what closes all that it opens, and opens no more than `depth` at once.

    Nothing in it backtracks, so that it takes linear time and no memory.
    """
    pattern = f"(?:{_FLAT})*+"
    for _ in range(depth):
        pattern = rf"(?:{_FLAT}|[\[{{]{pattern}[\]}}])*+"
    return re.compile(pattern, re.DOTALL)


def require_decent(text: str | bytes, most: int, *, is_array: bool) -> str:
    """Return a text of at most so many characters that is neither deep nor full of brackets.

    Raises Fault for another, TypeError for what is neither str nor bytes.
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"text must be a str or bytes, got {kind_of(text)}")
    if len(text) > most:
        raise Fault(f"the document must have at most {most:,} characters, got {len(text):,}")
    if not isinstance(text, str):
        text = _decoded(text)
    _require_shallow(text, is_array=is_array)
    return text


def parse(text: str) -> object:
    """Parse a decent text; Fault for what is no JSON and for a fraction, which ends the reading.

    What else JSON can spell and no document holds (NaN, a number of a million digits, an object
    with a key twice) comes back as something that readers refuse at its place.
    """
    if text.startswith("\ufeff"):
        raise Fault("the document starts with a byte order mark")
    has_long_numbers = len(text) > _SAFE_LENGTH and _has_long_numbers(text)
    try:
        return cast("object", (_CAREFUL if has_long_numbers else _DECODER).decode(text))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Fault(f"the document is not JSON: {error.msg} ({place})") from None


def parse_plainly(text: str) -> object:
    """Parse a decent text without a look for keys that stand twice.

    Raises Fault for one that is not plainly right, and that `parse` has to look at.
    """
    try:
        data, end = _PLAIN.raw_decode(text)
    except ValueError:  # no JSON, or a number that is longer than Python converts
        raise Fault("") from None
    if end < len(text):
        raise Fault("")
    return cast("object", data)


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
    most = _SHORT_ONES + len(text) // least_length
    if opened > most and _opens_more(text, most):
        raise Fault(f"a document of this length must hold at most {most:,} lists and objects")
    if not _is_plainly_shallow(text) and _nested(MOST_DEPTH).fullmatch(text) is None:
        raise Fault(
            f"the document must nest at most {MOST_DEPTH} deep, each bracket with its partner"
        )


def _is_plainly_shallow(text: str) -> bool:
    """Whether brackets pair up within the depth, where strings hold none: found out at C speed.

    With all else taken away, strings without brackets leave pairs of quotes. A string with one
    leaves a quote on each side of it, which no other quote can take away.
    """
    if "\\" in text:
        return False
    rest = text.encode(errors="replace").translate(None, _NOT_STRUCTURE).replace(b'""', b"")
    for _ in range(MOST_DEPTH):
        rest = rest.replace(b"[]", b"").replace(b"{}", b"")
    return not rest


def _opens_more(text: str, most: int) -> bool:
    """Whether a text opens more lists and objects, those in strings not counted."""
    opened = 0
    for found in re.finditer(rf"{_STRING}|[\[{{]", text, re.DOTALL):
        opened += found.end() - found.start() == 1
        if opened > most:
            return True
    return False


def _has_long_numbers(text: str) -> bool:
    """Whether a number, or a row of digits in a string, is longer than a document can hold."""
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
    return Foreign(f"an object with the key {quoted(twice)} twice")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_constant=Foreign
)
_CAREFUL: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_constant=Foreign, parse_int=_integer
)
_PLAIN: Final = json.JSONDecoder(parse_float=_fraction, parse_constant=Foreign)
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=True, check_circular=False, allow_nan=False, separators=(",", ":")
)
written: Final = _ENCODER.encode
