"""The checks that PettingZoo and Gymnasium offer, and their registries."""

from __future__ import annotations

import importlib
from typing import Any

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test

import themind as tm
import themind.envs as envs_module
from themind.envs import SeatEnv, TableEnv, env, parallel_env
from themind.experiments import Clock, LogNormal

KINDS = [
    {"mode": mode, "noise": noise, "horizon": 20}
    for mode in ("tick", "bid")
    for noise in (None, LogNormal(0.3))
]
NAMES = [f"{kind['mode']}, {'noise' if kind['noise'] else 'no noise'}" for kind in KINDS]


@pytest.fixture(params=KINDS, ids=NAMES)
def kind(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_api_test(kind: dict[str, Any]) -> None:
    api_test(env(**kind), num_cycles=200)


def test_parallel_api_test(kind: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(**kind), num_cycles=200)


def test_seed_test(kind: dict[str, Any]) -> None:
    seed_test(lambda: env(**kind), num_cycles=100)


def test_parallel_seed_test(kind: dict[str, Any]) -> None:
    parallel_seed_test(lambda: parallel_env(**kind), num_cycles=100)


def test_state_test(kind: dict[str, Any]) -> None:
    state_test(env(**kind), parallel_env(**kind), num_cycles=100)


def test_render_test(kind: dict[str, Any]) -> None:
    def make(render_mode: str) -> Any:
        return env(**kind, render_mode=render_mode)

    render_test(make, {"svg": lambda drawn: drawn.startswith("<svg")})


def test_check_env(kind: dict[str, Any]) -> None:
    check_env(gymnasium.make("themind/Seat-v0", **kind).unwrapped)


@pytest.mark.parametrize(("name", "mode"), [("themind/Tick-v0", "tick"), ("themind/Bid-v0", "bid")])
def test_pettingzoo_knows_the_tables(name: str, mode: str) -> None:
    parallel = pettingzoo.make("parallel", name, rules=tm.Rules.standard(players=3))
    assert isinstance(parallel, TableEnv)
    assert parallel.possible_agents == ["seat_0", "seat_1", "seat_2"]
    turns = pettingzoo.make("aec", name)
    assert str(turns) == str(parallel) == f"themind_{mode}_v0"


def test_gymnasium_knows_the_seat_with_a_clock_for_a_partner() -> None:
    seat = gymnasium.make("themind/Seat-v0", mode="bid")
    seat.reset(seed=3)
    assert isinstance(seat.unwrapped, SeatEnv)
    three = tm.Rules.standard(players=3)
    other = gymnasium.make(
        "themind/Seat-v0", rules=three, partners={0: Clock(1), 2: Clock(1)}, seat=1
    )
    other.reset(seed=3)
    assert other.unwrapped.record.start.players == 3


def test_the_environments_are_registered_once() -> None:
    known = dict(pettingzoo.aec_registry), dict(gymnasium.registry)
    importlib.reload(envs_module)  # a second registration would warn
    assert known == (dict(pettingzoo.aec_registry), dict(gymnasium.registry))
