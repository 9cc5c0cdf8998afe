"""The rules of one table: players, levels, lives, stars, rewards, and variants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from itertools import islice
from typing import Final, SupportsIndex, TypeAlias, cast

import attrs

from themind._model.cards import NUMBER_CARDS, Level
from themind._model.checks import as_int, did_you_mean, member_of, shown
from themind._model.errors import InvalidRules
from themind._model.values import MOST_CARDS, Value, as_number

# The contents of the box (SET-2), and the standard tables for 2, 3 and 4 players (SET-3, SET-4).
LEVEL_CARDS: Final = 12
LIFE_CARDS: Final = 5
STAR_CARDS: Final = 3
STANDARD_LEVELS: Final = {2: 12, 3: 10, 4: 8}
STANDARD_STARS: Final = 1
FIVE_LEVELS: Final = 5


class Reward(StrEnum):
    """The reward for completing a level (SET-5)."""

    LIFE = "LIFE"
    STAR = "STAR"


class BlindPenalty(StrEnum):
    """The cost of mistakes in a blind level: one life for each, or one for the level (BLD-5)."""

    PER_CARD = "PER_CARD"
    PER_LEVEL = "PER_LEVEL"


class MistakePenalty(StrEnum):
    """The cost of a mistake in an open level: one life (ERR-1), or one per skipped card (VAR-5)."""

    PER_MISTAKE = "PER_MISTAKE"
    PER_CARD = "PER_CARD"


RewardPairs: TypeAlias = tuple[tuple[Level, Reward], ...]

STANDARD_REWARDS: Final[RewardPairs] = (
    (2, Reward.STAR),
    (3, Reward.LIFE),
    (5, Reward.STAR),
    (6, Reward.LIFE),
    (8, Reward.STAR),
    (9, Reward.LIFE),
)

Rewards: TypeAlias = Mapping[Level, Reward] | Iterable[tuple[Level, Reward]]


def _pairs(rewards: Rewards) -> RewardPairs:
    """Convert a mapping or pairs to ascending pairs; return a value of a wrong type unchanged."""
    if isinstance(rewards, AbstractSet):
        return cast("RewardPairs", rewards)
    pairs: Iterable[tuple[Level, Reward]] = (
        cast("Mapping[Level, Reward]", rewards).items() if isinstance(rewards, Mapping) else rewards
    )
    try:
        kept = [tuple(islice(pair, 3)) for pair in islice(pairs, MOST_CARDS + 1)]
        kept = [(as_number(cast("Level", pair[0])), *pair[1:]) for pair in kept]
        return cast("RewardPairs", tuple(sorted(kept, key=lambda pair: pair[0])))
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("RewardPairs", rewards)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Rules(Value):
    """The rules of one table (SET-1 to SET-6, VAR-1 to VAR-6).

    Args:
        players: Number of seats, at least 1.
        levels: The last level of the stack.
        lives: Lives at the start, from 1 to `max_lives`.
        stars: Stars at the start, from 0 to `max_stars`.
        max_lives: The maximum number of lives (SET-6).
        max_stars: The maximum number of stars (SET-6).
        rewards: A mapping or pairs from level to `Reward`; the default is the printed chart
            (SET-5), at most 10,000. Only rewards within the stack are kept, as pairs in ascending
            order.
        first_level: The first level of the stack.
        cards: The highest number card, at most 10,000 and at least players x levels.
        blind_penalty: The cost of mistakes in a blind level (BLD-5).
        auto_refocus: Whether the team refocuses after a mistake and after a star (ERR-3, STAR-4);
            otherwise play continues immediately.
        mistake_penalty: The cost of a mistake (ERR-1, VAR-5); it has no effect in blind levels.
        starts_blind: Whether the stack is played blind from the first level (VAR-6).

    Raises:
        InvalidRules: The numbers contradict each other, or a value has a wrong type. The error
            lists all faults.

    Example:
        >>> import themind as tm
        >>> rules = tm.Rules(players=5, levels=3, lives=2, stars=0, rewards={2: tm.Reward.LIFE})
        >>> rules.reward(2), rules.reward(3), rules.is_full_stack
        (<Reward.LIFE: 'LIFE'>, None, False)
    """

    players: int = attrs.field(converter=as_number)
    levels: Level = attrs.field(converter=as_number)
    lives: int = attrs.field(converter=as_number)
    stars: int = attrs.field(converter=as_number)
    max_lives: int = attrs.field(default=LIFE_CARDS, converter=as_number)
    max_stars: int = attrs.field(default=STAR_CARDS, converter=as_number)
    rewards: tuple[tuple[Level, Reward], ...] = attrs.field(
        default=STANDARD_REWARDS, converter=_pairs
    )
    first_level: Level = attrs.field(default=1, converter=as_number)
    cards: int = attrs.field(default=NUMBER_CARDS, converter=as_number)
    blind_penalty: BlindPenalty = BlindPenalty.PER_CARD
    auto_refocus: bool = True
    mistake_penalty: MistakePenalty = MistakePenalty.PER_MISTAKE
    starts_blind: bool = False

    def __attrs_post_init__(self) -> None:
        faults = [*_type_faults(self), *_number_faults(self)]
        if faults:
            raise InvalidRules(*faults)
        within = [pair for pair in self.rewards if self.first_level <= pair[0] <= self.levels]
        object.__setattr__(self, "rewards", tuple(within))

    @classmethod
    def standard(cls, players: SupportsIndex) -> Rules:
        """Return the standard rules for 2, 3 or 4 players (SET-1 to SET-6).

        Raises:
            InvalidRules: `players` is not 2, 3 or 4.

        Example:
            >>> import themind as tm
            >>> rules = tm.Rules.standard(players=3)
            >>> rules.levels, rules.lives, rules.stars
            (10, 3, 1)
        """
        number = as_number(players)
        if type(number) is not int or number not in STANDARD_LEVELS:
            must = "players must be 2, 3 or 4 for the standard rules"
            raise InvalidRules(f"{must}, got {shown(players)}")
        levels = STANDARD_LEVELS[number]
        return cls(players=number, levels=levels, lives=number, stars=STANDARD_STARS)

    def five_levels(self) -> Rules:
        """Return these rules for levels 1 to 5, the introduction (VAR-1).

        Raises:
            InvalidRules: The first level is not 1, or there are fewer than five levels.

        Example:
            >>> import themind as tm
            >>> short = tm.Rules.standard(players=4).five_levels()
            >>> short.levels, short.is_full_stack
            (5, False)
        """
        if self.first_level != 1 or self.levels < FIVE_LEVELS:
            stack = f"levels {self.first_level} to {self.levels}"
            raise InvalidRules(f"levels must include 1 to 5 for the five-level run, got {stack}")
        return attrs.evolve(self, levels=FIVE_LEVELS)

    def without_stars(self) -> Rules:
        """Return these rules without stars at the start and as rewards (VAR-2).

        Example:
            >>> import themind as tm
            >>> tm.Rules.standard(players=2).without_stars().reward(2) is None
            True
        """
        rewards = tuple([pair for pair in self.rewards if pair[1] is not Reward.STAR])
        return attrs.evolve(self, stars=0, max_stars=0, rewards=rewards)

    def reward(self, level: SupportsIndex) -> Reward | None:
        """Return the reward for completing a level, or None (SET-5).

        Raises:
            TypeError: `level` is not an int.

        Example:
            >>> import themind as tm
            >>> tm.Rules.standard(players=2).reward(3)
            <Reward.LIFE: 'LIFE'>
        """
        number = as_int("level", level)
        for paid, reward in self.rewards:
            if paid == number:
                return reward
        return None

    @property
    def is_full_stack(self) -> bool:
        """Whether the stack is the standard one for 2, 3 or 4 players, as BLD-1 requires.

        Example:
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


