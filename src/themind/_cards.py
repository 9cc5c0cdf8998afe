"""Cards, hands and decks, and the keyed words that every random draw is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, TypeAlias, TypeGuard

from themind.exceptions import InvalidArgument, shown

Card: TypeAlias = int
Seat: TypeAlias = int
Level: TypeAlias = int
Hand: TypeAlias = tuple[Card, ...]
Deck: TypeAlias = tuple[Card, ...]

NUMBER_CARDS = 100
MOST_CARDS = 10_000

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15
_MIX_1 = 0xBF58_476D_1CE4_E5B9
_MIX_2 = 0x94D0_49BB_1331_11EB


def is_int(value: object) -> TypeGuard[int]:
    """Whether a value is exactly an int: True and 1.0 are not."""
    return type(value) is int


def require_int(name: str, value: Any, *, least: int, most: int | None = None) -> None:
    """Raise TypeError for a value that is no int, InvalidArgument for one out of bounds."""
    if type(value) is not int:
        raise TypeError(f"{name} is an int, not {type(value).__name__}")
    if value < least:
        raise InvalidArgument(f"{name} is at least {least}, not {shown(value)}")
    if most is not None and value > most:
        raise InvalidArgument(f"{name} is at most {most}, not {shown(value)}")


def root_key(seed: str | bytes | int) -> int:
    """The key that stands for a seed: the first 8 bytes of its SHA-256, big-endian.

    A str counts in UTF-8, bytes as they are, an int in decimal. Raises TypeError for another
    type (a bool too), InvalidArgument for a str with a lone surrogate or an int of thousands of
    digits.

    >>> import themind as tm
    >>> tm.root_key("42") == tm.root_key(42) == tm.root_key(b"42")
    True
    """
    from hashlib import sha256  # costs a few milliseconds that most importers never need

    return int.from_bytes(sha256(_seed_bytes(seed)).digest()[:8], "big")


def _seed_bytes(seed: str | bytes | int) -> bytes:
    if type(seed) is bytes:
        return seed
    if type(seed) is not str and type(seed) is not int:
        raise TypeError(f"a seed is a str, bytes or an int, not {type(seed).__name__}")
    try:
        return str(seed).encode()
    except UnicodeEncodeError:
        raise InvalidArgument("a seed must not hold a lone surrogate") from None
    except ValueError:
        raise InvalidArgument("a seed of so many digits is not taken") from None


def word(key: int, i: int) -> int:
    """Word `i` (from 0) of the SplitMix64 generator that starts at `key`: 64 bits.

    Raises TypeError for anything but ints, InvalidArgument for a key outside 0 to 2^64 - 1 or a
    negative i. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    2014.

    >>> import themind as tm
    >>> hex(tm.word(0, 0))
    '0xe220a8397b1dcdaf'
    """
    require_int("key", key, least=0, most=_MASK)
    require_int("i", i, least=0)
    return _word(key, i)


def _word(key: int, i: int) -> int:
    z = (key + (i + 1) * _GAMMA) & _MASK
    z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
    z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
    return z ^ (z >> 31)


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
    key = _word(_word(_word(root_key(seed), blind), level), attempt)
    return _shuffled(cards, lambda i, choices: i + ((_word(key, i) >> 32) * choices >> 32))


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
