"""A recorded game as paragraphs: headings, times, and lines that fit a terminal."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import themind as tm
from golden.games import GAMES
from themind._cli.narration import ending, narration_of, opening, paragraph, step_lines

NAMES = ("Ada", "Ben", "Cleo")
PAIR = tm.Rules.standard(players=2)


def told_game(name: str) -> list[str]:
    game = GAMES[name]
    return list(narration_of(game, tm.replay(game)))


@pytest.mark.parametrize("name", GAMES)
def test_a_story_fits_a_terminal_and_any_encoding(name: str) -> None:
    for line in told_game(name):
        assert len(line) < 80
        assert line.isascii()
        assert line.isprintable()


def test_a_chapter_says_which_level_it_is_and_which_deal() -> None:
    lines = told_game("a_mistake_a_star_a_reward")
    assert "Level 1 of 10: 3 lives, 1 star" in lines
    assert "Level 2 of 10, deal 3: 2 lives, no stars" in lines
    assert "Blind level 2 of 12: 1 life, 1 star" in told_game("blind_from_a_victory_to_a_loss")


def test_a_step_is_told_in_one_paragraph() -> None:
    lines = told_game("two_levels_won")
    assert "  Seat 0 is ready." in lines
    assert "  Seat 1 is ready. Everyone is ready. Play begins." in lines


def test_the_story_opens_with_the_rules() -> None:
    state = tm.new_game(tm.Rules(players=1, first_level=2, levels=2, lives=1, stars=0, cards=9))
    assert list(opening(state)) == ["1 player, level 2 alone, 1 life, no stars, cards 1 to 9."]


@pytest.mark.rule("VAR-5", "VAR-6", "VAR-2")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"starts_blind": True}, "Every level is played blind."),
        (
            {"mistake_penalty": tm.MistakePenalty.PER_CARD},
            "A mistake costs a life for each skipped card.",
        ),
        (
            {"blind_penalty": tm.BlindPenalty.PER_LEVEL},
            "A blind level with mistakes costs one life.",
        ),
        ({"auto_refocus": False}, "Play continues immediately after a mistake or a star."),
        ({"rewards": {}}, "Rewards: none."),
        ({"rewards": {4: tm.Reward.LIFE}}, "Rewards: level 4 (life)."),
    ],
)
def test_the_story_opens_with_house_rules(changed: dict[str, Any], sentence: str) -> None:
    usual = " ".join(opening(tm.new_game(PAIR)))
    lines = opening(tm.new_game(attrs.evolve(PAIR, **changed)))
    assert " ".join(lines) == f"{usual} {sentence}"


def test_a_story_that_starts_in_the_middle_shows_the_table_with_its_names() -> None:
    lines = told_game("blind_victory_with_one_penalty")
    assert " ".join(lines[:2]) == (
        "4 players, levels 1 to 8, 2 lives, no stars. A blind level with mistakes costs one life."
    )
    assert lines[3] == "Blind level 8 of 8: play is in progress"
    start = GAMES["blind_victory_with_one_penalty"].start
    assert list(opening(start, ["Ada", "Ben", "Cleo", "Dan"]))[-1].startswith("  Dan  ")


@pytest.mark.parametrize(
    ("at_ms", "clock"),
    [(0, "  0:00.0"), (59_960, "  0:59.9"), (60_000, "  1:00.0"), (6_000_100, "100:00.1")],
)
def test_a_step_tells_its_time(at_ms: int, clock: str) -> None:
    state = tm.deal(tm.new_game(PAIR), tm.stacked_deck([(37,), (62,)])).state
    line = f"{clock}  Everyone is ready. Play begins."
    assert list(step_lines(tm.begin(state), NAMES[:2], at_ms)) == [line]


def test_a_step_without_a_time_is_indented_a_little() -> None:
    state = tm.deal(tm.new_game(PAIR), tm.stacked_deck([(37,), (62,)])).state
    assert list(step_lines(tm.begin(state))) == ["  Everyone is ready. Play begins."]


def test_a_paragraph_keeps_its_margin() -> None:
    lines = paragraph("word " * 40, "  0:00.0  ")
    assert len(lines) > 1
    assert all(line.startswith(" " * 10) for line in lines[1:])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two_levels_won", "the game is won, completed up to level 2, 2 lives and no stars left."),
        ("lost_at_once", "the game is lost, no level completed, no lives and no stars left."),
        (
            "blind_from_a_victory_to_a_loss",
            "the blind run is lost, completed up to level 1, no lives and no stars left.",
        ),
        (
            "a_mistake_a_star_a_reward",
            "none yet. Level 3 of 10: the game is waiting for the deal.",
        ),
    ],
)
def test_the_ending(name: str, words: str) -> None:
    assert ending(tm.final_state(GAMES[name])) == f"Outcome: {words}"
