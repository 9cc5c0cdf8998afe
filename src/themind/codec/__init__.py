"""JSON for every value that travels or is stored: strict, canonical, and read for ever.

A document is an object with a `"type"`, the name of its class, a `"format"`, which is 1, and a
key for each field. The same value gives the same text. The page on JSON of the documentation and
the schemas, which `schema` returns, tell other languages all they need.

>>> import themind as tm
>>> from themind import codec
>>> text = codec.dumps(tm.Play(1, 36))
>>> text
'{"card":36,"format":1,"seat":1,"type":"Play"}'
>>> codec.loads(text, tm.Action)
Play(seat=1, card=36)
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from typing_extensions import TypeForm

from themind import InvalidArgument, InvalidDocument
from themind.codec._faults import Fault, WrongType, cut
from themind.codec._kinds import (
    CLASSES,
    FORMAT,
    UNIONS,
    Document,
    members_of,
    most_characters,
)
from themind.codec._read import document_reader
from themind.codec._text import parse, written
from themind.codec._write import document_writer

__all__ = ["FORMAT", "Document", "dumps", "from_data", "loads", "schema", "to_data"]

T = TypeVar("T")
Members: TypeAlias = tuple[type[Any], ...]


def dumps(value: Document) -> str:
    """Return the JSON document of a value: one line of ASCII, the same for equal values.

    Its keys are sorted and it has no spaces; sets are ascending lists. Raises TypeError for a
    value that is no document or that holds something of a wrong type (`Play("x")`),
    InvalidArgument for one that could not be read again: a number of more than 100 digits, a list
    of more than 10,001 items, a document longer than `loads` takes.

    >>> import themind as tm
    >>> from themind import codec
    >>> codec.dumps(tm.Star({1, 0}))
    '{"agreed":[0,1],"format":1,"type":"Star"}'
    """
    text: str = written(to_data(value))
    most = most_characters((value.__class__,))
    if len(text) > most:
        raise InvalidArgument(f"a {type(value).__name__} has at most {most:,} characters")
    return text


def loads(text: str | bytes, kind: TypeForm[T]) -> T:
    """Return the value of a JSON document of a kind: a class, `Action`, or another union.

    `text` is a str, or bytes in UTF-8, of at most 2^20 characters (bytes), for a `Record` 2^24;
    spaces and the order of the keys are free. All that is read has passed the constructors.

    Raises InvalidDocument, whose `path` leads to the place and whose `reason` says why, for
    anything but such a document; TypeError for a text that is neither str nor bytes and for a
    kind that has no documents.

    >>> import themind as tm
    >>> from themind import codec
    >>> codec.loads(b'{"type": "Ready", "format": 1, "seat": 2}', tm.SeatAction)
    Ready(seat=2)
    >>> codec.loads('{"type": "Ready", "format": 1, "seat": "2"}', tm.SeatAction)
    Traceback (most recent call last):
    ...
    themind.InvalidDocument: $.seat: expected an integer, found "2"
    """
    value: T = _value_of(kind, lambda members: parse(text, most_characters(members)))
    return value


def to_data(value: Document) -> dict[str, Any]:
    """Return the document of a value as plain dicts, lists, strs, ints, bools and None.

    For an envelope of your own. Errors as `dumps`, but for the length.

    >>> import themind as tm
    >>> from themind import codec
    >>> codec.to_data(tm.Ready(2))
    {'type': 'Ready', 'format': 1, 'seat': 2}
    """
    kind: type[Any] = type(value)
    if CLASSES.get(kind.__name__) is not kind:
        raise TypeError(f"there is no document of a {cut(type(value).__name__, 40)}")
    try:
        data: dict[str, Any] = document_writer(kind.__name__)(value)
    except WrongType as fault:
        raise TypeError(f"{kind.__name__}{fault.path}: {fault.reason}") from None
    except Fault as fault:
        raise InvalidArgument(f"{kind.__name__}{fault.path}: {fault.reason}") from None
    return data


def from_data(data: Any, kind: TypeForm[T]) -> T:
    """Return the value of a document that is plain data; as strict as `loads`, with its errors.

    >>> import themind as tm
    >>> from themind import codec
    >>> codec.from_data({"type": "Ready", "format": 1, "seat": 2}, tm.Ready)
    Ready(seat=2)
    """
    value: T = _value_of(kind, lambda members: data)
    return value


def _value_of(kind: Any, source: Callable[[Members], Any]) -> Any:
    try:
        members = members_of(kind)
        return document_reader(members)(source(members), None)
    except Fault as fault:
        path, reason = f"${fault.path}", fault.reason
    except RecursionError:
        path, reason = "$", "there is no room left on the stack to read a document"
    # Raised out here, the error does not keep the document alive.
    raise InvalidDocument(path, reason)


def schema(kind: TypeForm[T]) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a class, or of a union that has a name.

    The unions: `Action`, `SeatAction`, `TableAction`, `Event`, `SeatEvent` and
    `codec.Document`, any document at all. What a schema lets pass may still be refused: that a
    card is in two hands, for one. Raises TypeError for another kind.

    >>> import themind as tm
    >>> from themind import codec
    >>> codec.schema(tm.Ready)["required"]
    ['format', 'seat', 'type']
    """
    from importlib.resources import files  # most users of the codec never ask for a schema

    members = members_of(kind)
    names = [name for name, named in (UNIONS | CLASSES).items() if named == kind]
    if not names:
        raise TypeError(f"the union of {len(members)} types has no schema of its own")
    text = (files("themind") / "schemas" / f"{names[0]}.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
