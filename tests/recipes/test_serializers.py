"""orjson and msgspec beside `codec`: what holds of their bytes, and what does not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from codec.games import played
from themind import codec

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

for needed in ("msgspec", "orjson"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: `nox -s recipes` has it")

import msgspec  # noqa: E402
import orjson  # noqa: E402

STORED = Path(__file__).parents[1] / "data" / "format-1"
ODD_NAMES = ("Ada", "Bj\u00f6rn", "\U0001f0a1 \u2028")


def documents() -> Iterator[Any]:
    """A value of every stored document, and all of some games."""
    for file in sorted(STORED.glob("*.jsonl")):
        kind: Any = {
            "Actions": tuple[tm.Action, ...],
            "Events": tuple[tm.Event, ...],
            "SeatEvents": tuple[tm.SeatEvent, ...],
        }.get(file.stem, codec.Document)
        for line in file.read_text(encoding="utf-8").splitlines():
            yield codec.loads(line, kind)
    for seed in range(5):
        record, steps = played(seed)
        yield record
        for step in steps:
            yield from (step.state, step.events, tm.view(step.state, seat=0), tm.view(step.state))


def is_ascii(value: Any) -> bool:
    """Whether no name and no tag has a character beyond ASCII; only records have such texts."""
    return "\\u" not in codec.dumps(value)


@pytest.fixture(scope="module")
def values() -> list[Any]:
    return list(documents())


def test_there_are_documents_of_every_kind(values: list[Any]) -> None:
    kinds = {type(value) for value in values}
    assert len(kinds) > 45
    assert {is_ascii(value) for value in values} == {True, False}


def test_orjson_writes_the_bytes_of_dumps(values: list[Any]) -> None:
    for value in values:
        text = orjson.dumps(codec.to_data(value))
        if is_ascii(value):
            assert text == codec.dumps(value).encode()
        else:  # UTF-8 in place of escapes
            assert isinstance(value, tm.Record)
            assert text != codec.dumps(value).encode()
        assert codec.loads(text, kind_of(value)) == value


def test_orjson_reads_what_loads_reads(values: list[Any]) -> None:
    for value in values:
        data = orjson.loads(codec.dumps(value))
        assert codec.from_data(data, kind_of(value)) == value


def kind_of(value: Any) -> Any:
    if not isinstance(value, tuple):
        return type(value)
    return tuple[tm.Action, ...] if isinstance((*value, None)[0], tm.Action) else TupleOfEvents


TupleOfEvents = tuple[tm.Event | tm.SeatEvent, ...]


def test_equal_records_with_odd_names_have_equal_bytes() -> None:
    start = tm.new_game(tm.Rules.standard(players=3))
    tags = {"\U0001f0a1": "1", "\uffff": "2", "a": "3"}
    first = tm.Record(start, names=ODD_NAMES, tags=tags)
    second = tm.Record(start, names=ODD_NAMES, tags=dict(reversed(tags.items())))
    assert orjson.dumps(codec.to_data(first)) == orjson.dumps(codec.to_data(second))
    unescaped = json.dumps(codec.to_data(first), ensure_ascii=False, separators=(",", ":"))
    assert orjson.dumps(codec.to_data(first)) == unescaped.encode()


@pytest.mark.parametrize("number", [2**64 - 1, -(2**63)])
def test_orjson_takes_numbers_of_64_bits(number: int) -> None:
    play = tm.Play(number)
    assert orjson.dumps(codec.to_data(play)) == codec.dumps(play).encode()
    assert codec.from_data(orjson.loads(codec.dumps(play)), tm.Play) == play


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 10**99])
def test_orjson_refuses_longer_numbers(number: int) -> None:
    text = codec.dumps(tm.Play(number))
    assert codec.loads(text, tm.Play).seat == number
    with pytest.raises(TypeError, match="64-bit"):
        orjson.dumps(codec.to_data(tm.Play(number)))
    with pytest.raises(tm.InvalidDocument) as refused:  # read as a float
        codec.from_data(orjson.loads(text), tm.Play)
    assert refused.value.path == "$.seat"


def test_orjson_keeps_the_last_of_two_equal_keys() -> None:
    text = '{"type":"Play","format":1,"seat":0,"seat":1,"card":null}'
    assert codec.from_data(orjson.loads(text), tm.Play) == tm.Play(1)
    with pytest.raises(tm.InvalidDocument):
        codec.loads(text, tm.Play)


@pytest.mark.parametrize("text", ["NaN", "[" * 5_000, '"\\ud800"', ""])
def test_orjson_raises_an_error_of_its_own(text: str) -> None:
    with pytest.raises(orjson.JSONDecodeError):
        orjson.loads(text)


def test_msgspec_carries_plain_data(values: list[Any]) -> None:
    """Its JSON is that of orjson, its MessagePack another notation for the same data."""
    for value in random.Random(1).sample(values, 150):
        data = codec.to_data(value)
        text, packed = msgspec.json.encode(data), msgspec.msgpack.encode(data)
        assert codec.loads(text, kind_of(value)) == value
        assert (text == codec.dumps(value).encode()) == is_ascii(value)
        assert codec.from_data(msgspec.msgpack.decode(packed), kind_of(value)) == value


def test_msgspec_leaves_out_type_and_format() -> None:
    data = msgspec.json.decode(msgspec.json.encode(tm.Play(1, 36)))
    assert data == {"seat": 1, "card": 36}


def test_msgspec_writes_some_classes_alone() -> None:
    with pytest.raises(TypeError, match="unsupported"):
        msgspec.json.encode(tm.Ready(1))


def test_msgspec_reads_no_union() -> None:
    with pytest.raises(TypeError, match="may not contain more than one"):
        msgspec.json.decode(b'{"seat":1}', type=tm.SeatAction)


def test_msgspec_is_not_strict() -> None:
    """An unknown key is passed over, a missing one filled in, a seat can be there twice."""
    assert msgspec.json.decode(b'{"seat":1,"sead":2}', type=tm.Play) == tm.Play(1)
    assert msgspec.json.decode(b'{"agreed":[0,0]}', type=tm.Star) == tm.Star({0})


@claim("howto/frameworks.md", "msgspec")
def test_msgspec_writes_equal_values_in_different_ways() -> None:
    first, second = tm.Star([0, 8]), tm.Star([8, 0])
    assert first == second
    assert codec.dumps(first) == codec.dumps(second)
    assert msgspec.json.encode(first) != msgspec.json.encode(second)
