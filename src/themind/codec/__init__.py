"""Strict, canonical, versioned JSON documents for every public value.

`dumps` and `loads` write and read texts, `to_data` and `from_data` plain dicts and lists, and
`schema` returns a JSON Schema.

A document is an object with the keys `"type"` (the name of its class) and `"format"` (1), and a key
for each field. Equal values give equal texts. For other languages, the JSON page of the
documentation and the schemas that `schema` returns describe the documents.

>>> import themind as tm
>>> from themind import codec
>>> text = codec.dumps(tm.Play(1, 36))
>>> text
'{"card":36,"format":1,"seat":1,"type":"Play"}'
>>> codec.loads(text, tm.Action)
Play(seat=1, card=36)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeVar, cast, overload

from typing_extensions import TypeForm

from themind import Action, Event, InvalidArgument, InvalidDocument, SeatEvent, Step
from themind._model.checks import did_you_mean, require_int, shortened
from themind.codec._faults import Fault, WrongType
from themind.codec._formats import Formats, KindReader
from themind.codec._kinds import IN_ARRAYS, UNIONS, Document, no_documents, resolve
from themind.codec._schemas import schema_of
from themind.codec._shapes import Writer
from themind.codec._text import parse, parse_fast, require_within_limits, written
from themind.codec.format_1 import FORMAT_1

__all__ = ["FORMAT", "Document", "dumps", "from_data", "loads", "schema", "to_data"]

T = TypeVar("T")

FORMATS: Final = Formats(FORMAT_1)
FORMAT: Final = FORMAT_1.number
MOST_CHARACTERS: Final = 2**20


@overload
def to_data(value: Document) -> dict[str, Any]: ...


@overload
def to_data(
    value: tuple[Action, ...] | tuple[Event | SeatEvent, ...],
) -> list[dict[str, Any]]: ...


def to_data(value: object) -> object:
    """Return the document of a value as plain dicts, lists, strs, ints, bools and None.

    Use it to embed documents in your own JSON. A tuple of actions or events becomes a list of
    documents.

    Raises:
        TypeError: The value has no document, or contains a value of a wrong type.
        InvalidArgument: The document would be unreadable: it has a number of more than 100 digits
            or a list of more than 10,001 items, or it is a position between two events of one step.

    Example:
        >>> import themind as tm
        >>> from themind import codec
        >>> codec.to_data(tm.Ready(2))
        {'format': 1, 'seat': 2, 'type': 'Ready'}
    """
    kind = type(value)
    write = _WRITERS.get(kind) or _writer(kind)
    try:
        return write(value)
    except WrongType as fault:
        raise TypeError(f"{kind.__name__}{fault.path}: {fault.reason}") from None
    except Fault as fault:
        raise InvalidArgument(f"{kind.__name__}{fault.path}: {fault.reason}") from None


def dumps(value: Document | tuple[Action, ...] | tuple[Event | SeatEvent, ...]) -> str:
    """Return the JSON document of a value: one line of ASCII, the same for equal values.

    Keys are in ascending order and there are no spaces; sets become ascending lists. A tuple of
    actions or events becomes an array of documents. The text can be longer than the default
    `max_length` of `loads`.

    Raises:
        TypeError: The value has no document, or contains a value of a wrong type.
        InvalidArgument: The document would be unreadable, as in `to_data`.

    Example:
        >>> import themind as tm
        >>> from themind import codec
        >>> codec.dumps(tm.Star({1, 0}))
        '{"agreed":[0,1],"format":1,"type":"Star"}'
        >>> codec.dumps((tm.SeatReady(0), tm.PlayStarted()))
        '[{"format":1,"seat":0,"type":"SeatReady"},{"format":1,"type":"PlayStarted"}]'
    """
    return written(to_data(cast("Document", value)))


def loads(text: str | bytes, kind: TypeForm[T], *, max_length: int = MOST_CHARACTERS) -> T:
    """Return the value of a JSON document.

    Args:
        text: A str, or bytes in UTF-8. Spaces and the order of keys do not matter.
        kind: A class, `Action` or another union of classes, or a tuple of actions or events:
            `tuple[SeatEvent, ...]` for a JSON array of their documents.
        max_length: The maximum number of characters (or bytes). Raise it for your own long
            records, lower it for input from clients.

    Raises:
        InvalidDocument: The text is not such a document; `path` is the place of the fault and
            `reason` describes it. Every value is checked as its constructor checks it.
        TypeError: `text` is neither a str nor bytes, or `kind` has no documents.
        InvalidArgument: `max_length` is below 1.

    Example:
        >>> import themind as tm
        >>> from themind import codec
        >>> codec.loads(b'{"type": "Ready", "format": 1, "seat": 2}', tm.SeatAction)
        Ready(seat=2)
        >>> codec.loads('{"type": "Ready", "format": 1, "seat": "2"}', tm.SeatAction)
        Traceback (most recent call last):
        ...
        themind.InvalidDocument: $.seat: expected an integer, found "2"
    """
    if max_length is not MOST_CHARACTERS:
        max_length = require_int("max_length", max_length, least=1)
    reader = _kind_reader(kind)
    try:
        bounded = require_within_limits(text, max_length, is_array=reader.is_array)
        value = _read_fast(bounded, reader)
        return cast("T", reader.read(parse(bounded)) if value is None else value)
    except Fault as fault:
        path, reason = f"${fault.path}", fault.reason
    except RecursionError:
        path, reason = "$", _NO_STACK
    # Raised outside of the handlers, the error does not keep the document alive.
    raise InvalidDocument(path, reason)


def from_data(data: object, kind: TypeForm[T]) -> T:
    """Return the value of a document given as plain data; checks and errors are those of `loads`.

    Example:
        >>> import themind as tm
        >>> from themind import codec
        >>> codec.from_data({"type": "Ready", "format": 1, "seat": 2}, tm.Ready)
        Ready(seat=2)
    """
    reader = _kind_reader(kind)
    try:
        return cast("T", reader.read(data))
    except Fault as fault:
        path, reason = f"${fault.path}", fault.reason
    except RecursionError:
        path, reason = "$", _NO_STACK
    raise InvalidDocument(path, reason)


def schema(kind: TypeForm[T], *, inline: bool = False) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind that `loads` accepts.

    `loads` checks more than a schema can express, for example that each card is in one hand only.
    The package ships the same schemas as files.

    Args:
        kind: A class, a union of classes, or a tuple of actions or events.
        inline: Whether to expand every reference, and leave out `$schema` and `$id`, so that the
            result can become part of an OpenAPI description.

    Raises:
        TypeError: `kind` has no documents.

    Example:
        >>> import themind as tm
        >>> from themind import codec
        >>> codec.schema(tm.Ready)["required"]
        ['format', 'seat', 'type']
    """
    members, is_array = resolve(kind)
    names = [FORMATS.names[member] for member in members]
    title = next((name for name, union in UNIONS.items() if union == kind), "")
    if len(names) == 1 and not is_array:
        title = names[0]
    return schema_of(FORMATS.newest, names, title=title, is_array=is_array, inline=inline)


