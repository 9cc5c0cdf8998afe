"""A million games of each kind against the exact laws: four standard errors are at most .002.

These play compiled games, which `test_batch.py` holds to those of `run`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from experiments.test_laws import (
    PAIRS,
    five_levels,
    follows,
    one_level,
    within_four_standard_errors,
)
from themind import MistakePenalty, Rules
from themind.experiments import CardBlind, Experiment, LogNormal, Policy, exact
from themind.experiments.batch import batch

pytestmark = [pytest.mark.once, pytest.mark.unmeasured, pytest.mark.slow]
pytest.importorskip(
    "numba", reason="numba is not installed: the sessions `batch` and `laws` have it"
)

GAMES = 1_000_000


def agrees(policies: Sequence[Policy], level: int, law: Sequence[float]) -> bool:
    """Whether the mistakes in a level follow a law."""
    table = Experiment(one_level(level, len(policies)), tuple(policies))
    result = batch(table, GAMES, f"law {level}", threads=1)
    assert result.won.successes == GAMES
    return follows(result.counts("mistakes"), law)


def wins_as_often(experiment: Experiment, foretold: float) -> bool:
    won = batch(experiment, GAMES, "whole games", threads=1).won
    return within_four_standard_errors(won.successes, GAMES, foretold)


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize("name", PAIRS)
def test_two_clocks_err_as_foretold(name: str, level: int) -> None:
    policy, chance = PAIRS[name]
    assert agrees([policy] * 2, level, exact.race(chance, level))


@pytest.mark.parametrize(("players", "level"), [(2, 1), (2, 4), (3, 1), (3, 2), (4, 1), (4, 3)])
def test_card_blind_players_err_as_foretold(players: int, level: int) -> None:
    law = [float(chance) for chance in exact.card_blind(players, level)]
    assert agrees([CardBlind()] * players, level, law)


@pytest.mark.parametrize("name", ["lognormal .30", "Weber 1"])
def test_a_life_for_each_card_is_lost_as_foretold(name: str) -> None:
    """With the penalty of VAR-5, the law is that of lives."""
    policy, chance = PAIRS[name]
    level, lives = 3, 6
    rules = Rules(
        players=2,
        levels=level,
        first_level=level,
        lives=lives,
        max_lives=lives,
        stars=0,
        rewards={},
        mistake_penalty=MistakePenalty.PER_CARD,
    )
    law = exact.race(chance, level, penalty=MistakePenalty.PER_CARD)
    left = batch(Experiment(rules, (policy,) * 2), GAMES, "lives", threads=1).counts("lives")
    assert follows(type(left)({lives - kept: games for kept, games in left.items()}), law)


@pytest.mark.parametrize("name", PAIRS)
def test_two_clocks_win_five_levels_as_often_as_foretold(name: str) -> None:
    policy, chance = PAIRS[name]
    rules = five_levels(2, lives=2)
    foretold = exact.win(exact.race_laws(chance, range(1, 6)), rules)
    assert wins_as_often(Experiment(rules, (policy,) * 2), foretold)


@pytest.mark.parametrize(("players", "lives"), [(2, 6), (3, 10), (4, 12)])
def test_card_blind_players_win_five_levels_as_often_as_foretold(players: int, lives: int) -> None:
    rules = five_levels(players, lives)
    foretold = exact.win([exact.card_blind(players, level) for level in range(1, 6)], rules)
    assert 0.1 < foretold < 0.9
    assert wins_as_often(Experiment(rules, (CardBlind(),) * players), foretold)


def test_two_clocks_win_all_twelve_levels_as_often_as_foretold() -> None:
    """The chance is .858000; see the tests of the exact laws."""
    policy, _ = PAIRS["lognormal .10"]
    assert policy.noise == LogNormal(0.10)
    rules = Rules.standard(players=2).without_stars()
    assert wins_as_often(Experiment(rules, (policy,) * 2), 0.858000)


def test_a_law_that_is_off_by_little_is_found_out() -> None:
    """The comparison can fail: two clocks of .300 do not follow the law of .305."""
    policy, _ = PAIRS["lognormal .30"]
    assert not agrees([policy] * 2, 2, exact.race(exact.lognormal(0.305), 2))
