"""Environments can be copied and sent to other processes, in the middle of a game too."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from envs.agents import THREE_LEVELS, random_actions
from envs.partners import Counting
from themind.envs import SeatEnv, env, parallel_env
from themind.experiments import LogNormal

KINDS = [
    {"mode": mode, "noise": LogNormal(0.3), "horizon": 9, "observation": observation}
    for mode in ("tick", "bid")
    for observation in ("flat", "view")
]
COPIES: dict[str, Any] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind['mode']} {kind['observation']}")
@pytest.mark.parametrize("how", COPIES)
def test_a_copied_table_goes_on_as_its_model(kind: dict[str, Any], how: str) -> None:
    one, dice = parallel_env(THREE_LEVELS, **kind), Random(4)
    _, infos = one.reset(seed=4)
    for _ in range(3):
        *_, infos = one.step(random_actions(one, infos, dice))
    other = COPIES[how](one)
    assert other.record == one.record
    while one.agents:
        actions = random_actions(one, infos, dice)
        *_, infos = one.step(actions)
        other.step(actions)
    assert other.record == one.record
    one.reset()
    other.reset()
    assert other.record == one.record


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind['mode']} {kind['observation']}")
def test_a_copied_seat_goes_on_as_its_model(kind: dict[str, Any]) -> None:
    one = SeatEnv(THREE_LEVELS, partners={0: Counting(), 2: Counting()}, seat=1, **kind)
    one.reset(seed=4)
    one.step(1)
    other = pickle.loads(pickle.dumps(one))
    for table in (one, other):
        for _ in range(2):
            over = False
            while not over:
                *_, terminated, truncated, _ = table.step(int(table.action_masks()[1]))
                over = terminated or truncated
            table.reset()
    assert other.record == one.record


def test_agents_in_turn_can_be_copied() -> None:
    turns = env(THREE_LEVELS, mode="bid", horizon=9)
    for used in (False, True):
        if used:
            turns.reset(seed=4)
            turns.step(3)
        other = pickle.loads(pickle.dumps(turns))
        assert str(other) == str(turns)
    for _ in range(2):
        turns.step(4)
        other.step(4)
    assert other.record == turns.record
