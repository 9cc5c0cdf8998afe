"""Reference chances: two players who wait according to an optimized table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from themind import InvalidArgument, Rules
from themind._model.checks import require_exactly
from themind.envs._settings import require_horizon, require_noise
from themind.experiments import Additive, LogNormal, Noise, exact

Numbers = NDArray[np.float64]
Table = NDArray[np.intp]

MOST_CARDS = 400
MOST_WAITS = 200  # in a search with noise

_PLACES, _WEIGHTS = np.polynomial.legendre.leggauss(32)


def reference_chance(rules: Rules, horizon: int, noise: Noise | None = None) -> float:
    """Return the chance of winning for two players who wait by the best table found.

    A table has a wait of 1 to `horizon` ticks for each gap between the top of the pile and the
    player's lowest card. Equal waits land in random order. The search minimizes the plays out of
    order, and `themind.experiments.exact.race` gives the chance, without simulation. Without noise
    the table is optimal at level 1. With noise, and at higher levels, a better table can exist, so
    the chance is a lower bound of the optimum.

    Args:
        rules: Rules of one level for two players, without stars, with at most 400 cards.
        horizon: The longest wait in ticks.
        noise: The noise of both clocks.

    Raises:
        InvalidArgument: The rules do not meet these conditions, or `horizon` is out of bounds.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> rules = tm.Rules(players=2, levels=1, lives=1, stars=0, max_stars=0)
        >>> round(reference_chance(rules, horizon=10), 4)
        0.9545
    """
    _require_one_open_level(rules)
    require_noise(noise)
    horizon = require_horizon(horizon)
    races = expected_races(rules.levels, rules.cards)
    if noise is None:
        waits = best_groups(races, min(horizon, rules.cards))
        return _chance_to_win(rules, _sooner(waits[:, None], waits[None, :]))
    choices = _choices(horizon)
    sooner = _all_chances(noise, choices)
    table = max(
        (_climbed(races, sooner, start) for start in _starts(choices, races)),
        key=lambda found: _in_order(races, sooner, found),
    )
    return _chance_to_win(rules, sooner[np.ix_(table, table)])


def _require_one_open_level(rules: Rules) -> None:
    require_exactly("rules", rules, Rules)
    if rules.players != 2 or rules.first_level != rules.levels:
        raise InvalidArgument(
            f"rules must have two players and one level, got {rules.players} and levels "
            f"{rules.first_level} to {rules.levels}"
        )
    if rules.max_stars:
        raise InvalidArgument(f"max_stars must be 0, got {rules.max_stars}")
    if rules.cards > MOST_CARDS:
        raise InvalidArgument(f"cards must be at most {MOST_CARDS}, got {rules.cards}")


def _chance_to_win(rules: Rules, sooner: Numbers) -> float:
    """Return the chance of winning; `sooner[a, b]` is for gaps of a + 1 and b + 1."""
    chances = sooner.tolist()
    level = rules.levels
    law = exact.race(lambda near, far: chances[near - 1][far - 1], level, rules.cards)
    return exact.win({level: law}, rules)


def expected_races(level: int, cards: int) -> Numbers:
    """Return the expected number of races of each pair of gaps in a level without mistakes.

    In a race the next card is `near` above the top, the other hand's lowest card is `far` above
    it, and r more cards of the first hand are between them. For each r and for either first hand,

        (2 L - 1 - r) C(2 L - 2 - r, L - 1) C(far - near - 1, r) C(cards - far, 2 L - 2 - r)

    of C(cards, 2 L) C(2 L, L) deals have such a race. Entry [a, b] is for gaps of a + 1 and b + 1.
    """
    deals = comb(cards, 2 * level) * comb(2 * level, level)
    races = np.zeros((cards, cards))
    rest = [2 * level - 2 - r for r in range(level)]
    orders = [2 * (left + 1) * comb(left, level - 1) for left in rest]
    for near in range(1, cards):
        for far in range(near + 1, cards + 1):
            ways = [
                count * comb(far - near - 1, r) * comb(cards - far, left)
                for r, (count, left) in enumerate(zip(orders, rest, strict=True))
            ]
            races[near - 1, far - 1] = sum(ways) / deals
    return races


def best_groups(races: Numbers, most: int) -> Table:
    """Return a wait from 0 to `most` - 1 for each gap, with the fewest races of equal waits.

    Waits ascend with gaps, so a table is a partition of the gaps into intervals. Dynamic
    programming finds the best one.
    """
    gaps = len(races)
    within = np.cumsum(np.cumsum(races, axis=0), axis=1)
    within = np.pad(within, ((1, 0), (1, 0)))
    square = np.diag(within)
    # cost[i, j] is the number of races among the gaps i to j - 1.
    cost = square[None, :] - within[:, :] - within.T + square[:, None]
    cost[np.tril_indices(gaps + 1, -1)] = np.inf
    best, cuts = cost[0], []
    for _ in range(most - 1):
        sums = best[:, None] + cost
        cuts.append(sums.argmin(axis=0))
        best = sums.min(axis=0)
    waits, end = np.zeros(gaps, np.intp), gaps
    for group, cut in zip(range(most - 1, 0, -1), reversed(cuts), strict=True):
        waits[cut[end] : end] = group
        end = cut[end]
    return waits


def _sooner(first: Table, second: Table) -> Numbers:
    """Return the chance that one wait lands before another, without noise."""
    return np.where(first == second, 0.5, (first < second).astype(np.float64))


def _choices(horizon: int) -> list[int]:
    """Return the waits to search: all of them, or a geometric selection if there are many."""
    if horizon <= MOST_WAITS:
        return list(range(1, horizon + 1))
    return sorted({round(wait) for wait in np.geomspace(1, horizon, MOST_WAITS)})


def _starts(choices: list[int], races: Numbers) -> Iterator[Table]:
    """Yield initial tables: waits linear in gaps, geometric, and in groups."""
    gaps, most = len(races), len(choices)
    waits = np.array(choices, np.float64)
    linear = np.linspace(waits[0], waits[-1], gaps)
    growing = np.geomspace(waits[0], waits[-1], gaps)
    for meant in (linear, growing):
        yield np.abs(waits[None, :] - meant[:, None]).argmin(axis=1)
    yield best_groups(races, min(most, gaps))


def _in_order(races: Numbers, sooner: Numbers, table: Table) -> float:
    """Return the expected number of races that the nearer card wins."""
    return float((races * sooner[np.ix_(table, table)]).sum())


def _climbed(races: Numbers, sooner: Numbers, start: Table) -> Table:
    """Return a table that no change of one gap, or of all gaps with one wait, improves."""
    table = start.copy()
    while True:
        before = _in_order(races, sooner, table)
        for gap in range(len(table)):
            table[gap] = _gains(races, sooner, table, np.array([gap])).argmax()
        for wait in np.unique(table):
            gaps = np.flatnonzero(table == wait)
            table[gaps] = _gains(races, sooner, table, gaps).argmax()
        if _in_order(races, sooner, table) <= before + 1e-12:
            return table


def _gains(races: Numbers, sooner: Numbers, table: Table, gaps: Table) -> Numbers:
    """Return the races that `gaps` win against all other gaps, for each wait."""
    others = np.ones(len(table), np.bool_)
    others[gaps] = False
    as_near = races[gaps][:, others].sum(axis=0)
    as_far = races[:, gaps][others].sum(axis=1)
    gains: Numbers = sooner[:, table[others]] @ as_near + sooner[table[others]].T @ as_far
    return gains


def _all_chances(noise: Noise, waits: list[int]) -> Numbers:
    """Return the chance that one wait lands before another, for each pair of waits."""
    sooner = np.full((len(waits), len(waits)), 0.5)
    for low, high in combinations(range(len(waits)), 2):
        sooner[low, high] = chance_sooner(noise, waits[low], waits[high])
        sooner[high, low] = 1 - sooner[low, high]
    return sooner


def chance_sooner(noise: Noise, first: float, second: float) -> float:
    """Return the chance that an intended wait lands before another, with noise in both.

    Negative waits become 0, and two of them land in random order.
    """
    if isinstance(noise, LogNormal):
        spread = noise.sigma * math.sqrt(2)
        return _below(math.log(second / first) / spread) if spread else _step(first, second)
    if isinstance(noise, Additive):
        spreads = noise.sd, noise.sd
    else:
        spreads = noise.fraction * first, noise.fraction * second
    if not spreads[0]:
        return _step(first, second)
    mine, other = _below(-first / spreads[0]), _below(-second / spreads[1])
    both_cut = _both_negative_in_order(first, second, *spreads) if other > 1e-12 else 0.0
    return _below((second - first) / math.hypot(*spreads)) - both_cut + mine * other / 2


def _both_negative_in_order(first: float, second: float, one: float, two: float) -> float:
    """Return the chance of X < Y < 0 for normal X and Y with given means and spreads."""
    # Y = second - two * z, with z from second / two up.
    bottom, top = second / two, second / two + 10.0
    z = (top - bottom) / 2 * _PLACES + (top + bottom) / 2
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    below = np.array([_below((second - two * value - first) / one) for value in z])
    return float((top - bottom) / 2 * (_WEIGHTS * density * below).sum())


def _step(first: float, second: float) -> float:
    return 0.5 if first == second else float(first < second)


def _below(z: float) -> float:
    """Return the standard normal cumulative distribution at z."""
    return math.erfc(-z / math.sqrt(2)) / 2
