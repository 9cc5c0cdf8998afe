"""What is no document of ours is refused, at the place where it is wrong."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import themind as tm
from themind import codec

RULES = tm.Rules(players=2, levels=4, lives=2, stars=1)
STATE = tm.GameState(
    rules=RULES,
    phase=tm.Phase.PLAYING,
    level=3,
    lives=1,
    stars=1,
    hands=((40, 50), (60,)),
    pile=(tm.PlayedCard(1, 30),),
    aside=(tm.AsideCard(0, 20, tm.AsideReason.SKIPPED),),
    agreed=frozenset({1}),
)
RECORD = (
    tm.Record(STATE)
    .add(tm.Play(0), 10)
    .add(tm.Star([0, 1]))
    .add(tm.PlayTogether([tm.Play(0), tm.Play(1, 60)]))
    .add(tm.Deal([1, 2, 3]), 20)
)
VALUES: dict[str, Any] = {
    "Play": tm.Play(1, 36),
    "Rules": RULES,
    "GameState": STATE,
    "SeatView": tm.view(STATE, 0),
    "Record": RECORD,
    "Illegality": tm.check(STATE, tm.Begin()),
    "LevelDealt": tm.LevelDealt(1, ((3,), (4,))),
    "StarThrown": tm.StarThrown((3, None), 0),
    "MistakeMade": tm.MistakeMade(0, 30, ((), (20,)), 1),
    "PileRevealed": tm.PileRevealed((tm.PlayedCard(0, 3),), 0, 2),
    "CardPlayed": tm.CardPlayed(0, 3, face_down=False),
    "RewardTaken": tm.RewardTaken(tm.Reward.LIFE, 3, 1),
    "Outcome": tm.Outcome(victory=True, blind=False, level=4),
}
GONE = object()


def changed(kind: str, path: str, value: Any) -> Any:
    """The document of a value with something else at a place, or nothing."""
    data = copy.deepcopy(codec.to_data(VALUES[kind]))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    place: Any = data
    for step in steps:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return data


def refusal(kind: str, data: Any) -> tuple[str, str]:
    """Where and why a document is refused, as text and as data alike."""
    with pytest.raises(tm.InvalidDocument) as from_data:
        codec.from_data(data, type(VALUES[kind]))
    with pytest.raises(tm.InvalidDocument) as loaded:
        codec.loads(json.dumps(data), type(VALUES[kind]))
    assert loaded.value.args == from_data.value.args
    return loaded.value.path, loaded.value.reason


# What stands where in which document, the place that is named, and the reason that is given.
REFUSED = [
    ("Play", "seat", True, "$.seat", "expected an integer, found true"),
    ("Play", "seat", "3", "$.seat", 'expected an integer, found "3"'),
    ("Play", "seat", None, "$.seat", "expected an integer, found null"),
    ("Play", "seat", [1], "$.seat", "expected an integer, found a list"),
    ("Play", "card", {}, "$.card", "expected an integer, found an object"),
    ("Play", "card", False, "$.card", "expected an integer, found false"),
    ("Play", "card", GONE, "$", 'missing key "card"'),
    ("Play", "Card", 3, "$", 'unexpected key "Card"'),
    ("Play", "format", GONE, "$", 'missing key "format"'),
    ("Play", "format", 2, "$.format", "expected format 1, found 2"),
    ("Play", "format", True, "$.format", "expected format 1, found true"),
    ("Play", "format", "1", "$.format", 'expected format 1, found "1"'),
    ("Play", "type", GONE, "$", 'missing key "type"'),
    ("Play", "type", "Ready", "$.type", 'expected Play, found "Ready"'),
    ("Play", "type", ["Play"], "$.type", "expected Play, found a list"),
    ("Rules", "players", 0, "$", "players is at least 1, not 0"),
    ("Rules", "cards", 10**12, "$", "cards is at most 10,000, not 1000000000000"),
    ("Rules", "auto_refocus", 1, "$.auto_refocus", "expected true or false, found 1"),
    (
        "Rules",
        "blind_penalty",
        "per_card",
        "$.blind_penalty",
        'expected one of PER_CARD, PER_LEVEL, found "per_card"',
    ),
    ("Rules", "rewards 0 1", 5, "$.rewards[0][1]", "expected one of LIFE, STAR, found 5"),
    ("Rules", "rewards 0", [2], "$.rewards[0]", "expected 2 items, found 1"),
    ("Rules", "rewards 1", [3, "LIFE", 0], "$.rewards[1]", "expected 2 items, found 3"),
    ("Rules", "rewards 1", [2, "LIFE"], "$", "a level has two rewards"),
    (
        "Rules",
        "rewards 1",
        [1, "LIFE"],
        "$.rewards",
        "expected levels of the stack in ascending order",
    ),
    (
        "Rules",
        "rewards 1",
        [5, "LIFE"],
        "$.rewards",
        "expected levels of the stack in ascending order",
    ),
    ("Rules", "rewards", {"2": "STAR"}, "$.rewards", "expected a list, found an object"),
    ("GameState", "lives", 6, "$", "lives is at most 5, not 6"),
    ("GameState", "rules lives", 6, "$.rules", "lives is at most max_lives (5), not 6"),
    ("GameState", "rules type", "Rules", "$.rules", 'unexpected key "type"'),
    ("GameState", "rules format", 1, "$.rules", 'unexpected key "format"'),
    ("GameState", "rules", None, "$.rules", "expected an object, found null"),
    ("GameState", "hands 0 1", "50", "$.hands[0][1]", 'expected an integer, found "50"'),
    ("GameState", "hands 1", None, "$.hands[1]", "expected a list, found null"),
    ("GameState", "hands 0", [50, 40], "$", "the hand of seat 0 does not ascend"),
    ("GameState", "hands", [[], []], "$", "somebody holds a card in PLAYING"),
    ("GameState", "pile 0 seat", 2, "$", "pile names seat 2, which is not there"),
    ("GameState", "pile 0 card", GONE, "$.pile[0]", 'missing key "card"'),
    (
        "GameState",
        "aside 0 reason",
        "",
        "$.aside[0].reason",
        'expected one of SKIPPED, STAR, found ""',
    ),
    ("GameState", "agreed", [1, 0], "$.agreed", "expected seats in ascending order, each once"),
    ("GameState", "agreed", [1, 1], "$.agreed", "expected seats in ascending order, each once"),
    ("GameState", "agreed", [False], "$.agreed[0]", "expected an integer, found false"),
    ("GameState", "phase", "WON ", "$.phase", "expected one of DEALING, FOCUSING"),
    ("SeatView", "seat", 2, "$", "there is no seat 2"),
    ("SeatView", "hand", [40], "$", "the size of the viewer's hand is not that of the hand"),
    ("SeatView", "hands", [], "$", 'unexpected key "hands"'),
    ("SeatView", "pile 0 card", None, "$", "is known to everybody here"),
    ("Record", "entries", {}, "$.entries", "expected a list, found an object"),
    ("Record", "entries 0 at_ms", -1, "$.entries[0]", "at_ms is at least 0, not -1"),
    ("Record", "entries 3 at_ms", 2**63, "$.entries[3]", "at_ms is at most"),
    ("Record", "entries 3 at_ms", 9, "$", "entry 3: its time is earlier than the one before"),
    ("Record", "entries 0 at_ms", GONE, "$.entries[0]", 'missing key "at_ms"'),
    ("Record", "entries 1", "Star", "$.entries[1]", 'expected an object, found "Star"'),
    ("Record", "entries 0 action seat", True, "$.entries[0].action.seat", "expected an integer"),
    ("Record", "entries 0 action type", GONE, "$.entries[0].action", 'missing key "type"'),
    ("Record", "entries 0 action format", 1, "$.entries[0].action", 'unexpected key "format"'),
    (
        "Record",
        "entries 0 action type",
        "SeatReady",
        "$.entries[0].action.type",
        'Reveal, CompleteLevel, ContinueBlind or Gather, found "SeatReady"',
    ),
    ("Record", "entries 0 action", None, "$.entries[0].action", "expected an object, found null"),
    ("Record", "entries 2 action plays", [], "$.entries[2].action", "from 1 to 10000 plays land"),
    (
        "Record",
        "entries 2 action plays 1 card",
        "6",
        "$.entries[2].action.plays[1].card",
        'expected an integer, found "6"',
    ),
    (
        "Record",
        "entries 3 action deck 2",
        None,
        "$.entries[3].action.deck[2]",
        "expected an integer",
    ),
    ("Record", "start stars", 9, "$.start", "stars is at most 3, not 9"),
    ("Illegality", "rule", "lvl-3", "$.rule", "expected the id of a rule, like LVL-6"),
    ("Illegality", "rule", 3, "$.rule", "expected the id of a rule, found 3"),
    ("Illegality", "code", "NOPE", "$.code", "expected one of NOT_YOURS, WRONG_PHASE"),
    ("Illegality", "action seat", 0, "$.action", 'unexpected key "seat"'),
    ("LevelDealt", "hands 1 0", True, "$.hands[1][0]", "expected an integer, found true"),
    ("LevelDealt", "hands", [3, 4], "$.hands[0]", "expected a list, found 3"),
    ("LevelDealt", "level", None, "$.level", "expected an integer, found null"),
    ("StarThrown", "cards 1", "None", "$.cards[1]", 'expected an integer, found "None"'),
    ("MistakeMade", "skipped 1", 20, "$.skipped[1]", "expected a list, found 20"),
    ("PileRevealed", "pile 0", [0, 3], "$.pile[0]", "expected an object, found a list"),
    ("PileRevealed", "pile 0 card", None, "$.pile[0].card", "expected an integer, found null"),
    ("CardPlayed", "face_down", 0, "$.face_down", "expected true or false, found 0"),
    ("RewardTaken", "reward", "life", "$.reward", 'expected one of LIFE, STAR, found "life"'),
    ("LevelDealt", "type", 10**90, "$.type", f"expected LevelDealt, found 1{'0' * 36}..."),
    ("Outcome", "victory", "true", "$.victory", 'expected true or false, found "true"'),
]


@pytest.mark.parametrize(("kind", "place", "value", "path", "reason"), REFUSED)
def test_a_document_is_refused_at_its_fault(
    kind: str, place: str, value: Any, path: str, reason: str
) -> None:
    at, why = refusal(kind, changed(kind, place, value))
    assert at == path
    assert reason in why


@pytest.mark.parametrize("kind", VALUES)
def test_no_key_may_be_missing_or_added(kind: str) -> None:
    data = codec.to_data(VALUES[kind])
    for key in data:
        assert refusal(kind, changed(kind, key, GONE)) == (
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
