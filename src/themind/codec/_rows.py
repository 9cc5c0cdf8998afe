"""Rows of a format: the fields of each type of object, and how others refer to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

from themind.codec._faults import Fault, WrongType, missing_key
from themind.codec._shapes import Count, Envelope, Reader, Rows, Schema, Schemas, Shape, Writer
from themind.codec._straight import Part, straight_reader, straight_writer

TYPE_KEY: Final = "type"
FORMAT_KEY: Final = "format"
_MOST_NAMED: Final = 15


class Row:
    """One type of document, or of an object inside documents.

    Args:
        name: The name of the type in documents.
        kind: The class of its values.
        fields: The shape of each field, in the order of the class.
        make: Makes a value of the fields by position. Left out for a class whose constructor
            converts its fields, which have their exact types already, and then lets the value
            check itself: the reader does the same without converting.
        check: Raises `Fault` for a value whose fields are all right, but that is not written.
    """

    def __init__(
        self,
        name: str,
        kind: type[object],
        fields: Mapping[str, Shape],
        *,
        make: Callable[..., object] | None = None,
        check: Callable[..., None] | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.fields = fields
        self.make = make
        self.check = check

    def brought_up(self, kind: type[object], make: Callable[..., object]) -> Row:
        """Return this row for values of a later class, made from its fields by keyword."""
        names = (*self.fields,)

        def made(*values: object) -> object:
            return make(**dict(zip(names, values, strict=True)))

        return Row(self.name, kind, self.fields, make=made)

    def reader(self, rows: Rows, envelope: Mapping[str, object]) -> Reader:
        """Return the reader of an object with these fields and the keys of an envelope.

        The readers that go by those keys have seen that they are there.
        """
        parts = {name: Part(shape.reader(rows), shape.quick) for name, shape in self.fields.items()}
        keys = frozenset([*self.fields, *envelope])
        return straight_reader(parts, keys, self.kind, self.make)

    def writer(self, rows: Rows, envelope: Mapping[str, object]) -> Writer:
        """Return the writer of an object with these fields and the keys of an envelope."""
        parts = {name: Part(shape.writer(rows), shape.quick) for name, shape in self.fields.items()}
        return straight_writer(parts, envelope, self.kind, self.check)

    def schema(self, schemas: Schemas, envelope: Mapping[str, object]) -> Schema:
        """Return the schema of an object with these fields and the keys of an envelope."""
        properties: dict[str, object] = {
            name: shape.schema(schemas) for name, shape in self.fields.items()
        }
        properties |= {key: {"const": value} for key, value in envelope.items()}
        description = (self.kind.__doc__ or "").partition("\n")[0]
        return {
            **({"description": description} if description else {}),
            "type": "object",
            "properties": dict(sorted(properties.items())),
            "required": sorted(properties),
            "additionalProperties": False,
        }

    def keys(self, rows: Rows, envelope: Mapping[str, object]) -> int | Count:
        """Return the number of keys of a value as an object, all inner ones too."""
        inner = {name: shape.keys(rows) for name, shape in self.fields.items()}
        counts = [(attrgetter(name), keys) for name, keys in inner.items() if callable(keys)]
        fixed = sum([keys for keys in inner.values() if isinstance(keys, int)])
        fixed += len(self.fields) + len(envelope)
        if not counts:
            return fixed
        if len(counts) == 1:
            ((get, count),) = counts
            return lambda value: fixed + count(get(value))
        return lambda value: fixed + sum([count(get(value)) for get, count in counts])


class Inner(Shape):
    """An object of one type inside a document, without a type and a format of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def reader(self, rows: Rows) -> Reader:
        """Return the reader of the row."""
        return rows.reader(self.name, Envelope.BARE)

    def writer(self, rows: Rows) -> Writer:
        """Return the writer of the row."""
        return rows.writer(self.name, Envelope.BARE)

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema of the row, or a reference to it."""
        return schemas.schema(self.name, Envelope.BARE)

    def keys(self, rows: Rows) -> int | Count:
        """Return the number of keys of the row."""
        return rows.keys(self.name, Envelope.BARE)


class OneOf(Shape):
    """An object of one of the types of a union, with the keys of an envelope."""

    def __init__(self, union: str, envelope: Envelope) -> None:
        self.union = union
        self.envelope = envelope

    def reader(self, rows: Rows) -> Reader:
        """Return the reader, which goes by the type of the object."""
        names = rows.members(self.union)
        read = by_type({name: rows.reader(name, self.envelope) for name in names})
        return by_format({rows.number: read}) if self.envelope is Envelope.DOCUMENT else read

    def writer(self, rows: Rows) -> Writer:
        """Return the writer, which goes by the class of the value."""
        names = rows.members(self.union)
        return by_class({rows.kind(name): rows.writer(name, self.envelope) for name in names})

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema: exactly one of those of the types."""
        names = schemas.members(self.union)
        return {"oneOf": [schemas.schema(name, self.envelope) for name in names]}

    def keys(self, rows: Rows) -> int | Count:
        """Return the number of keys of the type."""
        names = rows.members(self.union)
        return count_by_class({rows.kind(name): rows.keys(name, self.envelope) for name in names})


def count_by_class(keys: Mapping[type[object], int | Count]) -> Count:
    """Return a count of keys that goes by the class of the value."""
    fixed = {kind: number for kind, number in keys.items() if isinstance(number, int)}
    counts = {kind: count for kind, count in keys.items() if callable(count)}

    def count(value: object) -> int:
        number = fixed.get(type(value))
        return counts[type(value)](value) if number is None else number

    return count


def by_type(readers: Mapping[str, Reader]) -> Reader:
    """Return a reader of objects that goes by their type."""

    def read(data: object) -> object:
        if type(data) is not dict:
            raise WrongType("an object", data)
        name = data.get(TYPE_KEY)
        reader = readers.get(name) if type(name) is str else None
        if reader is None:
            raise _fault_at(TYPE_KEY, data, one_of([*readers]))
        return reader(data)

    return read


def by_format(readers: Mapping[int, Reader]) -> Reader:
    """Return a reader of documents that goes by their format."""

    def read(data: object) -> object:
        if type(data) is not dict:
            raise WrongType("an object", data)
        number = data.get(FORMAT_KEY)
        reader = readers.get(number) if type(number) is int else None
        if reader is None:
            raise _fault_at(FORMAT_KEY, data, f"format {one_of([*map(str, readers)])}")
        return reader(data)

    return read


def by_class(writers: Mapping[type[object], Writer]) -> Writer:
    """Return a writer that goes by the class of the value."""

    def write(value: object) -> object:
        writer = writers.get(type(value))
        if writer is None:
            raise WrongType(one_of([kind.__name__ for kind in writers]), value)
        return writer(value)

    return write


def _fault_at(key: str, data: dict[object, object], expected: str) -> Fault:
    """Return the fault of a key that is missing or has an unexpected value."""
    if key not in data:
        return missing_key(key)
    fault = WrongType(expected, data[key])
    fault.under(f".{key}")
    return fault


def one_of(names: list[str]) -> str:
    """Return names as a choice; their number, where they are many."""
    if len(names) > _MOST_NAMED:
        return f"one of {len(names)} types"
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
