"""Shapes, rows and formats that are made while the modules load, made here in tests."""

from __future__ import annotations

import re
from enum import Enum
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import themind as tm
from themind._model.checks import instance_of, require_one_of
from themind._model.publishing import DEFINED_IN, publish
from themind._model.validation import is_int, tuple_of
from themind.codec import FORMATS
from themind.codec._faults import Fault
from themind.codec._formats import Formats
from themind.codec._leaves import MOST_ITEMS
from themind.codec._lists import Many, Pair, SeatSet, Texts
from themind.codec._rows import Inner, OneOf, Row
from themind.codec._shapes import (
    BOOLEAN,
    INTEGER,
    Envelope,
    Leaf,
    Maybe,
    Name,
    integer_from,
    text_of,
    word,
)
from wording import about

NONE: Any = None
PATTERN = r"^[^\u0000-\u001f\u007f-\u009f]*$"


def taken(shape: Any, value: Any) -> Any:
    """What a shape reads, or the reason of its fault."""
    try:
        return shape.reader(NONE)(value)
    except Fault as fault:
        return f"{fault.path}: {fault.reason}"


def refuses(shape: Any, value: Any, *things: object) -> bool:
    """Whether a shape refuses a value with a reason that names some things."""
    return re.search(about("expected", *things), taken(shape, value)) is not None


def test_a_text_has_its_length() -> None:
    shape = text_of(3, least=1)
    assert [taken(shape, text) for text in ("a", "abc")] == ["a", "abc"]
    for text in ("", "abcd", "a\n", 5):
        assert refuses(shape, text)
    limits = {"type": "string", "maxLength": 3, "pattern": PATTERN}
    assert shape.schema(NONE) == {**limits, "minLength": 1}
    assert text_of(3).schema(NONE) == limits
    assert taken(text_of(3), "") == ""
    assert (shape.quick, text_of(3).quick) == ("", "")


def test_one_of_some_words() -> None:
    shape = word("open", "shut")
    assert [taken(shape, text) for text in ("open", "shut")] == ["open", "shut"]
    assert refuses(shape, "Open", "open", "shut", '"Open"')
    assert refuses(shape, 5, "open", "shut", 5)
    assert shape.schema(NONE) == {"enum": ["open", "shut"]}
    assert shape.quick == ""


def test_an_integer_with_bounds_in_its_schema() -> None:
    assert integer_from().schema(NONE) == {"type": "integer"}
    assert integer_from(0).schema(NONE) == {"type": "integer", "minimum": 0}
    assert integer_from(1, 5).schema(NONE) == {"type": "integer", "minimum": 1, "maximum": 5}
    assert taken(integer_from(1, 5), 9) == 9
    assert refuses(integer_from(), True, "integer", "true")
    for value, is_quick in ((7, True), (10**100, False), (True, False), (None, False)):
        assert eval(integer_from(0).quick.format("value"), {"value": value}) is is_quick
        quick = Maybe(integer_from()).quick.format("value")
        assert eval(quick, {"value": value}) is (is_quick or value is None)


def test_a_leaf_is_what_it_was_made_of() -> None:
    schema = {"type": "integer", "also": [1]}
    leaf = Leaf(int, schema)
    assert (leaf.take, leaf.quick) == (int, "")
    leaf.schema(NONE)["also"].append(2)  # type: ignore[attr-defined]
    assert leaf.schema(NONE) == schema == {"type": "integer", "also": [1]}
    assert Leaf(int, schema, "is quick").quick == "is quick"
    assert leaf.writer(NONE) is leaf.reader(NONE) is int


def test_null_or_a_shape() -> None:
    assert taken(Maybe(INTEGER), None) is None
    assert taken(Maybe(INTEGER), 5) == 5
    assert Maybe(word("open")).quick == ""
    assert Maybe(word("open")).schema(NONE) == {"enum": ["open", None]}
    assert Maybe(INTEGER).schema(NONE) == {"type": ["integer", "null"]}
    assert [Maybe(INTEGER).writer(NONE)(value) for value in (None, 5)] == [None, 5]


class Door(Enum):
    OPEN = 1
    SHUT = 2


def test_the_name_of_a_member() -> None:
    shape = Name(Door, "OPEN")
    assert taken(shape, "OPEN") is Door.OPEN
    assert refuses(shape, "SHUT", "OPEN", '"SHUT"')
    assert shape.writer(NONE)(Door.OPEN) == "OPEN"
    for other in (Door.SHUT, "OPEN", 1):
        with pytest.raises(Fault):
            shape.writer(NONE)(other)
    assert shape.schema(NONE) == {"enum": ["OPEN"]}


def test_a_list_has_a_limit() -> None:
    few = Many(INTEGER, 2, uniqueItems=True)
    assert taken(few, [1, 2]) == (1, 2)
    assert refuses(few, [1, 2, 3], 2, 3)
    array = {"type": "array", "items": {"type": "integer"}}
    assert few.schema(NONE) == {**array, "maxItems": 2, "uniqueItems": True}
    assert Many(INTEGER).schema(NONE) == {**array, "maxItems": MOST_ITEMS}
    assert Many(INTEGER, None).schema(NONE) == array
    assert refuses(Many(BOOLEAN), [True, 5], "[1]", "true", 5)


def test_a_pair_has_two_shapes() -> None:
    pair = Pair(INTEGER, BOOLEAN)
    assert taken(pair, [5, True]) == (5, True)
    assert pair.writer(NONE)((5, True)) == [5, True]
    assert refuses(pair, [5, 5], "[1]", "true", 5)
    assert refuses(pair, [True, True], "[0]", "integer", "true")
    assert refuses(pair, [5], 2, 1)
    assert pair.schema(NONE)["prefixItems"] == [{"type": "integer"}, {"type": "boolean"}]


