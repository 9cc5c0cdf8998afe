"""What type checkers know of environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_type

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import themind as tm
from themind.envs import (
    Encoder,
    EnvPolicy,
    Rewards,
    SeatEnv,
    TableEnv,
    env,
    parallel_env,
    reference_chance,
)
from themind.experiments import Clock, Draw, LogNormal, Policy

Floats = np.ndarray[Any, np.dtype[np.float32]]
Flags = np.ndarray[Any, np.dtype[np.int8]]


def act(observation: Floats, mask: Flags, draw: Draw) -> int:
    return int(mask.argmax()) + int(draw.uniform() < observation[0])


def with_all(rules: tm.Rules) -> None:
    table = parallel_env(rules, mode="bid", noise=LogNormal(0.3), rewards=Rewards(card=0.1))
    assert_type(table, TableEnv)
    assert_type(table.record, tm.Record)
    assert_type(table.encoder, Encoder)
    assert_type(table.encoder.space, spaces.Box)
    assert_type(table.encoder.parts, Mapping[str, slice])
    assert_type(table.state(), Floats)
    assert_type(env(rules), AECEnv[str, Any, int | None])
    observations, rewards, *_ = table.step({"seat_0": 1, "seat_1": 2})
    assert_type(observations, dict[str, Any])
    assert_type(rewards, dict[str, float])
    seat = SeatEnv(rules, partners={1: Clock(1.0)})
    assert_type(seat.action_masks(), np.ndarray[Any, np.dtype[np.bool_]])
    policy: Policy = EnvPolicy(act, 10, tempo=0.5, mode="bid")
    SeatEnv(rules, partners={1: policy})
    assert_type(reference_chance(rules, 10, LogNormal(0.3)), float)


def with_what_is_wrong(rules: tm.Rules) -> None:
    parallel_env(rules, mode="tock")  # type: ignore[arg-type]
    parallel_env(rules, 10)  # type: ignore[call-arg, arg-type]
    SeatEnv(rules)  # type: ignore[call-arg]
    SeatEnv(rules, partners=[Clock(1.0)])  # type: ignore[arg-type]
    EnvPolicy(lambda view: 1, 10)  # type: ignore[misc, arg-type]
