"""The schemas that ship: they are those of the code, and say of a document what can be said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import themind as tm
from claims import claim
from codec.games import some_of_each
from codec.spoiled import SHAPES, VALUES, spoiled
from codec.test_data import PLAIN
from codec.write_schemas import FOLDER, KINDS, UNIONS, schema_texts
from themind import codec

EACH = some_of_each()
EVENTS = tuple[tm.SeatEvent, ...]
VALIDATORS = {name: Draft202012Validator(codec.schema(kind)) for name, kind in KINDS.items()}


def parts_of(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all that stand in it."""
    if isinstance(schema, dict):
        yield schema
        for key, part in schema.items():
            below = part.values() if key in ("properties", "$defs") else [part]
            for each in below:
                yield from parts_of(each)
    elif isinstance(schema, list):
        for part in schema:
            yield from parts_of(part)


@pytest.mark.tree
def test_the_schemas_in_the_package_are_those_of_the_code() -> None:
    """If not: run tests/codec/write_schemas.py."""
    shipped = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    assert shipped == schema_texts()


def test_the_schemas_ship_beside_the_code() -> None:
    folder = Path(codec.__file__).parents[1] / "schemas"
    assert {path.stem for path in folder.iterdir()} == VALIDATORS.keys()


@pytest.mark.parametrize("name", VALIDATORS)
def test_a_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(VALIDATORS[name].schema)
    assert VALIDATORS[name].schema["title"] == name
    assert VALIDATORS[name].schema["$id"] == f"urn:themind:format-1:{name}"


@pytest.mark.unmeasured
@pytest.mark.parametrize("kind", EACH)
def test_every_document_fits_its_schema(kind: str) -> None:
    kinds = [
        kind,
        *[name for name, union in UNIONS.items() if type(EACH[kind][0]) in union.__args__],
    ]
    inline = Draft202012Validator(codec.schema(KINDS[kind], inline=True))
    for value in EACH[kind][:12]:
        data = codec.to_data(value)
        assert [name for name in kinds if not VALIDATORS[name].is_valid(data)] == []
        assert inline.is_valid(data)


@pytest.mark.parametrize("kind", EACH)
def test_no_document_fits_the_schema_of_another_type(kind: str) -> None:
    data = codec.to_data(EACH[kind][0])
    assert [name for name in EACH if VALIDATORS[name].is_valid(data)] == [kind]


# Python's re, which the validator asks for patterns, has no lone surrogates to leave out; JSON
# Schema has no words for the order of a set.
@pytest.mark.parametrize(("kind", "place", "value", "path"), SHAPES)
def test_a_document_of_a_wrong_shape_does_not_fit(
    kind: str, place: str, value: Any, path: str
) -> None:
    del path
    inline = Draft202012Validator(codec.schema(KINDS[kind], inline=True))
    for validator in (VALIDATORS[kind], inline):
        assert validator.is_valid(codec.to_data(VALUES[kind]))
        assert not validator.is_valid(spoiled(kind, place, value))


@pytest.mark.parametrize(
    ("kind", "place", "value"),
    [
        ("Rules", "players", 0),
        ("Rules", "cards", 10**12),
        ("Rules", "max_stars", 10_001),
        ("Rules", "lives", 0),
        ("Rules", "rewards 0 0", 0),
        ("GameState", "lives", -1),
        ("GameState", "hands 0 0", 0),
        ("GameState", "agreed", [1, 1]),
        ("GameState", "agreed", [-1]),
        ("SeatView", "hand_sizes 0", -1),
        ("SeatView", "seat", -1),
        ("Record", "entries 0 at_ms", -1),
        ("Record", "entries 0 at_ms", 2**63),
        ("Record", "ended_at_ms", -1),
        ("Record", "entries 2 action plays", []),
        ("Record", "start rules levels", 0),
        ("LevelDealt", "hands", [[]] * 10_002),
    ],
)
def test_a_number_that_cannot_be_does_not_fit(kind: str, place: str, value: Any) -> None:
    assert not VALIDATORS[kind].is_valid(spoiled(kind, place, value))


@pytest.mark.unmeasured
@given(st.sampled_from(sorted(EACH)), st.data())
@claim("json.md", "Schemas")
def test_what_is_read_fits_the_schema(kind: str, data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(EACH[kind]))
    document = codec.to_data(value)
    document[data.draw(st.sampled_from(sorted(document)))] = data.draw(PLAIN)
    try:
        codec.from_data(document, type(value))
    except tm.InvalidDocument:
        return
    assert VALIDATORS[kind].is_valid(document)