def test_a_set_of_seats_states_its_limit() -> None:
    shape = SeatSet(integer_from(0), most=7)
    items = {"type": "integer", "minimum": 0}
    stated = {"type": "array", "items": items, "uniqueItems": True}
    assert shape.schema(NONE) == {**stated, "maxItems": 7}
    assert SeatSet(integer_from(0)).schema(NONE) == {**stated, "maxItems": MOST_ITEMS}
    assert taken(shape, [0, 2]) == {0, 2}
    for seats in ([2, 0], [0, 0], [0, 3, 3]):
        assert refuses(shape, seats, "ascending")


def test_texts_have_three_limits() -> None:
    shape = Texts(most=2, longest_key=3, longest_text=4)
    assert taken(shape, {"b": "", "abc": "abcd"}) == (("abc", "abcd"), ("b", ""))
    assert refuses(shape, {"": "x"}, 1, 3, 0)
    assert refuses(shape, {"abcd": "x"}, 1, 3, 4)
    assert refuses(shape, {"a": "abcde"}, '["a"]', 0, 4, 5)
    assert refuses(shape, dict.fromkeys("abc", ""), 2, 3, "keys")
    key = {"minLength": 1, "maxLength": 3, "pattern": PATTERN}
    assert shape.schema(NONE) == {
        "type": "object",
        "additionalProperties": {"type": "string", "maxLength": 4, "pattern": PATTERN},
        "propertyNames": key,
        "maxProperties": 2,
    }
    write = shape.writer(NONE)
    assert write((("b", ""), ("a", "x"))) == {"a": "x", "b": ""}
    for pairs in ((("a", "x"), ("a", "y")), ((c, "") for c in "abc"), (("a",),), ("ab",)):
        with pytest.raises(Fault):
            write(tuple(pairs))
    with pytest.raises(Fault, match=about("keys", "distinct")):
        write((("a", "x"), ("a", "y")))


@attrs.frozen
class Spot:
    """A value with one field."""

    seat: int


FORMAT_1 = FORMATS.formats[0]


def test_a_changed_format_keeps_the_rest() -> None:
    spot, part = Row("Spot", Spot, {"seat": INTEGER}), Row("Part", Spot, {"seat": INTEGER})
    later = FORMAT_1.changed(2, documents=[spot], parts=[part], unions={"Spots": ("Spot",)})
    assert later.number == 2
    assert later.documents == {**FORMAT_1.documents, "Spot": spot}
    assert later.parts == {**FORMAT_1.parts, "Part": part}
    assert later.unions == {**FORMAT_1.unions, "Spots": ("Spot",)}
    same = FORMAT_1.changed(1)
    assert (same.documents, same.parts, same.unions) == (
        FORMAT_1.documents,
        FORMAT_1.parts,
        FORMAT_1.unions,
    )
    both = Formats(FORMAT_1, later)
    assert (both.formats, both.newest) == ((FORMAT_1, later), later)
    assert both.names[Spot] == "Spot"
    data = {"type": "Spot", "format": 2, "seat": 3}
    assert both.kind_reader((Spot,), is_array=False).read(data) == Spot(3)
    assert both.writer(Spot)(Spot(3)) == data


def test_an_upgraded_row_makes_values_from_its_fields_by_name() -> None:
    row = Row("Spot", tm.Ready, {"seat": INTEGER}).upgraded(Spot, Spot)
    assert (row.name, row.kind, [*row.fields]) == ("Spot", Spot, ["seat"])
    older = FORMAT_1.changed(1, documents=[row])
    read = older.reader("Spot", Envelope.DOCUMENT)
    assert read({"type": "Spot", "format": 1, "seat": 3}) == Spot(3)


def test_references_name_rows() -> None:
    assert Inner("Rules").name == "Rules"
    one = OneOf("Action", Envelope.TYPED)
    assert (one.union, one.envelope) == ("Action", Envelope.TYPED)


@pytest.mark.parametrize("choices", [("a", "b"), ("a", "b", None)])
def test_one_of_the_choices(choices: Any) -> None:
    for value in choices:
        require_one_of("mode", value, choices)
    for odd in ("c", 5, ["a"], *(() if None in choices else (None,))):
        with pytest.raises(tm.InvalidArgument, match=about("mode", *map(repr, choices), repr(odd))):
            require_one_of("mode", odd, choices)


def test_a_validator_of_instances_names_the_argument() -> None:
    attribute = SimpleNamespace(alias="games")
    instance_of(int)(None, attribute, 5)
    with pytest.raises(TypeError, match=about("games", tm.Play, str)):
        instance_of(tm.Play)(None, attribute, "5")
    with pytest.raises(TypeError, match=about("games", "a game of ours", str)):
        instance_of(tm.Play, "a game of ours")(None, attribute, "5")


def test_a_tuple_of_what_fits() -> None:
    fits = tuple_of(is_int)
    assert [fits(value) for value in ((), (1, 2))] == [True, True]
    assert [fits(value) for value in ([1], (1, "2"), ("1", 2), None)] == [False] * 4
    assert tuple_of(fits)(((1,), ()))
    assert not tuple_of(fits)(((1,), 2))


def test_publishing_moves_what_this_package_defines() -> None:
    inside = type("Inside", (), {"__module__": "themind._somewhere"})
    outside = type("Outside", (), {"__module__": "elsewhere"})
    publish("themind.front", {"Inside": inside, "Outside": outside, "number": 5})
    assert (inside.__module__, outside.__module__) == ("themind.front", "elsewhere")
    assert DEFINED_IN.pop(("themind.front", "Inside")) == "themind._somewhere"
    assert ("themind.front", "Outside") not in DEFINED_IN
