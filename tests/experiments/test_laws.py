"""The simulator against the exact laws, which were reached on another way.

Every share that a law foretells is compared with the share of simulated games, and may differ by
four standard errors. In the large tests there are so many games (`enough`) that four standard
errors are at most .01 for every share of the law: 40,000 where a chance is one half, fewer where
all are near 0 or 1, and never less than 5,000. So a fault of 1 % shows. The small tests look at
2,500 games, where four standard errors are at most .04; of each kind the default run looks at one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from statistics import NormalDist

import pytest

from themind import Rules
from themind.experiments import (
    Additive,
    CardBlind,
    Clock,
    Experiment,
    LogNormal,
    Policy,
    Weber,
    exact,
    run,
)

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

SMALL = 2_500


def enough(law: Iterable[float]) -> int:
    """So many games that four standard errors of each share are at most .01."""
    spread = max(chance * (1 - chance) for chance in law)
    return max(5_000, math.ceil(16 * spread / 0.01**2))


def test_enough_is_40_000_at_most() -> None:
    assert enough([0.5, 0.5]) == 40_000
    assert enough([0.142, 0.858]) == 19_494
    assert enough([0.999, 0.001]) == 5_000


def one_level(level: int, players: int) -> Rules:
    """One level with more lives than it can cost."""
    return Rules(
        players=players,
        levels=level,
        first_level=level,
        lives=players * level + 1,
        max_lives=players * level + 1,
        stars=0,
        max_stars=0,
        rewards={},
    )


def within_four_standard_errors(successes: int, trials: int, chance: float) -> bool:
    standard_error = math.sqrt(chance * (1 - chance) / trials)
    return abs(successes / trials - chance) <= 4 * standard_error + 1 / trials


def mistakes_of(
    policies: Sequence[Policy], level: int, games: int, **options: Executor
) -> Counter[int]:
    """How many games had each number of mistakes."""
    table = Experiment(one_level(level, len(policies)), tuple(policies))
    result = run(table, games, f"law {level}", **options)
    assert result.won.successes == games
    return Counter(result.values("mistakes"))


def follows(counts: Counter[int], law: Sequence[float]) -> bool:
    games = sum(counts.values())
    assert max(counts) < len(law)
    return all(
        within_four_standard_errors(counts[k], games, float(chance)) for k, chance in enumerate(law)
    )


def agrees(
    policies: Sequence[Policy], level: int, law: Sequence[float], games: int, **options: Executor
) -> bool:
    return follows(mistakes_of(policies, level, games, **options), law)


# An additive clock's sd is in seconds; with a tempo of 1 that is in cards.
PAIRS = {
    "lognormal .10": (Clock(0.3, LogNormal(0.10)), exact.lognormal(0.10)),
    "lognormal .30": (Clock(0.3, LogNormal(0.30)), exact.lognormal(0.30)),
    "Weber .15": (Clock(0.3, Weber(0.15)), exact.weber(0.15)),
    "Weber .30": (Clock(0.3, Weber(0.30)), exact.weber(0.30)),
    "additive, half a card": (Clock(1.0, Additive(0.5)), exact.additive(0.5)),
    # Here waits are cut off at 0, and cards land together.
    "Weber .50": (Clock(0.3, Weber(0.50)), exact.weber(0.50)),
    "Weber 1": (Clock(0.3, Weber(1.0)), exact.weber(1.0)),
    "Weber 2": (Clock(0.3, Weber(2.0)), exact.weber(2.0)),
    "additive, four cards": (Clock(0.5, Additive(2.0)), exact.additive(4.0)),
}


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize(
    "name",
    [
        "lognormal .30",
        "Weber 1",
        *[
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("Weber .30", "Weber .50", "Weber 2", "additive, four cards")
        ],
    ],
)
def test_two_clocks_err_as_foretold(name: str) -> None:
    policy, chance = PAIRS[name]
    assert agrees([policy] * 2, 2, exact.race(chance, 2), SMALL)


@pytest.mark.parametrize(
    ("players", "level"),
    [
        (2, 2),
        pytest.param(3, 1, marks=pytest.mark.slow),
        pytest.param(4, 2, marks=pytest.mark.slow),
    ],
)
def test_card_blind_players_err_as_foretold(players: int, level: int) -> None:
    law = [float(chance) for chance in exact.card_blind(players, level)]
    assert agrees([CardBlind()] * players, level, law, SMALL)


def test_a_law_that_is_off_by_a_little_is_found_out() -> None:
    """The comparison can fail: two clocks of .30 do not follow the law of .40."""
    policy, _ = PAIRS["lognormal .30"]
    assert not agrees([policy] * 2, 2, exact.race(exact.lognormal(0.40), 2), SMALL)


def test_a_law_without_ties_is_found_out() -> None:
    """At a fraction of 4 the chances of waits that are not cut off are off by .035."""

    def uncut(near: int, far: int) -> float:
        return NormalDist().cdf((far - near) / (4.0 * math.hypot(near, far)))

    counts = mistakes_of([Clock(0.3, Weber(4.0))] * 2, 1, 6_000)
    assert follows(counts, exact.race(exact.weber(4.0), 1))
    assert not follows(counts, exact.race(uncut, 1))


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize("name", PAIRS)
def test_two_clocks_err_as_foretold_to_one_percent(
    name: str, level: int, workers: Executor
) -> None:
    policy, chance = PAIRS[name]
    law = exact.race(chance, level)
    assert agrees([policy] * 2, level, law, enough(law), executor=workers)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "level"), [(2, 1), (2, 4), (3, 1), (3, 2), (4, 1), (4, 3)])
def test_card_blind_players_err_as_foretold_to_one_percent(
    players: int, level: int, workers: Executor
) -> None:
    law = [float(chance) for chance in exact.card_blind(players, level)]
    assert agrees([CardBlind()] * players, level, law, enough(law), executor=workers)


def wins_as_often(experiment: Experiment, foretold: float, workers: Executor) -> bool:
    games = enough([foretold])
    won = run(experiment, games, "whole games", executor=workers).won
    return within_four_standard_errors(won.successes, games, foretold)


def five_levels(players: int, lives: int) -> Rules:
    return Rules(players=players, levels=5, lives=lives, max_lives=lives + 1, stars=0, max_stars=0)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_two_clocks_win_five_levels_as_often_as_foretold(name: str, workers: Executor) -> None:
    policy, chance = PAIRS[name]
    rules = five_levels(2, lives=2)
    foretold = exact.win(exact.race_laws(chance, range(1, 6)), rules)
    assert wins_as_often(Experiment(rules, (policy,) * 2), foretold, workers)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "lives"), [(2, 6), (3, 10), (4, 12)])
def test_card_blind_players_win_five_levels_as_often_as_foretold(
    players: int, lives: int, workers: Executor
) -> None:
    rules = five_levels(players, lives)
    foretold = exact.win([exact.card_blind(players, level) for level in range(1, 6)], rules)
    assert 0.1 < foretold < 0.9
    assert wins_as_often(Experiment(rules, (CardBlind(),) * players), foretold, workers)


@pytest.mark.slow
def test_two_clocks_win_all_twelve_levels_as_often_as_foretold(workers: Executor) -> None:
    """The chance is .858000; see the tests of the exact laws."""
    rules = Rules.standard(players=2).without_stars()
    policy, _ = PAIRS["lognormal .10"]
    assert wins_as_often(Experiment(rules, (policy,) * 2), 0.858000, workers)
