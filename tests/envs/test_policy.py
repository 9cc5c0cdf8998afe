"""A trained agent plays in an experiment what it plays in the environment."""

from __future__ import annotations

import math
import pickle
from functools import cache
from typing import Any

import attrs
import numpy as np
import pytest

import themind as tm
from envs.agents import ONE_LEVEL, THREE_LEVELS
from themind.envs import PLAY, STAR, WAIT, Encoder, EnvPolicy, parallel_env
from themind.experiments import (
    Experiment,
    LogNormal,
    PolicyError,
    Race,
    Ticks,
    play_game,
    run,
)

RULES = attrs.evolve(THREE_LEVELS, lives=9, max_lives=9, stars=0, max_stars=0)
HORIZON = 12


@attrs.frozen
class Net:
    """A fixed random network with a layer between, which plays before the horizon ends."""

    mode: str
    size: int

    def __call__(self, observation: Any, mask: Any, draw: Any) -> int:
        inner, outer = weights(self.size, len(mask))
        scores = outer @ np.tanh(inner @ observation)
        if self.mode == "tick":
            scores[PLAY] += 40 * observation[-1] - 20
        elif mask[1]:
            scores[0] = -math.inf
        scores[-1] = -math.inf
        return int(np.where(mask, scores, -math.inf).argmax())


@cache
def weights(size: int, actions: int) -> Any:
    dice = np.random.default_rng(3)
    return dice.normal(size=(8, size)), dice.normal(size=(actions, 8))


@pytest.mark.parametrize("noise", [None, LogNormal(0.3)])
@pytest.mark.parametrize("mode", ["tick", "bid"])
def test_an_agent_plays_the_games_that_it_plays_in_the_environment(mode: Any, noise: Any) -> None:
    """Its observations are the same, the last wait too, so its waits are; ties come as in Race."""
    env = parallel_env(RULES, mode=mode, horizon=HORIZON, noise=noise)
    act = Net(mode, env.encoder.size)
    policy = EnvPolicy(act, HORIZON, mode=mode, noise=noise)
    experiment = Experiment(RULES, (policy,) * 3, Race())
    waits = set()
    for seed in range(10):
        observations, infos = env.reset(seed=seed)
        while env.agents:
            actions = {
                agent: act(observations[agent], infos[agent]["action_mask"], None)
                for agent in env.agents
            }
            observations, *_, infos = env.step(actions)
            waits.add(float(observations["seat_0"][env.encoder.parts["last_wait"]][0]))
        assert env.record == play_game(experiment, seed)
    assert len(waits) > 5


def test_a_tempo_and_ticks_are_the_same_game_in_another_time() -> None:
    act = Net("tick", Encoder(RULES, HORIZON).size)
    slow = EnvPolicy(act, HORIZON, tempo=2.0)
    quick = EnvPolicy(act, HORIZON, tempo=0.5)
    one = play_game(Experiment(RULES, (slow,) * 3, Ticks(2.0)), "pilot")
    other = play_game(Experiment(RULES, (quick,) * 3, Ticks(0.5)), "pilot")
    assert [entry.action for entry in one.entries] == [entry.action for entry in other.entries]
    assert [e.at_ms for e in one.entries] == [4 * (e.at_ms or 0) for e in other.entries]


def says(*answers: int) -> Any:
    """An agent that gives one answer at each tick, the last one ever after."""

    def act(observation: Any, mask: Any, draw: Any) -> int:
        clock = round(float(observation[-1]) * 10)
        return answers[min(clock, len(answers) - 1)]

    return act


