"""Shapes of fields with several values: lists, pairs, sets of seats, objects of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from themind.codec._faults import Fault, WrongType, found
from themind.codec._leaves import (
    MOST_ITEMS,
    are_integers,
    integer,
    require_ascending,
    require_list,
    require_tuple,
)
from themind.codec._shapes import (
    Count,
    Leaf,
    Reader,
    Rows,
    Schema,
    Schemas,
    Shape,
    Writer,
    text_of,
)

T = TypeVar("T")
Items: TypeAlias = list[object] | tuple[object, ...]


def each(values: Iterable[object], step: Callable[[object], T]) -> list[T]:
    """Apply a function to each value, and add the index of the value to the path of a fault."""
    made: list[T] = []
    try:
        for value in values:
            made.append(step(value))  # noqa: PERF401 - the length is the place of a fault
    except Fault as fault:
        fault.under(f"[{len(made)}]")
        raise
    return made


class Many(Shape):
    """A list whose items have one shape; the value is a tuple.

    Args:
        item: The shape of the items.
        most: The maximum number of items; None for no limit.
        also: Further keywords for the schema.
    """

    def __init__(self, item: Shape, most: int | None = MOST_ITEMS, **also: object) -> None:
        self.item = item
        self.most = most
        self.also = also

    def reader(self, rows: Rows) -> Reader:
        """Return the reader."""
        read, most = self.item.reader(rows), self.most
        if read is integer:
            return lambda data: tuple(_integers(require_list(data, most)))
        return lambda data: tuple(each(require_list(data, most), read))

    def writer(self, rows: Rows) -> Writer:
        """Return the writer."""
        write, most = self.item.writer(rows), self.most
        if write is integer:
            return lambda value: _integers(require_tuple(value, most))
        return lambda value: each(require_tuple(value, most), write)

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema."""
        limit = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.item.schema(schemas), **limit, **self.also}

    def keys(self, rows: Rows) -> int | Count:
        """Return the number of keys of all items."""
        keys = self.item.keys(rows)
        if isinstance(keys, int):
            return keys and (lambda value: len(value) * keys)
        return lambda value: sum(map(keys, value))


def _integers(items: Items) -> list[int]:
    return [*items] if are_integers(items) else each(items, integer)


class Pair(Shape):
    """A list of two shapes; the value is a tuple of two."""

    def __init__(self, first: Shape, second: Shape) -> None:
        self.shapes = (first, second)

    def reader(self, rows: Rows) -> Reader:
        """Return the reader."""
        first, second = [shape.reader(rows) for shape in self.shapes]
        return lambda data: _pair(require_list(data, None), first, second)

    def writer(self, rows: Rows) -> Writer:
        """Return the writer."""
        first, second = [shape.writer(rows) for shape in self.shapes]
        return lambda value: [*_pair(require_tuple(value, None), first, second)]

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema.

        `items` repeats both shapes for code generators that do not know `prefixItems`: they then
        generate a list of either shape, not an empty list.
        """
        first, second = [[shape.schema(schemas) for shape in self.shapes] for _ in range(2)]
        size: Schema = {"minItems": 2, "maxItems": 2}
        return {"type": "array", "prefixItems": first, "items": {"anyOf": second}, **size}


def _two(items: Items) -> Items:
    if len(items) != 2:
        raise Fault(f"expected 2 items, found {len(items):,}")
    return items


def _pair(
    items: Items,
    first: Callable[[object], object],
    second: Callable[[object], object],
) -> tuple[object, object]:
    _two(items)
    step = "[0]"
    try:
        one = first(items[0])
        step = "[1]"
        return one, second(items[1])
    except Fault as fault:
        fault.under(step)
        raise


class SeatSet(Shape):
    """A set of seats as an ascending list; the value is a frozenset."""

    def __init__(self, seat: Leaf[int], most: int = MOST_ITEMS) -> None:
        self.seat = seat
        self.most = most

    def reader(self, rows: Rows) -> Reader:
        """Return the reader."""
        del rows

        def read(data: object) -> object:
            seats = require_list(data, MOST_ITEMS)
            if seats:
                require_ascending(_integers(seats))
            return frozenset(seats)

        return read

    def writer(self, rows: Rows) -> Writer:
        """Return the writer."""
        del rows

        def write(value: object) -> object:
            if type(value) is not frozenset:
                raise WrongType("a frozenset", value)
            return sorted([integer(seat) for seat in value])

        return write

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema."""
        items = self.seat.schema(schemas)
        return {"type": "array", "items": items, "uniqueItems": True, "maxItems": self.most}


class Texts(Shape):
    """An object with texts as values; the value is a tuple of pairs, sorted by key."""

    def __init__(self, *, most: int, longest_key: int, longest_text: int) -> None:
        self.most = most
        self.key = text_of(longest_key, least=1)
        self.text = text_of(longest_text)

    def reader(self, rows: Rows) -> Reader:
        """Return the reader."""
        del rows

        def read(data: object) -> object:
            if type(data) is not dict:
                raise WrongType("an object", data)
            return tuple(sorted(self._texts(list(data.items())).items()))

        return read

    def writer(self, rows: Rows) -> Writer:
        """Return the writer."""
        del rows

        def write(value: object) -> object:
            pairs = [_two(require_tuple(pair, None)) for pair in require_tuple(value, None)]
            texts = self._texts([(key, text) for key, text in pairs])
            if len(texts) < len(pairs):
                raise Fault("expected distinct keys")
            return dict(sorted(texts.items()))

        return write

    def _texts(self, pairs: list[tuple[object, object]]) -> dict[str, str]:
        if len(pairs) > self.most:
            raise Fault(f"expected at most {self.most} keys, found {len(pairs):,}")
        texts = {}
        for key, text in pairs:
            name = self.key.take(key)
            try:
                texts[name] = self.text.take(text)
            except Fault as fault:
                fault.under(f"[{found(name)}]")
                raise
        return texts

    def schema(self, schemas: Schemas) -> Schema:
        """Return the schema."""
        keys = {key: limit for key, limit in self.key.schema(schemas).items() if key != "type"}
        return {
            "type": "object",
            "additionalProperties": self.text.schema(schemas),
            "propertyNames": keys,
            "maxProperties": self.most,
        }

    def keys(self, rows: Rows) -> int | Count:
        """Return the number of keys."""
        del rows
        return len
