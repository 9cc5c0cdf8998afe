"""The schemas that ship: they are those of the code, and say of a document what can be said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import themind as tm
from codec.games import some_of_each
from codec.spoiled import SHAPES, VALUES, spoiled
from codec.test_data import PLAIN
from codec.write_schemas import FOLDER, UNIONS, schema_texts
from themind import codec

EACH = some_of_each()
VALIDATORS = {
    name: Draft202012Validator(codec.schema(kind))
    for name, kind in (UNIONS | {kind: type(values[0]) for kind, values in EACH.items()}).items()
}


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


@pytest.mark.parametrize("kind", EACH)
def test_every_document_fits_its_schema(kind: str) -> None:
    kinds = [
        kind,
        *[name for name, union in UNIONS.items() if type(EACH[kind][0]) in union.__args__],
    ]
    for value in EACH[kind][:12]:
        data = codec.to_data(value)
        assert [name for name in kinds if not VALIDATORS[name].is_valid(data)] == []


@pytest.mark.parametrize("kind", EACH)
def test_no_document_fits_the_schema_of_another_type(kind: str) -> None:
    data = codec.to_data(EACH[kind][0])
    assert [name for name in EACH if VALIDATORS[name].is_valid(data)] == [kind]


@pytest.mark.parametrize(("kind", "place", "value"), [row[:3] for row in SHAPES])
def test_a_document_of_a_wrong_shape_does_not_fit(kind: str, place: str, value: Any) -> None:
    assert VALIDATORS[kind].is_valid(codec.to_data(VALUES[kind]))
    assert not VALIDATORS[kind].is_valid(spoiled(kind, place, value))


@pytest.mark.parametrize(
    ("kind", "place", "value"),
    [
        ("Rules", "players", 0),
        ("Rules", "cards", 10**12),
        ("Rules", "lives", 0),
        ("GameState", "lives", -1),
        ("GameState", "hands 0 0", 0),
        ("GameState", "agreed", [1, 1]),
        ("GameState", "agreed", [-1]),
        ("SeatView", "hand_sizes 0", -1),
        ("SeatView", "seat", -1),
        ("Record", "entries 0 at_ms", -1),
        ("Record", "entries 0 at_ms", 2**63),
        ("Record", "entries 2 action plays", []),
        ("Record", "start rules levels", 0),
        ("LevelDealt", "hands", [[]] * 10_002),
    ],
)
def test_a_number_that_cannot_be_does_not_fit(kind: str, place: str, value: Any) -> None:
    assert not VALIDATORS[kind].is_valid(spoiled(kind, place, value))


@given(st.sampled_from(sorted(EACH)), st.data())
def test_what_is_read_fits_the_schema(kind: str, data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(EACH[kind]))
    document = codec.to_data(value)
    document[data.draw(st.sampled_from(sorted(document)))] = data.draw(PLAIN)
    try:
        codec.from_data(document, type(value))
    except tm.InvalidDocument:
        return
    assert VALIDATORS[kind].is_valid(document)


def test_each_call_gives_a_schema_of_its_own() -> None:
    codec.schema(tm.Play).clear()
    assert codec.schema(tm.Play)["title"] == "Play"


def test_a_union_without_a_name_has_no_schema() -> None:
    with pytest.raises(TypeError):
        codec.schema(tm.SeatView | tm.Play)