_NO_STACK: Final = "the stack has no room left to read a document"


def _read_fast(text: str, reader: KindReader) -> object | None:
    """Return the value of a document that passes fast checks, or None.

    Python's json keeps the last of several equal keys, unless a hook checks the keys of each
    object, which takes half as long as everything else. This function counts colons instead: if a
    text has as many colons as its value has keys, no key occurs twice.
    """
    if len(text) > _LONGEST_FAST:  # so that no long hostile text is parsed twice
        return None
    try:
        value = reader.read_newest(parse_fast(text))
    except Fault:
        return None
    return value if text.count(":") == reader.count_keys(value) else None


_LONGEST_FAST: Final = 2**16


def _kind_reader(kind: object) -> KindReader:
    try:
        return _built(kind)
    except TypeError:  # an unhashable kind, which the cache cannot store
        raise no_documents(kind) from None


@lru_cache(maxsize=256)
def _built(kind: object) -> KindReader:
    members, is_array = resolve(kind)
    return FORMATS.kind_reader(members, is_array=is_array)


_WRITERS: Final[dict[type[object], Writer]] = {}


def _writer(kind: type[object]) -> Writer:
    """Build the writer of a class and cache it. The number of document classes is fixed."""
    if kind is not tuple and kind not in FORMATS.names:
        hint = did_you_mean("its .state or its .events" if kind is Step else "")
        got = shortened(kind.__name__)
        raise TypeError(f"value must be of a document type, got {got}{hint}")
    write = FORMATS.array_writer(IN_ARRAYS) if kind is tuple else FORMATS.writer(kind)
    return _WRITERS.setdefault(kind, write)


def __dir__() -> list[str]:
    return [*__all__]
