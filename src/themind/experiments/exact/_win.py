"""The chance of winning a game, from the laws of its levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from themind import InvalidArgument, Level, Reward, Rules
from themind._model.checks import require_instance
from themind._model.reals import as_float

Law: TypeAlias = Sequence[float | Fraction]


def win(laws: Mapping[Level, Law] | Sequence[Law], rules: Rules) -> float:
    """Return the chance of winning the stack of `rules`, given the laws of mistakes of its levels.

    Each mistake costs a life, and lives that are rewards are added, up to `max_lives` (SET-6). The
    chance is therefore correct for policies that ignore lives and stars.

    Args:
        laws: A mapping from level to law, or a sequence that begins with the law of the first
            level. If each skipped card costs a life (VAR-5), they must be laws of lives lost
            (`race` with the penalty `MistakePenalty.PER_CARD`).
        rules: The rules. They must not start blind (VAR-6).

    Raises:
        InvalidArgument: The law of a level is missing, or `rules` start blind.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments.exact import card_blind, win
        >>> rules = Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
        >>> round(win([card_blind(2, 1), card_blind(2, 2)], rules), 9)  # 1/2 x 5/6 + 1/2 x 1/6
        0.5
    """
    require_instance("rules", rules, Rules)
    require_instance("laws", laws, Mapping | Sequence)
    if rules.starts_blind:
        raise InvalidArgument("rules must have starts_blind=False, got True")
    chances = {rules.lives: 1.0}
    for level in range(rules.first_level, rules.levels + 1):
        lives = 1 if rules.reward(level) is Reward.LIFE else 0
        chances = _after(chances, _law(laws, level, rules.first_level), lives, rules.max_lives)
    return min(sum(chances.values()), 1.0)  # rounding can exceed 1


def _law(laws: Mapping[Level, Law] | Sequence[Law], level: Level, first: Level) -> Law:
    try:
        law = laws[level] if isinstance(laws, Mapping) else laws[level - first]
    except LookupError:
        raise InvalidArgument(f"laws must include one for level {level}") from None
    require_instance(f"laws for level {level}", law, Sequence)
    return law


def _after(chances: dict[int, float], law: Law, reward: int, most: int) -> dict[int, float]:
    """Return the chance of each number of lives above 0 after a level."""
    after: dict[int, float] = {}
    for lives, chance in chances.items():
        for mistakes, likely in enumerate(law[:lives]):
            left = min(lives - mistakes + reward, most)
            after[left] = after.get(left, 0.0) + chance * as_float("each chance of laws", likely)
    return after
