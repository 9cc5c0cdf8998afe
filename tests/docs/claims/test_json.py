"""What the page on JSON says beside its examples, and what other pages say of documents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from themind import codec
from themind.__main__ import main

pytestmark = pytest.mark.once

STORED = Path(__file__).parents[2] / "data" / "format-1"
START = tm.new_game(tm.Rules.standard(players=2))


def depth(data: Any) -> int:
    """How deep objects and lists nest."""
    if not isinstance(data, dict | list):
        return 0
    inner = data.values() if isinstance(data, dict) else data
    return 1 + max(map(depth, inner), default=0)


@claim("json.md", "Limits")
def test_documents_need_six_levels() -> None:
    lines = [line for path in STORED.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    named = tm.Record(START, [tm.Entry(tm.PlayTogether([tm.Play(0)]))], names=("A", "B"))
    texts = [*lines, codec.dumps(named).encode()]
    assert max(depth(json.loads(text)) for text in texts) == 6


@claim("json.md", "Limits")
@claim("howto/storing.md", "The record")
@claim("security.md", "What a request can cost")
def test_so_many_entries_fit_into_a_record_that_is_read_by_default() -> None:
    for actions, least, most in (
        ((tm.Ready(0), tm.Unready(0)), 19_000, 21_000),
        ((tm.Play(3, 100), tm.AgreeToStar(3, 100)), 10_000, 20_000),
    ):
        entries = [tm.Entry(action, 10**6) for action in actions]
        each = len(codec.dumps(tm.Record(START, entries * 500))) / 1_000
        assert least < 2**20 / each < most


@claim("json.md", "Limits")
def test_the_command_reads_longer_records_but_not_endless_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "long.json"
    text = codec.dumps(tm.Record(START, [tm.Entry(tm.Deal(range(1, 101)))]))
    for length, status in ((2**24, 0), (2**24 + 1, 2)):
        file.write_text(text.ljust(length), encoding="ascii")
        assert main(["replay", "--json", str(file)]) == status
    assert str(2**24) in capsys.readouterr().err.replace(",", "")


@claim("json.md", "Free text")
def test_the_size_of_a_name_in_bytes_and_in_json() -> None:
    name = "\N{PLAYING CARD BLACK JOKER}" * 80
    record = tm.Record(START, names=(name, name))
    assert len(name.encode()) == 320
    assert len(json.dumps(name)) - 2 == 960
    text = codec.dumps(record)
    assert json.dumps(name) in text
    assert codec.loads(text, tm.Record) == record


@claim("json.md", "Free text")
@pytest.mark.parametrize("name", ["", "<script>", "\u202e", 'a: ["b"]', "\N{PILE OF POO}"])
def test_a_name_can_be_any_text_that_shows_no_control_character(name: str) -> None:
    record = tm.Record(START, names=(name, name), tags={"__proto__": name})
    assert codec.loads(codec.dumps(record), tm.Record) == record


def phases_of(state: tm.GameState, action: tm.Action) -> list[str]:
    """The phase of the view of seat 0 after each event of a step."""
    seen, phases = tm.view(state, 0), []
    for event in tm.apply(state, action).events:
        seen = tm.evolve_view(seen, tm.redact(event, 0))
        phases.append(seen.phase.name)
    return phases


@claim("json.md", "Following a game")
def test_a_view_between_two_events_can_be_inconsistent() -> None:
    rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
    dealt = tm.deal(tm.new_game(rules), tm.stacked_deck([(12,), (50,)])).state
    running = tm.begin(dealt).state
    assert phases_of(running, tm.Play(1)) == ["PLAYING", "PLAYING", "LOST"]
    last = tm.play(running, 0).state
    assert phases_of(last, tm.Play(1)) == ["PLAYING", "CLEARED"]
    assert phases_of(tm.ready(dealt, 0).state, tm.Ready(1)) == ["FOCUSING", "PLAYING"]


@claim("json.md", "Following a game")
def test_a_blind_view_between_two_events_can_be_inconsistent() -> None:
    rules = tm.Rules(players=2, levels=1, lives=1, stars=0, starts_blind=True)
    state = tm.deal(tm.new_game(rules), tm.stacked_deck([(12,), (50,)])).state
    state = tm.play(tm.begin(state).state, 1).state
    assert phases_of(state, tm.Play(0)) == ["PLAYING", "REVEALING"]
    assert phases_of(tm.play(state, 0).state, tm.Reveal()) == ["CLEARED", "LOST"]


@claim("json.md", "Compatibility")
def test_a_later_format_is_named_before_anything_else_but_broken_json() -> None:
    for text, path in (
        ('{"format":2,"type":"Play","seat":"x","more":1}', "$.format"),
        ('{"format":2,"type":"Play","seat":1.5}', "$"),
        ('{"format":2,"format":2,"type":"Play"}', "$"),
    ):
        with pytest.raises(tm.InvalidDocument) as refused:
            codec.loads(text, tm.Play)
        assert refused.value.path == path


@claim("json.md", "Embed documents in your own messages")
def test_pythons_parser_is_not_strict() -> None:
    assert json.loads('{"a": 1, "a": 2}') == {"a": 2}
    assert str(json.loads("NaN")) == "nan"
    with pytest.raises(tm.InvalidDocument):
        codec.loads('{"seat":0,"seat":1,"type":"Ready","format":1}', tm.Ready)


@claim("howto/storing.md")
def test_equal_values_have_equal_texts() -> None:
    one, other = (tm.Star(seats) for seats in ([0, 1], [1, 0]))
    assert codec.dumps(one) == codec.dumps(other)


def strings_in(data: Any) -> set[str]:
    """All texts in a document, but names and tags."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return set().union(*[strings_in(data[key]) for key in data.keys() - {"names", "tags"}])
    return set().union(*map(strings_in, data)) if isinstance(data, list) else set()


@claim("json.md", "Structure of a document")
def test_every_string_is_a_name_of_the_page_or_the_id_of_a_rule() -> None:
    page = (STORED.parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    known = set(re.findall(r"`\"?(\w+)\"?`", page))
    lines = [line for path in STORED.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    found = set().union(*[strings_in(json.loads(line)) for line in lines])
    assert {text for text in found - known if not re.fullmatch(r"[A-Z]+-\d+", text)} == set()
    assert len(found) > 80
