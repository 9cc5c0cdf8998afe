"""What is written is read as it was, and the same value is written in one way only."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from claims import claim
from codec.games import played, some_of_each, values_of
from themind import codec

EACH = some_of_each()
SEEDS = st.integers(0, 2**32)
NUMBERS = st.integers(-(10**100) + 1, 10**100 - 1)
RULES = tm.Rules.standard(players=2)

# What each value looks like, written by hand from the page on JSON.
WRITTEN = {
    '{"card":36,"format":1,"seat":1,"type":"Play"}': tm.Play(1, 36),
    '{"card":null,"format":1,"seat":0,"type":"Play"}': tm.Play(0),
    '{"cards_down":4,"format":1,"seat":2,"type":"AgreeToStar"}': tm.AgreeToStar(2, 4),
    '{"format":1,"type":"Begin"}': tm.Begin(),
    '{"agreed":[0,1,10],"format":1,"type":"Star"}': tm.Star([10, 1, 0]),
    '{"deck":[3,1,2],"format":1,"type":"Deal"}': tm.Deal([3, 1, 2]),
    '{"format":1,"plays":[{"card":null,"seat":1},{"card":5,"seat":0}],"type":"PlayTogether"}': (
        tm.PlayTogether([tm.Play(1), tm.Play(0, 5)])
    ),
    '{"format":1,"hands":[[37],[]],"level":1,"type":"LevelDealt"}': tm.LevelDealt(1, ((37,), ())),
    '{"format":1,"hand":[4,60],"hand_sizes":[2,2],"level":2,"type":"HandDealt"}': (
        tm.HandDealt(2, (4, 60), (2, 2))
    ),
    '{"card":9,"face_down":true,"format":1,"seat":0,"type":"CardPlayed"}': (
        tm.CardPlayed(0, 9, face_down=True)
    ),
    '{"card":30,"format":1,"lives":1,"seat":1,"skipped":[[3,9],[]],"type":"MistakeMade"}': (
        tm.MistakeMade(1, 30, ((3, 9), ()), 1)
    ),
    '{"cards":[12,null],"format":1,"stars":0,"type":"StarThrown"}': tm.StarThrown((12, None), 0),
    '{"format":1,"lives":1,"mistakes":1,"pile":[{"card":12,"seat":0}],"type":"PileRevealed"}': (
        tm.PileRevealed((tm.PlayedCard(0, 12),), 1, 1)
    ),
    '{"format":1,"lives":3,"reward":"LIFE","stars":1,"type":"RewardTaken"}': (
        tm.RewardTaken(tm.Reward.LIFE, 3, 1)
    ),
    '{"blind":false,"format":1,"level":12,"type":"Outcome","victory":true}': (
        tm.Outcome(victory=True, blind=False, level=12)
    ),
    '{"action":{"card":null,"seat":1,"type":"Play"},"at_ms":1200,"format":1,"type":"Entry"}': (
        tm.Entry(tm.Play(1), 1200)
    ),
    '{"action":{"format":1,"type":"Begin"},"code":"WRONG_PHASE","detail":"DEALING","format":1,'
    '"rule":"LVL-3","type":"Illegality"}': (
        tm.Illegality(tm.IllegalCode.WRONG_PHASE, "LVL-3", tm.Begin(), "DEALING")
    ),
    '{"action":{"card":9,"format":1,"seat":0,"type":"Play"},"code":"NOT_HELD","detail":null,'
    '"format":1,"rule":"LVL-6","type":"Illegality"}': (
        tm.Illegality(tm.IllegalCode.NOT_HELD, "LVL-6", tm.Play(0, 9))
    ),
    '{"auto_refocus":true,"blind_penalty":"PER_CARD","cards":100,"first_level":1,"format":1,'
    '"levels":12,"lives":2,"max_lives":5,"max_stars":3,"mistake_penalty":"PER_MISTAKE","players":2,'
    '"rewards":[[2,"STAR"],[3,"LIFE"],[5,"STAR"],[6,"LIFE"],[8,"STAR"],[9,"LIFE"]],"stars":1,'
    '"starts_blind":false,"type":"Rules"}': RULES,
}


@pytest.mark.parametrize("text", WRITTEN, ids=lambda text: text[:40])
def test_a_document_looks_as_the_page_says(text: str) -> None:
    assert codec.dumps(WRITTEN[text]) == text
    assert codec.loads(text, type(WRITTEN[text])) == WRITTEN[text]


def test_positions_of_a_game_that_are_read_share_their_rules() -> None:
    """Unless these are large: they would keep much memory."""
    for rewards, shared in ((0, True), (16, True), (17, False)):
        chart = dict.fromkeys(range(1, rewards + 1), tm.Reward.STAR)
        rules = tm.Rules(players=2, levels=20, lives=1, stars=1, rewards=chart)
        text = codec.dumps(tm.new_game(rules))
        read = [codec.loads(text, tm.GameState).rules for _ in range(2)]
        assert read == [rules, rules]
        assert (read[0] is read[1]) is shared


def test_a_position_and_a_record_look_as_the_page_says() -> None:
    state = tm.GameState(
        rules=tm.Rules(players=1, levels=3, lives=1, stars=1, cards=9, rewards=()),
        phase=tm.Phase.FOCUSING,
        level=3,
        lives=1,
        stars=0,
        hands=((8,),),
        pile=(tm.PlayedCard(0, 6),),
        aside=(tm.AsideCard(0, 2, tm.AsideReason.STAR),),
    )
    rules = (
        '{"auto_refocus":true,"blind_penalty":"PER_CARD","cards":9,"first_level":1,"levels":3,'
        '"lives":1,"max_lives":5,"max_stars":3,"mistake_penalty":"PER_MISTAKE","players":1,'
        '"rewards":[],"stars":1,"starts_blind":false}'
    )
    start = (
        '"agreed":[],"aside":[{"card":2,"reason":"STAR","seat":0}],"attempt":0,"blind":false,%s'
        '"hands":[[8]],"level":3,"lives":1,"phase":"FOCUSING","pile":[{"card":6,"seat":0}],'
        f'"ready":[],"rules":{rules},"stars":0'
    )
    assert codec.dumps(state) == "{" + start % '"format":1,' + ',"type":"GameState"}'
    record = tm.Record(
        state,
        [tm.Entry(tm.Begin(), 0), tm.Entry(tm.Play(0))],
        names=["Bj\u00f6rn"],
        tags={"b": "\U0001f0a1", "a": 'a "b"'},
        ended_at_ms=9,
    )
    assert codec.dumps(record) == (
        '{"ended_at_ms":9,"entries":[{"action":{"type":"Begin"},"at_ms":0},'
        '{"action":{"card":null,"seat":0,"type":"Play"},"at_ms":null}],"format":1,'
        '"names":["Bj\\u00f6rn"],"start":{' + start % "" + "},"
        '"tags":{"a":"a \\"b\\"","b":"\\ud83c\\udca1"},"type":"Record"}'
    )
    bare = codec.to_data(tm.Record(state))
    assert (bare["names"], bare["tags"], bare["ended_at_ms"]) == ([], {}, None)


@pytest.mark.parametrize("kind", EACH)
def test_every_kind_of_value_comes_back_as_it_was(kind: str) -> None:
    for value in EACH[kind]:
        assert_comes_back(value)


def test_games_make_every_kind_of_value() -> None:
    written = {json.loads(codec.dumps(values[0]))["type"] for values in EACH.values()}
    assert written == EACH.keys() == all_names()


def all_names() -> set[str]:
    """Every class of the public face that is an action, an event or a document of its own."""
    unions = [tm.Action, tm.Event, tm.SeatEvent]
    members: set[Any] = {member for union in unions for member in union.__args__}
    members |= {tm.Rules, tm.GameState, tm.SeatView, tm.Record, tm.Entry, tm.Outcome}
    members |= {tm.Illegality}
    return {member.__name__ for member in members}


@pytest.mark.slow  # the sixty games above are the same to the default profile
@given(SEEDS)
def test_law_10_what_is_written_is_read_as_it_was(seed: int) -> None:
    for value in values_of(seed):
        assert_comes_back(value)


def assert_comes_back(value: Any) -> None:
    text = codec.dumps(value)
    back = codec.loads(text, type(value), max_length=len(text))
    assert back == value
    assert type(back) is type(value)
    assert hash(back) == hash(value)
    assert codec.dumps(back) == text
    assert codec.loads(text.encode(), codec.Document) == value


@pytest.mark.unmeasured
@given(SEEDS)
@claim("json.md", "Canonical form")
def test_a_document_is_one_line_of_ascii_without_spaces_in_the_order_of_its_keys(seed: int) -> None:
    for value in values_of(seed):
        text = codec.dumps(value)
        data = json.loads(text, parse_float=pytest.fail)
        assert re.fullmatch(r"[ -~]+", text)
        assert text == json.dumps(data, sort_keys=True, separators=(",", ":"))
        assert (data["format"], data["type"]) == (1, type(value).__name__)


@pytest.mark.parametrize("kind", EACH)
def test_spaces_and_the_order_of_keys_are_free(kind: str) -> None:
    value = EACH[kind][-1]
    backwards = dict(reversed(codec.to_data(value).items()))
    assert codec.loads(json.dumps(backwards, indent=2), type(value)) == value


@given(SEEDS)
def test_a_replayed_record_ends_as_the_one_that_was_written(seed: int) -> None:
    record, steps = played(seed)
    back = codec.loads(codec.dumps(record), tm.Record)
    assert list(tm.replay(back)) == steps


@given(NUMBERS, NUMBERS, st.frozensets(NUMBERS), st.lists(NUMBERS))
def test_actions_that_no_table_takes_are_written_too(
    seat: int, card: int, agreed: frozenset[int], deck: list[int]
) -> None:
    for action in (tm.Play(seat, card), tm.Star(agreed), tm.Deal(deck), tm.AgreeToStar(seat, card)):
        assert_comes_back(action)
        assert_comes_back(tm.Record(tm.new_game(RULES)).add(action))


def test_equal_values_have_equal_documents_however_they_were_made() -> None:
    chart = {9: tm.Reward.LIFE, 3: tm.Reward.LIFE, 2: tm.Reward.STAR}
    short = {"players": 2, "levels": 4, "lives": 1, "stars": 0}
    pairs = [
        (tm.Star([9, 8, 1]), tm.Star([1, 8, 9, 9])),
        (tm.Rules(**short, rewards=chart), tm.Rules(**short)),
    ]
    for one, other in pairs:
        assert one == other
        assert codec.dumps(one) == codec.dumps(other)


def test_the_keys_of_tags_stand_in_the_order_of_code_points() -> None:
    """Which is not that of UTF-16, where the two of a pair come before other characters."""
    keys = ["\uff21", "\U0001f0a1", "Z", "a", "\u00e9"]
    record = tm.Record(tm.new_game(RULES), tags=dict.fromkeys(keys, ""))
    text = codec.dumps(record)
    assert list(json.loads(text)["tags"]) == sorted(keys)
    assert_comes_back(record)


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=80))
def test_texts_come_back_or_are_no_texts_of_a_record(key: str, text: str, name: str) -> None:
    try:
        record = tm.Record(tm.new_game(RULES), names=[name, text], tags={key: text})
    except tm.InvalidArgument:
        return
    assert_comes_back(record)


def test_a_union_takes_each_of_its_members() -> None:
    push = tm.SeatView | tm.HiddenCardPlayed
    assert codec.loads(codec.dumps(tm.HiddenCardPlayed(1)), push) == tm.HiddenCardPlayed(1)
    seen = tm.view(tm.new_game(RULES))
    assert codec.loads(codec.dumps(seen), push) == seen


@pytest.mark.parametrize("kind", [tm.Event, tm.SeatEvent])
def test_a_union_of_events_takes_those_that_it_has_alone(kind: Any) -> None:
    hidden, open_ = tm.HiddenCardPlayed(0), tm.LevelDealt(1, ((3,), (4,)))
    mine, others = (open_, hidden) if kind is tm.Event else (hidden, open_)
    assert codec.loads(codec.dumps(mine), kind) == mine
    with pytest.raises(tm.InvalidDocument) as refused:
        codec.loads(codec.dumps(others), kind)
    assert refused.value.path == "$.type"