@pytest.mark.parametrize(
    ("answers", "mode", "seconds"),
    [
        ((WAIT, WAIT, PLAY), "tick", 3.0),
        ((PLAY,), "tick", 1.0),
        ((WAIT,), "tick", math.inf),
        ((WAIT,) * 9 + (PLAY,), "tick", 10.0),
        ((WAIT,) * 10 + (PLAY,), "tick", math.inf),
        ((STAR, PLAY), "tick", 2.0),
        ((4,), "bid", 4.0),
        ((0,), "bid", math.inf),
        ((11,), "bid", math.inf),
    ],
)
def test_the_ticks_of_an_agent_become_a_wait(answers: Any, mode: Any, seconds: float) -> None:
    """Neither an agent that does not play within the horizon nor one without a bid plays."""
    policy = EnvPolicy(says(*answers), 10, mode=mode)
    lonely = tm.Rules(players=1, levels=1, lives=1, stars=1)
    record = play_game(Experiment(lonely, (policy,)), "pilot")
    times = [entry.at_ms for entry in record.entries if isinstance(entry.action, tm.Play)]
    assert times == ([] if math.isinf(seconds) or STAR in answers else [1000 * seconds])


def test_an_agent_that_says_star_wants_one_and_agrees_to_one() -> None:
    rules = attrs.evolve(RULES, stars=2, max_stars=3)

    def starry(observation: Any, mask: Any, draw: Any) -> int:
        return STAR if mask[STAR] else PLAY

    def playing(observation: Any, mask: Any, draw: Any) -> int:
        return PLAY

    policies = EnvPolicy(starry, 10), EnvPolicy(starry, 10), EnvPolicy(playing, 10)
    record = play_game(Experiment(rules, policies), "pilot")
    votes = [entry.action for entry in record.entries[2:5]]
    assert votes == [tm.ProposeStar(0), tm.AgreeToStar(1), tm.DeclineStar(2)]
    record = play_game(Experiment(rules, policies[:1] * 3), "pilot")
    votes = [entry.action for entry in record.entries[2:5]]
    assert votes == [tm.ProposeStar(0), tm.AgreeToStar(1), tm.AgreeToStar(2)]


def test_random_agents_use_the_draw_so_their_games_can_be_played_again() -> None:
    """And not the numbers of the noise: both bids and noise vary, and not together."""
    seen: list[tuple[int, float]] = []

    def act(observation: Any, mask: Any, draw: Any) -> int:
        return 1 + int(draw.uniform() * 10)

    policy = EnvPolicy(act, 10, mode="bid", noise=LogNormal(0.2), name="dice")
    experiment = Experiment(ONE_LEVEL, (policy, policy))
    one, other = (run(experiment, 100, "pilot", keep_records=True) for _ in range(2))
    assert one == other
    assert 0.3 < one.won.value < 0.7
    times = {record.entries[2].at_ms for record in one.records or ()}
    assert len(times) > 90
    assert seen == []


def test_an_agent_that_answers_badly_is_named() -> None:
    for answer in (3, -1, 1.0, None):
        policy = EnvPolicy(says(answer), 10)  # type: ignore[arg-type]
        with pytest.raises(PolicyError):
            play_game(Experiment(ONE_LEVEL, (policy, policy)), "pilot")


def test_an_agent_has_a_name_for_stores(tmp_path: Any) -> None:
    policy = EnvPolicy(Net("bid", 312), 10, mode="bid", name="net of a test")
    experiment = Experiment(ONE_LEVEL, (policy, policy))
    store = tmp_path / "store"
    result = run(experiment, 5, "pilot", store=store)
    assert run(experiment, 5, "pilot", store=store).digest == result.digest
    assert EnvPolicy(says(1)).name is None


def test_policies_are_values() -> None:
    policy = EnvPolicy(Net("bid", 312), np.int16(10), np.float32(0.5), mode="bid")  # type: ignore[arg-type]
    assert policy == EnvPolicy(Net("bid", 312), 10, 0.5, mode="bid")
    assert pickle.loads(pickle.dumps(policy)) == policy


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"act": None}, TypeError),
        ({"horizon": 0}, tm.InvalidArgument),
        ({"horizon": 1.5}, TypeError),
        ({"tempo": 0.0}, tm.InvalidArgument),
        ({"tempo": math.nan}, tm.InvalidArgument),
        ({"tempo": "1"}, TypeError),
        ({"mode": "tock"}, tm.InvalidArgument),
        ({"noise": 0.3}, TypeError),
    ],
)
def test_what_a_policy_cannot_be_made_of(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        EnvPolicy(**{"act": says(1), **arguments})
