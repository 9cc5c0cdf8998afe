"""Observations take steps in proportion to the table, and episodes in proportion to their plays."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import themind as tm
from growth.steps import FACTOR, SLACK, steps_of
from themind.envs import Encoder

pytestmark = [pytest.mark.unmeasured, pytest.mark.once]


def _observed(players: int, level: int) -> int:
    rules = tm.Rules(
        players=players, levels=level, first_level=level, lives=1, stars=1, cards=1_000
    )
    state = tm.begin(tm.deal(tm.new_game(rules), range(1, players * level + 1)).state).state
    state = tm.star(state, range(players)).state
    encoder, seen = Encoder(rules, 10), tm.view(state, 1)
    return steps_of(lambda: encoder(seen, 0, 0))


def test_steps_of_an_observation() -> None:
    small = _observed(12, 12)
    assert _observed(12 * FACTOR, 12) <= SLACK * FACTOR * small
    assert _observed(12, 12 * FACTOR) <= SLACK * FACTOR * small