_PENALTIES: Final[dict[str, type[StrEnum]]] = {
    "blind_penalty": BlindPenalty,
    "mistake_penalty": MistakePenalty,
}
_FLAGS: Final = ("auto_refocus", "starts_blind")


def _type_faults(rules: Rules) -> Iterator[str]:
    for name in _NUMBERS:
        number: object = getattr(rules, name)
        if type(number) is not int:
            yield f"{name} must be an int, got {shown(number)}"
    yield from _flag_faults(rules)
    rewards: object = rules.rewards
    if not isinstance(rewards, tuple) or not all(map(_is_pair, rewards)):
        hint = did_you_mean(_reward_meant(rewards))
        yield f"rewards must map positive levels to Rewards, got {shown(rewards)}{hint}"
    elif len({level for level, _ in rewards}) < len(rewards):
        yield f"rewards must contain each level at most once, got {shown(rewards)}"
    elif len(rewards) > MOST_CARDS:
        yield f"rewards must contain at most {MOST_CARDS:,} levels, got more"


def _reward_meant(rewards: object) -> str:
    """Return the first reward that is given as its name, as code."""
    pairs = rewards if isinstance(rewards, tuple) else ()
    members = [member_of(Reward, pair[-1]) for pair in pairs if isinstance(pair, tuple) and pair]
    return next(filter(None, members), "")


def _flag_faults(rules: Rules) -> Iterator[str]:
    for name, kind in _PENALTIES.items():
        penalty: object = getattr(rules, name)
        if type(penalty) is not kind:
            hint = did_you_mean(member_of(kind, penalty))
            yield f"{name} must be a {kind.__name__}, got {shown(penalty)}{hint}"
    for name in _FLAGS:
        flag: object = getattr(rules, name)
        if type(flag) is not bool:
            yield f"{name} must be a bool, got {shown(flag)}"


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple) or len(pair) != 2:
        return False
    level, reward = pair
    return type(level) is int and level >= 1 and type(reward) is Reward


def _number_faults(rules: Rules) -> Iterator[str]:
    yield from _below("players", rules.players, 1)
    yield from _below("first_level", rules.first_level, 1)
    yield from _below("levels", rules.levels, rules.first_level, "first_level")
    yield from _below("lives", rules.lives, 1)
    yield from _above("lives", rules.lives, rules.max_lives, "max_lives")
    yield from _below("stars", rules.stars, 0)
    yield from _above("stars", rules.stars, rules.max_stars, "max_stars")
    for name in ("cards", "max_lives", "max_stars"):
        yield from _above(name, getattr(rules, name), MOST_CARDS)
    players, levels = rules.players, rules.levels
    if type(players) is int and type(levels) is int and min(players, levels) > 0:
        yield from _above("players x levels", players * levels, rules.cards, "cards")


def _below(name: str, value: int, least: int, bound: str = "") -> Iterator[str]:
    if type(value) is int and type(least) is int and value < least:
        yield f"{name} must be at least {_limit(least, bound)}, got {shown(value)}"


def _above(name: str, value: int, most: int, bound: str = "") -> Iterator[str]:
    if type(value) is int and type(most) is int and value > most:
        yield f"{name} must be at most {_limit(most, bound)}, got {shown(value)}"


def _limit(number: int, name: str) -> str:
    return f"{name} ({shown(number)})" if name else f"{number:,}"
