"""A record as one picture: everything in its place and order."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import attrs
import pytest

import themind as tm
from golden.games import GAMES
from render.pictures import CROWD, HOSTILE, SVG, alternative, hints, parsed, words
from themind import render

PAIR = tm.Rules.standard(players=2)


def level_one(*times: int | None) -> tm.Record:
    record = tm.Record(tm.new_game(PAIR)).add(tm.Deal(tm.stacked_deck([(20,), (80,)])), times[0])
    return record.add(tm.Begin(), times[1]).add(tm.Play(0), times[2]).add(tm.Play(1), times[3])


def places(picture: str, hint: str) -> list[tuple[float, float]]:
    """Where the marks of a kind stand: the middle of each."""
    return [
        _middle(group[1])
        for group in parsed(picture).iter(f"{SVG}g")
        if re.match(hint, group.findtext(f"{SVG}title", ""))
    ]


def _middle(mark: Any) -> tuple[float, float]:
    if mark.tag == f"{SVG}circle":
        return float(mark.get("cx")), float(mark.get("cy"))
    corners = re.findall(r"-?[\d.]+", mark.get("points") or mark.get("d"))
    xs, ys = corners[::2], corners[1::2]
    return sum(map(float, xs)) / len(xs), sum(map(float, ys)) / len(ys)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn_well_formed(name: str) -> None:
    picture = render.timeline(GAMES[name])
    assert parsed(picture).get("role") == "img"
    assert picture == render.timeline(GAMES[name])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text_and_nothing_else(name: str) -> None:
    game = GAMES["landed_together"]
    tags = [e.tag for e in parsed(render.timeline(game, ["Ada", "Ben"])).iter()]
    assert [e.tag for e in parsed(render.timeline(game, [name, "Ben"])).iter()] == tags


def test_every_card_and_mistake_and_star_is_marked() -> None:
    shown = hints(render.timeline(GAMES["landed_together"], ["Ada", "Ben"]))
    assert sorted(shown) == sorted(
        [
            *(f"Ada plays {card}" for card in (10, 30, 90)),
            *(f"Ben plays {card}" for card in (40, 95)),
            "Ada makes a mistake with 30",
            "Ben sets aside 20",
            "Ada throws 52 with a star",
            "Ben throws 60 with a star",
        ]
    )


def test_of_a_blind_pile_the_counted_mistakes_are_marked() -> None:
    rules = tm.Rules(players=2, levels=12, lives=2, stars=0)
    state = tm.GameState(
        rules=rules, phase=tm.Phase.DEALING, level=4, lives=2, stars=0, hands=((), ()), blind=True
    )
    hands = [(10, 20, 30, 90), (5, 7, 40, 95)]
    record = tm.Record(state).add(tm.Deal(tm.stacked_deck(hands))).add(tm.Begin())
    for seat in (0, 1, 1, 0, 1, 0, 0, 1):
        record = record.add(tm.Play(seat))
    shown = hints(render.timeline(record.add(tm.Reveal())))
    assert [hint for hint in shown if "mistake" in hint] == [
        "Seat 1 makes a mistake with 5",
        "Seat 1 makes a mistake with 7",
    ]


@pytest.mark.parametrize("times", [(None, 0, 1, 2), (None,) * 4, (5,) * 4])
def test_without_times_the_order_runs_across(times: tuple[int | None, ...]) -> None:
    picture = render.timeline(level_one(*times))
    assert {"order of play", "card"} <= {*words(picture)}
    (x0, _), (x1, _) = places(picture, "Seat . plays")
    assert x0 < x1


def test_each_level_has_its_name_where_it_begins() -> None:
    texts = words(render.timeline(GAMES["two_levels_won"]))
    assert [text for text in texts if text.startswith("Level")] == ["Level 1", "Level 2"]
    gathered = words(render.timeline(GAMES["a_mistake_a_star_a_reward"]))
    assert "Level 2, deal 2" in gathered


def test_names_of_levels_keep_their_distance() -> None:
    record, state = tm.Record(tm.new_game(PAIR)), tm.new_game(PAIR)
    for _ in range(400):
        action: tm.Action = tm.Gather() if state.is_over or any(state.hands) else tm.Deal([1, 2])
        record, state = record.add(action), tm.apply(state, action).state
    picture = render.timeline(record)
    labels = [t for t in parsed(picture).iter(f"{SVG}text") if "Level" in (t.text or "")]
    spans = [(float(label.get("x", "")), 6 * len(label.text or "")) for label in labels]
    assert 1 < len(spans) < 200
    assert all(left + width < right for (left, width), (right, _) in pairwise(spans))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("two_levels_won", "A game of 2 players, levels 1 to 2: won"),
        ("lost_at_once", "A game of 2 players, level 1 alone: lost"),
        ("a_mistake_a_star_a_reward", "A game of 3 players, levels 1 to 10: unfinished"),
        ("blind_from_a_victory_to_a_loss", "A blind run of 2 players, levels 1 to 12: lost"),
    ],
)
def test_the_picture_says_how_it_ends(name: str, title: str) -> None:
    picture = render.timeline(GAMES[name])
    assert alternative(picture).splitlines()[0] == title
    assert title in words(picture)


def test_the_picture_has_words_for_those_who_do_not_see_it() -> None:
    told = alternative(render.timeline(GAMES["landed_together"])).splitlines()
    assert told[1].split("; ") == [
        "Level 4 of 4: played 10 30 40 90 95",
        "mistake, Seat 0's 30",
        "skipped: 20",
        "thrown with a star: 52 60.",
    ]
    assert alternative(render.timeline(tm.Record(tm.new_game(PAIR)))).endswith("\nNo deal yet.")
    only_dealt = tm.Record(tm.new_game(PAIR)).add(tm.Deal([1, 2]))
    assert alternative(render.timeline(only_dealt)).endswith("\nLevel 1 of 12: played nothing.")


def test_a_record_within_a_level_begins_with_its_first_card() -> None:
    picture = render.timeline(GAMES["blind_victory_with_one_penalty"])
    assert hints(picture) == ["Seat 0 plays 91", "Seat 1 plays 88"]


def test_a_crowd_has_a_legend() -> None:
    texts = words(render.timeline(tm.Record(tm.new_game(CROWD))))
    assert {f"Seat {seat}" for seat in range(50)} <= set(texts)


@pytest.mark.parametrize("seconds", [1, 59, 60, 3_600, 86_400, 2**52])
def test_the_clock_has_a_few_round_marks(seconds: int) -> None:
    picture = render.timeline(level_one(0, 0, 0, 1_000 * seconds))
    clocks = [text for text in words(picture) if re.fullmatch(r"\d+:\d\d", text)]
    assert 2 <= len(clocks) <= 11
    assert clocks[0] == "0:00"


def test_a_small_deck_has_its_own_axis() -> None:
    game = GAMES["alone_with_a_star"]
    assert [text for text in words(render.timeline(game)) if text.isdigit()] == [
        "1",
        "2",
        "4",
        "6",
        "9",
    ]


def test_a_record_against_the_rules_is_refused() -> None:
    record = level_one(0, 0, 0, 0).add(tm.Play(0), 0)
    with pytest.raises(tm.InvalidRecord):
        render.timeline(record)


@pytest.mark.parametrize("record", [None, "record", tm.new_game(PAIR)])
def test_only_a_record_has_a_timeline(record: Any) -> None:
    with pytest.raises(TypeError):
        render.timeline(record)


def test_as_many_names_as_players() -> None:
    with pytest.raises(tm.InvalidArgument):
        render.timeline(GAMES["landed_together"], ["Ada"])


def test_a_record_brings_its_own_names() -> None:
    record = attrs.evolve(
        GAMES["landed_together"],
        names=("Ada", "Ben", "Cleo", "Dan")[: GAMES["landed_together"].start.players],
    )
    assert render.timeline(record) == render.timeline(record, record.names)
    assert "Ada" in render.timeline(record)
    others = ["P", "Q", "R", "S"][: record.start.players]
    assert "Ada" not in render.timeline(record, others)


def test_a_page_finds_each_play() -> None:
    record = GAMES["a_mistake_a_star_a_reward"]
    played = [
        (str(event.card), str(event.seat))
        for step in tm.replay(record)
        for event in step.events
        if isinstance(event, tm.CardPlayed)
    ]
    groups = parsed(render.timeline(record)).iter(f"{SVG}g")
    found = [(group.attrib["data-card"], group.attrib["data-seat"]) for group in groups]
    assert {*played} <= {*found}
    assert len(found) > len(played)
