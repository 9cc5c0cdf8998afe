"""Strategies for rules, decks and seats, which a game needs before its first card."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import attrs
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from themind import (
    BlindPenalty,
    Card,
    Deck,
    InvalidArgument,
    Level,
    MistakePenalty,
    Reward,
    Rules,
    Seat,
)
from themind._model.checks import require_instance, wrong_type

Tables: TypeAlias = Rules | SearchStrategy[Rules]

MOST_PLAYERS = 5
HIGHEST_LEVEL = 12
STANDARD_LEVELS = {players: Rules.standard(players).levels for players in (2, 3, 4)}


class Stack(NamedTuple):
    """The levels of a stack; for the standard stack `levels` is 0, and the players determine it."""

    first_level: Level
    levels: Level


SMALL = tuple([Stack(1, levels) for levels in range(1, 5)])
ALONE = tuple([Stack(level, level) for level in range(2, HIGHEST_LEVEL + 1)])
FIVE, FULL = Stack(1, 5), Stack(1, 0)


class Limits(NamedTuple):
    """The initial lives and stars, and their maximums."""

    lives: int
    stars: int
    max_lives: int
    max_stars: int


def _limits() -> Iterable[Limits]:
    """Return limits other than those of the box, both lower and higher ones."""
    for max_lives, max_stars in itertools.product((1, 2, 3, 5, 6, 9), (0, 1, 2, 3, 5)):
        for lives, stars in itertools.product((1, 2, 4, max_lives), (0, 1, max_stars)):
            if lives <= max_lives and stars <= max_stars:
                yield Limits(lives, stars, max_lives, max_stars)


class Variant(NamedTuple):
    """The variants of the rules."""

    blind_penalty: BlindPenalty
    mistake_penalty: MistakePenalty
    auto_refocus: bool
    with_stars: bool
    starts_blind: bool


def _variants(*, starts_blind: bool | None) -> list[Variant]:
    """Return every combination; games with stars and games that start open occur more often."""
    blind = [False, False, False, True] if starts_blind is None else [starts_blind]
    combinations = itertools.product(
        BlindPenalty, MistakePenalty, [True, False], [True] * 5 + [False], blind
    )
    return [Variant(*combination) for combination in combinations]


Chart: TypeAlias = tuple[Reward | None, ...]

# None, the chart of the box, is as frequent as charts with rewards for some of the first levels.
CHARTS: list[Chart | None] = [None] * 27
CHARTS += itertools.product((None, *Reward), repeat=3)


_OWN = SMALL * 2 + ALONE + (FIVE,) * 3
_STACKS = {
    True: st.just(FULL),
    False: st.sampled_from(_OWN),
    None: st.sampled_from(_OWN + (FULL,) * 5),
}
_STANDARD_PLAYERS = st.integers(2, 4)
_PLAYERS = [st.integers(least, MOST_PLAYERS) for least in range(MOST_PLAYERS)]
# None stands for the lives and stars of the box.
LIMITS = list(dict.fromkeys(_limits()))
_LIMITS = st.sampled_from([None] * len(LIMITS) + LIMITS)
_VARIANTS = {wish: st.sampled_from(_variants(starts_blind=wish)) for wish in (None, False, True)}
_CHARTS = st.sampled_from(CHARTS)
SPARE_CARDS = [0, 1, 2, 3, 4, 100]
_SPARE_CARDS = st.sampled_from(SPARE_CARDS)
_RARELY = st.sampled_from([False, False, False, True])


def rules(
    *, least_players: int = 1, full: bool | None = None, starts_blind: bool | None = None
) -> SearchStrategy[Rules]:
    """Generate rules: the standard ones, their variants, and custom sizes.

    They shrink to few players, few levels, and no rewards.

    Args:
        least_players: The minimum number of players, from 1 to 4.
        full: True for the full stack only, as a blind run needs it (BLD-1), False for others only.
        starts_blind: True for tables that start blind only (VAR-6), False for others only.

    Raises:
        InvalidArgument: `least_players` is not from 1 to 4.

    Example:
        >>> from hypothesis import given
        >>> from themind import testing
        >>> @given(testing.rules(least_players=2))
        ... def test_no_one_plays_alone(rules):
        ...     assert rules.players >= 2
        >>> test_no_one_plays_alone()
    """
    if least_players not in range(1, MOST_PLAYERS):
        raise InvalidArgument(f"least_players must be from 1 to 4, got {least_players!r}")
    return _tables(least_players, _STACKS[full], starts_blind=starts_blind)


def tables_of(given: Tables | None) -> SearchStrategy[Rules]:
    """Return the strategy for an argument `rules=…`."""
    if given is None:
        return rules()
    if isinstance(given, Rules):
        return st.just(given)
    if isinstance(given, SearchStrategy):
        return given
    raise wrong_type("rules", "Rules or a strategy for them", given)


@st.composite
def _tables(
    draw: DrawFn, least: int, stacks: SearchStrategy[Stack], *, starts_blind: bool | None
) -> Rules:
    """Use as few draws for small games as for standard ones, so that the small ones are simpler."""
    stack = draw(stacks)
    standard = stack in (FIVE, FULL)
    players = draw(_STANDARD_PLAYERS if standard else _PLAYERS[least])
    players = max(players, least)
    limits = draw(_LIMITS) or box_limits(players)
    table = table_for(stack, players, limits, draw(_VARIANTS[starts_blind]))
    return table if standard else own_ways(table, draw(_CHARTS), draw(_SPARE_CARDS))


def box_limits(players: int) -> Limits:
    """Return the lives and stars of the box, for any number of players."""
    return Limits(lives=min(players, 5), stars=1, max_lives=5, max_stars=3)


def table_for(stack: Stack, players: int, limits: Limits, variant: Variant) -> Rules:
    """Return the rules with these choices; everything else is as in the box."""
    table = Rules(
        players=players,
        levels=stack.levels or STANDARD_LEVELS[players],
        first_level=stack.first_level,
        lives=limits.lives,
        stars=limits.stars,
        max_lives=limits.max_lives,
        max_stars=limits.max_stars,
        blind_penalty=variant.blind_penalty,
        mistake_penalty=variant.mistake_penalty,
        auto_refocus=variant.auto_refocus,
        starts_blind=variant.starts_blind,
    )
    return table if variant.with_stars else table.without_stars()


def own_ways(table: Rules, chart: Chart | None, spare_cards: int) -> Rules:
    """Return the rules with rewards for the first levels, and a deck of another size."""
    cards = table.players * table.levels + spare_cards
    if chart is None:
        return attrs.evolve(table, cards=cards)
    pays = enumerate(chart, table.first_level)
    rewards = {level: reward for level, reward in pays if reward is not None}
    return attrs.evolve(table, cards=cards, rewards=rewards)


def seats(table: Rules, *, spectator: bool = True) -> SearchStrategy[Seat | None]:
    """Generate a viewer or requester: a seat of the game, or None for a spectator.

    Both `view` and `by` accept them; `st.just(tm.HOST) | seats(table)` covers all requesters.

    Args:
        table: The rules of the table.
        spectator: False for seats only.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given
        >>> from themind import testing
        >>> @given(testing.seats(tm.Rules.standard(players=2)))
        ... def test_a_viewer_is_a_seat_or_none(seat):
        ...     assert seat in (None, 0, 1)
        >>> test_a_viewer_is_a_seat_or_none()
    """
    require_instance("table", table, Rules)
    own: list[Seat | None] = list(range(table.players))
    return st.sampled_from([None, *own] if spectator else own)


def decks(rules: Tables | None = None, *, level: Level | None = None) -> SearchStrategy[Deck]:
    """Generate decks that can be dealt at a level, or at any level of the rules.

    Some contain only the cards that are dealt, some the whole deck. They shrink to the cards in
    order.

    Args:
        rules: Rules, or a strategy for them.
        level: The level to deal; None for any level of the stack.

    Raises:
        InvalidArgument: The stack of the given rules does not have the level.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given
        >>> from themind import testing
        >>> rules = tm.Rules.standard(players=3)
        >>> @given(testing.decks(rules, level=2))
        ... def test_two_cards_each(deck):
        ...     assert len(deck) >= 6 and len(set(deck)) == len(deck)
        >>> test_two_cards_each()
    """
    if isinstance(rules, Rules) and level not in (
        None,
        *range(rules.first_level, rules.levels + 1),
    ):
        stack = f"from {rules.first_level} to {rules.levels}"
        raise InvalidArgument(f"level must be {stack} in this stack, got {level!r}")
    return _decks(tables_of(rules), level)


@st.composite
def _decks(draw: DrawFn, tables: SearchStrategy[Rules], level: Level | None) -> Deck:
    table = draw(tables)
    if level is None:
        level = draw(st.integers(table.first_level, table.levels))
    assume(table.first_level <= level <= table.levels)
    return drawn_deck(draw, table, level)


def drawn_deck(draw: DrawFn, table: Rules, level: Level) -> Deck:
    """Shuffle the cards that the level needs, or fewer; the others follow in order, or are omitted.

    Each number determines the places of several consecutive cards, so that a deck needs few draws
    and remains a valid deck if any of them is omitted.
    """
    size = table.players * level
    deck: list[Card] = list(range(1, table.cards + 1))
    place = 0
    for number in draw(_NUMBERS):
        while number and place < size:
            number, way = divmod(number, table.cards - place)  # noqa: PLW2901 - digit by digit
            deck[place], deck[place + way] = deck[place + way], deck[place]
            place += 1
    return tuple(deck) if draw(_RARELY) else tuple(deck[:size])


_NUMBERS = st.lists(st.integers(0, 2**24 - 1), max_size=16)
