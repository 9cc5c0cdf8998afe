"""The rows of the newest format say what the classes have: what is new needs a later format."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from enum import Enum
from functools import reduce
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
import pytest

import themind as tm
from themind import codec
from themind._model.codes import DECK_FAULTS
from themind.codec import FORMATS
from themind.codec._faults import Fault
from themind.codec._lists import Many, Pair, SeatSet, Texts
from themind.codec._rows import Inner, OneOf, Row
from themind.codec._shapes import BOOLEAN, INTEGER, Leaf, Maybe, Name, Shape

FORMAT = FORMATS.newest
ROWS = FORMAT.rows
LATER = "is not in the newest format of documents: a new one needs a module beside format_1.py"


def leaves(shape: Shape) -> Iterator[Shape]:
    """The shapes inside a shape that hold no others."""
    if isinstance(shape, Many):
        yield from leaves(shape.item)
    elif isinstance(shape, Maybe):
        yield from leaves(shape.shape)
    elif isinstance(shape, Pair):
        for part in shape.shapes:
            yield from leaves(part)
    else:
        yield shape


def types_of(shape: Shape) -> Any:
    """The type of the values of a shape, as a class would annotate it."""
    if isinstance(shape, Many):
        return tuple[types_of(shape.item), ...]
    if isinstance(shape, Pair):
        return tuple[tuple(map(types_of, shape.shapes))]
    if isinstance(shape, Maybe):
        return types_of(shape.shape) | None
    if isinstance(shape, SeatSet):
        return frozenset[int]
    if isinstance(shape, Texts):
        return tuple[tuple[str, str], ...]
    if isinstance(shape, Name):
        return shape.kind
    if isinstance(shape, Inner):
        return ROWS[shape.name].kind
    if isinstance(shape, OneOf):
        kinds: list[Any] = [FORMAT.kind(name) for name in FORMAT.members(shape.union)]
        return reduce(operator.or_, kinds)
    assert isinstance(shape, Leaf)
    if shape.quick == INTEGER.quick:
        return int
    return bool if shape is BOOLEAN else str


def same(one: Any, other: Any) -> bool:
    """Whether two types are the same, however their unions are written."""
    if isinstance(one, UnionType) or get_origin(one) is Union:
        return {*get_args(one)} == {*get_args(other)}
    if get_args(one):
        pairs = zip(get_args(one), get_args(other), strict=True)
        return get_origin(one) is get_origin(other) and all(same(*pair) for pair in pairs)
    return one is other


def classes() -> dict[str, Any]:
    """Every class that has documents, by name."""
    return {kind.__name__: kind for kind in get_args(codec.Document)}


def test_every_action_and_event_is_a_document() -> None:
    missed = [name for name in classes() if name not in FORMAT.documents]
    assert not missed, f"{', '.join(missed)} {LATER}"
    unions = (tm.Action, tm.Event, tm.SeatEvent)
    members = {member for union in unions for member in get_args(union)}
    missed = [member.__name__ for member in members if member not in classes().values()]
    assert not missed, f"{', '.join(missed)} is missing in codec.Document"


def test_every_document_is_of_a_class() -> None:
    assert {name: row.kind for name, row in FORMAT.documents.items()} == classes()
    parts = (tm.PlayedCard, tm.SeenCard, tm.AsideCard)
    assert {row.kind for row in FORMAT.parts.values()} == {*parts}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_row_has_the_fields_of_its_class_in_their_order(row: Row) -> None:
    fields = [field.name for field in attrs.fields(row.kind)]
    missed = [f"{row.kind.__name__}.{name}" for name in fields if name not in row.fields]
    assert not missed, f"{', '.join(missed)} {LATER}"
    assert [*row.fields] == fields


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_row_has_the_types_of_its_class(row: Row) -> None:
    hints = get_type_hints(row.kind)
    for name, shape in row.fields.items():
        assert same(types_of(shape), hints[name]), f"{row.name}.{name}"


def names() -> dict[type[Enum], tuple[str, ...]]:
    """The names of each enumeration that a row has."""
    shapes = [
        leaf for row in ROWS.values() for field in row.fields.values() for leaf in leaves(field)
    ]
    return {shape.kind: shape.names for shape in shapes if isinstance(shape, Name)}


@pytest.mark.parametrize("kind", names(), ids=lambda kind: kind.__name__)
def test_a_format_has_every_name_of_an_enumeration(kind: type[Enum]) -> None:
    missed = [name for name in kind.__members__ if name not in names()[kind]]
    assert not missed, f"{', '.join(missed)} of {kind.__name__} {LATER}"
    assert names()[kind] == tuple(kind.__members__)


def test_every_enumeration_of_the_fields_is_there() -> None:
    kinds = (tm.Phase, tm.AsideReason, tm.Reward, tm.BlindPenalty, tm.MistakePenalty)
    assert names().keys() == {*kinds, tm.IllegalCode}


def test_a_format_has_every_detail_of_a_refusal() -> None:
    words = codec.schema(tm.Illegality)["properties"]["detail"]["enum"]
    known = [*tm.Phase.__members__, *DECK_FAULTS]
    missed = [name for name in known if name not in words]
    assert not missed, f"{', '.join(missed)} {LATER}"
    assert {*words} == {*known, None}


def test_an_entry_and_a_refusal_can_have_every_action() -> None:
    actions = {FORMAT.kind(name) for name in FORMAT.members("Action")}
    missed = [kind.__name__ for kind in get_args(tm.Action) if kind not in actions]
    assert not missed, f"{', '.join(missed)} {LATER}"
    assert actions == {*get_args(tm.Action)}


def test_types_are_told_apart() -> None:
    assert same(int | None, None | int)
    assert not same(int | None, int | str)
    assert not same(tuple[int, ...], tuple[str, ...])


SAMPLES = (None, True, False, 0, 1, -7, 10**99, 10**100, 1.0, "", "LVL-6", "a\x00b", [], {})


@pytest.mark.parametrize("shape", [INTEGER, BOOLEAN])
def test_the_quick_test_of_a_leaf_takes_what_its_reader_takes(shape: Leaf[Any]) -> None:
    for sample in SAMPLES:
        is_quick = eval(shape.quick.format("sample"), {"sample": sample})
        assert is_quick == takes(shape, sample)


def takes(shape: Leaf[Any], value: object) -> bool:
    """Whether the reader of a leaf returns the value as it is."""
    try:
        return shape.reader(ROWS)(value) is value
    except Fault:
        return False
