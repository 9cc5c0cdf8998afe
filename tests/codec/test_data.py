"""Documents as plain data: as strict as text, and what cannot be read is not written."""

from __future__ import annotations

import copy
import re
from collections import OrderedDict
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from codec.games import some_of_each
from positions import tampered
from themind import codec
from wording import about

EACH = some_of_each()
RULES = tm.Rules.standard(players=2)
STATE = tm.new_game(RULES)


def cycle() -> list[Any]:
    """A list that holds itself."""
    data: list[Any] = []
    data.append(data)
    return data


def circle() -> dict[str, Any]:
    """The document of a record whose entries are the record."""
    data = codec.to_data(tm.Record(STATE))
    data["entries"] = [data]
    return data


class Seat(IntEnum):
    """An int, but not exactly one."""

    FIRST = 0


class Text(str):
    """A text, but not exactly one."""

    __slots__ = ()


class Row(list[Any]):
    """A list, but not exactly one."""


def types_in(data: Any) -> set[type]:
    """The types of all values in plain data, keys included."""
    if isinstance(data, dict):
        data = [*data, *data.values()]
    parts = [types_in(item) for item in data] if isinstance(data, list) else []
    return {type(data)}.union(*parts)


@pytest.mark.parametrize("kind", EACH)
def test_data_is_plain_and_comes_back_as_the_value(kind: str) -> None:
    for value in EACH[kind]:
        data = codec.to_data(value)
        assert types_in(data) <= {dict, list, str, int, bool, type(None)}
        before = copy.deepcopy(data)
        assert codec.from_data(data, type(value)) == value
        assert data == before


def test_data_can_be_changed_without_touching_the_value() -> None:
    record = tm.Record(STATE).add(tm.Deal([1, 2]))
    data = codec.to_data(record)
    data["entries"][0]["action"]["deck"].append(3)
    data["start"]["rules"]["rewards"].clear()
    assert codec.to_data(record) != data
    assert record.entries[0].action == tm.Deal([1, 2])


def with_seat(seat: Any) -> dict[Any, Any]:
    return {"format": 1, "type": "Ready", "seat": seat}


@pytest.mark.parametrize(
    ("data", "kind", "path", "words"),
    [
        (with_seat(1.0), tm.Ready, "$.seat", ["integer", "float"]),
        (with_seat(float("nan")), tm.Ready, "$.seat", ["integer", "float"]),
        (with_seat((1,)), tm.Ready, "$.seat", ["integer", "tuple"]),
        (with_seat(b"1"), tm.Ready, "$.seat", ["integer", "bytes"]),
        (with_seat(Seat.FIRST), tm.Ready, "$.seat", ["integer", "Seat.FIRST"]),
        (with_seat(cycle()), tm.Ready, "$.seat", ["integer", "list"]),
        (with_seat(10**100), tm.Ready, "$.seat", ["integer", "100 digits"]),
        (with_seat(-(10**10_000)), tm.Ready, "$.seat", ["integer", "100 digits"]),
        (with_seat(0) | {1: 2}, tm.Ready, "$", ["key", 1]),
        (with_seat(0) | {None: 2}, tm.Ready, "$", ["key", "null"]),
        (with_seat(0) | {(1, 2): 2}, tm.Ready, "$", ["key", "tuple"]),
        (with_seat(0) | {10**9999: 2}, tm.Ready, "$", ["key", "100 digits"]),
        (OrderedDict(with_seat(0)), tm.Ready, "$", ["object", "OrderedDict"]),
        (with_seat(Text("0")), tm.Ready, "$.seat", ["integer", "Text"]),
        ({"format": 1, "type": Text("Ready"), "seat": 0}, tm.Ready, "$.type", ["Ready", "Text"]),
        ({"format": 1, "type": "Deal", "deck": Row()}, tm.Deal, "$.deck", ["list", "Row"]),
        (
            with_seat(0) | {"type": tm.AsideReason.STAR},
            tm.Ready,
            "$.type",
            ["Ready", "AsideReason.STAR"],
        ),
        ({"format": 1, "type": "Deal", "deck": (1, 2)}, tm.Deal, "$.deck", ["list", "tuple"]),
        ({"format": 1, "type": "Deal", "deck": cycle()}, tm.Deal, "$.deck[0]", ["list"]),
        ({"format": 1, "type": "Deal", "deck": [10**100]}, tm.Deal, "$.deck[0]", ["100 digits"]),
        ({"format": 1, "type": "Star", "agreed": {0, 1}}, tm.Star, "$.agreed", ["list", "set"]),
        (
            {"format": 1, "type": "Star", "agreed": [0] * 10_002},
            tm.Star,
            "$.agreed",
            ["10,001", "10,002"],
        ),
        (
            {"format": 1, "type": "Star", "agreed": list(range(10_001))},
            tm.Star,
            "$",
            ["agreed"],
        ),
        (
            {"format": 1, "type": "RewardForfeited", "reward": tm.Reward.LIFE},
            tm.RewardForfeited,
            "$.reward",
            ["LIFE, STAR", "Reward.LIFE"],
        ),
        (circle(), tm.Record, "$.entries[0]", ["key"]),
        (cycle(), tm.Record, "$", ["object", "list"]),
        (STATE, tm.GameState, "$", ["object", "GameState"]),
        (type("x" * 10**6, (), {})(), tm.GameState, "$", ["object"]),
    ],
)
def test_data_is_read_as_strictly_as_text(
    data: Any, kind: Any, path: str, words: list[object]
) -> None:
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.from_data(data, kind)
    assert refused.value.path == path
    assert re.search(about(*words), refused.value.reason)
    assert len(refused.value.reason) < 200


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted(EACH)), st.data())
def test_any_value_in_any_place_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    """And what is read is written as the same data."""
    value = data.draw(st.sampled_from(EACH[kind]))
    document = codec.to_data(value)
    document[data.draw(st.sampled_from(sorted(document)))] = data.draw(PLAIN)
    try:
        read = codec.from_data(document, type(value))
    except tm.InvalidDocument:
        return
    assert codec.to_data(read) == document


