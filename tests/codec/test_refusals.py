"""What is no document of ours is refused, at the place where it is wrong."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import themind as tm
from codec.spoiled import GONE, REFUSED, STATE, VALUES, spoiled
from themind import codec
from wording import about


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
        path, reason = refusal(kind, spoiled(kind, key, GONE))
        assert path == "$"
        assert f'"{key}"' in reason
    path, reason = refusal(kind, {**data, "extra": None})
    assert path == "$"
    assert '"extra"' in reason


def test_no_key_may_have_another_name() -> None:
    path, reason = refusal("Play", {"format": 1, "type": "Play", "seat": 1, "Card": 36})
    assert path == "$"
    assert '"Card"' in reason
    state = spoiled("GameState", "rules lives", GONE)
    state["rules"]["Lives"] = 2
    path, reason = refusal("GameState", state)
    assert path == "$.rules"
    assert '"Lives"' in reason


@pytest.mark.parametrize("size", [2, 100])
@pytest.mark.parametrize("odd", [True, "1", None, 10**100, -(10**100)])
def test_an_item_of_a_short_or_long_list_is_refused_in_its_place(size: int, odd: Any) -> None:
    """Many numbers are looked at together, so a fault among them has to be found again."""
    data = {"format": 1, "type": "Deal", "deck": [*range(1, size), odd]}
    for read, document in ((codec.from_data, data), (codec.loads, json.dumps(data))):
        with pytest.raises(tm.InvalidDocument) as refused:
            read(document, tm.Deal)
        assert refused.value.path == f"$.deck[{size - 1}]"


@pytest.mark.parametrize("data", [None, [], "Play", 3, True])
def test_what_is_no_object_is_no_document(data: Any) -> None:
    path, reason = refusal("Play", data)
    assert path == "$"
    assert re.search(about("object"), reason)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("-Infinity", "-Infinity"),
        ("1" + "0" * 100, "100 digits"),
        ("-1" + "0" * 100, "100 digits"),
        ('{"a":1,"b":{},"a":1}', '"a" twice'),
    ],
)
def test_json_that_no_document_holds_is_refused_at_its_place(written: str, shown: str) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(f'{{"format":1,"type":"Play","seat":{written},"card":null}}', tm.Play)
    assert refused.value.path == "$.seat"
    assert re.search(about("integer", shown), refused.value.reason)


@pytest.mark.parametrize("written", ["3.0", "3e2", "-0.0", "1E-9", f"0.{'1' * 500}"])
@pytest.mark.parametrize("place", ["seat", "card", "format", "elsewhere"])
def test_a_fraction_ends_the_reading_wherever_it_is(written: str, place: str) -> None:
    data = {"format": 1, "type": "Play", "seat": 1, "card": None, place: 123456}
    text = json.dumps(data).replace("123456", written)
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text + "and no JSON", tm.Play)
    assert refused.value.path == "$"
    assert written[:10] in refused.value.reason
    assert len(refused.value.reason) < 100


def test_digits_with_a_point_in_a_text_are_no_fraction() -> None:
    record = tm.Record(tm.new_game(tm.Rules.standard(players=2)), names=("3.5", "1e9"))
    assert codec.loads(codec.dumps(record), tm.Record) == record


def test_a_number_of_a_hundred_digits_is_read() -> None:
    for number in (10**100 - 1, 1 - 10**100):
        text = f'{{"format":1,"type":"Ready","seat":{number}}}'
        assert codec.loads(text, tm.Ready) == tm.Ready(number)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (tm.Play, ["Play"]),
        (tm.Play | tm.Ready, ["Play", "Ready"]),
        (tm.Event, [24]),
        (codec.Document, [48]),
    ],
)
def test_a_few_types_are_named_and_many_are_counted(kind: Any, names: list[object]) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads('{"format":1,"type":"Whisper"}', kind)
    assert refused.value.path == "$.type"
    assert re.search(about("Whisper", *names), refused.value.reason)
    assert len(refused.value.reason) < 200


TWICE = [
    ("Play", '"seat":1', "$", "seat"),
    ("Play", '"format":1', "$", "format"),
    ("Play", '"type":"Play"', "$", "type"),
    ("Rules", '"rewards":[]', "$", "rewards"),
    ("GameState", '"hands":[]', "$", "hands"),
    ("GameState", '"max_lives":5', "$.rules", "max_lives"),
    ("GameState", '"reason":"SKIPPED"', "$.aside[0]", "reason"),
    ("SeatView", '"hand":[3]', "$", "hand"),
    ("SeatView", '"card":30', "$.aside[0]", "card"),
    ("Record", '"at_ms":10', "$.entries[0]", "at_ms"),
    ("Record", '"plays":[]', "$.entries[2].action", "plays"),
    ("Record", '"event":"Sunday"', "$.tags", "event"),
    ("Record", '"tags":{}', "$", "tags"),
    ("Entry", '"card":null', "$.action", "card"),
    ("Illegality", '"format":1', "$.action", "format"),
    ("PileRevealed", '"seat":0', "$.pile[0]", "seat"),
]


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize(("kind", "extra", "path", "key"), TWICE)
def test_a_key_that_stands_twice_is_named_where_it_stands(
    kind: str, extra: str, path: str, key: str, escaped: bool
) -> None:
    """Also where the second is spelled in another way, or a text has a colon less."""
    value = VALUES[kind]
    text = codec.dumps(value)
    place = text.index(f'"{key}":')
    if escaped:
        extra = extra.replace(key, f"\\u{ord(key[0]):04x}{key[1:]}", 1)
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(f"{text[:place]}{extra},{text[place:]}", type(value))
    assert refused.value.path == path
    assert re.search(about("object", f'"{key}" twice'), refused.value.reason)


def test_colons_in_texts_hide_no_key_that_stands_twice() -> None:
    record = tm.Record(STATE, names=("12:30", "a:b"), tags={"a:b": "c:d"})
    text = codec.dumps(record)
    assert codec.loads(text, tm.Record) == record
    for colon in ("\\u003a", ""):
        spoilt = text.replace('"names"', '"ended_at_ms":1,"names"', 1)
        spoilt = spoilt.replace("12:30", f"12{colon}30")
        with pytest.raises(tm.InvalidDocument) as refused:
            codec.loads(spoilt, tm.Record)
        assert refused.value.path == "$"
        assert "ended_at_ms" in refused.value.reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["JSON", "line 1", "column 1"]),
        ('{"format":1', ["JSON"]),
        ("{}x", ["JSON", "line 1", "column 3"]),
        ("{'format':1}", ["JSON"]),
        ('{"a":"\t"}', ["JSON", "column 7"]),
        ('{"a":"\\x"}', ["JSON", "column 7"]),
        ("nan", ["JSON"]),
        ("\x00", ["JSON"]),
        (b'{"a":"\xff"}', ["UTF-8", "byte 6"]),
        ("{}".encode("utf-16"), ["UTF-8", "byte 0"]),
        (b"\xef\xbb\xbf{}", ["byte order mark"]),
        ("\ufeff{}", ["byte order mark"]),
    ],
)
def test_a_text_that_is_no_json_is_refused(text: str | bytes, words: list[str]) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, tm.Play)
    assert refused.value.path == "$"
    assert re.search(about(*words), refused.value.reason)


@pytest.mark.parametrize("text", [None, 3, bytearray(b"{}"), memoryview(b"{}"), ["{}"]])
def test_a_text_of_another_type_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError, match=about("text", "str", "bytes")):
        codec.loads(text, tm.Play)


@pytest.mark.parametrize(
    "kind",
    [
        int,
        dict,
        None,
        "Play",
        tm.Phase,
        tm.PlayedCard,
        tm.Step,
        [],
        tm.Play | None,
        tm.Play | int,
        list[tm.Play],
        tuple,
        tuple[tm.Play],
        tuple[tm.Play, tm.Play],
        tuple[()],
        tuple[tm.Rules, ...],
        tuple[tm.Play | tm.Record, ...],
        tuple[tuple[tm.Play, ...], ...],
        tuple[int, ...],
        tuple[tm.Play, ...] | tm.Play,
        type("Play", (), {}),
    ],
)
def test_a_kind_without_documents_is_a_type_error(kind: Any) -> None:
    for read in (codec.loads, codec.from_data):
        with pytest.raises(TypeError, match="document"):
            read('{"format":1,"type":"Play","seat":0,"card":null}', kind)
    with pytest.raises(TypeError, match="document"):
        codec.schema(kind)


def test_a_refusal_is_an_error_of_the_library() -> None:
    with pytest.raises(tm.TheMindError):
        codec.loads("[]", tm.Play)
    with pytest.raises(ValueError, match=about("object", "list")):
        codec.loads("[]", tm.Play)