@pytest.mark.parametrize("name", KINDS)
def test_makers_of_types_find_the_type_of_every_part(name: str) -> None:
    """A list says what its items are, a pair as well for those who know no `prefixItems`."""
    for part in parts_of(codec.schema(KINDS[name])):
        if part.get("type") == "array":
            assert isinstance(part["items"], dict)
            assert part["items"]
        if "prefixItems" in part:
            assert part["items"] == {"anyOf": part["prefixItems"]}
            assert part["minItems"] == part["maxItems"] == len(part["prefixItems"])
        if part.get("type") == "object" and "properties" in part:
            assert part["required"] == sorted(part["properties"])
            assert part["additionalProperties"] is False
            for field in part["properties"].values():
                assert {"type", "enum", "const", "oneOf", "$ref"} & field.keys()
        for choice in part.get("oneOf", ()):
            assert choice["$ref"].startswith("#/$defs/")


@pytest.mark.unmeasured
@pytest.mark.parametrize("kind", [*KINDS.values(), tuple[tm.Action, ...], EVENTS])
def test_an_inline_schema_has_no_reference(kind: Any) -> None:
    schema = codec.schema(kind, inline=True)
    Draft202012Validator.check_schema(schema)
    for part in parts_of(schema):
        assert not {"$ref", "$defs", "$id", "$schema"} & part.keys()


def test_a_schema_is_inline_where_it_is_asked_for() -> None:
    schema = codec.schema(tm.Entry, inline=True)
    names = {key for part in parts_of(schema) for key in part}
    assert not {"$ref", "$defs", "$id", "$schema"} & names
    assert schema["title"] == "Entry"
    assert codec.schema(tm.TableAction, inline=True)["title"] == "TableAction"
    assert codec.schema(tm.Entry, inline=False) == codec.schema(tm.Entry)
    assert {"$ref", "$defs", "$id", "$schema"} <= {
        key for part in parts_of(codec.schema(tm.Entry)) for key in part
    }


@pytest.mark.parametrize("inline", [False, True])
def test_a_schema_of_several_types_refers_to_each_by_its_name(inline: bool) -> None:
    """Makers of types then name the types as they are called, also in an array of one type."""
    for kind in (tuple[tm.Play, ...], tuple[tm.Play | tm.Ready, ...], tm.Play | tm.Ready):
        schema = codec.schema(kind, inline=inline)
        body = schema.get("items", schema)
        for part in body.get("oneOf", [body]):
            assert ("$ref" in part, "properties" in part) == (not inline, inline)
        names = [] if inline else [f"{one.__name__}Document" for one in (tm.Play, tm.Ready)]
        assert [*schema.get("$defs", {})] == names[: len(body.get("oneOf", "1"))]


def test_an_array_has_the_schema_of_its_documents() -> None:
    schema = codec.schema(EVENTS)
    validator = Draft202012Validator(schema)
    Draft202012Validator.check_schema(schema)
    assert validator.is_valid(codec.to_data((tm.HandDealt(1, (3,), (1, 1)), tm.PlayStarted())))
    assert validator.is_valid([])
    assert not validator.is_valid(codec.to_data(tm.PlayStarted()))
    assert not validator.is_valid(codec.to_data((tm.LevelDealt(1, ((3,), (4,))),)))
    assert not validator.is_valid([{"type": "PlayStarted"}])


def test_a_union_of_ones_own_has_a_schema_without_a_name() -> None:
    schema = codec.schema(tm.SeatView | tm.Play)
    validator = Draft202012Validator(schema)
    assert not {"title", "$id"} & schema.keys()
    assert [name for name in EACH if validator.is_valid(codec.to_data(EACH[name][0]))] == [
        "Play",
        "SeatView",
    ]


def containers_in(data: Any) -> list[Any]:
    """All dicts and lists in some data."""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    below = [each for part in inner for each in containers_in(part)]
    return [data, *below] if isinstance(data, dict | list) else below


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize("kind", KINDS.values())
def test_each_call_gives_a_schema_of_its_own(kind: Any, inline: bool) -> None:
    """No part of it is part of another, nor twice in it, which some writers of YAML would show."""
    schema, other = codec.schema(kind, inline=inline), codec.schema(kind, inline=inline)
    parts = containers_in(schema) + containers_in(other)
    assert len({id(part) for part in parts}) == len(parts)
