"""Shapes of the fields of documents; each gives a reader, a writer and a JSON Schema.

A reader takes plain data and returns the value of a field; a writer takes the value and returns
plain data. Both check everything and raise `Fault`. A writer checks as well, so that nothing is
written that could not be read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from themind.codec._faults import TOO_LARGE, WrongType
from themind.codec._leaves import RULE_ID, boolean, free_text, integer, rule_id

T = TypeVar("T")
Reader: TypeAlias = Callable[[object], object]
Writer: TypeAlias = Callable[[object], object]
Schema: TypeAlias = dict[str, object]


class Envelope(Enum):
    """The keys of an object beside its fields, and the name of such a definition in a schema."""

    BARE = "{}"
    TYPED = "Typed{}"
    DOCUMENT = "{}Document"


class Rows(Protocol):
    """The rows of a format by name: what a shape that refers to others is built with."""

    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the rows that a union stands for."""

    def kind(self, name: str) -> type[object]:
        """Return the class of a row."""

    def reader(self, name: str, envelope: Envelope) -> Reader:
        """Return the reader of a row."""

    def writer(self, name: str, envelope: Envelope) -> Writer:
        """Return the writer of a row."""


class Schemas(Protocol):
    """Where a shape finds the schemas of the rows that it refers to."""

    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the rows that a union stands for."""

    def schema(self, name: str, envelope: Envelope) -> Schema:
        """Return the schema of a row, or a reference to it."""


class Shape:
    """The shape of a field."""

    # Python source of a test for values that are read and written as they are, `{0}` the value.
    test = ""

    @abstractmethod
    def reader(self, rows: Rows) -> Reader:
        """Return the reader of this shape."""

    @abstractmethod
    def writer(self, rows: Rows) -> Writer:
        """Return the writer of this shape."""

    @abstractmethod
    def schema(self, schemas: Schemas) -> Schema:
        """Return the JSON Schema of this shape."""


class Leaf(Shape, Generic[T]):
    """A plain value that is read and written by one function, as it is."""

    def __init__(self, take: Callable[[object], T], schema: Schema, test: str = "") -> None:
        self.take = take
        self._schema = schema
        self.test = test

    def reader(self, rows: Rows) -> Reader:
        """Return the function."""
        del rows
        return self.take

    def writer(self, rows: Rows) -> Writer:
        """Return the function."""
        del rows
        return self.take

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema that the shape was made with."""
        del schemas
        return dict(self._schema)


def integer_from(least: int | None = None, most: int | None = None) -> Leaf[int]:
    """An integer. Constructors see to the bounds; the schema states them."""
    bounds = {"minimum": least, "maximum": most}
    given = {key: bound for key, bound in bounds.items() if bound is not None}
    return Leaf(integer, {"type": "integer", **given}, f"type({{0}}) is int and {-TOO_LARGE} < {{0}} < {TOO_LARGE}")


def text_of(most: int, least: int = 0) -> Leaf[str]:
    """A text of free choice, of at most so many characters, without control characters."""
    limits: Schema = {"minLength": least} if least else {}
    pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"
    schema: Schema = {"type": "string", **limits, "maxLength": most, "pattern": pattern}
    return Leaf(partial(free_text, least=least, most=most), schema)


INTEGER: Final = integer_from()
BOOLEAN: Final = Leaf(boolean, {"type": "boolean"}, "type({0}) is bool")
RULE: Final = Leaf(rule_id, {"type": "string", "pattern": f"^{RULE_ID}$"})


def word(*words: str) -> Leaf[str]:
    """One of some words, which is a text in the value too."""
    known = frozenset(words)
    expected = f"one of {', '.join(words)}"

    def take(value: object) -> str:
        if type(value) is not str or value not in known:
            raise WrongType(expected, value)
        return value

    return Leaf(take, {"enum": list(words)})


class Name(Shape):
    """The name of a member of an enumeration; the names are those of the format."""

    def __init__(self, kind: type[Enum], *names: str) -> None:
        self.kind = kind
        self.names = names

    def reader(self, rows: Rows) -> Reader:
        """Return the reader: a name to its member."""
        del rows
        members: dict[object, object] = {name: self.kind[name] for name in self.names}
        expected = f"one of {', '.join(self.names)}"

        def read(value: object) -> object:
            member = members.get(value) if type(value) is str else None
            if member is None:
                raise WrongType(expected, value)
            return member

        return read

    def writer(self, rows: Rows) -> Writer:
        """Return the writer: a member to its name, and nothing else, not even the name."""
        del rows
        kind, expected = self.kind, f"a {self.kind.__name__} of this format"
        names: dict[object, object] = {kind[name]: name for name in self.names}

        def write(value: object) -> object:
            name = names.get(value) if type(value) is kind else None
            if name is None:
                raise WrongType(expected, value)
            return name

        return write

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema: one of the names."""
        del schemas
        return {"enum": [*self.names]}


class Maybe(Shape):
    """A shape, or null."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.test = shape.test and f"{{0}} is None or ({shape.test})"

    def reader(self, rows: Rows) -> Reader:
        """Return the reader: null to None."""
        read = self.shape.reader(rows)
        return lambda value: None if value is None else read(value)

    def writer(self, rows: Rows) -> Writer:
        """Return the writer: None to null."""
        write = self.shape.writer(rows)
        return lambda value: None if value is None else write(value)

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema, which lets null pass too."""
        schema = self.shape.schema(schemas)
        names = schema.get("enum")
        if isinstance(names, list):
            return {"enum": [*names, None]}
        return schema | {"type": [schema["type"], "null"]}
