"""The game that the command line tells without a command."""

from __future__ import annotations

import themind as tm
from themind._cli import demo


def test_the_shown_game_has_a_mistake_a_star_and_an_end() -> None:
    record = demo.play_game()
    seen = {type(event) for step in tm.replay(record) for event in step.events}
    assert seen >= {tm.MistakeMade, tm.StarThrown, tm.RewardTaken, tm.GameWon}


def test_the_shown_game_is_the_same_each_time_and_another_for_another_seed() -> None:
    assert demo.play_game() == demo.play_game() != demo.play_game("monday")


def test_a_game_of_any_seed_ends() -> None:
    for seed in range(20):
        assert tm.final_state(demo.play_game(str(seed))).is_over


def test_the_shown_players_do_not_cheat() -> None:
    """The hands of others change nothing for a player who sees the same."""
    rules = tm.Rules.standard(players=2)
    plans = set()
    for other in (5, 50, 99):
        state = tm.deal(tm.new_game(rules), tm.stacked_deck([(37,), (other,)])).state
        plans.add(demo.plan(tm.view(tm.begin(state).state, 0), 0, "friday"))
    assert len(plans) == 1
