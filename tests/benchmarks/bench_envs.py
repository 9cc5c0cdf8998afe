"""How many turns a second the environments play, beside PettingZoo's Hanabi and Leduc hold'em.

A turn is the action of one agent, with its observation and its mask; agents choose at random among
what the mask allows, which ends games soon and deals often. Rounds alternate, so that all are
measured in the same minute.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

import themind as tm
from themind.envs import SeatEnv, env, parallel_env
from themind.experiments import Clock, LogNormal

TURNS = 2_000
ROUNDS = 5
AT_LEAST = 3.0  # times the turns of Hanabi

Play = Callable[[], float]


def in_turns(table: Any) -> Play:
    """Turns a second of an environment whose agents act one after the other."""
    table.reset(seed=1)

    def play() -> float:
        turns, began = 0, time.process_time()
        while turns < TURNS:
            table.reset()
            for agent in table.agent_iter():
                observation, _, terminated, truncated, info = table.last()
                if terminated or truncated:
                    table.step(None)
                    continue
                mask = info.get("action_mask")
                mask = observation["action_mask"] if mask is None else mask
                table.step(table.action_space(agent).sample(mask))
                turns += 1
        return turns / (time.process_time() - began)

    return play


def all_at_once(table: Any) -> Play:
    """Turns a second of an environment whose agents act at once: one for each agent a step."""
    table.reset(seed=1)

    def play() -> float:
        turns, began = 0, time.process_time()
        while turns < TURNS:
            _, infos = table.reset()
            while table.agents:
                actions = {
                    agent: table.action_space(agent).sample(infos[agent]["action_mask"])
                    for agent in table.agents
                }
                *_, infos = table.step(actions)
                turns += len(actions)
        return turns / (time.process_time() - began)

    return play


def classic(name: str) -> Play:
    """One of PettingZoo's own card games; skipped where what it needs is not here."""
    import pettingzoo

    pytest.importorskip({"hanabi": "pyspiel", "leduc_holdem": "rlcard"}[name])
    return in_turns(pettingzoo.make("aec", f"classic/{name}-v{CLASSIC[name]}"))


CLASSIC = {"hanabi": 5, "leduc_holdem": 4}


def medians(benchmark: Any, **plays: Play) -> dict[str, float]:
    """The medians of alternating rounds."""
    found: dict[str, list[float]] = {name: [] for name in plays}

    def rounds() -> None:
        for name, play in plays.items():
            found[name].append(play())

    benchmark.pedantic(rounds, rounds=ROUNDS, warmup_rounds=1)
    speeds = {name: median(speeds) for name, speeds in found.items()}
    benchmark.extra_info |= {name: round(speed) for name, speed in speeds.items()}
    return speeds


def test_turns_beside_hanabi_and_leduc(benchmark: Any) -> None:
    """At least three times the turns of Hanabi, in tick mode with masks and observations."""
    speeds = medians(
        benchmark,
        hanabi=classic("hanabi"),
        leduc=classic("leduc_holdem"),
        tick=all_at_once(parallel_env()),
        tick_in_turns=in_turns(env()),
        bid=all_at_once(parallel_env(mode="bid")),
        bid_in_turns=in_turns(env(mode="bid")),
    )
    ratio = speeds["tick"] / speeds["hanabi"]
    benchmark.extra_info["tick_to_hanabi"] = round(ratio, 2)
    if ratio < AT_LEAST:
        pytest.fail(f"tick mode has {ratio:.2f} times the turns of Hanabi, not {AT_LEAST}")


def test_private_clocks(benchmark: Any) -> None:
    """Clocks of their own cost a draw for each seat and tick that could hold a play up."""
    noise = LogNormal(0.3)
    medians(
        benchmark,
        tick=all_at_once(parallel_env(noise=noise)),
        bid=all_at_once(parallel_env(mode="bid", noise=noise)),
    )


@pytest.mark.parametrize("noise", [None, LogNormal(0.3)])
def test_patient_players(benchmark: Any, noise: Any) -> None:
    """A level of clocks: most steps are a tick in which nothing lands."""
    rules = tm.Rules.standard(players=2)
    table = parallel_env(rules, noise=noise)
    parts = table.encoder.parts
    hand, top, clock = parts["hand"], parts["top"], parts["clock"].start

    def play() -> int:
        observations, infos = table.reset(seed=1)
        steps = 0
        while table.agents:
            actions = {}
            for agent, seen in observations.items():
                due = seen[hand].argmax() + 1 - seen[top].argmax() <= 100 * seen[clock] + 1
                actions[agent] = int(due and infos[agent]["action_mask"][1])
            observations, *_, infos = table.step(actions)
            steps += 1
        return steps

    steps = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["turns_a_second"] = round(2 * steps / benchmark.stats.stats.median)


def test_a_seat_among_policies(benchmark: Any) -> None:
    """A game of a clock among two others."""
    rules = tm.Rules.standard(players=3)
    table = SeatEnv(rules, partners={1: Clock(1.0), 2: Clock(1.0)}, mode="bid", observation="view")

    def play() -> int:
        seen, _ = table.reset(seed=1)
        over, steps = False, 0
        while not over:
            gap = seen.hand[0] - (seen.top or 0) if seen.hand else 0
            seen, _, over, _, _ = table.step(gap)
            steps += 1
        return steps

    steps = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["steps_a_second"] = round(steps / benchmark.stats.stats.median)
