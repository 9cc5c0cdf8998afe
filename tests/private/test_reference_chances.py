"""The parts of the reference chances, against counting and against sums."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from statistics import NormalDist
from typing import Any

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

import numpy as np

from envs.agents import one_level
from themind.envs import reference_chance
from themind.envs._reference import best_groups, chance_sooner, expected_races
from themind.experiments import Additive, LogNormal, Weber, exact

pytestmark = pytest.mark.once


def races_of(first: Any, second: Any) -> list[tuple[int, int]]:
    """The gaps of each race of one deal that is played in order."""
    hands, top, races = [sorted(first), sorted(second)], 0, []
    while all(hands):
        hands.sort()
        races.append((hands[0][0] - top, hands[1][0] - top))
        top = hands[0].pop(0)
    return races


def all_deals(level: int, cards: int) -> list[tuple[Any, Any]]:
    deck = range(1, cards + 1)
    return [
        (first, second)
        for first in itertools.combinations(deck, level)
        for second in itertools.combinations([card for card in deck if card not in first], level)
    ]


@pytest.mark.parametrize(("level", "cards"), [(1, 6), (2, 7), (3, 8), (4, 8)])
def test_races_are_counted_as_deals_have_them(level: int, cards: int) -> None:
    deals = all_deals(level, cards)
    found = Counter(race for deal in deals for race in races_of(*deal))
    races = expected_races(level, cards)
    for near, far in itertools.product(range(1, cards + 1), repeat=2):
        assert races[near - 1, far - 1] == pytest.approx(found[near, far] / len(deals))


@pytest.mark.parametrize(("level", "most"), [(1, 1), (1, 3), (1, 6), (2, 2), (2, 3), (3, 4)])
def test_the_groups_are_the_best_of_all(level: int, most: int) -> None:
    races = expected_races(level, 6)

    def ties(table: Any) -> float:
        return float(races[np.equal.outer(table, table)].sum())

    waits = best_groups(races, most)
    cheapest = min(
        ties(np.array(table))
        for table in itertools.product(range(most), repeat=6)
        if list(table) == sorted(table)
    )
    assert waits.tolist() == sorted(waits)
    assert set(waits) <= set(range(most))
    assert ties(waits) == pytest.approx(cheapest)


def test_the_chance_is_that_of_a_game_not_of_a_race() -> None:
    """With two lives one mistake is forgiven; at level 2 there are three races to win."""
    assert reference_chance(one_level(1, 20, lives=2), 4) == pytest.approx(1.0)
    two = reference_chance(one_level(2, 20), 4)
    assert two < reference_chance(one_level(1, 20), 4)
    assert two < reference_chance(one_level(2, 20, lives=2), 4)
    waits = best_groups(expected_races(2, 20), 4)

    def wins(deal: Any) -> float:
        races = [(waits[near - 1], waits[far - 1]) for near, far in races_of(*deal)]
        return math.prod(0.5 if near == far else float(near < far) for near, far in races)

    deals = all_deals(2, 20)
    assert two == pytest.approx(sum(map(wins, deals)) / len(deals))


@pytest.mark.parametrize("first", [1, 4, 9])
@pytest.mark.parametrize("second", [1, 5, 30])
def test_the_chance_to_be_sooner_is_that_of_the_laws(first: int, second: int) -> None:
    for noise, law in (
        (LogNormal(0.3), exact.lognormal(0.3)),
        (Weber(0.1), exact.weber(0.1)),
        (Additive(0.1), exact.additive(0.1)),
    ):
        assert chance_sooner(noise, first, second) == pytest.approx(law(first, second), abs=1e-12)


@pytest.mark.parametrize("noise", [Weber(1.0), Weber(3.0), Additive(2.0), Additive(20.0)])
@pytest.mark.parametrize(("first", "second"), [(1, 2), (3, 3), (5, 2), (1, 30)])
def test_waits_that_are_cut_off_at_0_tie(noise: Any, first: int, second: int) -> None:
    """Against a sum over 400 x 400 equally likely pairs of waits."""
    normal = NormalDist()
    z = np.array([normal.inv_cdf((n + 0.5) / 400) for n in range(400)])
    spread = [noise.fraction * w if isinstance(noise, Weber) else noise.sd for w in (first, second)]
    one, other = (np.maximum(0, w + s * z) for w, s in zip((first, second), spread, strict=True))
    sooner = (one[:, None] < other).mean() + (one[:, None] == other).mean() / 2
    assert chance_sooner(noise, first, second) == pytest.approx(float(sooner), abs=0.003)
