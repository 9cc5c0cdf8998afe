"""The quick way of reading gives what the careful way gives, and is taken where it can be."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from codec.games import played, values_of
from fuzz.mutations import spoiled
from themind import codec
from themind.codec import _text
from themind.codec._faults import Fault
from themind.codec._formats import KindReader

SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_a_value_has_as_many_keys_as_its_document_has_colons(seed: int) -> None:
    for value in values_of(seed):
        if not isinstance(value, tm.Record) or not value.names + value.tags:
            text = codec.dumps(value)
            assert codec._kind_reader(type(value)).count_keys(value) == text.count(":")


@pytest.mark.unmeasured
@given(SEEDS)
def test_both_ways_read_the_same(seed: int) -> None:
    for value in values_of(seed):
        text = codec.dumps(value)
        wanted = codec._kind_reader(type(value))
        assert codec._read_fast(text, wanted) in (value, None)
        assert wanted.read(_text.parse(text)) == value


def careful(text: str, wanted: KindReader) -> Any:
    """What the careful way makes of a text; a refusal does not pass for a fault of the text."""
    try:
        return wanted.read(_text.parse(text))
    except Fault as fault:
        return fault


@pytest.mark.unmeasured
@given(SEEDS)
def test_what_is_read_quickly_the_careful_way_reads_too(seed: int) -> None:
    """Of spoiled documents, keys that stand twice among them."""
    rng = random.Random(seed)
    for value in values_of(seed):
        wanted = codec._kind_reader(type(value))
        text = spoiled(rng, codec.dumps(value).encode())
        with suppress(Fault):
            bounded = _text.require_within_limits(text, 2**20, is_array=False)
            quick = codec._read_fast(bounded, wanted)
            if quick is not None:
                assert careful(bounded, wanted) == quick


def test_a_game_without_colons_in_its_texts_is_read_quickly() -> None:
    for seed in range(20):
        record, steps = played(seed)
        for value in (record, steps[-1].state, tm.view(steps[-1].state), record.entries[0]):
            wanted = codec._kind_reader(type(value))
            assert codec._read_fast(codec.dumps(value), wanted) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"format":1,"type":"Ready","seat":1,"seat":1}',
        ' {"format":1,"type":"Ready","seat":1}',
        '{"format":1,"type":"Ready","seat":1} ',
        '{"format":1,"type":"Ready","seat":true}',
        '{"format":1,"type":"Ready","seat":1.0}',
        '{"format":1,"type":"Ready","seat":NaN}',
        '{"format":1,"type":"Ready","seat":' + "9" * 5_000 + "}",
        '{"format":1,"type":"Ready","seat":1}' + " " * 2**16,
        "",
        "[",
    ],
    ids=lambda text: text[:50],
)
def test_what_is_not_plainly_right_takes_a_closer_look(text: str) -> None:
    assert codec._read_fast(text, codec._kind_reader(tm.Ready)) is None
