"""Tuples of actions and events are arrays of documents, and entries the lines of a log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from codec.games import kept, played
from positions import tampered
from themind import codec

SEEDS = st.integers(0, 2**32)
EVENTS = (tm.SeatReady(0), tm.PlayStarted())


@given(SEEDS)
def test_the_events_of_each_step_and_the_actions_of_a_game_come_back(seed: int) -> None:
    record, steps = played(seed)
    actions = tuple([entry.action for entry in record.entries])
    assert codec.loads(codec.dumps(actions), tuple[tm.Action, ...]) == actions
    for step in steps:
        text = codec.dumps(step.events)
        assert codec.loads(text, tuple[tm.Event, ...]) == step.events
        assert codec.from_data(codec.to_data(step.events), tuple[tm.Event, ...]) == step.events
        for viewer in (None, 0):
            told = tuple([tm.redact(event, viewer) for event in step.events])
            assert codec.loads(codec.dumps(told).encode(), tuple[tm.SeatEvent, ...]) == told


def test_an_array_holds_the_documents_in_their_order() -> None:
    text = codec.dumps(EVENTS)
    assert text == f"[{','.join(map(codec.dumps, EVENTS))}]"
    assert codec.to_data(EVENTS) == [codec.to_data(event) for event in EVENTS]
    assert codec.loads(f" [\n{text[1:-1]} ]", tuple[tm.Event, ...]) == EVENTS


@pytest.mark.parametrize("kind", [tuple[tm.Action, ...], tuple[tm.Play | tm.Ready, ...]])
def test_an_empty_tuple_is_an_empty_array(kind: Any) -> None:
    assert codec.dumps(()) == "[]"
    assert codec.loads("[]", kind) == ()
    assert codec.from_data([], kind) == ()


def test_a_tuple_of_one_class_and_of_a_union_of_ones_own_is_a_kind() -> None:
    assert codec.loads(codec.dumps(EVENTS[:1]), tuple[tm.SeatReady, ...]) == EVENTS[:1]
    both = (tm.Play(0), tm.GameWon(True))
    assert codec.loads(codec.dumps(both), tuple[tm.Action | tm.Event, ...]) == both


READY = {"format": 1, "seat": 0, "type": "SeatReady"}


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (READY, "$"),
        ({}, "$"),
        (None, "$"),
        ([READY, [READY]], "$[1]"),
        ([READY, READY | {"seat": True}], "$[1].seat"),
        ([READY, READY | {"format": 2}], "$[1].format"),
        ([{"seat": 0, "type": "SeatReady"}], "$[0]"),
        ([READY, READY | {"type": "Ready"}], "$[1].type"),
        ([READY | {"type": "LevelDealt"}], "$[0].type"),
    ],
)
def test_what_is_no_array_of_documents_is_refused_at_its_place(data: Any, path: str) -> None:
    kind = tuple[tm.SeatEvent, ...]
    with pytest.raises(tm.InvalidDocument) as loaded:
        codec.loads(json.dumps(data), kind)
    with pytest.raises(tm.InvalidDocument) as from_data:
        codec.from_data(data, kind)
    assert loaded.value.path == from_data.value.path == path


def test_a_key_that_stands_twice_in_an_array_is_named() -> None:
    text = codec.dumps(EVENTS).replace('"seat":0', '"seat":0,"seat":0')
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, tuple[tm.Event, ...])
    assert refused.value.path == "$[0]"


def test_one_document_is_no_array_and_an_array_no_document() -> None:
    with pytest.raises(tm.InvalidDocument):
        codec.loads(codec.dumps(EVENTS), tm.Event)
    with pytest.raises(tm.InvalidDocument):
        codec.loads(codec.dumps(EVENTS), codec.Document)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ((tm.Rules.standard(2),), "tuple[0]"),
        ((tm.Play(0), None), "tuple[1]"),
        ((tm.Play(0), (tm.Play(1),)), "tuple[1]"),
        ((tm.Play(0), tampered(tm.Play(1), card="3")), "tuple[1].card"),
        ((tm.Play, tm.Ready), "tuple[0]"),
    ],
)
def test_a_tuple_of_anything_else_is_not_written(value: Any, place: str) -> None:
    for write in (codec.dumps, codec.to_data):
        with pytest.raises(TypeError) as refused:
            write(value)
        assert str(refused.value).startswith(f"{place}: ")


@pytest.mark.parametrize("value", [[tm.Play(0)], tm.Step(tm.new_game(tm.Rules.standard(2)), ())])
def test_a_list_and_a_named_tuple_are_no_tuple(value: Any) -> None:
    with pytest.raises(TypeError, match="document"):
        codec.dumps(value)


@given(SEEDS)
def test_a_record_is_the_lines_of_its_log_again(seed: int) -> None:
    record = played(seed)[0]
    lines = [codec.dumps(entry) for entry in record.entries]
    entries = [codec.loads(line, tm.Entry) for line in lines]
    assert tm.Record(record.start, entries) == record
    assert all("\n" not in line for line in lines)


@given(SEEDS, st.randoms(use_true_random=False))
def test_entries_in_a_record_are_those_of_the_log_without_their_type(seed: int, rng: Any) -> None:
    record = kept(rng, played(seed)[0])
    lines = [codec.to_data(entry) for entry in record.entries]
    for line in lines:
        assert (line.pop("format"), line.pop("type")) == (1, "Entry")
    assert codec.to_data(record)["entries"] == lines
