"""The law of mistakes of players who ignore their cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from math import factorial, lcm, prod
from typing import SupportsIndex, TypeAlias

from themind import InvalidArgument, MistakePenalty
from themind._model.checks import require_exactly, require_int, shown

MOST_CARDS = 50

# The counts for a law: entry k belongs to k mistakes.
Counts: TypeAlias = tuple[int, ...]
Held: TypeAlias = tuple[int, ...]


def card_blind(
    players: SupportsIndex,
    level: SupportsIndex,
    *,
    penalty: MistakePenalty = MistakePenalty.PER_MISTAKE,
) -> tuple[Fraction, ...]:
    """Return the exact law of mistakes if each player with cards is equally likely to play next.

    Entry k is the chance of k mistakes in one level; the last entry is above 0. `CardBlind` plays
    like this. The chance of no mistake is (L!)^P / (PL)! for P players at level L.

    It takes at most a few seconds, for 50 cards in all hands.

    Args:
        players: The number of players.
        level: The level.
        penalty: Must be PER_MISTAKE: this is not a law of lives lost (VAR-5).

    Raises:
        InvalidArgument: `players` or `level` is below 1, there are more than 50 cards in all hands,
            or the penalty is PER_CARD.
        TypeError: An argument has a wrong type.

    Example:
        >>> [str(chance) for chance in card_blind(players=3, level=2)]
        ['1/90', '167/405', '443/810', '4/135']
    """
    seats = require_int("players", players, least=1)
    size = require_int("level", level, least=1)
    require_exactly("penalty", penalty, MistakePenalty)
    if penalty is not MistakePenalty.PER_MISTAKE:
        raise InvalidArgument(f"penalty must be PER_MISTAKE, got {penalty}")
    if seats * size > MOST_CARDS:
        raise InvalidArgument(
            f"players times level must be at most {MOST_CARDS}, "
            f"got {shown(seats)} times {shown(size)}"
        )
    held = (size,) * seats
    counts = _Orders(lcm(*range(1, seats + 1)))
    orders = factorial(seats * size) // prod(map(factorial, held))
    whole = orders * counts.scale ** (seats * size)
    return tuple(Fraction(count, whole) for count in counts.before_a_play(held))


class _Orders:
    """Weighted counts of the orders of all cards.

    Only the order of all cards from low to high matters. It is a word whose letters are the
    holders of the cards, and all words are equally likely. A play by a seat removes the word up to
    the first letter of that seat; each other letter in this part is a skipped card. The word is
    read letter by letter. To keep all counts whole, each letter multiplies them by `scale`, which
    is divisible by every number of players with cards.
    """

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.before_a_play = cache(self._before_a_play)
        self.on_the_way = cache(self._on_the_way)

    def _before_a_play(self, held: Held) -> Counts:
        """Return the sum over the players who can play next."""
        held = tuple(sorted(held))
        if not any(held):
            return (1,)
        active = [seat for seat, cards in enumerate(held) if cards]
        total: Counts = ()
        for seat in active:
            rest, mine = _without(held, seat), held[seat]
            right = self.before_a_play(tuple(sorted((mine - 1, *rest))))
            total = _sum(total, right, self._skips(mine, rest, mistake=True))
        return tuple(self.scale // len(active) * count for count in total)

    def _on_the_way(self, mine: int, rest: Held) -> Counts:
        """Return the counts after a skipped card, for a player with `mine` cards."""
        here = self.before_a_play(tuple(sorted((mine - 1, *rest))))
        total = _sum(here, self._skips(mine, rest, mistake=False))
        return tuple(self.scale * count for count in total)

    def _skips(self, mine: int, rest: Held, *, mistake: bool) -> Counts:
        """Return the sum over skipped cards; `mistake` is True for the first one of a play."""
        total: Counts = ()
        for fewer in _one_less(rest):
            total = _sum(total, self.on_the_way(mine, fewer))
        return (0, *total) if mistake and total else total


def _without(held: Held, seat: int) -> Held:
    return held[:seat] + held[seat + 1 :]


def _one_less(held: Held) -> Iterator[Held]:
    """Yield the hands with one card fewer for one player."""
    for seat, cards in enumerate(held):
        if cards:
            yield tuple(sorted((*_without(held, seat), cards - 1)))


def _sum(*laws: Counts) -> Counts:
    return tuple(map(sum, zip_longest(*laws, fillvalue=0)))
