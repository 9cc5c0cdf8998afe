"""What a game needs before its first card: rules, decks, and who may ask."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeAlias

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from themind import BlindPenalty, Card, Deck, InvalidArgument, Level, Reward, Rules, Seat

Tables: TypeAlias = Rules | SearchStrategy[Rules]

MOST_PLAYERS = 5
MOST_LEVELS = 4
STANDARD_LEVELS = {players: Rules.standard(players).levels for players in (2, 3, 4)}

SMALL = tuple(itertools.product([False, True], range(1, MOST_LEVELS + 1)))
FIVE, FULL = (False, 5), (False, 0)

WITH_STARS = [True] * 5 + [False]

# None stands for the starting lives and star of the box.
_LIMITS = st.sampled_from([None, None, *itertools.product(range(1, 6), range(4))])
_VARIANTS = st.sampled_from([*itertools.product(BlindPenalty, [True, False], WITH_STARS)])


def rules(*, least_players: int = 1, full: bool | None = None) -> SearchStrategy[Rules]:
    """Rules of a table: the standard ones, their variants, and small tables of one's own.

    `least_players` is from 1 to 4. With `full` True the stack is always the whole one, as a blind
    run needs (BLD-1), with False never. Shrinks to few players, few levels and no rewards. Raises
    InvalidArgument for another number of players.

    >>> from hypothesis import given
    >>> from themind import testing
    >>> @given(testing.rules(least_players=2))
    ... def test_nobody_plays_alone(rules):
    ...     assert rules.players >= 2
    >>> test_nobody_plays_alone()
    """
    if least_players not in range(1, MOST_PLAYERS):
        raise InvalidArgument(f"least_players is from 1 to 4, not {least_players!r}")
    few = SMALL + (FIVE,) * 4
    return _tables(least_players, {True: (FULL,), False: few, None: few + (FULL,) * 4}[full])


def tables_of(given: Tables | None) -> SearchStrategy[Rules]:
    """The strategy that an argument `rules=…` stands for."""
    if given is None:
        return rules()
    return st.just(given) if isinstance(given, Rules) else given


@st.composite
def _tables(draw: DrawFn, least: int, shapes: Sequence[tuple[bool, int]]) -> Rules:
    """As few draws for a small table as for a standard one, so that the small one is simpler."""
    shape = draw(st.sampled_from(shapes))
    own, levels = shape
    standard = shape in (FIVE, FULL)
    players = draw(st.integers(max(least, 2), 4) if standard else st.integers(least, MOST_PLAYERS))
    lives, stars = draw(_LIMITS) or (players, 1)
    penalty, auto_refocus, with_stars = draw(_VARIANTS)
    table = Rules(
        players=players,
        levels=levels or STANDARD_LEVELS[players],
        lives=lives,
        stars=stars,
        blind_penalty=penalty,
        auto_refocus=auto_refocus,
    )
    table = table if with_stars else table.without_stars()
    return draw(_own_ways(table)) if own else table


@st.composite
def _own_ways(draw: DrawFn, table: Rules) -> Rules:
    """The same with other rewards and limits, a small deck, or a later first level."""
    return attrs.evolve(
        table,
        max_lives=draw(st.integers(table.lives, 5)),
        max_stars=draw(st.integers(table.stars, 3)),
        rewards=draw(_REWARDS),
        first_level=draw(st.sampled_from([1, 1, 1, table.levels])),
        cards=table.players * table.levels + draw(st.integers(0, 4)),
    )


_REWARDS = st.dictionaries(st.integers(1, MOST_LEVELS), st.sampled_from(Reward), max_size=3)
_RARELY = st.sampled_from([False, False, False, True])


def seats(table: Rules, *, spectator: bool = True) -> SearchStrategy[Seat | None]:
    """A seat of the table, or None: for `by`, the table; for a view, a spectator.

    >>> import themind as tm
    >>> from hypothesis import given
    >>> from themind import testing
    >>> @given(testing.seats(tm.Rules.standard(players=2)))
    ... def test_who_looks(seat):
    ...     assert seat in (None, 0, 1)
    >>> test_who_looks()
    """
    own: list[Seat | None] = list(range(table.players))
    return st.sampled_from([None, *own] if spectator else own)


def decks(rules: Tables | None = None, *, level: Level | None = None) -> SearchStrategy[Deck]:
    """Decks that can be dealt at a level, at any level of the rules where none is named.

    Some hold no more cards than are dealt, some the whole deck of the rules; shrinks to the cards
    in order. Raises InvalidArgument for a level outside the stack of given rules.

    >>> import themind as tm
    >>> from hypothesis import given
    >>> from themind import testing
    >>> rules = tm.Rules.standard(players=3)
    >>> @given(testing.decks(rules, level=2))
    ... def test_two_cards_each(deck):
    ...     assert len(deck) >= 6 and len(set(deck)) == len(deck)
    >>> test_two_cards_each()
    """
    levels = range(rules.first_level, rules.levels + 1) if isinstance(rules, Rules) else None
    if levels and level is not None and level not in levels:
        raise InvalidArgument(f"level {level!r} is not in this stack")
    return _decks(tables_of(rules), level)


@st.composite
def _decks(draw: DrawFn, tables: SearchStrategy[Rules], level: Level | None) -> Deck:
    table = draw(tables)
    if level is None:
        level = draw(st.integers(table.first_level, table.levels))
    return drawn_deck(draw, table, level)


def drawn_deck(draw: DrawFn, table: Rules, level: Level) -> Deck:
    """Shuffle what the level needs, or less; the other cards follow in order, or are left out.

    Each number says where some cards in a row go, in as many digits as it has; a deck needs few
    draws in this way, and it stays a deck when any of them is left out.
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
