"""Documents that are made to hurt: refused in little memory and in few words."""

from __future__ import annotations

import json
import re
import sys
import threading
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import themind as tm
from claims import claim
from themind import codec
from wording import about

RULES = tm.Rules.standard(players=2)
STATE = tm.new_game(RULES)
RECORD = tm.Record(STATE).add(tm.PlayTogether([tm.Play(0), tm.Play(1)]))
DEEPEST = codec.dumps(RECORD)
DATA = codec.to_data(RECORD)
MOST = 2**20
EVENTS = tuple[tm.Event, ...]
START, END = json.dumps(codec.to_data(RECORD) | {"entries": "|"}).split('"|"')


def filled(start: str, item: str, end: str = "") -> str:
    """The longest text of this start and end, and as many of an item between them as fit."""
    return start + item * ((MOST - len(start) - len(end)) // len(item)) + end


def crowd(**fields: Any) -> str:
    """The view that one of 10,000 players has of a level, with some other fields."""
    rules = tm.Rules(players=10_000, levels=1, lives=1, stars=1, cards=10_000)
    state = tm.new_game(rules)
    state = tm.deal(state, tm.deck_for(state, seed="crowd")).state
    return json.dumps(codec.to_data(tm.view(state, 0)) | fields)


def position(**fields: Any) -> str:
    """The document of a new game with some other fields."""
    return json.dumps(codec.to_data(STATE) | fields)


# A document, its kind, the bytes of memory that its refusal can take, and the place that is named.
HOSTILE: dict[str, tuple[str | bytes, Any, int, str]] = {
    "open lists": ("[" * MOST, tm.Record, 10**5, "$"),
    "10,000 lists": ("[" * 10_000 + "]" * 10_000, tm.Record, 10**5, "$"),
    "10,000 objects": ('{"a":' * 10_000 + "0" + "}" * 10_000, tm.Record, 10**5, "$"),
    "brackets without partners": ("[{" * 10_000 + "]}" * 10_000, tm.Record, 10**5, "$"),
    "lists closed in texts": ('["]",' * 10_000, tm.Record, 2 * 10**5, "$"),
    "lists after a quote in a text": ('["\\"]",' * 10_000, tm.Record, 10**5, "$"),
    "lists between two texts": ('["",' * 5_000 + '""' + "]" * 5_000, tm.Record, 10**5, "$"),
    "nesting in a text": ('{"format":"' + "[" * 10_000 + '"}', tm.Record, 10**5, "$.format"),
    "a text of brackets": (
        filled('{"format":"', '["', '"}').replace('""', '"'),
        tm.Record,
        3 * 10**6,
        "$",
    ),
    "escaped quotes": (filled('["', '\\"[', '"]'), EVENTS, 5 * 10**6, "$[0]"),
    "a number of 100,000 digits": (
        '{"format":1,"type":"Ready","seat":' + "9" * 100_000 + "}",
        tm.Ready,
        4 * 10**5,
        "$.seat",
    ),
    "numbers of 4,300 digits": (
        filled('{"format":1,"type":"Deal","deck":[', "9" * 4_300 + ",", "0]}"),
        tm.Deal,
        4 * 10**6,
        "$.deck[0]",
    ),
    "numbers of 101 digits": (
        filled('{"format":1,"type":"Deal","deck":[', "9" * 101 + ",", "0]}"),
        tm.Deal,
        4 * 10**6,
        "$.deck",
    ),
    "a fraction of 100,000 digits": (
        '{"format":1,"type":"Ready","seat":0.' + "9" * 100_000 + "}",
        tm.Ready,
        3 * 10**5,
        "$",
    ),
    "fractions": (filled("[", "0.1,"), EVENTS, 3 * 10**6, "$"),
    "fractions at the end": (filled("[", "0,", "0.1]"), EVENTS, 6 * 10**6, "$"),
    "numbers": (filled("[", "0,", "0]"), tm.Deal, 5 * 10**6, "$"),
    "an array of numbers": (filled("[", "0,", "0]"), EVENTS, 10**7, "$[0]"),
    "an array of objects": (filled("[", "{},", "{}]"), EVENTS, 4 * 10**7, "$[0]"),
    "an array of lists": (filled("[", "[],", "[]]"), EVENTS, 3 * 10**7, "$[0]"),
    "an array of one too few": (
        filled("[", '{"format":1,"type":"Begin"},', "{}]"),
        tuple[tm.Action, ...],
        3 * 10**7,
        "$[37449]",
    ),
    "entries of numbers": (
        filled(f"{START}[", "0,", f"0]{END}"),
        tm.Record,
        10**7,
        "$.entries[0]",
    ),
    "entries of objects": (
        filled(f"{START}[", "{},", f"{{}}]{END}"),
        tm.Record,
        10**5,
        "$",
    ),
    "entries of lists of lists": (
        filled(f"{START}[", "[[[]]],", f"0]{END}"),
        tm.Record,
        10**5,
        "$",
    ),
    "a deck of numbers": (
        filled(f'{START}[{{"at_ms":0,"action":{{"type":"Deal","deck":[', "1,", f"1]}}}}]{END}"),
        tm.Record,
        10**7,
        "$.entries[0].action.deck",
    ),
    "10,002 cards": (
        json.dumps({"format": 1, "type": "Deal", "deck": [1] * 10_002}),
        tm.Action,
        10**6,
        "$.deck",
    ),
    "a long text": (filled('{"format":"', "x", '"}'), tm.Play, 5 * 10**6, "$.format"),
    "a long key": (
        filled('{"format":1,"type":"Begin","', "x", '":0}'),
        tm.Begin,
        5 * 10**6,
        "$",
    ),
    "a long type": (
        filled('{"format":1,"type":"', "x", '"}'),
        tm.Event,
        5 * 10**6,
        "$.type",
    ),
    "a long key twice": (
        '{"' + "x" * 10**5 + '":0,"' + "x" * 10**5 + '":0}',
        tm.Play,
        5 * 10**6,
        "$",
    ),
    "keys": (
        json.dumps(dict.fromkeys(range(100_000), 0), separators=(",", ":")),
        tm.Play,
        5 * 10**7,
        "$",
    ),
    "tags": (
        json.dumps(codec.to_data(RECORD) | {"tags": {f"{n}": "" for n in range(70_000)}}),
        tm.Record,
        5 * 10**7,
        "$.tags",
    ),
    "names of brackets": (
        json.dumps(codec.to_data(RECORD) | {"names": ["[" * 80] * 10_000}),
        tm.Record,
        5 * 10**6,
        "$",
    ),
    "a name that moves the cursor": (
        json.dumps(codec.to_data(RECORD) | {"names": ["Ada", "\x1b[2J"]}),
        tm.Record,
        10**5,
        "$.names[1]",
    ),
    "a name of a lone surrogate": (
        json.dumps(codec.to_data(RECORD) | {"names": ["Ada", "\ud800"]}),
        tm.Record,
        10**5,
        "$.names[1]",
    ),
    "an escaped lone surrogate": ('{"format":1,"type":"\\ud800"}', tm.Play, 10**5, "$.type"),
    "a lone surrogate": ('{"format":1,"type":"\udc00"}', tm.Play, 10**5, "$.type"),
    "a lone surrogate as a key": (
        '{"format":1,"type":"Begin","\\udfff":0}',
        tm.Begin,
        10**5,
        "$",
    ),
    "bytes that are not UTF-8": (b'{"format":1,"type":"\xed\xa0\x80"}', tm.Play, 10**5, "$"),
    "a later format": ('{"format":2,"type":"Whisper","to":3}', tm.Event, 10**5, "$.format"),
    "a huge later format": ('{"format":1' + "0" * 5000 + "}", tm.Event, 10**5, "$.format"),
    "a deck of 10^12 cards": (
        json.dumps(codec.to_data(RULES) | {"cards": 10**12}),
        tm.Rules,
        10**5,
        "$",
    ),
    "a state of 10^12 players": (
        position(rules={**codec.to_data(STATE)["rules"], "players": 10**12, "cards": 10**13}),
        tm.GameState,
        10**5,
        "$.rules",
    ),
    "10,000 cards that stand twice": (
        position(hands=[[5] * 10_000, [7] * 10_000]),
        tm.GameState,
        5 * 10**6,
        "$",
    ),
    "10,000 faults": (
        position(pile=[{"seat": -n, "card": -n} for n in range(10_000)]),
        tm.GameState,
        3 * 10**7,
        "$",
    ),
    "a crowd of strangers": (
        crowd(aside=[{"seat": 10**9 + n, "card": n, "reason": "STAR"} for n in range(10_000)]),
        tm.SeatView,
        3 * 10**7,
        "$",
    ),
    "a crowd that laid all": (
        crowd(pile=[{"seat": 9_999 - n, "card": n + 1} for n in range(9_999)]),
        tm.SeatView,
        3 * 10**7,
        "$",
    ),
}


# Whose memory it takes seconds to watch; of a million of a kind the default run watches one.
LONGEST = ("a crowd of strangers", "a crowd that laid all")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_refused_in_few_words(name: str) -> None:
    text, kind, _, path = HOSTILE[name]
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(text, kind)
    assert refused.value.path == path
    assert len(str(refused.value)) < 600
    assert str(refused.value).isascii()


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", [name for name in HOSTILE if name not in LONGEST])
def test_a_hostile_document_is_refused_in_little_memory(name: str) -> None:
    text, kind, most, _ = HOSTILE[name]
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


KINDS: dict[str, tuple[Any, Any]] = {
    "Record": (RECORD, tm.Record),
    "Play": (tm.Play(1), tm.Play),
    "GameState": (STATE, tm.GameState),
    "events": ((tm.PlayStarted(),), EVENTS),
}


@pytest.mark.parametrize("name", KINDS)
@claim("json.md", "Limits")
def test_a_document_is_as_long_as_it_can_be_and_no_longer(name: str) -> None:
    value, kind = KINDS[name]
    text = codec.dumps(value)
    longest = text + " " * (MOST - len(text))
    assert codec.loads(longest, kind) == codec.loads(longest.encode(), kind) == value
    for longer in (f"{longest} ", longest.encode() + b" "):
        with pytest.raises(tm.InvalidDocument, match=about(f"{MOST:,}")):
            codec.loads(longer, kind)
        assert codec.loads(longer, kind, max_length=MOST + 1) == value
    with pytest.raises(tm.InvalidDocument, match=about(len(text) - 1)):
        codec.loads(text, kind, max_length=len(text) - 1)


@pytest.mark.parametrize("most", [0, -1, -(10**5_000)], ids=["0", "-1", "huge"])
def test_a_length_below_one_is_no_length(most: int) -> None:
    with pytest.raises(tm.InvalidArgument, match=r"^max_length "):
        codec.loads("{}", tm.Play, max_length=most)


def test_a_length_of_one_is_a_length() -> None:
    with pytest.raises(tm.InvalidDocument, match=about("object", 5)):
        codec.loads("5", tm.Play, max_length=1)
    with pytest.raises(tm.InvalidDocument, match=about(1, 2)):
        codec.loads("55", tm.Play, max_length=1)


@pytest.mark.parametrize("most", [None, "9", 1e6, True, [9]])
def test_a_length_of_another_type_is_a_type_error(most: Any) -> None:
    with pytest.raises(TypeError, match=r"^max_length "):
        codec.loads("{}", tm.Play, max_length=most)


@pytest.mark.unmeasured
def test_the_record_of_a_very_long_game_is_read_where_it_is_asked_for() -> None:
    entries = [tm.Entry(tm.Unready(n % 2), n) for n in range(30_000)]
    record = tm.Record(STATE, entries)
    text = codec.dumps(record)
    assert codec.loads(text, tm.Record, max_length=2**24) == record
    with pytest.raises(tm.InvalidDocument):
        codec.loads(text, tm.Record)


@pytest.mark.unmeasured
def test_names_and_tags_of_brackets_and_quotes_fit() -> None:
    """They count as text, not as lists and objects."""
    rules = tm.Rules(players=10_000, levels=1, lives=1, stars=1, cards=10_000)
    state = tm.new_game(rules)
    for name in ("[" * 80, '{"' * 40, "\\[" * 40):
        record = tm.Record(state, names=(name,) * 10_000, tags={name[:40]: name * 5})
        text = codec.dumps(record)
        assert codec.loads(text, tm.Record, max_length=len(text)) == record


@pytest.mark.unmeasured
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


@pytest.mark.unmeasured
def test_the_densest_documents_fit() -> None:
    chart = dict.fromkeys(range(1, 10_001), tm.Reward.STAR)
    rules = tm.Rules(players=1, levels=10_000, lives=1, stars=1, cards=10_000, rewards=chart)
    dealt = tm.LevelDealt(1, ((),) * 10_001)
    for value in (rules, dealt, tm.new_game(rules)):
        assert codec.loads(codec.dumps(value), type(value)) == value
    assert codec.loads(codec.dumps((dealt,) * 30), EVENTS) == (dealt,) * 30


def test_an_array_of_dense_documents_fits() -> None:
    """In an array each document can have as many hands as one, which a single text cannot."""
    dealt = (tm.LevelDealt(1, ((),) * 10_001),) * 3
    text = codec.dumps(dealt)
    assert codec.loads(text, EVENTS) == dealt
    with pytest.raises(tm.InvalidDocument, match=about(f"{25_000 + len(text) // 20:,}")):
        codec.loads(text, tm.Event)


def test_an_array_can_have_more_lists_than_a_document_of_its_length() -> None:
    text = f"[{'[],' * 30_000}[]]"
    for kind, path in ((EVENTS, "$[0]"), (tm.Event, "$")):
        with pytest.raises(tm.InvalidDocument) as refused:
            codec.loads(text, kind)
        assert refused.value.path == path


def frames_in_use() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def outcome_with(frames: int, read: Callable[[], Any]) -> str:
    """What becomes of a document where so many more calls fit on the stack."""

    def sink(depth: int) -> str:
        if depth > 0:
            return sink(depth - 1)
        try:
            return "read" if read() == RECORD else "misread"
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


READERS: dict[str, Callable[[], Any]] = {
    "loads": lambda: codec.loads(DEEPEST, tm.Record),
    "from_data": lambda: codec.from_data(DATA, tm.Record),
}


@pytest.mark.native
@pytest.mark.parametrize("name", READERS)
def test_the_end_of_the_stack_is_a_refusal(name: str) -> None:
    read = READERS[name]
    outcomes = in_a_thread(lambda: [outcome_with(frames, read) for frames in range(6, 90)])
    assert "stack" in outcomes[0]
    assert outcomes[-1] == "read"
    assert set(outcomes) == {outcomes[0], outcomes[-1]}
    assert read() == RECORD


@pytest.mark.native
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