class MyState(tm.GameState):  # type: ignore[misc]
    """A state of another class."""


class MyRules(tm.Rules):  # type: ignore[misc]
    """Rules of another class."""


def my_rules() -> tm.Rules:
    return MyRules(players=2, levels=12, lives=2, stars=1)


def fresh() -> tm.GameState:
    """A new game that is nobody else's."""
    return tm.new_game(RULES)


# What holds something of a wrong type, and the place that is named.
JUNK: dict[str, tuple[Callable[[], Any], str]] = {
    "a text for a seat": (lambda: tampered(tm.Play(0), seat="x"), "Play.seat"),
    "a bool for a seat": (lambda: tampered(tm.Ready(0), seat=True), "Ready.seat"),
    "a fraction for a card": (lambda: tampered(tm.Play(0), card=3.0), "Play.card"),
    "a list for a card": (lambda: tampered(tm.Play(0), card=[3]), "Play.card"),
    "a text in a deck": (lambda: tampered(tm.Deal([1]), deck=("a",)), "Deal.deck[0]"),
    "a bool in a deck": (lambda: tampered(tm.Deal([1]), deck=(1, True)), "Deal.deck[1]"),
    "a text for a voter": (
        lambda: tampered(tm.Star([0]), agreed=frozenset({"a"})),
        "Star.agreed",
    ),
    "a play of junk": (
        lambda: tm.PlayTogether([tm.Play(0), tampered(tm.Play(0), seat=None)]),
        "PlayTogether.plays[1].seat",
    ),
    "an entry of junk": (
        lambda: tm.Record(STATE).add(tm.Begin()).add(tampered(tm.Play(0), seat="x")),
        "Record.entries[1].action.seat",
    ),
    "hands in a list": (
        lambda: tampered(tm.LevelDealt(1, ((1,),)), hands=[(1,)]),
        "LevelDealt.hands",
    ),
    "a hand in a list": (
        lambda: tampered(tm.LevelDealt(1, ((1,),)), hands=([1],)),
        "LevelDealt.hands[0]",
    ),
    "a number for a bool": (lambda: tampered(tm.GameWon(False), blind=1), "GameWon.blind"),
    "a name for a reward": (
        lambda: tampered(tm.RewardForfeited(tm.Reward.LIFE), reward="LIFE"),
        "RewardForfeited.reward",
    ),
    "a number for a name": (lambda: tampered(tm.Record(STATE), names=(1, 2)), "Record.names[0]"),
    "tags in a dict": (lambda: tampered(tm.Record(STATE), tags={"event": ""}), "Record.tags"),
    "a detail of another type": (
        lambda: tampered(tm.check(STATE, tm.Begin()), detail=tm.Phase.DEALING),
        "Illegality.detail",
    ),
    "seats in a set": (lambda: tampered(tm.Star([0]), agreed={0}), "Star.agreed"),
    "a text for the seat of a position": (
        lambda: tampered(fresh(), agreed={"0"}),
        "GameState.agreed",
    ),
    "hands of junk in a position": (
        lambda: tampered(fresh(), hands=(None, ())),
        "GameState.hands[0]",
    ),
    "rules of junk in a position": (lambda: tampered(fresh(), rules=None), "GameState.rules"),
    "a pair for a card": (
        lambda: tampered(tm.PileRevealed((), 0, 1), pile=((0, 3),)),
        "PileRevealed.pile[0]",
    ),
    "a seen card in a pile": (
        lambda: tampered(tm.PileRevealed((), 0, 1), pile=(tm.SeenCard(0, 3),)),
        "PileRevealed.pile[0]",
    ),
}

