"""What is no document of ours is refused, at the place where it is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

import themind as tm
from codec.spoiled import GONE, REFUSED, VALUES, spoiled
from themind import codec


def refusal(kind: str, data: Any) -> tuple[str, str]:
    """Where and why a document is refused, as text and as data alike."""
    with pytest.raises(tm.InvalidDocument) as from_data:
        codec.from_data(data, type(VALUES[kind]))
    with pytest.raises(tm.InvalidDocument) as loaded:
        codec.loads(json.dumps(data), type(VALUES[kind]))
    assert loaded.value.args == from_data.value.args
    return loaded.value.path, loaded.value.reason


@pytest.mark.parametrize(("kind", "place", "value", "path"), REFUSED)
def test_a_document_is_refused_at_its_fault(kind: str, place: str, value: Any, path: str) -> None:
    assert refusal(kind, spoiled(kind, place, value))[0] == path


@pytest.mark.parametrize("kind", VALUES)
def test_no_key_may_be_missing_or_added(kind: str) -> None:
    data = codec.to_data(VALUES[kind])
    for key in data:
        assert refusal(kind, spoiled(kind, key, GONE)) == (
            "$",
            f'missing key "{key}"',
        )
    assert refusal(kind, {**data, "extra": None}) == ("$", 'unexpected key "extra"')


@pytest.mark.parametrize("data", [None, [], "Play", 3, True])
def test_what_is_no_object_is_no_document(data: Any) -> None:
    path, reason = refusal("Play", data)
    assert path == "$"
    assert reason.startswith("expected an object, found ")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("3.0", "3.0"),
        ("3e2", "3e2"),
        ("-0.0", "-0.0"),
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("-Infinity", "-Infinity"),
        ("1" + "0" * 100, "an integer of more than 100 digits"),
        ("-1" + "0" * 100, "an integer of more than 100 digits"),
        ('{"a":1,"b":{},"a":1}', 'an object with the key "a" twice'),
    ],
)
def test_json_that_no_document_holds_is_refused_at_its_place(written: str, shown: str) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(f'{{"format":1,"type":"Play","seat":{written},"card":null}}', tm.Play)
    assert refused.value.path == "$.seat"
    assert refused.value.reason == f"expected an integer, found {shown}"


def test_a_number_of_a_hundred_digits_is_read() -> None:
    for number in (10**100 - 1, 1 - 10**100):
        text = f'{{"format":1,"type":"Ready","seat":{number}}}'
        assert codec.loads(text, tm.Ready) == tm.Ready(number)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (tm.Play, "Play"),
        (tm.Play | tm.Ready, "Play or Ready"),
        (tm.Event, "one of 24 types"),
        (codec.Document, "one of 47 types"),
    ],
)
def test_a_few_types_are_named_and_many_are_counted(kind: Any, names: str) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads('{"format":1,"type":"Whisper"}', kind)
    assert refused.value.reason == f'expected {names}, found "Whisper"'


def test_a_key_that_stands_twice_is_named_where_it_stands() -> None:
    text = '{"format":1,"type":"Play","seat":0,"card":null,"seat":0}'
    with pytest.raises(
        tm.InvalidDocument, match=r'^\$: expected an object, found .* "seat" twice$'
    ):
        codec.loads(text, tm.Play)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the document is not JSON: Expecting value (line 1, column 1)"),
        ('{"format":1', "the document is not JSON: "),
        ("{}x", "the document is not JSON: Extra data (line 1, column 3)"),
        ("{'format':1}", "the document is not JSON: "),
        ('{"a":"\t"}', "the document is not JSON: Invalid control character"),
        ('{"a":"\\x"}', "the document is not JSON: Invalid \\escape"),
        ("nan", "the document is not JSON: "),
        ("\x00", "the document is not JSON: "),
        (b'{"a":"\xff"}', "the document is not UTF-8 (byte 6)"),
        ("{}".encode("utf-16"), "the document is not UTF-8 (byte 0)"),
        (b"\xef\xbb\xbf{}", "the document starts with a byte order mark"),
        ("\ufeff{}", "the document starts with a byte order mark"),
    ],
)
def test_a_text_that_is_no_json_is_refused(text: str | bytes, reason: str) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, tm.Play)
    assert refused.value.path == "$"
    assert refused.value.reason.startswith(reason)


@pytest.mark.parametrize("text", [None, 3, bytearray(b"{}"), memoryview(b"{}"), ["{}"]])
def test_a_text_of_another_type_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError, match="a document is a str or bytes, not"):
        codec.loads(text, tm.Play)


@pytest.mark.parametrize(
    "kind",
    [
        int,
        dict,
        None,
        "Play",
        tm.Phase,
        tm.Entry,
        tm.PlayedCard,
        tm.Step,
        [],
        tm.Play | None,
        tm.Play | int,
        list[tm.Play],
        type("Play", (), {}),
    ],
)
def test_a_kind_without_documents_is_a_type_error(kind: Any) -> None:
    for read in (codec.loads, codec.from_data):
        with pytest.raises(TypeError, match="there is no document of the kind"):
            read('{"format":1,"type":"Play","seat":0,"card":null}', kind)
    with pytest.raises(TypeError, match="there is no document of the kind"):
        codec.schema(kind)


def test_a_refusal_is_an_error_of_the_library() -> None:
    with pytest.raises(tm.TheMindError):
        codec.loads("[]", tm.Play)
    with pytest.raises(ValueError, match="expected an object, found a list"):
        codec.loads("[]", tm.Play)
