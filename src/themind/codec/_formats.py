"""Formats: the rows of a format, and readers and writers across all formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from themind.codec._leaves import require_list, require_tuple
from themind.codec._lists import each
from themind.codec._rows import (
    FORMAT_KEY,
    TYPE_KEY,
    Row,
    by_class,
    by_format,
    by_type,
    count_by_class,
)
from themind.codec._shapes import Count, Envelope, Reader, Writer

DOCUMENT: Final = Envelope.DOCUMENT


class Format:
    """One format: its documents, the parts inside them, and the unions of document types.

    Shapes refer to rows and unions by name. A later format therefore lists only the rows that
    differ, and an older format only the rows whose values need an upgrade, not their containers.
    """

    def __init__(
        self,
        number: int,
        *,
        documents: Iterable[Row],
        parts: Iterable[Row],
        unions: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.number = number
        self.documents: dict[str, Row] = {row.name: row for row in documents}
        self.parts: dict[str, Row] = {row.name: row for row in parts}
        self.unions = unions
        self._readers: dict[tuple[str, Envelope], Reader] = {}
        self._writers: dict[tuple[str, Envelope], Writer] = {}

    def changed(
        self,
        number: int,
        *,
        documents: Iterable[Row] = (),
        parts: Iterable[Row] = (),
        unions: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Format:
        """Return a format with rows added, or replaced by rows of the same name."""
        return Format(
            number,
            documents=[*self.documents.values(), *documents],
            parts=[*self.parts.values(), *parts],
            unions={**self.unions, **(unions or {})},
        )

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """All rows by name."""
        return self.documents | self.parts

    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the documents in a union."""
        return self.unions[union]

    def kind(self, name: str) -> type[object]:
        """Return the class of a row."""
        return self.rows[name].kind

    def envelope(self, name: str, envelope: Envelope) -> dict[str, object]:
        """Return the keys that an object has in addition to its fields, with their values."""
        typed: dict[str, object] = {} if envelope is Envelope.BARE else {TYPE_KEY: name}
        return typed | ({FORMAT_KEY: self.number} if envelope is DOCUMENT else {})

    def reader(self, name: str, envelope: Envelope) -> Reader:
        """Return the reader of a row, which is built once."""
        key = (name, envelope)
        if key not in self._readers:
            self._readers[key] = self.rows[name].reader(self, self.envelope(name, envelope))
        return self._readers[key]

    def writer(self, name: str, envelope: Envelope) -> Writer:
        """Return the writer of a row, which is built once."""
        key = (name, envelope)
        if key not in self._writers:
            self._writers[key] = self.rows[name].writer(self, self.envelope(name, envelope))
        return self._writers[key]

    def keys(self, name: str, envelope: Envelope) -> int | Count:
        """Return the number of keys in the object of a value, nested ones included."""
        return self.rows[name].keys(self, self.envelope(name, envelope))


class KindReader(NamedTuple):
    """The reader of a kind of documents.

    Attributes:
        read: Reads a document of any format.
        read_newest: Reads a document of the newest format.
        count_keys: Counts the keys in the newest document of a value, nested ones included.
        is_array: Whether the kind is an array of documents.
    """

    read: Reader
    read_newest: Reader
    count_keys: Count
    is_array: bool


class Formats:
    """All formats, oldest first. Values are written in the newest."""

    def __init__(self, *formats: Format) -> None:
        self.formats = formats
        self.newest: Format = formats[-1]

    @cached_property
    def names(self) -> Mapping[type[object], str]:
        """The document name of each class."""
        return {row.kind: row.name for row in self.newest.documents.values()}

    def kind_reader(self, kinds: tuple[type[object], ...], *, is_array: bool) -> KindReader:
        """Return the reader of documents of some classes, or of arrays of them."""
        read, read_newest = _reader(self.formats, kinds), _reader([self.newest], kinds)
        count = self._count(kinds)
        if not is_array:
            return KindReader(read, read_newest, count, is_array=False)
        return KindReader(
            lambda data: tuple(each(require_list(data, None), read)),
            lambda data: tuple(each(require_list(data, None), read_newest)),
            lambda value: sum(map(count, value)),
            is_array=True,
        )

    def _count(self, kinds: tuple[type[object], ...]) -> Count:
        names = {kind: self.names[kind] for kind in kinds}
        return count_by_class(
            {kind: self.newest.keys(name, DOCUMENT) for kind, name in names.items()}
        )

    def writer(self, kind: type[object]) -> Writer:
        """Return the writer of a document of a class."""
        return self.newest.writer(self.names[kind], DOCUMENT)

    def array_writer(self, kinds: tuple[type[object], ...]) -> Writer:
        """Return the writer of a tuple of values of some classes."""
        write = by_class({kind: self.writer(kind) for kind in kinds})
        return lambda value: each(require_tuple(value, None), write)


def _reader(formats: Sequence[Format], kinds: tuple[type[object], ...]) -> Reader:
    readers = {form.number: _readers(form, kinds) for form in formats}
    return by_format({number: by_type(found) for number, found in readers.items() if found})


def _readers(form: Format, kinds: tuple[type[object], ...]) -> dict[str, Reader]:
    rows = [row for kind in kinds for row in form.documents.values() if row.kind is kind]
    return {row.name: form.reader(row.name, DOCUMENT) for row in rows}
