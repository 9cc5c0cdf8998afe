"""What the page on environments says beside its examples and the tests in tests/envs."""

from __future__ import annotations

import attrs
import pytest

pytest.importorskip("gymnasium", reason="gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

import themind as tm
from claims import claim
from themind.envs import TableEnv, parallel_env

pytestmark = pytest.mark.once

LEVEL = tm.Rules(players=2, levels=3, first_level=3, lives=1, stars=0, max_stars=0, cards=20)


def steps_of(table: TableEnv, *, bids: bool) -> int:
    """The steps of a level in which each agent counts as many ticks as its gap."""
    observations, infos = table.reset(seed="pilot")
    steps = 0
    while table.agents:
        actions = {}
        for agent, seen in observations.items():
            gap = seen.hand[0] - (seen.top or 0) if seen.hand else 0
            in_ticks = int(0 < gap <= infos[agent]["clock"] + 1)
            actions[agent] = gap if bids else in_ticks
        observations, _, _, _, infos = table.step(actions)
        steps += 1
    assert tm.outcome(tm.final_state(table.record)) is not None
    return steps


@claim("environments.md", "Tick and bid modes")
def test_how_many_steps_a_level_takes() -> None:
    bids = parallel_env(LEVEL, mode="bid", horizon=20, observation="view")
    ticks = parallel_env(LEVEL, mode="tick", observation="view")
    assert steps_of(bids, bids=True) == 6, "one for each card"
    last = steps_of(ticks, bids=False)
    played = [entry for entry in ticks.record.entries if isinstance(entry.action, tm.Play)]
    assert played[-1].at_ms == 1000 * last, "one for each tick, which is a second"
    assert bids.record == attrs.evolve(ticks.record, ended_at_ms=bids.record.ended_at_ms)


@claim("environments.md", "Multi-agent environments")
def test_a_game_that_is_cut_off_is_truncated_and_not_terminated() -> None:
    table = parallel_env(LEVEL, max_cycles=3)
    table.reset(seed="pilot")
    for step in (1, 2, 3):
        _, _, ends, cuts, _ = table.step(dict.fromkeys(table.possible_agents, 0))
        assert (any(ends.values()), any(cuts.values())) == (False, step == 3)


@claim("environments.md", "Single-agent environments")
@claim("environments.md", "Pitfall: unbounded waits")
def test_without_noise_agents_win_if_the_horizon_is_long_enough() -> None:
    for seed in range(5):
        table = parallel_env(LEVEL, mode="bid", horizon=20, observation="view")
        observations, _ = table.reset(seed=seed)
        while table.agents:
            bids = {
                agent: seen.hand[0] - (seen.top or 0) if seen.hand else 0
                for agent, seen in observations.items()
            }
            observations, *_ = table.step(bids)
        assert tm.final_state(table.record).phase is tm.Phase.WON


@claim("reference/envs.md", "Infos")
def test_what_infos_contain() -> None:
    known = {"action_mask", "illegal"}
    for observation, more in (("flat", set()), ("view", {"clock", "last_wait", "events"})):
        table = parallel_env(LEVEL, observation=observation)  # type: ignore[arg-type]
        _, infos = table.reset(seed="pilot")
        for info in infos.values():
            assert info.keys() == known | more
            assert info["action_mask"].dtype == "int8"
