"""Decks: from a seed, from the operating system, or stacked (LVL-1)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from typing import SupportsIndex

from themind._model.cards import NUMBER_CARDS, Card, Deck, Hand
from themind._model.checks import in_order, require_int, shown
from themind._model.errors import InvalidArgument
from themind._model.state import GameState, require_state
from themind._model.values import MOST_CARDS, as_bool, as_ints
from themind.rng import seed_key, unchecked_high_halves
from themind.rng import unchecked_splitmix64 as word


def shuffled_deck(
    seed: str | bytes | SupportsIndex,
    *,
    level: SupportsIndex,
    attempt: SupportsIndex = 0,
    blind: bool = False,
    cards: SupportsIndex = NUMBER_CARDS,
    count: SupportsIndex | None = None,
) -> Deck:
    """Return the deck of a seed for one deal, the same in every Python version and language.

    The seed determines the deck. Use `random_deck` if the deck must be unpredictable.

    Args:
        seed: The seed of the game. A str is encoded in UTF-8, and an int in decimal.
        level: The level to deal, at least 1.
        attempt: The number of gathered deals of this level (VAR-3), at least 0.
        blind: Whether this is a blind run.
        cards: The number of cards in the deck, from 1 to 10,000.
        count: The number of cards to return, from 0 to `cards`; the default is all.

    Returns:
        The first `count` cards in the order in which they are dealt (LVL-1).

    Raises:
        TypeError: An argument has a wrong type.
        InvalidArgument: An argument is out of bounds, or a str contains a lone surrogate.

    Example:
        >>> import themind as tm
        >>> tm.shuffled_deck("my seed", level=1, count=10)
        (18, 7, 58, 80, 54, 56, 25, 98, 70, 69)
    """
    level = require_int("level", level, least=1)
    attempt = require_int("attempt", attempt, least=0)
    cards = require_int("cards", cards, least=1, most=MOST_CARDS)
    wanted = cards if count is None else require_int("count", count, least=0, most=cards)
    key = word(word(word(seed_key(seed), as_bool("blind", blind)), level), attempt)
    halves = unchecked_high_halves(key, wanted)
    scaled = map(mul, halves, range(cards, 1, -1))  # a half below 2^32 becomes a step below its n
    return _shuffled(cards, wanted, [product >> 32 for product in scaled])


def random_deck(cards: SupportsIndex = NUMBER_CARDS) -> Deck:
    """Return an unpredictable deck, with randomness from the operating system (LVL-1).

    Raises:
        TypeError: `cards` is not an int.
        InvalidArgument: `cards` is not from 1 to 10,000.

    Example:
        >>> import themind as tm
        >>> sorted(tm.random_deck()) == list(range(1, 101))
        True
    """
    from secrets import randbelow  # few programs need it, and its import takes milliseconds

    cards = require_int("cards", cards, least=1, most=MOST_CARDS)
    return _shuffled(cards, cards, [randbelow(cards - i) for i in range(cards - 1)])


def _shuffled(cards: int, wanted: int, steps: list[int]) -> Deck:
    """Return the cards after swapping each place with a later one, at the given distances."""
    if wanted * _FEW < cards:
        return _first_of_shuffled(steps[:wanted])
    deck = list(range(1, cards + 1))
    for i, step in enumerate(steps):
        j = i + step
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck[:wanted])


_FEW = 8  # from here on the lookups take less time than the list of a whole deck


def _first_of_shuffled(steps: list[int]) -> Deck:
    """Return the first card of each swap, without a list of all cards."""
    moved: dict[int, Card] = {}  # the cards that are no longer at their first places
    deck = []
    for i, step in enumerate(steps):
        deck.append(moved.get(i + step, i + step + 1))
        moved[i + step] = moved.pop(i, i + 1)
    return tuple(deck)


def deck_for(
    state: GameState, seed: str | bytes | SupportsIndex, *, count: SupportsIndex | None = None
) -> Deck:
    """Return the deck of a seed for the level, attempt, run and deck size of a state.

    Args:
        state: The state.
        seed: The seed of the game.
        count: The number of cards to return; the default is all. A deal needs players x level
            cards. They are the first cards of the whole deck, and the time depends only on their
            number.

    Returns:
        The first `count` cards. Errors are those of `shuffled_deck`.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> tm.deck_for(state, seed="my seed")[:3]
        (18, 7, 58)
        >>> tm.deck_for(state, seed="my seed", count=state.players * state.level)
        (18, 7)
    """
    require_state(state)
    return shuffled_deck(
        seed,
        level=state.level,
        attempt=state.attempt,
        blind=state.blind,
        cards=state.rules.cards,
        count=count,
    )


def stacked_deck(hands: Iterable[Iterable[SupportsIndex]]) -> Deck:
    """Return the deck that deals exactly these hands (LVL-1).

    Args:
        hands: One hand for each seat, all of the same size.

    Raises:
        TypeError: `hands` or a hand is not a sequence, or a card is not an int.
        InvalidArgument: There are no hands, they are empty or of different sizes, or a card is
            out of bounds or occurs twice.

    Example:
        >>> import themind as tm
        >>> tm.stacked_deck([(1, 4), (2, 3)])
        (1, 2, 4, 3)
    """
    dealt = _even_hands(hands)
    deck = tuple([hand[place] for place in range(len(dealt[0])) for hand in dealt])
    seen: set[Card] = set()
    for card in deck:
        require_int("a card", card, least=1, most=MOST_CARDS)
        if card in seen:
            raise InvalidArgument(f"hands must contain each card at most once, got {card} twice")
        seen.add(card)
    return deck


def _even_hands(hands: Iterable[Iterable[SupportsIndex]]) -> list[Hand]:
    """Return hands of one size; their number is limited by the largest deck."""
    dealt: list[Hand] = []
    left = MOST_CARDS
    for seat, cards in enumerate(in_order("hands", hands, MOST_CARDS)):
        hand = as_ints(f"hands[{seat}]", cards)
        if len(hand) > left:
            raise InvalidArgument(f"hands must contain at most {MOST_CARDS} cards")
        dealt.append(hand)
        if not hand or len(hand) != len(dealt[0]):
            must = "hands must all have the same number of cards, at least one"
            raise InvalidArgument(f"{must}, got {shown(list(map(len, dealt)))}")
        left -= len(hand)
    if not dealt:
        raise InvalidArgument("hands must not be empty")
    return dealt
