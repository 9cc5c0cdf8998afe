"""Checks of the testing kit take steps in proportion to their games, whose sizes differ."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import themind as tm
from growth.steps import FACTOR, steps_of
from themind import testing

pytestmark = [pytest.mark.unmeasured, pytest.mark.once]

CHECKS: dict[str, Callable[[int], object]] = {
    "check_referee": lambda games: testing.check_referee(
        tm.new_game, lambda state, action: tm.apply(state, action).state, games=games
    ),
    "check_view_client": lambda games: testing.check_view_client(
        lambda view: view, tm.evolve_view, games=games
    ),
    "check_hiding": lambda games: testing.check_hiding(games=games),
}


@pytest.mark.parametrize("name", CHECKS)
def test_steps_of_a_check(name: str) -> None:
    few, many = [steps_of(lambda games=games: CHECKS[name](games)) for games in (3, 3 * FACTOR)]
    assert many <= 2 * FACTOR * few
