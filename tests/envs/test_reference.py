"""The reference chances: their parts against counting, their sum against what is known."""

from __future__ import annotations

import itertools
from typing import Any

import attrs
import pytest

import themind as tm
from envs.agents import ONE_LEVEL, one_level
from themind.envs import reference_chance
from themind.experiments import Additive, LogNormal, Weber, exact

pytestmark = pytest.mark.once


def test_no_table_does_better_at_level_1_without_noise() -> None:
    """Of all tables of three waits for six cards, those that do not ascend included."""
    best = max(
        sum(0.5 if a == b else a < b for a, b in itertools.combinations(table, 2)) / 15
        for table in itertools.product(range(3), repeat=6)
    )
    assert reference_chance(one_level(1, 6), 3) == pytest.approx(best)


@pytest.mark.parametrize(
    ("horizon", "chance"), [(1, 0.5), (10, 0.9545), (20, 0.9798), (100, 1.0), (1_000_000, 1.0)]
)
def test_known_chances_without_noise(horizon: int, chance: float) -> None:
    assert reference_chance(ONE_LEVEL, horizon) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize(
    ("horizon", "at_least", "at_most"), [(10, 0.875, 0.90), (20, 0.9, 0.93), (100, 0.936, 0.95)]
)
def test_with_noise_tables_do_better_than_waits_that_grow_evenly(
    horizon: int, at_least: float, at_most: float
) -> None:
    """A linear clock wins .8696; the lower bounds are those of waits that grow exponentially."""
    linear = exact.race(exact.lognormal(0.3), 1)[0]
    chance = reference_chance(ONE_LEVEL, horizon, LogNormal(0.3))
    assert linear < at_least <= chance < at_most


def test_a_long_horizon_is_searched_sparsely() -> None:
    short = reference_chance(ONE_LEVEL, 200, LogNormal(0.3))
    long = reference_chance(ONE_LEVEL, 10_000, LogNormal(0.3))
    assert short < long < 1
    assert long > 0.969


@pytest.mark.parametrize("noise", [LogNormal(0.0), Weber(0.0), Additive(0.0)])
def test_noise_of_no_size_is_no_noise(noise: Any) -> None:
    rules = one_level(1, 30)
    assert reference_chance(rules, 7, noise) == pytest.approx(reference_chance(rules, 7))


@pytest.mark.parametrize("lives", [2, 3])
@pytest.mark.parametrize("noise", [None, Additive(1.0), LogNormal(0.3), Weber(0.3)])
def test_a_chance_is_at_most_1(lives: int, noise: Any) -> None:
    """With a life to spare level 1 is won, however the sum of its law is rounded."""
    chance = reference_chance(attrs.evolve(ONE_LEVEL, lives=lives, max_lives=9), 10, noise)
    assert 1 - 1e-12 < chance <= 1


@pytest.mark.parametrize(
    ("rules", "horizon", "noise", "error"),
    [
        (None, 10, None, TypeError),
        (tm.Rules.standard(players=2), 10, None, tm.InvalidArgument),
        (attrs.evolve(ONE_LEVEL, players=3), 10, None, tm.InvalidArgument),
        (attrs.evolve(ONE_LEVEL, max_stars=1), 10, None, tm.InvalidArgument),
        (attrs.evolve(ONE_LEVEL, cards=401), 10, None, tm.InvalidArgument),
        (ONE_LEVEL, 0, None, tm.InvalidArgument),
        (ONE_LEVEL, 1.5, None, TypeError),
        (ONE_LEVEL, 10, 0.3, TypeError),
    ],
)
def test_what_there_is_no_reference_for(
    rules: Any, horizon: Any, noise: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        reference_chance(rules, horizon, noise)
