"""Shapes, rows and formats that are made while the modules load, made here in tests."""

from __future__ import annotations

import re
from enum import Enum
from types import SimpleNamespace
from typing import Any, Union

import attrs
import pytest

import themind as tm
from themind import codec
from themind._model.checks import instance_of, require_one_of
from themind._model.publishing import DEFINED_IN, publish
from themind._model.validation import is_int, tuple_of
from themind.codec import FORMATS
from themind.codec._faults import Fault
from themind.codec._formats import Formats
from themind.codec._kinds import resolve
from themind.codec._leaves import MOST_ITEMS
from themind.codec._lists import Many, Pair, SeatSet, Texts
from themind.codec._rows import Inner, OneOf, Row, by_keyword
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


ROWS: Any = SimpleNamespace(
    reader=lambda name, envelope: lambda data: f"read {data}: {name}, {envelope.name}",
    writer=lambda name, envelope: lambda value: f"wrote {value}: {name}, {envelope.name}",
)
SCHEMAS: Any = SimpleNamespace(schema=lambda name, envelope: {"type": f"{name} {envelope.name}"})


def test_a_shape_can_hold_a_row() -> None:
    spot = Inner("Spot")
    for shape, data, value, read, written, schema in (
        (Maybe(spot), 1, 1, "read 1: Spot, BARE", "wrote 1: Spot, BARE", ["Spot BARE", "null"]),
        (
            Pair(spot, INTEGER),
            [1, 2],
            (1, 2),
            ("read 1: Spot, BARE", 2),
            ["wrote 1: Spot, BARE", 2],
            "array",
        ),
        (Many(spot), [1], (1,), ("read 1: Spot, BARE",), ["wrote 1: Spot, BARE"], "array"),
    ):
        assert shape.reader(ROWS)(data) == read
        assert shape.writer(ROWS)(value) == written
        assert shape.schema(SCHEMAS)["type"] == schema
    for pair in (Pair(spot, INTEGER), Pair(INTEGER, spot)):
        assert {"type": "Spot BARE"} in pair.schema(SCHEMAS)["prefixItems"]
        assert pair.schema(SCHEMAS)["items"] == {"anyOf": pair.schema(SCHEMAS)["prefixItems"]}
    assert Many(spot).schema(SCHEMAS)["items"] == {"type": "Spot BARE"}


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


@pytest.mark.parametrize(("item", "value"), [(INTEGER, 5), (BOOLEAN, True), (Many(INTEGER), ())])
def test_no_list_of_anything_is_longer_than_its_limit(item: Any, value: Any) -> None:
    few, data = Many(item, 2), [*value] if value == () else value
    assert taken(few, [data, data]) == (value, value)
    assert few.writer(NONE)((value, value)) == [data, data]
    assert refuses(few, [data] * 3, 2, 3)
    with pytest.raises(Fault, match=about(2, 3)):
        few.writer(NONE)((value,) * 3)
    assert taken(Many(item, None), [data] * 3) == (value,) * 3


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
    assert taken(shape, [*range(MOST_ITEMS)]) == {*range(MOST_ITEMS)}
    assert refuses(shape, [*range(MOST_ITEMS + 1)], f"{MOST_ITEMS:,}", f"{MOST_ITEMS + 1:,}")
    assert shape.writer(NONE)(frozenset({2, 0})) == [0, 2]
    for odd in ({0}, [0]):
        with pytest.raises(Fault, match=about("frozenset", type(odd))):
            shape.writer(NONE)(odd)


def test_texts_have_three_limits() -> None:
    shape = Texts(most=2, longest_key=3, longest_text=4)
    assert taken(shape, {"b": "", "abc": "abcd"}) == (("abc", "abcd"), ("b", ""))
    assert refuses(shape, [], "object", "list")
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


def test_a_field_goes_to_the_keyword_of_its_name() -> None:
    made = by_keyword(dict, iter(["seat", "card"]))
    assert made(1, 2) == {"seat": 1, "card": 2}
    for values in ((1,), (1, 2, 3)):
        with pytest.raises(ValueError, match="argument"):
            made(*values)


@attrs.frozen
class Checked:
    """A value that its class checks.

    In two fields.
    """

    seat: int
    spot: Spot

    def __attrs_post_init__(self) -> None:
        if self.seat > 9:
            raise tm.InvalidArgument("a seat that is too high")


class Undocumented:
    __slots__ = ()


SPOT = Row("Spot", Spot, {"seat": INTEGER})
FIELDS = {"seat": INTEGER, "spot": Inner("Spot")}


def with_rows(*documents: Row) -> Any:
    """The first format, and some more rows."""
    return FORMAT_1.changed(1, documents=documents, parts=[SPOT])


def test_a_row_without_a_maker_runs_the_checks_of_its_class() -> None:
    read = with_rows(Row("Checked", Checked, FIELDS)).reader("Checked", Envelope.BARE)
    assert read({"seat": 9, "spot": {"seat": 1}}) == Checked(9, Spot(1))
    with pytest.raises(Fault, match=r"^a seat that is too high$") as refused:
        read({"seat": 10, "spot": {"seat": 1}})
    assert refused.value.path == ""
    for data, path in (({"seat": "1", "spot": {}}, ".seat"), ({"seat": 1, "spot": {}}, ".spot")):
        with pytest.raises(Fault) as refused:
            read(data)
        assert refused.value.path == path
    with pytest.raises(Fault, match=about('"seats"')):
        read({"seats": 1, "spot": {"seat": 1}})


