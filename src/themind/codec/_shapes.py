"""Shapes of the fields of documents; each gives a reader, a writer and a JSON Schema.

A reader takes plain data and returns the value of a field; a writer takes the value and returns
plain data. Both check everything and raise `Fault`, so that every document that is written can be
read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from copy import deepcopy
from enum import Enum
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from themind.codec._faults import TOO_LARGE, WrongType
from themind.codec._leaves import RULE_ID, boolean, free_text, integer, rule_id

T = TypeVar("T")
Reader: TypeAlias = Callable[[object], object]
Writer: TypeAlias = Callable[[object], object]
Schema: TypeAlias = dict[str, object]
Count: TypeAlias = Callable[[Any], int]


class Envelope(Enum):
    """The keys of an object besides its fields; the value is its name pattern in a schema."""

    BARE = "{}"
    TYPED = "Typed{}"
    DOCUMENT = "{}Document"


class Rows(Protocol):
    """The rows of a format by name, for shapes that refer to rows."""

    number: int

    @abstractmethod
    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the rows in a union."""

    @abstractmethod
    def kind(self, name: str) -> type[object]:
        """Return the class of a row."""

    @abstractmethod
    def reader(self, name: str, envelope: Envelope) -> Reader:
        """Return the reader of a row."""

    @abstractmethod
    def writer(self, name: str, envelope: Envelope) -> Writer:
        """Return the writer of a row."""

    @abstractmethod
    def keys(self, name: str, envelope: Envelope) -> int | Count:
        """Return the number of keys in the object of a value, nested ones included."""


class Schemas(Protocol):
    """The schemas of the rows of a format by name."""

    @abstractmethod
    def members(self, union: str) -> tuple[str, ...]:
        """Return the names of the rows in a union."""

    @abstractmethod
    def schema(self, name: str, envelope: Envelope) -> Schema:
        """Return the schema of a row, or a reference to it."""


class Shape:
    """The shape of a field.

    Attributes:
        quick: Python source of a test of `{0}`. A value that passes is read and written
            unchanged. Empty if there is no such test.
    """

    quick = ""

    @abstractmethod
    def reader(self, rows: Rows) -> Reader:
        """Return the reader of this shape."""

    @abstractmethod
    def writer(self, rows: Rows) -> Writer:
        """Return the writer of this shape."""

    @abstractmethod
    def schema(self, schemas: Schemas) -> Schema:
        """Return the JSON Schema of this shape."""

    def keys(self, rows: Rows) -> int | Count:
        """Return the number of keys in a value, or a function that counts them."""
        del rows
        return 0


class Leaf(Shape, Generic[T]):
    """A plain value that one function checks for reading and for writing."""

    def __init__(self, take: Callable[[object], T], schema: Schema, quick: str = "") -> None:
        self.take = take
        self._schema = schema
        self.quick = quick

    def reader(self, rows: Rows) -> Reader:
        """Return the function."""
        del rows
        return self.take

    def writer(self, rows: Rows) -> Writer:
        """Return the function."""
        del rows
        return self.take

    def schema(self, schemas: Schemas) -> Schema:
        """Return a copy of the schema."""
        del schemas
        return deepcopy(self._schema)


_IS_INTEGER: Final = f"type({{0}}) is int and {-TOO_LARGE} < {{0}} < {TOO_LARGE}"


def integer_from(least: int | None = None, most: int | None = None) -> Leaf[int]:
    """Return the shape of an integer. Only the schema has the bounds; constructors check them."""
    bounds = {"minimum": least, "maximum": most}
    stated = {key: bound for key, bound in bounds.items() if bound is not None}
    return Leaf(integer, {"type": "integer", **stated}, _IS_INTEGER)


def text_of(most: int, least: int = 0) -> Leaf[str]:
    """Return the shape of a text of limited length, without control characters."""
    stated: Schema = {"minLength": least} if least else {}
    stated |= {"maxLength": most, "pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$"}
    return Leaf(partial(free_text, least=least, most=most), {"type": "string", **stated})


def word(*words: str) -> Leaf[str]:
    """Return the shape of a str that is one of some words."""
    expected = f"one of {', '.join(words)}"

    def take(value: object) -> str:
        if type(value) is not str or value not in words:
            raise WrongType(expected, value)
        return value

    return Leaf(take, {"enum": list(words)})


INTEGER: Final = integer_from()
BOOLEAN: Final = Leaf(boolean, {"type": "boolean"}, "type({0}) is bool")
RULE: Final = Leaf(rule_id, {"type": "string", "pattern": f"^{RULE_ID}$"})


class Name(Shape):
    """The name of an enumeration member; the format lists the names."""

    def __init__(self, kind: type[Enum], *names: str) -> None:
        self.kind = kind
        self.names = names

    def reader(self, rows: Rows) -> Reader:
        """Return the reader, which turns a name into its member."""
        del rows
        members = {name: self.kind[name] for name in self.names}
        expected = f"one of {', '.join(self.names)}"

        def read(value: object) -> object:
            member = members.get(value) if type(value) is str else None
            if member is None:
                raise WrongType(expected, value)
            return member

        return read

    def writer(self, rows: Rows) -> Writer:
        """Return the writer, which turns a member into its name; it rejects a name."""
        del rows
        kind, expected = self.kind, f"a {self.kind.__name__} that this format defines"
        names: dict[object, str] = {kind[name]: name for name in self.names}

        def write(value: object) -> object:
            name = names.get(value) if type(value) is kind else None
            if name is None:
                raise WrongType(expected, value)
            return name

        return write

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema, an enumeration of the names."""
        del schemas
        return {"enum": [*self.names]}


class Maybe(Shape):
    """A shape, or null."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.quick: str = shape.quick and f"{{0}} is None or {shape.quick}"

    def reader(self, rows: Rows) -> Reader:
        """Return the reader, which turns null into None."""
        read = self.shape.reader(rows)
        return lambda value: None if value is None else read(value)

    def writer(self, rows: Rows) -> Writer:
        """Return the writer, which turns None into null."""
        write = self.shape.writer(rows)
        return lambda value: None if value is None else write(value)

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema, which also accepts null."""
        schema = self.shape.schema(schemas)
        names = schema.get("enum")
        if isinstance(names, list):
            return {"enum": [*names, None]}
        return schema | {"type": [schema["type"], "null"]}
