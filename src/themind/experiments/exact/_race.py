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
from typing import TypeAlias

from themind import Card, InvalidArgument, Level
from themind.experiments._checks import at_least
from themind.experiments.exact._chances import ChanceFirst

# Counts by the number of mistakes, from 0: the polynomial in z.
Poly: TypeAlias = list[float]


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


def _plus(first: Poly, second: Poly) -> Poly:
    """The sum of two polynomials of one length."""
    return list(map(add, first, second))


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
    chance = float(chance_first(near, far))
    if not 0 <= chance <= 1:
        raise InvalidArgument(f"chance_first({near}, {far}) is {chance}, not a chance from 0 to 1")
    return chance


def _trimmed(numbers: list[float]) -> list[float]:
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers


class _Sums:
    """The sum of V over one card that is not known, for every top that will be asked for.

    It is kept as the total of S and, for each power of z, the list of z Q - S in the order in
    which the card moves away from the one that is known.
    """

    __slots__ = ("changes", "total")

    def __init__(self, powers: int) -> None:
        self.total: Poly = [0.0] * powers
        self.changes: list[list[float]] = [[] for _ in range(powers)]

    def append(self, right: Poly, change: Poly) -> None:
        self.total = _plus(self.total, right)
        for numbers, number in zip(self.changes, change, strict=True):
            numbers.append(number)

    def weighted(self, upsets: list[float]) -> Poly:
        end = len(upsets)
        weighted = [_dot(upsets, numbers[:end]) for numbers in self.changes]
        return _plus(self.total, weighted)


class _Table:
    """All counts, worked out from the highest top of the pile down to the empty pile."""

    def __init__(self, upsets: _Upsets, level: Level, cards: int) -> None:
        self.upsets = upsets
        self.cards = cards
        self.numbers = list(product(range(level), repeat=2))
        # Sums over the nearer card, below a known one, and over the farther one, above it.
        self.below = {card: self._sums() for card in range(1, cards + 1)}
        self.above = {card: self._sums() for card in range(1, cards + 1)}
        self.skipped: dict[Card, dict[tuple[int, int], Poly]] = {}
        for top in range(cards, 0, -1):
            self._add(top)

    def law(self, level: Level) -> tuple[float, ...]:
        """The law of one level: nothing is known, and the pile is empty."""
        total = [0.0] * (level + 1)
        for card in range(1, self.cards + 1):
            near, far = self._weights(0, card)
            total = _plus(total, self._in_order(card, level, level - 1, near, far))
        deals = comb(self.cards, level) * comb(self.cards - level, level)
        return tuple(max(count, 0.0) / deals for count in total)

    def _sums(self) -> dict[tuple[int, int], _Sums]:
        return {(m, n): _Sums(min(m, n) + 2) for m, n in self.numbers}

    def _add(self, top: Card) -> None:
        """Fill in all that has `top` as the last card that was played."""
        unknown = {
            (n, m): [0.0] * (min(n, m) + 1) if m else self._alone(top, n) for n, m in self.numbers
        }
        for card in range(top + 1, self.cards + 1):
            near, far = self._weights(top, card)
            for m, n in reversed(self.numbers):  # a sum is used before `top` comes into it
                right = self._in_order(card, m, n, near, far)
                if (m, n + 1) in unknown:  # U: name the other hand's next card
                    unknown[m, n + 1] = _plus(unknown[m, n + 1], right)
                self._store(top, card, m, n, right)
            self._widen(card)
        self.skipped[top] = unknown

    def _alone(self, top: Card, held: int) -> Poly:
        """Nobody else holds cards any more: all sets of cards above the top count."""
        return [float(comb(self.cards - top, held))]

    def _weights(self, top: Card, card: Card) -> tuple[list[float], list[float]]:
        gap = card - top
        return self.upsets.as_far[gap], self.upsets.as_near[gap][: self.cards - card]

    def _in_order(self, card: Card, m: int, n: int, near: list[float], far: list[float]) -> Poly:
        """S: the top is known by its weights, and `card` is the other hand's next one."""
        if m == 0:
            return self._alone(card, n)
        return _plus(
            self.below[card][m - 1, n].weighted(near), self.above[card][n, m - 1].weighted(far)
        )

    def _store(self, top: Card, card: Card, m: int, n: int, right: Poly) -> None:
        """Remember V for the nearer card at `top`, which is yet to be played."""
        wrong = [0.0, *self.skipped[card][m, n]]
        right += [0.0] * (len(wrong) - len(right))
        change = list(map(sub, wrong, right))
        self.below[card][m, n].append(right, change)
        self.above[top][m, n].append(right, change)

    def _widen(self, card: Card) -> None:
        """Q for one card more between the nearer card and `card`."""
        skipped = self.skipped[card]
        for m, n in reversed(self.numbers):
            if m:
                more = skipped[m - 1, n]
                skipped[m, n][: len(more)] = map(add, skipped[m, n], more)
