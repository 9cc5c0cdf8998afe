"""Tables and agents for the tests of environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import attrs

import themind as tm
from themind.envs import PLAY, WAIT, TableEnv

ONE_LEVEL = tm.Rules(players=2, levels=1, lives=1, stars=0, max_stars=0)
THREE_LEVELS = tm.Rules(players=3, levels=3, lives=3, stars=1, cards=30)
BLIND = attrs.evolve(THREE_LEVELS, starts_blind=True)


def one_level(level: int, cards: int, lives: int = 1) -> tm.Rules:
    return attrs.evolve(ONE_LEVEL, levels=level, first_level=level, cards=cards, lives=lives)


# What an agent does with a view and what it is told beside it.
Agent = Callable[[tm.SeatView, Mapping[str, Any]], int]


def gap(seen: tm.SeatView) -> int:
    """As `Moment.gap`: in a blind level only the own cards of the pile are known."""
    known = [laid.card for laid in seen.pile if laid.card is not None]
    top = max(known, default=0) if seen.blind else seen.top or 0
    return seen.hand[0] - top


def bids_its_gap(seen: tm.SeatView, info: Mapping[str, Any]) -> int:
    return gap(seen) if seen.hand else WAIT


def plays_at_its_gap(seen: tm.SeatView, info: Mapping[str, Any]) -> int:
    can_play = bool(info["action_mask"][PLAY])
    return PLAY if can_play and gap(seen) <= info["clock"] + 1 else WAIT


CLOCKS: dict[str, Agent] = {"bid": bids_its_gap, "tick": plays_at_its_gap}


def played(env: TableEnv, seed: int | str, *agents: Agent) -> tm.Record:
    """Play a game of views to its end; one agent plays every seat, or there is one for each."""
    observations, infos = env.reset(seed=seed)
    while env.agents:
        seats = agents * len(env.agents) if len(agents) == 1 else agents
        actions = {
            name: agent(observations[name], infos[name])
            for name, agent in zip(env.agents, seats, strict=True)
        }
        observations, *_, infos = env.step(actions)
    return env.record


def random_actions(env: TableEnv, infos: Mapping[str, Any], dice: Random) -> dict[str, int]:
    """An action for each agent that its mask allows."""
    return {
        agent: dice.choice([int(n) for n in infos[agent]["action_mask"].nonzero()[0]])
        for agent in env.agents
    }


def everybody(env: TableEnv, action: int) -> dict[str, int]:
    return dict.fromkeys(env.agents, action)
