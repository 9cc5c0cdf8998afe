"""An agent learns here, and what it has learned can be computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.agents import ONE_LEVEL
from themind.envs import parallel_env
from themind.experiments import exact

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

HORIZON = 10
CENTRES = np.linspace(0, 100, 21)
BUMPS = np.exp(-(((np.arange(1, 101)[:, None] - CENTRES) / 4) ** 2) / 2)  # by card


def chances(weights: Any) -> Any:
    scores = np.exp(BUMPS @ weights)
    return scores / scores.sum(axis=1, keepdims=True)


def trained(seed: int, games: int) -> Any:
    """REINFORCE for both seats: more of what was done before a win, less before a loss."""
    env, dice = parallel_env(ONE_LEVEL, mode="bid", horizon=HORIZON), np.random.default_rng(seed)
    hand, weights, usual = env.encoder.parts["hand"], np.zeros((len(CENTRES), HORIZON)), 0.5
    for game in range(games):
        observations, _ = env.reset(seed=f"{seed}/{game}")
        cards = [int(vector[hand].argmax()) for vector in observations.values()]
        odds = chances(weights)[cards]
        bids = [int(dice.choice(HORIZON, p=p)) for p in odds]
        _, rewards, ends, *_ = env.step({"seat_0": bids[0] + 1, "seat_1": bids[1] + 1})
        if not ends["seat_0"]:
            _, rewards, *_ = env.step({"seat_0": 1, "seat_1": 1})
        surprise = rewards["seat_0"] - usual
        usual += 0.01 * surprise
        for card, bid, p in zip(cards, bids, odds, strict=True):
            weights += 0.4 * surprise * np.outer(BUMPS[card], np.eye(HORIZON)[bid] - p)
    return weights


def chance_to_win(weights: Any) -> float:
    """The exact chance of two such agents: no game is played for it."""
    odds = chances(weights)
    later = 1 - odds.cumsum(axis=1) + odds / 2
    first = np.clip(odds @ later.T, 0, 1)
    return exact.race(lambda near, far: float(first[near - 1, far - 1]), 1)[0]


def test_two_agents_learn_to_wait_in_800_games() -> None:
    untrained = np.zeros((len(CENTRES), HORIZON))
    assert chance_to_win(untrained) == pytest.approx(0.5)
    assert chance_to_win(trained(1, 800)) >= 0.65
