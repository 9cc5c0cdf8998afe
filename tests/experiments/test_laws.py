"""The simulator against the exact laws, which were reached on another way.

Every share that a law foretells is compared with the share of 2,500 simulated games, and may differ
by four standard errors: at most .04. Of each kind the default run looks at one. Compiled games
(`test_batch_laws.py`) are compared a million at a time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist

import pytest

from claims import claim
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


def five_levels(players: int, lives: int) -> Rules:
    return Rules(players=players, levels=5, lives=lives, max_lives=lives + 1, stars=0, max_stars=0)


def mistakes_of(policies: Sequence[Policy], level: int, games: int) -> Counter[int]:
    """How many games had each number of mistakes."""
    table = Experiment(one_level(level, len(policies)), tuple(policies))
    result = run(table, games, f"law {level}")
    assert result.won.successes == games
    return Counter(result.values("mistakes"))


def follows(counts: Counter[int], law: Sequence[float]) -> bool:
    games = sum(counts.values())
    assert max(counts) < len(law)
    return all(
        within_four_standard_errors(counts[k], games, float(chance)) for k, chance in enumerate(law)
    )


def agrees(policies: Sequence[Policy], level: int, law: Sequence[float], games: int) -> bool:
    return follows(mistakes_of(policies, level, games), law)


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
@claim("experiments.md", "Exact distributions")
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
