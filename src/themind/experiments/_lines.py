"""Lines of JSON that each carry a checksum, so that a spoiled one is known and costs no other.

A line is `{"sha256":"...","games":{...}}`, or the same with `store` for `games`: the checksum, in
64 hexadecimal digits, is that of the bytes of the inner object.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HEADER = "store"
GAMES = "games"

_OPEN = b'{"sha256":"'
_END = len(_OPEN) + 64
_KINDS = {kind: f'","{kind}":'.encode() for kind in (HEADER, GAMES)}


class Line(NamedTuple):
    """A line of a file: its number, the kind and the bytes of its inner object, and their place.

    `body` is None for a line that does not agree with its checksum; such a line is `torn` if the
    file ends in it.
    """

    number: int
    kind: str = ""
    body: bytes | None = None
    offset: int = 0
    torn: bool = False


def framed(kind: str, body: bytes) -> bytes:
    """Return an object, JSON without a line break, as a line."""
    digest = sha256(body).hexdigest().encode()
    return b"".join([_OPEN, digest, _KINDS[kind], body, b"}\n"])


def lines_of(path: Path) -> Iterator[Line]:
    """Read the lines of a file, however it was spoiled. Raises OSError if it cannot be read."""
    offset = 0
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            line = _line(number, raw, offset)
            yield from _split(number, raw, offset) if line.body is None else [line]
            offset += len(raw)


def _split(number: int, raw: bytes, offset: int) -> Iterator[Line]:
    """Read a line that could be two, with a spoiled line break between them."""
    start = 0
    while (after := raw.find(_OPEN, start + 1)) >= 0:
        yield _line(number, raw[start:after], offset + start)._replace(torn=False)
        start = after
    yield _line(number, raw[start:], offset + start)


def _line(number: int, raw: bytes, offset: int) -> Line:
    """Read a line. Its last two bytes hold no data, so they can be any."""
    for kind, inner in _KINDS.items():
        begin = _END + len(inner)
        if not raw.startswith(_OPEN) or raw[_END:begin] != inner:
            continue
        for end in (-2, -1):  # the second without a line break, at the end of a file
            body = raw[begin:end]
            if sha256(body).hexdigest().encode() == raw[len(_OPEN) : _END]:
                return Line(number, kind, body, offset + begin)
    return Line(number, torn=not raw.endswith(b"\n"))
