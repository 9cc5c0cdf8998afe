"""The libraries that people train with take the environments as they are, where they are here."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from claims import claim
from envs.agents import ONE_LEVEL
from themind.envs import SeatEnv, env, parallel_env
from themind.experiments import Clock

# What these libraries warn of is their own affair.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.unmeasured]


@pytest.mark.parametrize("mode", ["tick", "bid"])
def test_supersuit(mode: Any) -> None:
    supersuit = pytest.importorskip("supersuit")
    stacked = supersuit.frame_stack_v1(parallel_env(mode=mode, horizon=9), 3)
    observations, _ = stacked.reset(seed=1)
    assert observations["seat_0"].shape == (3 * 312,)
    tables = supersuit.pettingzoo_env_to_vec_env_v1(parallel_env(mode=mode, horizon=9))
    vector = supersuit.concat_vec_envs_v1(tables, 2, num_cpus=0, base_class="gymnasium")
    vector.reset(seed=1)
    for _ in range(100):
        observations, rewards, *_ = vector.step(np.array([1, 0, 0, 1]))
        assert observations.shape == (4, 312)
        assert rewards.shape == (4,)


@pytest.mark.parametrize("mode", ["tick", "bid"])
def test_torchrl(mode: Any) -> None:
    libs = pytest.importorskip("torchrl.envs")
    utils = pytest.importorskip("torchrl.envs.utils")
    options = {"mode": mode, "horizon": 9}
    for wrapped in (
        libs.PettingZooWrapper(parallel_env(**options), seed=1),
        libs.PettingZooWrapper(env(**options), use_mask=True, seed=1),
        libs.GymWrapper(SeatEnv(partners={1: Clock(1.0)}, **options)),
    ):
        utils.check_env_specs(wrapped)
        assert wrapped.rollout(20).batch_size[0] > 0


@claim("environments.md", "Other libraries")
def test_sb3_contrib_learns_with_masks() -> None:
    """MaskablePPO finds no action that a mask forbids."""
    contrib = pytest.importorskip("sb3_contrib")
    seat = SeatEnv(ONE_LEVEL, partners={1: Clock(0.1)}, mode="bid", horizon=10)
    model = contrib.MaskablePPO("MlpPolicy", seat, n_steps=64, batch_size=32, seed=1)
    model.learn(128)
    observation, _ = seat.reset(seed=1)
    action, _ = model.predict(observation, action_masks=seat.action_masks())
    assert seat.action_masks()[int(action)]
