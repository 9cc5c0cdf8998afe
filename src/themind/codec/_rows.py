"""Rows of a format: the fields of each type of object, and references to rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final, TypeVar

from themind.codec._compiled import Part, compiled_reader, compiled_writer
from themind.codec._faults import Fault, WrongType, missing_key
from themind.codec._shapes import Count, Envelope, Reader, Rows, Schema, Schemas, Shape, Writer

T = TypeVar("T")

TYPE_KEY: Final = "type"
FORMAT_KEY: Final = "format"
_MOST_NAMED: Final = 15


class Row:
    """One type of document, or of an object inside documents.

    Args:
        name: The name of the type in documents.
        kind: The class of its values.
        fields: The shape of each field, in the order of the class.
        make: Makes a value from its fields, by position. Without it, the reader fills a new
            instance and runs its checks; it skips the converters of the class, since the fields
            have their exact types already.
        check: Raises `Fault` for a value that must not be written although its fields are valid.
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

    def upgraded(self, kind: type[object], make: Callable[..., object]) -> Row:
        """Return this row for values of a later class; `make` takes the fields by keyword."""
        return Row(self.name, kind, self.fields, make=by_keyword(make, self.fields))

    def reader(self, rows: Rows, envelope: Mapping[str, object]) -> Reader:
        """Return the reader of an object with these fields and the keys of an envelope.

        It does not check the values of the envelope: `by_type` and `by_format` have done so.
        """
        parts = {name: Part(shape.reader(rows), shape.quick) for name, shape in self.fields.items()}
        keys = frozenset([*self.fields, *envelope])
        return compiled_reader(parts, keys, self.kind, self.make)

    def writer(self, rows: Rows, envelope: Mapping[str, object]) -> Writer:
        """Return the writer of an object with these fields and the keys of an envelope."""
        parts = {name: Part(shape.writer(rows), shape.quick) for name, shape in self.fields.items()}
        return compiled_writer(parts, envelope, self.kind, self.check)

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
        """Return the number of keys in the object of a value, nested ones included."""
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


def by_keyword(make: Callable[..., T], names: Iterable[str]) -> Callable[..., T]:
    """Return a function that takes the values of these fields in order, and makes a value."""
    names = tuple(names)

    def made(*values: object) -> T:
        return make(**dict(zip(names, values, strict=True)))

    return made


class Inner(Shape):
    """A nested object of one type, without the keys `type` and `format`."""

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
    """A nested object of one of the types of a union, with the keys of an envelope."""

    def __init__(self, union: str, envelope: Envelope) -> None:
        self.union = union
        self.envelope = envelope

    def reader(self, rows: Rows) -> Reader:
        """Return the reader, which dispatches on the type of the object."""
        names = rows.members(self.union)
        read = by_type({name: rows.reader(name, self.envelope) for name in names})
        return by_format({rows.number: read}) if self.envelope is Envelope.DOCUMENT else read

    def writer(self, rows: Rows) -> Writer:
        """Return the writer, which dispatches on the class of the value."""
        names = rows.members(self.union)
        return by_class({rows.kind(name): rows.writer(name, self.envelope) for name in names})

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema: exactly one of the types."""
        names = schemas.members(self.union)
        return {"oneOf": [schemas.schema(name, self.envelope) for name in names]}

    def keys(self, rows: Rows) -> int | Count:
        """Return the number of keys of the type."""
        names = rows.members(self.union)
        return count_by_class({rows.kind(name): rows.keys(name, self.envelope) for name in names})


def count_by_class(keys: Mapping[type[object], int | Count]) -> Count:
    """Return a function that counts keys and dispatches on the class of the value."""
    fixed = {kind: number for kind, number in keys.items() if isinstance(number, int)}
    counts = {kind: count for kind, count in keys.items() if callable(count)}

    def count(value: object) -> int:
        number = fixed.get(type(value))
        return counts[type(value)](value) if number is None else number

    return count


def by_type(readers: Mapping[str, Reader]) -> Reader:
    """Return a reader of objects that dispatches on their type."""

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
    """Return a reader of documents that dispatches on their format."""

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
    """Return a writer that dispatches on the class of the value."""

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
    """Return names as a choice (`a, b or c`), or their number if there are many."""
    if len(names) > _MOST_NAMED:
        return f"one of {len(names)} types"
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
