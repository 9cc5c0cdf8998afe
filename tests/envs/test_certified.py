"""The environments have the deals, the luck and the laws of `themind.experiments`."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from envs.agents import BLIND, CLOCKS, THREE_LEVELS, played
from themind.envs import parallel_env
from themind.experiments import (
    Additive,
    Clock,
    Experiment,
    Landing,
    LogNormal,
    Race,
    Ticks,
    Weber,
    exact,
    play_game,
    run,
)

NOISES = {
    "none": None,
    "lognormal": LogNormal(0.3),
    "weber": Weber(0.15),
    "weber, cut off at 0": Weber(0.6),
    "additive": Additive(1.5),
}


def clocks(rules: tm.Rules, noise: Any, driver: Any) -> Experiment:
    return Experiment(rules, (Clock(1.0, noise),) * rules.players, driver)


def table(rules: tm.Rules, mode: Any, noise: Any, **options: Any) -> Any:
    options = {"horizon": rules.cards, "observation": "view", **options}
    return parallel_env(rules, mode=mode, noise=noise, **options)


@pytest.mark.unmeasured
@pytest.mark.parametrize("mode", CLOCKS)
@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize(
    "rules",
    [THREE_LEVELS, tm.Rules.standard(2).without_stars(), BLIND],
    ids=["three levels", "standard", "blind"],
)
@claim("environments.md", "Seeds and records")
def test_clocks_play_the_games_of_a_race(mode: str, noise: str, rules: tm.Rules) -> None:
    """The same records to the millisecond: deals, draws, ties, times."""
    rules = attrs.evolve(rules, lives=5, max_lives=9)
    env, experiment = table(rules, mode, NOISES[noise]), clocks(rules, NOISES[noise], Race())
    for seed in range(3):
        game = play_game(experiment, seed)
        assert played(env, seed, CLOCKS[mode]) == game


@pytest.mark.parametrize("mode", CLOCKS)
@pytest.mark.parametrize("landing", Landing)
def test_coarse_clocks_land_together_in_the_order_of_ticks(mode: Any, landing: Landing) -> None:
    """Ten cards to a tick: cards of one ten land together."""
    rules = tm.Rules(players=3, levels=3, lives=20, max_lives=20, stars=0)
    env = table(rules, mode, None, landing=landing, horizon=10)

    def tick_of(seen: tm.SeatView) -> int:
        return math.ceil((seen.hand[0] - (seen.top or 0)) / 10)

    def agent(seen: tm.SeatView, info: Any) -> int:
        if not seen.hand:
            return 0
        return tick_of(seen) if mode == "bid" else int(tick_of(seen) <= info["clock"] + 1)

    experiment = Experiment(rules, (Clock(0.1),) * 3, Ticks(1.0, landing))
    together = 0
    for seed in range(5):
        ours, theirs = played(env, seed, agent), play_game(experiment, seed)
        together += sum(isinstance(entry.action, tm.PlayTogether) for entry in ours.entries)
        assert ours == theirs
    assert together > 5


def test_game_i_deals_what_game_i_of_a_run_deals() -> None:
    """Resets without a seed count on; a seed, a number or a text, begins again."""
    env = table(THREE_LEVELS, "bid", None)
    deals = []
    for seed in (7, None, None, "7", None):
        env.reset(seed=seed)
        deals.append(env.record.entries[0].action)
    result = run(clocks(THREE_LEVELS, None, Race()), 3, 7, keep_records=True)
    theirs = [record.entries[0].action for record in result.records or ()]
    assert deals == [*theirs, *theirs[:2]]
    assert len(set(theirs)) == 3


def test_a_record_has_whole_decks_whenever_it_is_read() -> None:
    """During a game and after it, and with a deck of one's own that deck."""
    env = table(THREE_LEVELS, "tick", None)
    read, unread = [], played(env, 7, CLOCKS["tick"])

    def agent(seen: tm.SeatView, info: Any) -> int:
        read.append(env.record)
        return CLOCKS["tick"](seen, info)

    assert played(env, 7, agent) == unread
    for record in (*read, unread):
        deals = [entry.action for entry in record.entries if isinstance(entry.action, tm.Deal)]
        assert deals
        assert all(len(deal.deck) == 30 for deal in deals)
    few = tm.stacked_deck([(3,), (5,), (9,)])
    env.reset(options={"deck": lambda state: few})
    assert env.record.entries[0].action == tm.Deal(few)


def test_a_record_can_be_read_after_a_deck_was_refused() -> None:
    env = table(THREE_LEVELS, "bid", None)
    few = tm.stacked_deck([(3,), (5,), (9,)])
    env.reset(options={"deck": lambda state: few})  # not enough for the second level
    env.step({"seat_0": 3, "seat_1": 5, "seat_2": 9})
    env.step({"seat_0": 0, "seat_1": 2, "seat_2": 6})
    with pytest.raises(tm.IllegalAction):
        env.step({"seat_0": 0, "seat_1": 0, "seat_2": 4})
    assert tm.final_state(env.record).phase is tm.Phase.DEALING
    assert env.record.entries[0].action == tm.Deal(few)


def test_without_a_seed_games_differ() -> None:
    starts = set()
    for _ in range(3):
        env = table(THREE_LEVELS, "bid", None)
        for _ in range(2):
            env.reset()
            starts.add(env.record.entries[0].action)
    assert len(starts) == 6


def mistakes_of(mode: str, noise: Any, level: int, games: int) -> Counter[int]:
    """How often a level of two clocks had so many mistakes."""
    rules = tm.Rules(
        players=2, levels=level, first_level=level, lives=9, max_lives=9, stars=0, rewards={}
    )
    env = table(rules, mode, noise)
    found: Counter[int] = Counter()
    for seed in range(games):
        final = tm.final_state(played(env, f"law {seed}", CLOCKS[mode]))
        found[9 - final.lives] += 1
    return found


def agrees(found: Counter[int], law: Any) -> bool:
    games = sum(found.values())
    return all(
        abs(found[k] / games - chance) <= 4 * math.sqrt(chance * (1 - chance) / games) + 1 / games
        for k, chance in enumerate(law)
    )


@pytest.mark.once
@pytest.mark.unmeasured
@pytest.mark.parametrize(("mode", "games"), [("bid", 400), ("tick", 150)])
def test_private_clocks_err_as_foretold(mode: str, games: int) -> None:
    found = mistakes_of(mode, LogNormal(0.3), 2, games)
    assert agrees(found, exact.race(exact.lognormal(0.3), 2))
    assert not agrees(found, exact.race(exact.lognormal(0.6), 2))


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "games"), [("bid", 10_000), ("tick", 3_000)])
@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize(
    ("noise", "chance"),
    [
        (LogNormal(0.3), exact.lognormal(0.3)),
        (Weber(0.15), exact.weber(0.15)),
        (Additive(0.5), exact.additive(0.5)),
    ],
)
def test_private_clocks_err_as_foretold_at_length(
    mode: str, games: int, level: int, noise: Any, chance: Any
) -> None:
    assert agrees(mistakes_of(mode, noise, level, games), exact.race(chance, level))
