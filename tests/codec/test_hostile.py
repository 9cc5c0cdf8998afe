"""Documents that are made to hurt: refused quickly, in little memory, in few words."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
import tracemalloc
from typing import Any

import pytest

import themind as tm
from themind import codec
from wording import about

RULES = tm.Rules.standard(players=2)
STATE = tm.new_game(RULES)
RECORD = tm.Record(STATE).add(tm.PlayTogether([tm.Play(0), tm.Play(1)]))
DEEPEST = codec.dumps(RECORD)
MILLION = 1_000_000
MOST_OF_A_RECORD = 2**24
MOST = 2**20


def with_start(entries: str) -> str:
    """The text of a record whose entries are this text."""
    start = json.dumps(codec.to_data(RECORD)["start"])
    return f'{{"format":1,"type":"Record","start":{start},"entries":{entries}}}'


def crowd(**fields: Any) -> str:
    """The view that one of 10,000 players has of a level, with some other fields."""
    rules = tm.Rules(players=10_000, levels=1, lives=1, stars=1, cards=10_000)
    state = tm.new_game(rules)
    state = tm.deal(state, tm.deck_for(state, seed="crowd")).state
    return json.dumps(codec.to_data(tm.view(state, 0)) | fields)


def position(**fields: Any) -> str:
    """The document of a new game with some other fields."""
    return json.dumps(codec.to_data(STATE) | fields)


# What is tried, as which kind, how many seconds and bytes it may take, and the place named.
HOSTILE: dict[str, tuple[str | bytes, Any, float, int, str]] = {
    "10,000 open lists": ("[" * 10_000, tm.Record, 0.5, 10**5, "$"),
    "10,000 lists": ("[" * 10_000 + "]" * 10_000, tm.Record, 0.5, 10**5, "$"),
    "10,000 objects": ('{"a":' * 10_000 + "0" + "}" * 10_000, tm.Record, 0.5, 10**5, "$"),
    "lists closed in texts": ('["]",' * 10_000, tm.Record, 0.5, 10**5, "$"),
    "lists after a quote in a text": ('["\\"]",' * 10_000, tm.Record, 0.5, 10**5, "$"),
    "nesting in a text": ('{"format":"' + "[" * 10_000 + '"}', tm.Record, 0.5, 10**5, "$.format"),
    "a number of 100,000 digits": (
        '{"format":1,"type":"Ready","seat":' + "9" * 100_000 + "}",
        tm.Ready,
        0.5,
        3 * 10**5,
        "$.seat",
    ),
    "a fraction of 100,000 digits": (
        '{"format":1,"type":"Ready","seat":0.' + "9" * 100_000 + "}",
        tm.Ready,
        0.5,
        3 * 10**5,
        "$.seat",
    ),
    "a million items": (json.dumps([0] * MILLION), tm.Deal, 0.5, 10**5, "$"),
    "a million entries": (
        with_start(json.dumps([0] * MILLION)),
        tm.Record,
        3.0,
        3 * 10**7,
        "$.entries[0]",
    ),
    "a million objects": (with_start("[" + "{}," * MILLION + "{}]"), tm.Record, 0.5, 10**5, "$"),
    "a deck of a million cards": (
        with_start(
            '[{"at_ms":0,"action":{"type":"Deal","deck":' + json.dumps([1] * MILLION) + "}}]"
        ),
        tm.Record,
        3.0,
        3 * 10**7,
        "$.entries[0].action.deck",
    ),
    "10,002 cards": (
        json.dumps({"format": 1, "type": "Deal", "deck": [1] * 10_002}),
        tm.Action,
        0.5,
        10**6,
        "$.deck",
    ),
    "a long text": ('{"format":"' + "x" * MILLION + '"}', tm.Play, 0.5, 5 * 10**6, "$.format"),
    "a long key": (
        '{"format":1,"type":"Begin","' + "x" * MILLION + '":0}',
        tm.Begin,
        0.5,
        5 * 10**6,
        "$",
    ),
    "a long type": (
        '{"format":1,"type":"' + "x" * MILLION + '"}',
        tm.Event,
        0.5,
        5 * 10**6,
        "$.type",
    ),
    "a long key twice": (
        '{"' + "x" * 10**5 + '":0,"' + "x" * 10**5 + '":0}',
        tm.Play,
        0.5,
        5 * 10**6,
        "$",
    ),
    "an escaped lone surrogate": ('{"format":1,"type":"\\ud800"}', tm.Play, 0.5, 10**5, "$.type"),
    "a lone surrogate": ('{"format":1,"type":"\udc00"}', tm.Play, 0.5, 10**5, "$.type"),
    "a lone surrogate as a key": (
        '{"format":1,"type":"Begin","\\udfff":0}',
        tm.Begin,
        0.5,
        10**5,
        "$",
    ),
    "bytes that are not UTF-8": (b'{"format":1,"type":"\xed\xa0\x80"}', tm.Play, 0.5, 10**5, "$"),
    "a later format": ('{"format":2,"type":"Whisper","to":3}', tm.Event, 0.5, 10**5, "$.format"),
    "a huge later format": ('{"format":1' + "0" * 5000 + "}", tm.Event, 0.5, 10**5, "$.format"),
    "a deck of 10^12 cards": (
        json.dumps(codec.to_data(RULES) | {"cards": 10**12}),
        tm.Rules,
        0.5,
        10**5,
        "$",
    ),
    "a state of 10^12 players": (
        position(rules={**codec.to_data(STATE)["rules"], "players": 10**12, "cards": 10**13}),
        tm.GameState,
        0.5,
        10**5,
        "$.rules",
    ),
    "10,000 cards that stand twice": (
        position(hands=[[5] * 10_000, [7] * 10_000]),
        tm.GameState,
        0.5,
        5 * 10**6,
        "$",
    ),
    "10,000 faults": (
        position(pile=[{"seat": -n, "card": -n} for n in range(10_000)]),
        tm.GameState,
        3.0,
        3 * 10**7,
        "$",
    ),
    "a crowd of strangers": (
        crowd(aside=[{"seat": 10**9 + n, "card": n, "reason": "STAR"} for n in range(10_000)]),
        tm.SeatView,
        3.0,
        3 * 10**7,
        "$",
    ),
    "a crowd that laid all": (
        crowd(pile=[{"seat": 9_999 - n, "card": n + 1} for n in range(9_999)]),
        tm.SeatView,
        3.0,
        3 * 10**7,
        "$",
    ),
}


# Whose memory it takes seconds to watch; of a million of a kind the default run watches one.
LONGEST = ("a deck of a million cards", "a crowd of strangers", "a crowd that laid all")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_refused_quickly_and_in_few_words(name: str) -> None:
    text, kind, seconds, _, path = HOSTILE[name]
    began = time.thread_time()
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, kind)
    assert time.thread_time() - began < seconds
    assert refused.value.path == path
    assert len(str(refused.value)) < 600
    assert str(refused.value).isascii()


@pytest.mark.parametrize("name", [name for name in HOSTILE if name not in LONGEST])
def test_a_hostile_document_is_refused_in_little_memory(name: str) -> None:
    text, kind, _, most, _ = HOSTILE[name]
    tracemalloc.start()
    try:
        with pytest.raises(tm.InvalidDocument):
            codec.loads(text, kind)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < most + 2 * 10**5


@pytest.mark.slow
@pytest.mark.parametrize("name", LONGEST)
def test_a_very_long_document_is_refused_in_little_memory(name: str) -> None:
    test_a_hostile_document_is_refused_in_little_memory(name)


def test_a_refusal_does_not_keep_the_document_alive() -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads('{"format":1', tm.Play)
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None


@pytest.mark.parametrize("kind", [tm.Record, tm.Play])
def test_a_document_is_as_long_as_it_may_be_and_no_longer(kind: Any) -> None:
    most = MOST_OF_A_RECORD if kind is tm.Record else MOST
    text = codec.dumps(RECORD if kind is tm.Record else tm.Play(1))
    assert codec.loads(text + " " * (most - len(text)), kind) is not None
    with pytest.raises(tm.InvalidDocument, match=about(f"{most:,}")):
        codec.loads(text + " " * (most - len(text) + 1), kind)
    with pytest.raises(tm.InvalidDocument, match=about(f"{most:,}")):
        codec.loads(text.encode() + b" " * (most - len(text) + 1), kind)


def test_the_record_of_a_very_long_game_fits() -> None:
    entries = [tm.Entry(tm.Unready(n % 2), n) for n in range(30_000)]
    record = tm.Record(STATE, entries)
    assert codec.loads(codec.dumps(record), tm.Record) == record


def test_the_largest_positions_fit() -> None:
    rules = tm.Rules(
        players=5_000, levels=2, lives=1, stars=1, cards=10_000, rewards={1: tm.Reward.LIFE}
    )
    state = tm.new_game(rules)
    state = tm.deal(state, range(1, 5_001)).state
    state = tm.star(tm.begin(state).state, range(5_000)).state
    for value in (state, tm.view(state, 7)):
        text = codec.dumps(value)
        assert len(text) < MOST / 2
        assert codec.loads(text, type(value)) == value


def test_the_densest_documents_fit() -> None:
    chart = dict.fromkeys(range(1, 10_001), tm.Reward.STAR)
    rules = tm.Rules(players=1, levels=10_000, lives=1, stars=1, cards=10_000, rewards=chart)
    dealt = tm.LevelDealt(1, ((),) * 10_001)
    for value in (rules, dealt, tm.new_game(rules)):
        assert codec.loads(codec.dumps(value), type(value)) == value


def frames_in_use() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def outcome_with(frames: int) -> str:
    """What becomes of a document where so many more calls fit on the stack."""

    def sink(depth: int) -> str:
        if depth > 0:
            return sink(depth - 1)
        try:
            return "read" if codec.loads(DEEPEST, tm.Record) == RECORD else "misread"
        except tm.InvalidDocument as error:
            return error.reason

    return sink(sys.getrecursionlimit() - frames_in_use() - frames - 3)


def in_a_thread(work: Any) -> Any:
    """The result of some work on a stack of its own."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    thread.join()
    return results[0]


def test_the_end_of_the_stack_is_a_refusal() -> None:
    outcomes = in_a_thread(lambda: [outcome_with(frames) for frames in range(10, 90)])
    assert "stack" in outcomes[0]
    assert outcomes[-1] == "read"
    assert set(outcomes) == {outcomes[0], outcomes[-1]}
    assert codec.loads(DEEPEST, tm.Record) == RECORD


@pytest.mark.parametrize("text", ["[" * 10_000, "[" * 10_000 + "]" * 10_000])
def test_brackets_are_counted_before_anything_descends(text: str) -> None:
    """Even where Python lets the parser go deep: a small stack would break there."""
    limit = sys.getrecursionlimit()
    size = threading.stack_size(256 * 1024)
    sys.setrecursionlimit(100_000)
    try:
        reason = in_a_thread(lambda: reason_against(text))
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(size)
    assert re.search(about(8), reason)


def reason_against(text: str) -> str:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, tm.Record)
    return refused.value.reason
