"""The rules of one table: players, levels, lives, stars, rewards and the readings of a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import islice
from typing import Any, TypeAlias

import attrs

from themind._cards import MOST_CARDS, NUMBER_CARDS, Level
from themind._ints import is_int
from themind.exceptions import InvalidRules, shown

# The box (SET-2): what it holds, and what a table of 2, 3 or 4 makes of it (SET-3, SET-4).
LEVEL_CARDS = 12
LIFE_CARDS = 5
STAR_CARDS = 3
STANDARD_LEVELS = {2: 12, 3: 10, 4: 8}
STANDARD_STARS = 1
FIVE_LEVELS = 5


class Reward(StrEnum):
    """What a completed level pays (SET-5)."""

    LIFE = "LIFE"
    STAR = "STAR"


class BlindPenalty(StrEnum):
    """What cards out of order cost in a blind level: a life each, or one for the level (BLD-5)."""

    PER_CARD = "PER_CARD"
    PER_LEVEL = "PER_LEVEL"


RewardPairs: TypeAlias = tuple[tuple[Level, Reward], ...]

STANDARD_REWARDS: RewardPairs = (
    (2, Reward.STAR),
    (3, Reward.LIFE),
    (5, Reward.STAR),
    (6, Reward.LIFE),
    (8, Reward.STAR),
    (9, Reward.LIFE),
)


Rewards: TypeAlias = Mapping[Level, Reward] | Iterable[tuple[Level, Reward]]


def _as_pairs(rewards: Rewards) -> RewardPairs:
    """Bring a mapping or pairs into ascending pairs; what is neither stays for the check."""
    pairs: Any = rewards.items() if isinstance(rewards, Mapping) else rewards
    try:
        pairs = tuple([tuple(islice(pair, 3)) for pair in islice(pairs, MOST_CARDS + 1)])
        return tuple(sorted(pairs, key=lambda pair: pair[0]))
    except (TypeError, IndexError):
        return rewards  # type: ignore[return-value]


@attrs.frozen(kw_only=True)
class Rules:
    """The rules of one table (SET-1 to SET-6, VAR-1 to VAR-4).

    `levels` is the last level of the stack, `cards` the highest number card; `lives` and `stars`
    are what the team starts with. `rewards` is a mapping or pairs, level to `Reward`, and is kept
    as ascending pairs within the stack; the default is the printed chart (SET-5).
    `blind_penalty` chooses the reading of BLD-5; without `auto_refocus` play goes on at once
    after a mistake or a star (ERR-3, STAR-4).

    Raises InvalidRules, which names every fault at once, unless 1 <= players,
    1 <= first_level <= levels, players x levels <= cards <= 10,000, 1 <= lives <= max_lives and
    0 <= stars <= max_stars.

    >>> import themind as tm
    >>> rules = tm.Rules(players=5, levels=3, lives=2, stars=0, rewards={2: tm.Reward.LIFE})
    >>> rules.reward(2), rules.reward(3), rules.is_full_stack
    (<Reward.LIFE: 'LIFE'>, None, False)
    """

    players: int
    levels: Level
    lives: int
    stars: int
    max_lives: int = LIFE_CARDS
    max_stars: int = STAR_CARDS
    rewards: RewardPairs = attrs.field(default=STANDARD_REWARDS, converter=_as_pairs)
    first_level: Level = 1
    cards: int = NUMBER_CARDS
    blind_penalty: BlindPenalty = BlindPenalty.PER_CARD
    auto_refocus: bool = True

    def __attrs_post_init__(self) -> None:
        faults = [*_type_faults(self), *_number_faults(self)]
        if faults:
            raise InvalidRules(*faults)
        within = [pair for pair in self.rewards if self.first_level <= pair[0] <= self.levels]
        object.__setattr__(self, "rewards", tuple(within))

    @classmethod
    def standard(cls, players: int) -> Rules:
        """Return the rules of the box for 2, 3 or 4 players (SET-1 to SET-6).

        Raises InvalidRules for any other number, and for True, 2.0 or "3".

        >>> import themind as tm
        >>> rules = tm.Rules.standard(players=3)
        >>> rules.levels, rules.lives, rules.stars
        (10, 3, 1)
        """
        if not is_int(players) or players not in STANDARD_LEVELS:
            raise InvalidRules(f"a standard game has 2, 3 or 4 players, not {shown(players)}")
        levels = STANDARD_LEVELS[players]
        return cls(players=players, levels=levels, lives=players, stars=STANDARD_STARS)

    def five_levels(self) -> Rules:
        """Return these rules for levels 1 to 5 alone, the short introduction (VAR-1).

        Raises InvalidRules where the first level is not 1 or there are fewer than five levels.

        >>> import themind as tm
        >>> short = tm.Rules.standard(players=4).five_levels()
        >>> short.levels, short.is_full_stack
        (5, False)
        """
        if self.first_level != 1 or self.levels < FIVE_LEVELS:
            raise InvalidRules("the five-level run needs a stack that holds levels 1 to 5")
        return attrs.evolve(self, levels=FIVE_LEVELS)

    def without_stars(self) -> Rules:
        """Return these rules with no star at the start and none to be had (VAR-2).

        >>> import themind as tm
        >>> tm.Rules.standard(players=2).without_stars().reward(2) is None
        True
        """
        rewards = tuple([pair for pair in self.rewards if pair[1] is not Reward.STAR])
        return attrs.evolve(self, stars=0, max_stars=0, rewards=rewards)

    def reward(self, level: Level) -> Reward | None:
        """Return what completing a level pays, None for nothing (SET-5).

        Raises TypeError for a level that is not exactly an int.

        >>> import themind as tm
        >>> tm.Rules.standard(players=2).reward(3)
        <Reward.LIFE: 'LIFE'>
        """
        if not is_int(level):
            raise TypeError(f"a level is an int, not {type(level).__name__}")
        return dict(self.rewards).get(level)

    @property
    def is_full_stack(self) -> bool:
        """Whether the stack is the whole one for 2, 3 or 4 players, as a blind run needs (BLD-1).

        >>> import themind as tm
        >>> tm.Rules.standard(players=2).is_full_stack
        True
        """
        return self.first_level == 1 and self.levels == STANDARD_LEVELS.get(self.players)


_NUMBERS = (
    "players",
    "levels",
    "lives",
    "stars",
    "max_lives",
    "max_stars",
    "first_level",
    "cards",
)


def _type_faults(rules: Any) -> Iterator[str]:
    for name in _NUMBERS:
        if not is_int(getattr(rules, name)):
            yield f"{name} is an int, not {shown(getattr(rules, name))}"
    if not isinstance(rules.blind_penalty, BlindPenalty):
        yield f"blind_penalty is a BlindPenalty, not {shown(rules.blind_penalty)}"
    if type(rules.auto_refocus) is not bool:
        yield f"auto_refocus is a bool, not {shown(rules.auto_refocus)}"
    if not isinstance(rules.rewards, tuple) or not all(map(_is_pair, rules.rewards)):
        yield f"rewards pair levels with a Reward each, not {shown(rules.rewards)}"
    elif len(dict(rules.rewards)) < len(rules.rewards):
        yield "a level has two rewards"


def _is_pair(pair: Any) -> bool:
    if not isinstance(pair, tuple) or len(pair) != 2:
        return False
    return is_int(pair[0]) and pair[0] >= 1 and isinstance(pair[1], Reward)


def _number_faults(rules: Rules) -> Iterator[str]:
    yield from _below("players", rules.players, 1)
    yield from _below("first_level", rules.first_level, 1)
    yield from _below("levels", rules.levels, rules.first_level, "first_level")
    yield from _below("lives", rules.lives, 1)
    yield from _above("lives", rules.lives, rules.max_lives, "max_lives")
    yield from _below("stars", rules.stars, 0)
    yield from _above("stars", rules.stars, rules.max_stars, "max_stars")
    yield from _above("cards", rules.cards, MOST_CARDS)
    if is_int(rules.players) and is_int(rules.levels) and min(rules.players, rules.levels) > 0:
        yield from _above("players x levels", rules.players * rules.levels, rules.cards, "cards")


def _below(name: str, value: int, least: int, bound: str = "") -> Iterator[str]:
    if is_int(value) and is_int(least) and value < least:
        yield f"{name} is at least {_limit(least, bound)}, not {shown(value)}"


def _above(name: str, value: int, most: int, bound: str = "") -> Iterator[str]:
    if is_int(value) and is_int(most) and value > most:
        yield f"{name} is at most {_limit(most, bound)}, not {shown(value)}"


def _limit(number: int, name: str) -> str:
    return f"{name} ({shown(number)})" if name else f"{number:,}"
