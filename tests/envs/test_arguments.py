"""Bad arguments get an error of the library that says what must hold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import themind as tm
from claims import claim
from themind.envs import Rewards, SeatEnv, env, parallel_env
from themind.experiments import Clock, LogNormal

BAD: list[tuple[dict[str, Any], type[Exception]]] = [
    ({"rules": 3}, TypeError),
    ({"mode": "tock"}, tm.InvalidArgument),
    ({"horizon": 0}, tm.InvalidArgument),
    ({"horizon": 10**7}, tm.InvalidArgument),
    ({"horizon": 1 << 300}, tm.InvalidArgument),
    ({"horizon": True}, TypeError),
    ({"horizon": 10.0}, TypeError),
    ({"noise": 0.3}, TypeError),
    ({"noise": LogNormal}, TypeError),
    ({"landing": "random"}, TypeError),
    ({"rewards": {"level": 1}}, TypeError),
    ({"max_cycles": 0}, tm.InvalidArgument),
    ({"max_cycles": None}, TypeError),
    ({"observation": "raw"}, tm.InvalidArgument),
    ({"render_mode": "rgb"}, tm.InvalidArgument),
    ({"render_mode": "x" * 500}, tm.InvalidArgument),
    ({"mode": ["tick"]}, tm.InvalidArgument),
]


@pytest.mark.parametrize("make", [parallel_env, env])
@pytest.mark.parametrize(("options", "error"), BAD)
def test_what_a_table_cannot_be_made_of(
    make: Any, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        make(**options)


def test_numbers_of_numpy_are_numbers() -> None:
    table = parallel_env(mode="bid", horizon=np.int64(5), max_cycles=np.uint8(9))  # type: ignore[arg-type]
    table.reset(seed=np.int32(4))  # type: ignore[arg-type]
    first = table.record
    table.reset(seed=4)
    assert table.record == first
    table.step({"seat_0": np.int64(3), "seat_1": np.array(5)})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("weights", "error"),
    [
        ({"level": math.nan}, tm.InvalidArgument),
        ({"card": math.inf}, tm.InvalidArgument),
        ({"won": 10**400}, tm.InvalidArgument),
        ({"life": "1"}, TypeError),
        ({"life": True}, TypeError),
        ({"life": None}, TypeError),
    ],
)
def test_rewards_are_finite_numbers(weights: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Rewards(**weights)
    assert Rewards(level=np.float32(0.5), won=2) == Rewards(level=0.5, won=2.0)  # type: ignore[arg-type]


def test_nothing_can_be_done_before_a_reset() -> None:
    table = parallel_env()
    for ask in (table.state, table.render, lambda: table.record):
        with pytest.raises(tm.InvalidArgument):
            ask()
    with pytest.raises(tm.InvalidArgument):
        table.step({"seat_0": 0, "seat_1": 0})


def test_nothing_can_be_done_after_the_end() -> None:
    table = parallel_env(max_cycles=1)
    table.reset(seed=1)
    table.step({"seat_0": 0, "seat_1": 0})
    with pytest.raises(tm.InvalidArgument):
        table.step({"seat_0": 0, "seat_1": 0})


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ({}, tm.InvalidArgument),
        ({"seat_0": 0}, tm.InvalidArgument),
        ({"seat_0": 0, "seat_1": 0, "seat_2": 0}, tm.InvalidArgument),
        ({0: 0, 1: 0}, tm.InvalidArgument),
        ([0, 0], TypeError),
        ({"seat_0": 3, "seat_1": 0}, tm.InvalidArgument),
        ({"seat_0": -1, "seat_1": 0}, tm.InvalidArgument),
        ({"seat_0": 1.0, "seat_1": 0}, TypeError),
        ({"seat_0": None, "seat_1": 0}, TypeError),
        ({"seat_0": True, "seat_1": 0}, TypeError),
    ],
)
def test_actions_are_one_for_each_agent(actions: Any, error: type[Exception]) -> None:
    table = parallel_env()
    table.reset(seed=1)
    before = table.record
    with pytest.raises(error):
        table.step(actions)
    assert table.record == before
    assert table.step({"seat_0": 0, "seat_1": 0})


@pytest.mark.parametrize(
    ("action", "error"),
    [(99, tm.InvalidArgument), (-1, tm.InvalidArgument), (None, TypeError), (1.0, TypeError)],
)
@pytest.mark.parametrize("agent", ["seat_0", "seat_1"])
@claim("environments.md", "Tick and bid modes")
def test_a_bad_action_is_refused_at_the_seat_that_takes_it(
    agent: str, action: Any, error: type[Exception]
) -> None:
    """In turn or at once; the agent is named, and the game goes on as if it had not been tried."""
    turns, table = (make(mode="bid", horizon=10) for make in (env, parallel_env))
    turns.reset(seed=1)
    table.reset(seed=1)
    with pytest.raises(error, match=f"action of {agent} must be"):
        table.step({"seat_0": 3, "seat_1": 4} | {agent: action})
    for name, wait in {"seat_0": 3, "seat_1": 4}.items():
        before = turns.record
        if name == agent:
            with pytest.raises(error, match=f"action of {agent} must be"):
                turns.step(action)
        assert (turns.agent_selection, turns.record) == (name, before)
        turns.step(wait)
    table.step({"seat_0": 3, "seat_1": 4})
    assert turns.record == table.record
    assert len(table.record.entries) > 2


def test_after_the_end_an_agent_can_only_leave() -> None:
    turns = env(max_cycles=1)
    turns.reset(seed=1)
    turns.step(0)
    turns.step(0)
    with pytest.raises(tm.InvalidArgument, match="action of seat_0 must be None"):
        turns.step(0)
    assert turns.agents == ["seat_0", "seat_1"]
    turns.step(None)
    assert turns.agents == ["seat_1"]
    turns.step(None)
    assert turns.agents == []


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        (1.5, TypeError),
        (True, TypeError),
        (b"pilot", TypeError),
        ("\ud800", tm.InvalidArgument),
        (1 << 20_000, tm.InvalidArgument),
    ],
    ids=["float", "bool", "bytes", "surrogate", "long"],
)
def test_seeds_are_numbers_and_texts(seed: Any, error: type[Exception]) -> None:
    table = parallel_env()
    with pytest.raises(error):
        table.reset(seed=seed)


def test_the_option_deck_is_a_function() -> None:
    table = parallel_env()
    with pytest.raises(TypeError):
        table.reset(options={"deck": (1, 2, 3)})
    with pytest.raises(tm.IllegalAction):
        table.reset(options={"deck": lambda state: (1, 1)})


@pytest.mark.parametrize("option", ["dek", "Deck", "", 5, None])
@pytest.mark.parametrize("make", [parallel_env, env, lambda: SeatEnv(partners={1: Clock(1.0)})])
def test_an_unknown_option_is_refused_and_the_known_one_named(make: Any, option: Any) -> None:
    """The games of the seed go on as if it had not been tried."""
    tried, other = make(), make()
    for table in (tried, other):
        table.reset(seed=1)
    with pytest.raises(tm.InvalidArgument, match="'deck'"):
        tried.reset(seed=2, options={option: lambda state: tm.deck_for(state, 1)})
    assert tried.record == other.record
    for table in (tried, other):
        table.reset()
    assert tried.record == other.record


def test_the_option_of_the_official_tests_is_ignored() -> None:
    table = parallel_env()
    table.reset(seed=1)
    expected = table.record
    table.reset(seed=1, options={"options": 1, "deck": None})
    assert table.record == expected


def test_agents_are_known_by_name() -> None:
    table = parallel_env()
    for ask in (table.observation_space, table.action_space):
        with pytest.raises(tm.InvalidArgument):
            ask("seat_2")
    assert parallel_env(tm.Rules(players=1, levels=2, lives=1, stars=0)).possible_agents == [
        "seat_0"
    ]
