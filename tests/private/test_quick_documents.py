"""Ordinary documents are read and written the quick way, with few calls of functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

import themind as tm
from calls import calls_of
from codec.spoiled import RECORD, STATE
from themind import codec
from themind.codec import FORMATS, _leaves, _lists, _text
from themind.codec._leaves import are_integers

LONG = tm.Record(tm.new_game(tm.Rules.standard(players=2)), [tm.Entry(tm.Ready(0), 0)] * 100)


def times(call: Callable[[], object], function: FunctionType) -> int:
    """How often a function is called."""
    return calls_of(call)[function.__code__]


def test_calls_are_counted() -> None:
    assert times(lambda: [_text.parse("1"), _text.parse("2")], _text.parse) == 2


@pytest.mark.parametrize("value", [tm.Play(0), STATE, RECORD], ids=["Play", "state", "record"])
def test_a_document_is_parsed_once(value: Any) -> None:
    text = codec.dumps(value)
    assert times(lambda: codec.loads(text, type(value)), _text.parse) == 0
    assert times(lambda: codec.loads(text, type(value)), _text.parse_fast) == 1
    assert times(lambda: codec.loads(f"{text} ", type(value)), _text.parse) == 1


def test_an_array_is_parsed_once() -> None:
    text = codec.dumps((tm.Play(0), tm.Ready(1)))
    assert times(lambda: codec.loads(text, tuple[tm.Action, ...]), _text.parse) == 0


def test_a_long_document_is_parsed_once() -> None:
    """Up to 65,536 characters the quick way is tried first, above them it is not."""
    rest = codec.dumps(tm.Play(0))[1:]
    for length, tried in ((2**16, 1), (2**16 + 1, 0)):
        text = "{" + rest.rjust(length - 1)
        assert codec.loads(text, tm.Play) == tm.Play(0)
        assert times(lambda text=text: codec.loads(text, tm.Play), _text.parse_fast) == tried
        assert times(lambda text=text: codec.loads(text, tm.Play), _text.parse) == 1 - tried


def test_brackets_are_not_counted_one_by_one() -> None:
    assert times(lambda: codec.loads(codec.dumps(LONG), tm.Record), _text._opens_more) == 0


def test_numbers_of_a_long_text_are_not_measured_one_by_one() -> None:
    text = json.dumps([10**90] * 20)
    assert _text.parse(text) == [10**90] * 20
    assert times(lambda: _text.parse(text), _text._integer) == 0
    text = json.dumps([10**101] * 20)
    assert times(lambda: _text.parse(text), _text._integer) == 20


def test_the_writer_of_a_class_is_built_once() -> None:
    for value in (tm.Ready(2), (tm.Ready(2),)):
        assert times(lambda value=value: codec.to_data(value), codec._writer) == 0


def test_the_reader_of_a_kind_is_built_once() -> None:
    data = codec.to_data(tm.Ready(2))
    kind_reader = type(FORMATS).kind_reader
    assert times(lambda: codec.from_data(data, tm.Ready), kind_reader) == 0


def ways(value: Any) -> list[Callable[[], object]]:
    """To read and to write a value."""
    data = codec.to_data(value)
    return [lambda: codec.from_data(data, type(value)), lambda: codec.to_data(value)]


@pytest.mark.parametrize("card", [None, 5])
def test_numbers_and_flags_take_no_call(card: int | None) -> None:
    for way in (*ways(tm.Play(0, card)), *ways(tm.CardPlayed(0, 5, face_down=True))):
        assert times(way, _leaves.integer) == 0
        assert times(way, _leaves.boolean) == 0


@pytest.mark.parametrize("cards", [3, 8, 9, 100])
def test_the_numbers_of_a_list_take_no_call_each(cards: int) -> None:
    for way in ways(tm.Deal(range(1, cards + 1))):
        assert times(way, _lists.each) == 0


SMALL = [1] * 7


@pytest.mark.parametrize("more", [[], [1], [1, 1], [1] * 100])
@pytest.mark.parametrize("make", [list, tuple])
def test_a_list_of_integers_is_known_as_such(more: list[int], make: Any) -> None:
    assert are_integers(make([*SMALL, *more]))
    for integer in (10**100 - 1, 1 - 10**100, 0):
        assert are_integers(make([*SMALL, integer, *more]))
    for odd in (True, "1", None, 1.0, 10**100, -(10**100)):
        assert not are_integers(make([*SMALL, odd, *more]))
        assert not are_integers(make([*SMALL, *more, odd]))


@pytest.mark.parametrize("at_ms", [None, 0, 2**63 - 1])
def test_the_time_of_an_entry_is_checked_once(at_ms: int | None) -> None:
    read, _ = ways(tm.Entry(tm.Begin(), at_ms))
    assert times(read, tm.Entry.__init__) == 0
