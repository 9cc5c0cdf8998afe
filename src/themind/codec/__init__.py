"""JSON for every value that travels or is stored: strict, canonical, versioned.

A document is an object with a `"type"`, the name of its class, a `"format"`, which is 1, and a
key for each field. Equal values give equal texts. The page on JSON of the documentation and the
schemas, which `schema` returns, describe the documents for other languages.

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

from themind import Action, Event, InvalidArgument, InvalidDocument, SeatEvent
from themind._model.checks import require_int, shortened
from themind.codec._faults import Fault, WrongType
from themind.codec._formats import Formats, Wanted
from themind.codec._kinds import IN_ARRAYS, UNIONS, Document, no_documents, resolve
from themind.codec._schemas import schema_of
from themind.codec._shapes import Writer
from themind.codec._text import parse, parse_plainly, require_decent, written
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

    For an envelope of your own. A tuple of actions or events becomes a list of documents.

    Raises:
        TypeError: The value has no document, or holds something of a wrong type.
        InvalidArgument: It could not be read again: a number of more than 100 digits, a list of
            more than 10,001 items, a position between two events of one step.

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

    Its keys ascend and it has no spaces; sets are ascending lists. A tuple of actions or events
    becomes an array of documents. The text can be longer than `loads` takes without `max_length`.

    Raises:
        TypeError: The value has no document, or holds something of a wrong type.
        InvalidArgument: It could not be read again; as `to_data`.

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
        text: A str, or bytes in UTF-8. Spaces and the order of keys are free.
        kind: A class, `Action` or another union of classes, or a tuple of actions or events:
            `tuple[SeatEvent, ...]` for a JSON array of their documents.
        max_length: The most characters (bytes) that are read; raise it for long records of your
            own, lower it for what clients send.

    Raises:
        InvalidDocument: Anything but such a document; `path` leads to the place and `reason` says
            why. All that is read has passed the constructors.
        TypeError: `text` is neither a str nor bytes, or there are no documents of the kind.
        InvalidArgument: `max_length` is below 1.

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
    wanted = _wanted(kind)
    try:
        decent = require_decent(text, max_length, is_array=wanted.is_array)
        value = _read_plainly(decent, wanted)
        return cast("T", wanted.read(parse(decent)) if value is None else value)
    except Fault as fault:
        path, reason = f"${fault.path}", fault.reason
    except RecursionError:
        path, reason = "$", _NO_ROOM
    # Raised out here, the error does not keep the document alive.
    raise InvalidDocument(path, reason)


def from_data(data: object, kind: TypeForm[T]) -> T:
    """Return the value of a document that is plain data; as strict as `loads`, with its errors.

    >>> import themind as tm
    >>> from themind import codec
    >>> codec.from_data({"type": "Ready", "format": 1, "seat": 2}, tm.Ready)
    Ready(seat=2)
    """
    wanted = _wanted(kind)
    try:
        return cast("T", wanted.read(data))
    except Fault as fault:
        path, reason = f"${fault.path}", fault.reason
    except RecursionError:
        path, reason = "$", _NO_ROOM
    raise InvalidDocument(path, reason)


def schema(kind: TypeForm[T], *, inline: bool = False) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind that `loads` takes.

    What a schema lets pass can still be refused: no schema knows that a card is in one hand only.
    The package ships the same schemas as files.

    Args:
        kind: A class, a union of classes, or a tuple of actions or events.
        inline: Whether to put every definition in its place, and leave out `$schema` and `$id`:
            the result then has no reference, and can become part of an OpenAPI description.

    Raises:
        TypeError: There are no documents of the kind.

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


_NO_ROOM: Final = "there is no room left on the stack to read a document"


def _read_plainly(text: str, wanted: Wanted) -> object | None:
    """Return the value of a text that is plainly right, None where it takes a closer look.

    Python's json keeps the last of equal keys, unless a function looks at the keys of each object,
    which takes half as long as all else. But each key has a colon: where a text has no more
    colons than its value has keys, no key stands twice.
    """
    if len(text) > _MOST_PLAIN:  # a hostile text is not parsed twice
        return None
    try:
        value = wanted.read_newest(parse_plainly(text))
    except Fault:
        return None
    return value if text.count(":") == wanted.count_keys(value) else None


_MOST_PLAIN: Final = 2**16


def _wanted(kind: object) -> Wanted:
    try:
        return _built(kind)
    except TypeError:  # the kind can be one that is not even hashable
        raise no_documents(kind) from None


@lru_cache(maxsize=256)
def _built(kind: object) -> Wanted:
    members, is_array = resolve(kind)
    return FORMATS.wanted(members, is_array=is_array)


_WRITERS: Final[dict[type[object], Writer]] = {}


def _writer(kind: type[object]) -> Writer:
    """Build the writer of a class and keep it: there are no more than classes of documents."""
    if kind is not tuple and kind not in FORMATS.names:
        raise TypeError(
            f"value must be of a type that has a document, got {shortened(kind.__name__)}"
        )
    write = FORMATS.array_writer(IN_ARRAYS) if kind is tuple else FORMATS.writer(kind)
    return _WRITERS.setdefault(kind, write)