def test_a_row_with_a_maker_calls_it_with_the_fields_in_order() -> None:
    def make(*fields: Any) -> Any:
        if fields[0] > 9:
            raise Fault("a seat that is too high")
        return fields

    read = with_rows(Row("Checked", Checked, FIELDS, make=make)).reader("Checked", Envelope.BARE)
    assert read({"spot": {"seat": 1}, "seat": 9}) == (9, Spot(1))
    with pytest.raises(Fault) as refused:
        read({"seat": 10, "spot": {"seat": 1}})
    assert refused.value.path == ""


def test_a_row_checks_what_it_writes() -> None:
    def check(value: Any) -> None:
        if value.seat > 9:
            raise Fault("a seat that is too high")

    rows = with_rows(Row("Checked", Checked, FIELDS, check=check))
    write = rows.writer("Checked", Envelope.TYPED)
    data = {"seat": 9, "spot": {"seat": 1}, "type": "Checked"}
    assert write(Checked(9, Spot(1))) == data
    assert [*write(Checked(9, Spot(1)))] == [*data]
    unchecked = with_rows(Row("Checked", Checked, FIELDS)).writer("Checked", Envelope.TYPED)
    wrong = Checked.__new__(Checked)
    for seat, spot, path in ((12, Spot(1), ""), ("1", Spot(1), ".seat"), (1, 1, ".spot")):
        object.__setattr__(wrong, "seat", seat)
        object.__setattr__(wrong, "spot", spot)
        with pytest.raises(Fault) as refused:
            write(wrong)
        assert refused.value.path == path
        if not path:
            assert unchecked(wrong) == data | {"seat": 12}
    for other in (Spot(1), None, data):
        with pytest.raises(Fault, match=about("Checked")):
            write(other)


def test_the_schema_of_a_row_has_the_first_line_of_its_class() -> None:
    schema = Row("Checked", Checked, {"seat": INTEGER}).schema(NONE, {"type": "Checked"})
    assert schema == {
        "description": "A value that its class checks.",
        "type": "object",
        "properties": {"seat": {"type": "integer"}, "type": {"const": "Checked"}},
        "required": ["seat", "type"],
        "additionalProperties": False,
    }
    assert "description" not in Row("Undocumented", Undocumented, {}).schema(NONE, {})


def test_a_kind_has_its_classes_and_whether_it_is_an_array() -> None:
    assert resolve(tm.Play) == ((tm.Play,), False)
    assert resolve(tm.Play | tm.Ready) == ((tm.Play, tm.Ready), False)
    union = Union[tm.Play, tm.Ready]  # noqa: UP007 - what older code writes
    assert resolve(union) == ((tm.Play, tm.Ready), False)
    assert resolve(tuple[tm.Play, ...]) == ((tm.Play,), True)
    for kind in (int, tm.Play | int, tuple[int, ...]):
        with pytest.raises(TypeError, match=re.escape(repr(kind))):
            resolve(kind)


def test_a_reader_of_a_kind_counts_keys_and_reads_the_newest_format() -> None:
    one = FORMATS.kind_reader((tm.Ready, tm.Begin), is_array=False)
    ready, begin = codec.to_data(tm.Ready(2)), codec.to_data(tm.Begin())
    assert one.read(ready) == one.read_newest(ready) == tm.Ready(2)
    assert (one.count_keys(tm.Ready(2)), one.count_keys(tm.Begin())) == (3, 2)
    many = FORMATS.kind_reader((tm.Ready, tm.Begin), is_array=True)
    both = (tm.Ready(2), tm.Begin())
    assert many.read([ready, begin]) == many.read_newest([ready, begin]) == both
    assert many.count_keys(both) == 5
    assert (one.is_array, many.is_array) == (False, True)
    long = tuple([begin] * (MOST_ITEMS + 1))
    assert len(many.read([*long])) == len(many.read_newest([*long])) == len(long)


def test_values_are_written_in_the_newest_format() -> None:
    later = FORMAT_1.changed(2)
    assert Formats(FORMAT_1, later, FORMAT_1.changed(3)).writer(tm.Begin)(tm.Begin())["format"] == 3
    assert Formats(later).writer(tm.Begin)(tm.Begin()) == {"format": 2, "type": "Begin"}


def test_an_upgraded_row_makes_values_from_its_fields_by_name() -> None:
    row = Row("Spot", tm.Ready, {"seat": INTEGER}).upgraded(Spot, lambda *, seat: Spot(seat + 7))
    assert (row.name, row.kind, [*row.fields]) == ("Spot", Spot, ["seat"])
    older = FORMAT_1.changed(1, documents=[row])
    read = older.reader("Spot", Envelope.DOCUMENT)
    assert read({"type": "Spot", "format": 1, "seat": 3}) == Spot(10)


def test_references_name_rows() -> None:
    assert Inner("Rules").name == "Rules"
    one = OneOf("Action", Envelope.TYPED)
    assert (one.union, one.envelope) == ("Action", Envelope.TYPED)


def test_one_of_several_documents_has_the_format() -> None:
    data = codec.to_data(tm.Begin())
    read = OneOf("Action", Envelope.DOCUMENT).reader(FORMAT_1)
    assert read(data) == tm.Begin()
    for wrong, path in (({"format": 2}, ".format"), ({"type": "Start"}, ".type")):
        with pytest.raises(Fault) as refused:
            read(data | wrong)
        assert refused.value.path == path
    with pytest.raises(Fault, match=about("object", "list")):
        read([])
    typed = OneOf("Action", Envelope.TYPED)
    assert typed.reader(FORMAT_1)({"type": "Begin"}) == tm.Begin()
    with pytest.raises(Fault, match=about("object", "list")):
        typed.reader(FORMAT_1)([])
    assert typed.writer(FORMAT_1)(tm.Begin()) == {"type": "Begin"}


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
