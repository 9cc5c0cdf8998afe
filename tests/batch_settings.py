"""Experiments that the compiled kernel has to play as `run` does: one for each risk."""

from __future__ import annotations

from typing import Any, NamedTuple

import themind as tm
from themind.experiments import (
    AbsoluteClock,
    Additive,
    CardBlind,
    Clock,
    Driver,
    Experiment,
    Landing,
    LogNormal,
    Policy,
    Race,
    Ticks,
    Weber,
)

LAST = 2**64 - 1


class Setting(NamedTuple):
    """An experiment, a seed, and the last game but for the number of games that are played."""

    experiment: Experiment
    seed: str | int
    end: int | None = None

    def start(self, games: int) -> int:
        """The first of so many games."""
        return 0 if self.end is None else self.end - games


def setting(
    rules: tm.Rules,
    *policies: Policy,
    driver: Driver | None = None,
    seed: str | int = "batch",
    end: int | None = None,
) -> Setting:
    """A setting in which the policies sit around the table in turn."""
    seats = tuple([policies[seat % len(policies)] for seat in range(rules.players)])
    return Setting(Experiment(rules, seats, driver or Race()), seed, end)


def rules(players: int, levels: int, lives: int = 3, **others: Any) -> tm.Rules:
    """Rules with a star, and room for two more lives."""
    others = {"max_lives": lives + 2} | others
    return tm.Rules(players=players, levels=levels, lives=lives, stars=1, **others)


OWN_REWARDS = {1: tm.Reward.STAR, 2: tm.Reward.LIFE, 3: tm.Reward.STAR, 4: tm.Reward.LIFE}
MIXED = (
    Clock(0.3, LogNormal(0.2)),
    AbsoluteClock(0.3, Weber(0.1)),
    CardBlind(),
    Clock(0.25),
    AbsoluteClock(0.3, Additive(1.0)),
    Clock(0.3, Additive(2.0)),
    Clock(0.2, Weber(0.5)),
    AbsoluteClock(0.3),
)

SETTINGS: dict[str, Setting] = {
    "one player": setting(rules(1, 6, lives=1), Clock(0.3, Weber(0.2)), seed=7),
    "two, the whole stack": setting(
        tm.Rules.standard(players=2).without_stars(), Clock(0.3, LogNormal(0.10)), seed="pilot"
    ),
    "three, Weber": setting(tm.Rules.standard(players=3), Clock(0.3, Weber(0.15)), seed=-1),
    "four, card-blind": setting(rules(4, 4, lives=12), CardBlind(), seed=""),
    "five, cut off at 0": setting(rules(5, 4, lives=5), Clock(0.05, Additive(2.0)), seed="ñ/∑ 🂡"),
    "six, mixed": setting(rules(6, 4, lives=12), *MIXED[:6], seed=2**70),
    "seven, absolute": setting(
        rules(7, 3, lives=12), AbsoluteClock(0.3, LogNormal(0.1)), driver=Race(redraw=False)
    ),
    "eight, every card dealt": setting(rules(8, 3, lives=12, cards=24), *MIXED),
    "a deck of 6": setting(rules(2, 3, cards=6), Clock(1.0, LogNormal(0.5))),
    "a deck of 1,000": setting(
        rules(3, 17, lives=5, cards=1000, first_level=16), Clock(0.3, LogNormal(0.02))
    ),
    "a late first level, own rewards": setting(
        rules(3, 6, first_level=3, rewards=OWN_REWARDS, max_lives=4, max_stars=2),
        Clock(0.3, LogNormal(0.1)),
    ),
    "a life for each card": setting(
        rules(3, 8, lives=5, mistake_penalty=tm.MistakePenalty.PER_CARD), Clock(0.3, LogNormal(0.1))
    ),
    "no refocus, plans stand": setting(
        rules(4, 6, lives=12, auto_refocus=False), *MIXED, driver=Race(redraw=False)
    ),
    "ticks, random": setting(
        rules(4, 5, lives=12), *MIXED, driver=Ticks(2.0, Landing.RANDOM), seed="0"
    ),
    "ticks, lowest first": setting(
        rules(3, 5), Clock(0.3, LogNormal(0.2)), driver=Ticks(3.0, Landing.LOWEST_FIRST)
    ),
    "ticks, highest first": setting(
        rules(3, 5, lives=12), *MIXED[:3], driver=Ticks(1e-6, Landing.HIGHEST_FIRST)
    ),
    "ties to the microsecond": setting(
        rules(4, 4, lives=12), Clock(0.5e-6), AbsoluteClock(1.5e-6), Clock(1e-6, LogNormal(0.4))
    ),
    "tempo 0": setting(rules(5, 3, lives=5), Clock(0.0), Clock(0.0, Weber(1.0))),
    "tempo 10^12": setting(rules(2, 3, lives=2), Clock(1e12, LogNormal(0.3)), Clock(1e12)),
    "waits without end": setting(rules(2, 2, lives=2), Clock(1.0, LogNormal(200.0))),
    "the last games": setting(
        rules(2, 5), Clock(0.3, LogNormal(0.2)), CardBlind(), seed="far", end=LAST + 1
    ),
}
