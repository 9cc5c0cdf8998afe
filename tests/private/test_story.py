"""The story in words: a sentence for every event, paragraphs that fit a terminal."""

from __future__ import annotations

from typing import get_args

import pytest

import themind as tm
from golden.games import GAMES
from themind import _demo
from themind._story import TELL, ending, opening, paragraph, sentences, story, told
from themind._words import seat_names

NAMES = ("Ada", "Ben", "Cleo")
PAIR = tm.Rules.standard(players=2)
GATHERED = "All cards are gathered: level 4 is dealt again."

SENTENCES = {
    tm.LevelDealt(1, ((37,), (62,), (5,))): "Dealt: Ada 37; Ben 62; Cleo 5.",
    tm.SeatReady(1): "Ben is ready.",
    tm.SeatUnready(1): "Ben is not ready after all.",
    tm.PlayStarted(): "All are ready: play runs.",
    tm.RefocusCalled(2): "Cleo calls stop to refocus.",
    tm.PlayPaused(): "The team refocuses.",
    tm.CardPlayed(0, 36, face_down=False): "Ada plays 36.",
    tm.CardPlayed(0, 36, face_down=True): "Ada lays a card face down (it is 36).",
    tm.MistakeMade(0, 46, ((), (12, 39), (5,)), 1): (
        "MISTAKE: lower cards were still held. Aside: Ben 12 39; Cleo 5. Left: 1 life."
    ),
    tm.CardVoid(1, 39): "Ben's 39 landed too, but is aside already: it costs nothing more.",
    tm.StarProposed(0): "Ada proposes a star.",
    tm.StarAgreed(1): "Ben says yes.",
    tm.StarDeclined(1): "Ben says no: no star is thrown.",
    tm.StarLapsed(): "The proposed star is off: the table has changed.",
    tm.StarThrown((12, None, 33), 0): (
        "STAR: each sets the lowest card aside: Ada 12; Cleo 33. Left: no stars."
    ),
    tm.HandsEmptied(): "All hands are empty.",
    tm.PileRevealed((tm.PlayedCard(0, 48), tm.PlayedCard(1, 31)), 1, 2): (
        "The pile is turned over: 48 31. It holds 1 mistake. Left: 2 lives."
    ),
    tm.PileRevealed((), 0, 2): (
        "The pile is turned over: no card. It holds no mistakes. Left: 2 lives."
    ),
    tm.LevelCleared(4): "Level 4 is cleared.",
    tm.RewardTaken(tm.Reward.LIFE, 3, 1): "Reward: a life. The team now has 3 lives and 1 star.",
    tm.RewardForfeited(tm.Reward.STAR): (
        "The reward, a star, stays in the supply: the team has as many as it may."
    ),
    tm.LevelCompleted(4): "Level 4 is completed.",
    tm.GameWon(blind=False): "The team has won.",
    tm.GameWon(blind=True): "The team has won the blind run too.",
    tm.GameLost(blind=False, level=3): "The last life is gone: the team has lost, in level 3.",
    tm.GameLost(blind=True, level=3): (
        "The last life is gone: the team has lost, in blind level 3."
    ),
    tm.BlindStarted(): "The team goes on blind, from level 1.",
    tm.DealGathered(4): GATHERED,
}


def told_game(name: str) -> list[str]:
    game = GAMES[name]
    return list(story(game, tm.replay(game), seat_names(game.start.players, None)))


@pytest.mark.parametrize("event", SENTENCES, ids=lambda event: type(event).__name__)
def test_an_event_is_told(event: tm.Event) -> None:
    assert list(sentences([event], NAMES)) == [SENTENCES[event]]


def test_every_event_has_its_words() -> None:
    assert set(TELL) == set(get_args(tm.Event)) == {type(event) for event in SENTENCES}


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


def test_the_story_opens_with_the_rules() -> None:
    state = tm.new_game(tm.Rules(players=1, first_level=2, levels=2, lives=1, stars=0, cards=9))
    assert list(opening(state)) == ["1 player, level 2 alone, 1 life, no stars, cards 1 to 9."]


def test_a_story_that_starts_in_the_middle_shows_the_table() -> None:
    lines = told_game("blind_victory_with_one_penalty")
    assert lines[0] == "4 players, levels 1 to 8, 2 lives, no stars."
    assert lines[2] == "Blind level 8 of 8: play runs"


@pytest.mark.parametrize(
    ("at_ms", "clock"),
    [(0, "  0:00.0"), (59_960, "  0:59.9"), (60_000, "  1:00.0"), (6_000_100, "100:00.1")],
)
def test_a_step_tells_its_time(at_ms: int, clock: str) -> None:
    state = tm.deal(tm.new_game(PAIR), tm.stacked_deck([(37,), (62,)])).state
    assert list(told(tm.begin(state), NAMES, at_ms)) == [f"{clock}  All are ready: play runs."]


def test_a_step_without_a_time_stands_in_a_little() -> None:
    state = tm.deal(tm.new_game(PAIR), tm.stacked_deck([(37,), (62,)])).state
    assert list(told(tm.begin(state), NAMES)) == ["  All are ready: play runs."]


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
        ("a_mistake_a_star_a_reward", "none yet. Level 3 of 10: waiting for the deal."),
    ],
)
def test_the_ending(name: str, words: str) -> None:
    assert ending(tm.final_state(GAMES[name])) == f"Outcome: {words}"


def test_the_shown_game_has_a_mistake_a_star_and_an_end() -> None:
    record = _demo.play_game()
    seen = {type(event) for step in tm.replay(record) for event in step.events}
    assert seen >= {tm.MistakeMade, tm.StarThrown, tm.RewardTaken, tm.GameWon}


def test_the_shown_game_is_the_same_each_time_and_another_for_another_seed() -> None:
    assert _demo.play_game() == _demo.play_game() != _demo.play_game("monday")


def test_the_shown_players_do_not_cheat() -> None:
    """What others hold changes nothing for a player who sees the same."""
    rules = tm.Rules.standard(players=2)
    wishes = set()
    for other in (5, 50, 99):
        state = tm.deal(tm.new_game(rules), tm.stacked_deck([(37,), (other,)])).state
        wishes.add(_demo.wish(tm.view(tm.begin(state).state, 0), 0, "friday"))
    assert len(wishes) == 1
