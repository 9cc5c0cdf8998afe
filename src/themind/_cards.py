"""Cards, hands and decks, and the keyed words that every random draw is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeAlias

from themind._ints import require_int
from themind.exceptions import InvalidArgument
from themind.rng import seed_key, unchecked_splitmix64

Card: TypeAlias = int
Seat: TypeAlias = int
Level: TypeAlias = int
Hand: TypeAlias = tuple[Card, ...]
Deck: TypeAlias = tuple[Card, ...]

NUMBER_CARDS = 100
MOST_CARDS = 10_000


def shuffled_deck(
    seed: str | bytes | int,
    *,
    level: Level,
    attempt: int = 0,
    blind: bool = False,
    cards: int = NUMBER_CARDS,
) -> Deck:
    """The deck of a seed for one deal: the same on every Python and in every language (LVL-1).

    Returns the cards 1 to `cards` in the order in which they are dealt. Raises TypeError for
    values of a wrong type, InvalidArgument for a level below 1, a negative attempt or a deck of
    fewer than 1 or more than 10,000 cards. Whoever knows the seed knows the deck: for play that
    nobody may predict there is `random_deck`.

    >>> import themind as tm
    >>> tm.shuffled_deck("my seed", level=1)[:10]
    (18, 7, 58, 80, 54, 56, 25, 98, 70, 69)
    """
    require_int("level", level, least=1)
    require_int("attempt", attempt, least=0)
    require_int("cards", cards, least=1, most=MOST_CARDS)
    if type(blind) is not bool:
        raise TypeError(f"blind is a bool, not {type(blind).__name__}")
    key = unchecked_splitmix64(
        unchecked_splitmix64(unchecked_splitmix64(seed_key(seed), blind), level), attempt
    )
    return _shuffled(
        cards, lambda i, choices: i + ((unchecked_splitmix64(key, i) >> 32) * choices >> 32)
    )


def random_deck(cards: int = NUMBER_CARDS) -> Deck:
    """A deck from the operating system's randomness, which nobody can predict (LVL-1).

    Raises TypeError or InvalidArgument where `cards` is not an int from 1 to 10,000.

    >>> import themind as tm
    >>> sorted(tm.random_deck()) == list(range(1, 101))
    True
    """
    require_int("cards", cards, least=1, most=MOST_CARDS)
    from secrets import randbelow  # as hashlib: only who wants it pays for it

    return _shuffled(cards, lambda i, choices: i + randbelow(choices))


def _shuffled(cards: int, pick: Callable[[int, int], int]) -> Deck:
    deck = list(range(1, cards + 1))
    for i in range(cards - 1):
        j = pick(i, cards - i)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def stacked_deck(hands: Iterable[Iterable[Card]]) -> Deck:
    """The deck that deals exactly these hands, round and round from seat 0.

    Takes one hand for each seat, all of the same size. Raises InvalidArgument for no hands,
    uneven or empty ones, a card that is below 1 or stands twice, and TypeError for a card that
    is no int.

    >>> import themind as tm
    >>> tm.stacked_deck([(1, 4), (2, 3)])
    (1, 2, 4, 3)
    """
    dealt = _even_hands(hands)
    deck = tuple(card for cards in zip(*dealt, strict=True) for card in cards)
    for card in deck:
        require_int("a card", card, least=1, most=MOST_CARDS)
    if len(set(deck)) < len(deck):
        raise InvalidArgument("a card stands twice in these hands")
    return deck


def _even_hands(hands: Iterable[Iterable[Card]]) -> list[Hand]:
    """Read hands of one size, and no more of them than a deck has cards."""
    dealt: list[Hand] = []
    left = MOST_CARDS
    for cards in hands:
        hand = tuple(islice(cards, left + 1))
        if len(hand) > left:
            raise InvalidArgument(f"a deck has at most {MOST_CARDS} cards")
        dealt.append(hand)
        if not hand or len(hand) != len(dealt[0]):
            break
        left -= len(hand)
    if not dealt or not dealt[-1] or len(dealt[-1]) != len(dealt[0]):
        raise InvalidArgument("the hands of a stacked deck are as many cards each, and not empty")
    return dealt
