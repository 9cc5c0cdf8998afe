"""Lines of JSON with checksums, so that a corrupt line is detected and affects no other.

A line is `{"sha256":"...","games":{...}}`, or the same with `store` instead of `games`. The
checksum, in 64 hexadecimal digits, is that of the bytes of the inner object.
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
    """A line of a file: its number, and the kind, bytes and offset of its inner object.

    `body` is None if the checksum does not match; the line is `torn` if it is also truncated.
    """

    number: int
    kind: str = ""
    body: bytes | None = None
    offset: int = 0
    torn: bool = False


def framed(kind: str, body: bytes) -> bytes:
    """Return an object as a line; its JSON has no line break."""
    digest = sha256(body).hexdigest().encode()
    return b"".join([_OPEN, digest, _KINDS[kind], body, b"}\n"])


def lines_of(path: Path) -> Iterator[Line]:
    """Yield the lines of a file, even if it is corrupt; OSError if it cannot be read."""
    offset = 0
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            line = _line(number, raw, offset)
            yield from _split(number, raw, offset) if line.body is None else [line]
            offset += len(raw)


def _split(number: int, raw: bytes, offset: int) -> Iterator[Line]:
    """Yield the lines in a corrupt line, which can lack line breaks."""
    start = 0
    while (after := raw.find(_OPEN, start + 1)) >= 0:
        yield _line(number, raw[start:after], offset + start)._replace(torn=False)
        start = after
    yield _line(number, raw[start:], offset + start)


def _line(number: int, raw: bytes, offset: int) -> Line:
    """Return a line; its last two bytes contain no data, and are ignored."""
    for kind, inner in _KINDS.items():
        begin = _END + len(inner)
        if not raw.startswith(_OPEN) or raw[_END:begin] != inner:
            continue
        for end in (-2, -1):  # the second without a line break, at the end of a file
            body = raw[begin:end]
            if sha256(body).hexdigest().encode() == raw[len(_OPEN) : _END]:
                return Line(number, kind, body, offset + begin)
    return Line(number, torn=not raw.endswith(b"\n"))
