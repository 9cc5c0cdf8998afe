"""The law of mistakes of two players in a memoryless race.

At each step the two lowest cards race for the pile. The chance that the nearer one goes first
depends on the two gaps above the top of the pile and on nothing that happened before. Cards
that have not taken part in a race yet are undetermined: any set of the cards above the top may
be theirs, and all sets are counted. An undetermined card becomes known when it is next in its
hand. With F the top of the pile, x < y the two lowest cards, their holders with m and n
undetermined cards more, N the highest card, p the chance of the nearer one and z marking a
mistake, the counts are

    V(F; x, m; y, n) = p(x-F, y-F) S(x, y, m, n) + (1 - p(x-F, y-F)) z Q(x, y, m, n)
    S(x, y, m, n) = sum over x < a < y of V(x; a, m-1; y, n)
                  + sum over a > y of V(x; y, n; a, m-1),    S(x, y, 0, n) = C(N-y, n)
    Q(x, y, m, n) = sum over k of C(y-x-1, k) U(y, n, m-k)
    U(F, n, m) = sum over y > F of S(F, y, n, m-1),          U(F, n, 0) = C(N-F, n)

and the law of level L is U(0, L, L) / (C(N, L) C(N-L, L)). S: x was played in order, and its
holder's next card is not known yet. Q: y was played, and x with k more of that hand is skipped.
U: a top and nothing known of either hand; naming the other hand's lowest card y leads to S.

Three things make this quick. V differs from S by (1 - p)(z Q - S), so the sums of S are running
totals and only one weighted sum is left, which small 1 - p cannot spoil by cancellation.
1 - p depends on gaps, so each weighted sum is a product of two lists, and the list of 1 - p ends
where it becomes 0. And Q for x - 1 comes from Q for x by one addition, as Pascal's triangle
does: Q(x-1, y, m, n) = Q(x, y, m, n) + Q(x, y, m-1, n).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import product
from math import comb
from operator import add, mul, sub

from themind import Card, InvalidArgument, Level
from themind.experiments._checks import as_float, at_least
from themind.experiments.exact._chances import ChanceFirst


def race(chance_first: ChanceFirst, level: Level, cards: int = 100) -> tuple[float, ...]:
    """The law of mistakes of two players at one level: entry k is the chance of k mistakes.

    `chance_first(near, far)` is the chance that the player with the smaller gap goes first,
    0 < near < far <= cards. The law has level + 1 entries. Level 8 with 100 cards takes a few
    seconds, level 12 about three times as long; `race_laws` gives all the levels up to the
    highest for the price of that one.

    Raises:
        InvalidArgument: `level` below 1, two hands that need more than `cards`, or a chance
            outside 0 to 1.

    >>> from themind.experiments.exact import lognormal
    >>> [round(chance, 5) for chance in race(lognormal(0.30), level=1)]
    [0.86958, 0.13042]
    """
    return race_laws(chance_first, [level], cards)[level]


def race_laws(
    chance_first: ChanceFirst, levels: Iterable[Level], cards: int = 100
) -> dict[Level, tuple[float, ...]]:
    """The laws of mistakes of several levels, as `race` gives them one by one.

    Raises:
        InvalidArgument: no level, or a fault that `race` would find.

    >>> sorted(race_laws(lambda near, far: 0.5, levels=[1, 3], cards=20))
    [1, 3]
    """
    wanted = list(levels)
    if not wanted:
        raise InvalidArgument("levels names at least one level")
    for level in wanted:
        at_least(1, level=level)
    at_least(2 * max(wanted), cards=cards)
    table = _Table(_Upsets(chance_first, cards), max(wanted), cards)
    return {level: table.law(level) for level in wanted}


def _multiplied(first: list[float], second: list[float]) -> float:
    return sum(map(mul, first, second), 0.0)


# Three times as quick, from Python 3.12 on.
_dot: Callable[[list[float], list[float]], float] = getattr(math, "sumprod", _multiplied)


class _Upsets:
    """The chances that the farther card goes first, as lists to multiply with.

    `as_far[d]` has the nearer card at d - 1, d - 2, …; `as_near[d]` the farther one at d + 1,
    d + 2, …. Zeros at the end are left away.
    """

    def __init__(self, chance_first: ChanceFirst, cards: int) -> None:
        gaps = range(1, cards + 1)
        upset = {
            (near, far): 1 - _chance(chance_first, near, far)
            for far in gaps
            for near in range(1, far)
        }
        self.as_far = [
            _trimmed([upset[near, d] for near in range(d - 1, 0, -1)]) for d in (1, *gaps)
        ]
        self.as_near = [
            _trimmed([upset[d, far] for far in range(d + 1, cards + 1)]) for d in (cards, *gaps)
        ]


def _chance(chance_first: ChanceFirst, near: int, far: int) -> float:
    chance = as_float(f"chance_first({near}, {far})", chance_first(near, far))
    if not 0 <= chance <= 1:
        raise InvalidArgument(f"chance_first({near}, {far}) is {chance}, not a chance from 0 to 1")
    return chance


def _trimmed(numbers: list[float]) -> list[float]:
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers


class _Places:
    """Where the counts of (m, n, k mistakes) lie in a list, and where each is made from.

    One more place at the end holds 0, for what there is not.
    """

    def __init__(self, level: Level) -> None:
        numbers = product(range(level), repeat=2)
        keys = [(m, n, k) for m, n in numbers for k in range(min(m, n) + 2)]
        self.of = {key: place for place, key in enumerate(keys)}
        self.nowhere = len(keys)
        self.alone = [self.of[0, n, 0] for n in range(level)]
        self.alone_skipped = [self.of[0, n, 1] for n in range(level)]
        self.nearer = self._all([(m - 1, n, k) for m, n, k in keys])
        self.farther = self._all([(n, m - 1, k) for m, n, k in keys])
        self.after_mistake = self._all([(n, m - 1, k - 1) for m, n, k in keys])

    def _all(self, keys: list[tuple[int, int, int]]) -> list[int]:
        return [self.of.get(key, self.nowhere) for key in keys]


class _Sums:
    """Sums of V over one card that is not known, for every top that will be asked for.

    Kept as the totals of S, and for each place the list of z Q - S in the order in which the
    card moves away from the one that is known.
    """

    __slots__ = ("changes", "totals")

    def __init__(self, places: int) -> None:
        self.totals = [0.0] * places
        self.changes: list[list[float]] = [[] for _ in range(places)]

    def append(self, right: list[float], changes: list[float]) -> None:
        self.totals = list(map(add, self.totals, right))
        for numbers, change in zip(self.changes, changes, strict=True):
            numbers.append(change)

    def weighted(self, upsets: list[float]) -> list[float]:
        end = len(upsets)
        weighted = [_dot(upsets, numbers[:end]) for numbers in self.changes]
        return [*map(add, self.totals, weighted), 0.0]


class _Table:
    """All counts, worked out from the highest top of the pile down to the empty pile."""

    def __init__(self, upsets: _Upsets, level: Level, cards: int) -> None:
        self.upsets = upsets
        self.cards = cards
        self.places = places = _Places(level)
        deck = range(1, cards + 1)
        # Sums over the nearer card, below a known one, and over the farther one, above it.
        self.below = {card: _Sums(places.nowhere) for card in deck}
        self.above = {card: _Sums(places.nowhere) for card in deck}
        self.skipped: dict[Card, list[float]] = {}  # z Q, for the top that is next
        for top in reversed(deck):
            self._add(top)
        self.unknown = self._total([list(map(add, *self._races(0, card))) for card in deck])

    def law(self, level: Level) -> tuple[float, ...]:
        """The law of one level: nothing is known, and the pile is empty."""
        counts = [self.unknown[self.places.of[level - 1, level - 1, k]] for k in range(level + 1)]
        deals = comb(self.cards, level) * comb(self.cards - level, level)
        return tuple(max(count, 0.0) / deals for count in counts)

    def _add(self, top: Card) -> None:
        """Fill in all that has `top` as the last card that was played."""
        rights = []
        for card in range(top + 1, self.cards + 1):
            right = self._in_order(top, card)
            self._store(top, card, right)
            rights.append([*right, 0.0])
        total = self._total(rights)
        skipped = [total[place] for place in self.places.after_mistake]
        self._set_alone(skipped, self.places.alone_skipped, top)
        self.skipped[top] = [*skipped, 0.0]

    def _in_order(self, top: Card, card: Card) -> list[float]:
        """S: `top` was played in order, and `card` is the other hand's next one."""
        nearer, farther = self._races(top, card)
        sources = zip(self.places.nearer, self.places.farther, strict=True)
        right = [nearer[first] + farther[second] for first, second in sources]
        self._set_alone(right, self.places.alone, card)
        return right

    def _races(self, top: Card, card: Card) -> tuple[list[float], list[float]]:
        """The sums over a card nearer than `card`, and over one that is farther."""
        gap = card - top
        near, far = self.upsets.as_far[gap], self.upsets.as_near[gap][: self.cards - card]
        return self.below[card].weighted(near), self.above[card].weighted(far)

    def _set_alone(self, counts: list[float], places: list[int], top: Card) -> None:
        """Where nobody else holds cards any more, all sets of cards above the top count."""
        for held, place in enumerate(places):
            counts[place] = float(comb(self.cards - top, held))

    def _store(self, top: Card, card: Card, right: list[float]) -> None:
        """Remember V for the nearer card at `top`, which is yet to be played."""
        skipped = self.skipped[card]
        changes = list(map(sub, skipped, right))
        self.below[card].append(right, changes)
        self.above[top].append(right, changes)
        more = [skipped[place] for place in self.places.nearer]
        self.skipped[card] = [*map(add, skipped, more), 0.0]  # Q for the next top

    def _total(self, lists: list[list[float]]) -> list[float]:
        """The sum of lists with a number for each place."""
        if not lists:
            return [0.0] * (self.places.nowhere + 1)
        return list(map(sum, zip(*lists, strict=True)))