# What is of the right types, but could not be read again.
UNREADABLE: dict[str, tuple[Callable[[], Any], str]] = {
    "a number of 101 digits": (lambda: tm.Play(10**100), "Play.seat"),
    "a number of 10,000 digits": (lambda: tm.Deal([-(10**10_000)]), "Deal.deck[0]"),
    "a long tuple": (
        lambda: tampered(tm.LevelDealt(1, ()), hands=((),) * 10_002),
        "LevelDealt.hands",
    ),
    "a long name": (lambda: tampered(tm.Record(STATE), names=("x" * 81, "")), "Record.names[0]"),
    "a name that moves the cursor": (
        lambda: tampered(tm.Record(STATE), names=("", "\x1b[2J")),
        "Record.names[1]",
    ),
    "a long tag": (
        lambda: tampered(tm.Record(STATE), tags=(("event", "x" * 401),)),
        'Record.tags["event"]',
    ),
    "a tag twice": (
        lambda: tampered(tm.Record(STATE), tags=(("event", ""), ("event", ""))),
        "Record.tags",
    ),
    "a tag of three": (lambda: tampered(tm.Record(STATE), tags=(("a", "b", "c"),)), "Record.tags"),
    "many tags": (
        lambda: tampered(tm.Record(STATE), tags=tuple([(f"{n}", "") for n in range(65)])),
        "Record.tags",
    ),
    "no id of a rule": (
        lambda: tm.Illegality(tm.IllegalCode.STALE, "whim", tm.Begin()),
        "Illegality.rule",
    ),
}


@pytest.mark.parametrize("write", [codec.dumps, codec.to_data])
@pytest.mark.parametrize("what", JUNK)
def test_a_value_with_junk_inside_is_not_written(what: str, write: Callable[[Any], Any]) -> None:
    make, place = JUNK[what]
    with pytest.raises(TypeError, match=rf"^{re.escape(place)}: "):
        write(make())


@pytest.mark.parametrize("write", [codec.dumps, codec.to_data])
@pytest.mark.parametrize("what", UNREADABLE)
def test_what_could_not_be_read_is_not_written(what: str, write: Callable[[Any], Any]) -> None:
    make, place = UNREADABLE[what]
    with pytest.raises(tm.InvalidArgument, match=rf"^{re.escape(place)}: "):
        write(make())


@pytest.mark.parametrize("write", [codec.dumps, codec.to_data])
@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        "Play",
        [],
        tm.Play,
        tm.Phase.WON,
        tm.PlayedCard(0, 3),
        tm.begin(tm.deal(STATE, [1, 2]).state),
        MyState(rules=RULES, phase=tm.Phase.DEALING, level=1, lives=2, stars=1, hands=((), ())),
        my_rules(),
        type("Play", (), {"seat": 0, "card": None})(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_without_documents_is_a_type_error(value: Any, write: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match=about("document", type(value))):
        write(value)


def test_a_long_document_is_written_and_read_where_it_is_asked_for() -> None:
    """Law 10: whatever is written is read again, if only the reader allows for its length."""
    event = tm.LevelDealt(1, ((10**99,) * 10_001, *[(10**99,)] * 500))
    text = codec.dumps(event)
    assert codec.loads(text, tm.Event, max_length=len(text)) == event
    assert codec.from_data(codec.to_data(event), tm.Event) == event
    for most in (2**20, len(text) - 1):
        with pytest.raises(tm.InvalidDocument, match=about(f"{most:,}", f"{len(text):,}")):
            codec.loads(text, tm.Event, max_length=most)
