"""Between text and plain data: strict JSON in, canonical JSON out.

Whatever a hostile text can do is stopped here before it costs much: its length, the number of
its lists and objects, and its depth are looked at before it is parsed.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from themind.codec._faults import (
    MOST_DIGITS,
    TOO_MANY_DIGITS,
    Fault,
    Foreign,
    cut,
    quoted,
)

# Documents nest six deep: a record, its entries, an entry, its action, the plays, a play.
MOST_DEPTH = 8
_FLAT_ENOUGH = 64

# A hand takes three characters and a reward eleven, but there are at most 10,001 of each; every
# other list or object of a document takes twenty at least.
_SHORT_ONES = 25_000
_LEAST_LENGTH = 20


def _nested(depth: int) -> re.Pattern[str]:
    """What closes all that it opens, and opens no more than `depth` at once.

    Nothing in it backtracks, so that it takes linear time and no memory.
    """
    flat = r'[^"\[\]{}]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"'
    pattern = f"(?:{flat})*+"
    for _ in range(depth):
        pattern = rf"(?:{flat}|[\[{{]{pattern}[\]}}])*+"
    return re.compile(pattern, re.DOTALL)


_SHALLOW = _nested(MOST_DEPTH)


def parse(text: str | bytes, most: int) -> Any:
    """Read a JSON text of at most so many characters.

    Raises Fault for what is none, TypeError for what is neither str nor bytes.

    What JSON can spell and no document holds (a fraction, NaN, a number of a million digits, an
    object with a key twice) comes back as `Foreign`, so that it is refused at its place.
    """
    if not isinstance(text, str | bytes):
        raise TypeError(f"a document is a str or bytes, not {type(text).__name__}")
    if len(text) > most:
        raise Fault(f"the document is longer than {most:,} characters")
    text = text if isinstance(text, str) else _decoded(text)
    if text.startswith("\ufeff"):
        raise Fault("the document starts with a byte order mark")
    _require_shallow(text)
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Fault(f"the document is not JSON: {error.msg} ({place})") from None


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise Fault(f"the document is not UTF-8 (byte {error.start})") from None


def _require_shallow(text: str) -> None:
    opened = text.count("[") + text.count("{")
    if opened <= _FLAT_ENOUGH:
        return
    if opened > _SHORT_ONES + len(text) // _LEAST_LENGTH:
        raise Fault(f"the document holds too many lists and objects ({opened:,})")
    if _SHALLOW.fullmatch(text) is None:
        raise Fault(f"the document nests deeper than {MOST_DEPTH}, or a bracket has no partner")


def _integer(digits: str) -> int | Foreign:
    if len(digits) > MOST_DIGITS and len(digits.removeprefix("-")) > MOST_DIGITS:
        return Foreign(TOO_MANY_DIGITS)
    return int(digits)


def _fraction(digits: str) -> Foreign:
    return Foreign(cut(digits, 20))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Foreign:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    keys = sorted([key for key, _ in pairs])
    twice = next(key for key, after in pairwise(keys) if key == after)
    return Foreign(f"an object with the key {quoted(twice)} twice")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_float=_fraction,
    parse_int=_integer,
    parse_constant=Foreign,
)
_ENCODER = json.JSONEncoder(
    ensure_ascii=True,
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
)
written = _ENCODER.encode
