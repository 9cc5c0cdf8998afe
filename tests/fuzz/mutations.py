"""Ways to spoil a document: its text byte by byte, or the values in it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

TOKENS = (
    b"null true false 0 -0 1 -1 2 7 100 101 1.0 1e2 NaN Infinity -Infinity 00 +1 .5 1_0 "
    b'"" "0" "Play" "STAR" "LIFE" "WON" "\\ud800" "\\u0041" [] {} [[]] [0] {"seat":0} '
    b'"format":1, "type":"Play", "seat":0, "card":null, "lives":1, , : [ ] { } " \\ // '
    b"\xff \xef\xbb\xbf \xed\xa0\x80 \x00 \x7f \xc2\xa0 9223372036854775808 'a' undefined"
).split()
TOKENS += (b" ", b"\n", b"9" * 101, b"9" * 5_000, b"[" * 9, b"[" * 3_000, b"]" * 9, b'{"a":' * 500)

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 5, 99, 100, 101, 10_000, 10_001, 2**63, 10**12, 10**100),
    *(1.0, 0.5, float("nan"), float("inf"), "", "0", "1", "null", "Play", "STAR", "LOST", "\ud800"),
    *(
        "Ada",
        "a:b",
        "[{",
        "\\",
        '"',
        "\x1b",
        "\u202e",
        "x" * 80,
        "x" * 81,
        "x" * 401,
        "TWICE",
        "WON",
    ),
    *({"a": "b"}, {"a": 1}, {"": ""}, {"x" * 41: ""}, {"a\n": ""}, ["Ada", "B"], [["a", "b"]]),
    *([], [0], [1, 0], [[]], [None], {}, {"seat": 0}, {"seat": 0, "card": 1}, {"type": "Begin"}),
)


def flip(rng: random.Random, text: bytes) -> bytes:
    """Another byte somewhere."""
    at = rng.randrange(len(text))
    return text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]


def drop(rng: random.Random, text: bytes) -> bytes:
    """A piece less."""
    at = rng.randrange(len(text))
    return text[:at] + text[at + rng.choice((1, 1, 2, 5, 30)) :]


def put(rng: random.Random, text: bytes) -> bytes:
    """A token more."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(TOKENS) + text[at:]


def swap_number(rng: random.Random, text: bytes) -> bytes:
    """A token where a digit was."""
    places = [at for at, byte in enumerate(text) if chr(byte).isdigit()]
    at = rng.choice(places or [0])
    return text[:at] + rng.choice(TOKENS) + text[at + 1 :]


def repeat(rng: random.Random, text: bytes) -> bytes:
    """A piece twice."""
    begin, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return text[:end] + text[begin:]


def twice(rng: random.Random, text: bytes) -> bytes:
    """A key and its value twice in a row, or the first of some value of one."""
    places = [at for at, byte in enumerate(text) if text[at : at + 1] in (b"{", b",")]
    if not places:
        return text
    begin = rng.choice(places) + 1
    end = min([at for at in places if at >= begin], default=len(text))
    return text[:begin] + text[begin:end].rstrip(b"}]") + b"," + text[begin:]


def stop(rng: random.Random, text: bytes) -> bytes:
    """The beginning alone."""
    return text[: rng.randrange(len(text))]


TEXT_MUTATIONS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    flip,
    drop,
    put,
    swap_number,
    repeat,
    twice,
    stop,
)


def places_in(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every object or list in a document, with each of its keys or indices."""
    keys = (
        list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    )
    for key in keys:
        yield data, key
        yield from places_in(data[key])


def spoil_value(rng: random.Random, data: Any) -> None:
    """Another value, a near one, one from elsewhere, none at all, or one more."""
    places = list(places_in(data))
    if not places:
        return
    inside, key = rng.choice(places)
    value = inside[key]
    match rng.randrange(8):
        case 0 | 1:
            inside[key] = copy.deepcopy(rng.choice(VALUES))
        case 2 | 3 if type(value) is int:
            inside[key] = value + rng.choice((-2, -1, 1, 2))
        case 4:
            elsewhere, other = rng.choice(places)
            inside[key] = copy.deepcopy(elsewhere[other])
        case 5:
            del inside[key]
        case 6 if isinstance(inside, list):
            inside.insert(key, copy.deepcopy(rng.choice((value, *VALUES))))
        case 7 if isinstance(value, list):
            rng.shuffle(value)
        case _:
            inside[key] = not value


def spoiled(rng: random.Random, text: bytes) -> bytes:
    """A document with one fault or a few; now and then with none that matters."""
    if rng.random() < 0.5:
        data = json.loads(text)
        for _ in range(rng.choice((1, 1, 2))):
            spoil_value(rng, data)
        text = json.dumps(data).encode()
    if rng.random() < 0.5:
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            text = rng.choice(TEXT_MUTATIONS)(rng, text or b"0")
    return text
