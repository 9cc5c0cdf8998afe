"""The recipes as modules, and games at random that they keep."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import themind as tm
from codec.games import any_action

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "recipes"
sys.path.insert(0, str(EXAMPLE))  # as for a program in that folder

from running import Game, Log  # noqa: E402

RULES = tm.Rules.standard(players=3).five_levels()

__all__ = ["EXAMPLE", "RULES", "Game", "Log", "play_on"]


def play_on(game: Game, rng: random.Random, actions: int) -> None:
    """Act at random, as often as asked or to the end of the game."""
    for _ in range(actions):
        if game.state.phase in {tm.Phase.WON, tm.Phase.LOST}:
            return
        game.act(any_action(rng, game.state))
