"""Luck that depends on what it is for and on nothing that happened before."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import NormalDist

from themind.rng import seed_key, splitmix64

# Decks start at the words 0 and 1 of a root key, the base run's and the blind run's.
_PLANS = 2
_TIES = 2**63

_inv_cdf = NormalDist().inv_cdf


def key_of(seed: str | int, *path: int) -> int:
    """The key of a path of numbers below a seed: game, blind, level, attempt, seat and so on."""
    return key_below(splitmix64(seed_key(seed), _PLANS), path)


def key_below(key: int, path: Iterable[int]) -> int:
    """The key that is reached from `key` by one word for each number."""
    for number in path:
        key = splitmix64(key, number)
    return key


class Draw:
    """The random numbers of one plan: call k uses `splitmix64(key, k)`, k from 0.

    The key follows from seed, game, run, level, attempt, seat, card and how often the seat has
    planned this card, so that two policies meet the same luck whatever else differs.

    >>> draw = Draw(key=7)
    >>> draw.uniform(), Draw(key=7).uniform()
    (0.3898297483912715, 0.3898297483912715)
    """

    __slots__ = ("_calls", "_first_key", "key")

    def __init__(self, key: int, first_key: int | None = None) -> None:
        self.key: int = key
        self._first_key: int = key if first_key is None else first_key
        self._calls: int = 0

    @property
    def first(self) -> Draw:
        """The numbers of this seat's first plan for this card, from their beginning.

        What a policy decides with them stays decided, however often it is asked.
        """
        return Draw(self._first_key)

    def uniform(self) -> float:
        """The next number, evenly from 0 to 1, never 0 and never 1."""
        calls = self._calls
        self._calls = calls + 1
        return ((splitmix64(self.key, calls) >> 12) + 0.5) * 2**-52

    def normal(self) -> float:
        """The next number, standard normal."""
        return _inv_cdf(self.uniform())


def tie_break(draw: Draw) -> int:
    """Who lands first of those who land together: the least."""
    return splitmix64(draw.key, _TIES)
