"""The law of mistakes of two players in a memoryless race.

At each step the two lowest cards race for the pile. The chances of the race depend only on the two
gaps above the top of the pile, and not on earlier steps. Cards that have not taken part in a race
are undetermined: they can be any set of the cards above the top, and all sets are counted. An
undetermined card becomes known when it is the next one of its hand. Let F be the top of the pile,
x < y the two lowest cards, m and n the numbers of further, undetermined cards of their holders, N
the highest card, p the chance that the nearer card goes first alone, t the chance that both land
together in random order, and let z mark a mistake. Then the counts are

    V(F; x, m; y, n) = p S(x, y, m, n) + (1 - p - t) z Q(x, y, m, n)
                     + t/2 (z Q(x, y, m, n) + T(x, y, m, n))
    S(x, y, m, n) = sum over x < a < y of V(x; a, m-1; y, n)
                  + sum over a > y of V(x; y, n; a, m-1),    S(x, y, 0, n) = C(N-y, n)
    Q(x, y, m, n) = sum over k of C(y-x-1, k) U(y, n, m-k)
    T(x, y, m, n) = U(y, n, m) + z sum over k > 0 of C(y-x-1, k) U(y, n, m-k)
    U(F, n, m) = sum over y > F of S(F, y, n, m-1),          U(F, n, 0) = C(N-F, n)

and the law of level L is U(0, L, L) / (C(N, L) C(N-L, L)). In S, x was played in order, and the
next card of its holder is unknown. In Q, y was played, and x and k more cards of that hand are
skipped. In T, x was played in order and y together with it, so that k more cards of the hand of x
are skipped. In U, only the top is known; the sum over the other hand's lowest card y leads to S.

If each skipped card costs a life (VAR-5), a mistake is marked z^(1+k) in z Q and z^k in T.

Three properties make this fast. V is S + (1 - p)(z Q - S) + t/2 (T - z Q), so the sums of S are
running totals, and the remaining weighted sums lose no precision by cancellation if 1 - p and t are
small. Since 1 - p and t depend on gaps, each weighted sum is a product of two lists, and the list
of weights ends where they become 0. Finally, Q for x - 1 follows from Q for x by one addition, as
in Pascal's triangle: Q(x-1, y, m, n) = Q(x, y, m, n) + Q(x, y, m-1, n).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import comb
from operator import add, sub
from typing import SupportsIndex

from themind import Card, InvalidArgument, Level, MistakePenalty
from themind._model.checks import require_callable, require_exactly, require_int, require_iterable
from themind.experiments.exact._chances import ChanceFirst
from themind.experiments.exact._weights import RaceWeights, dot

MOST_CARDS = 1_000  # which have half a million pairs of gaps


def race(
    chance_first: ChanceFirst,
    level: SupportsIndex,
    cards: SupportsIndex = 100,
    *,
    penalty: MistakePenalty = MistakePenalty.PER_MISTAKE,
) -> tuple[float, ...]:
    """Return the law of mistakes of two players at one level.

    Entry k is the chance of k mistakes; the law has level + 1 entries. With
    `MistakePenalty.PER_CARD`, where each skipped card costs a life (VAR-5), entry k is the chance
    that k lives are lost, and the law has 2 level - 1 entries, at least two. Level 8 with 100
    cards takes a few seconds, and level 12 about three times as long; laws with ties and laws of
    lives take twice that. `race_laws` returns all levels in the time of the highest one.

    Args:
        chance_first: `chance_first(near, far)` is the chance that the player with the smaller
            gap goes first, for 0 < near < far <= cards. `RaceChances` adds the chance of a tie.
        level: The level.
        cards: The highest card.
        penalty: Whether each mistake or each skipped card costs a life.

    Raises:
        InvalidArgument: `level` is below 1, `cards` is too small for two hands or above 1,000, or a
            chance is outside 0 to 1.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind.experiments.exact import lognormal
        >>> [round(chance, 5) for chance in race(lognormal(0.30), level=1)]
        [0.86958, 0.13042]
    """
    levels = [require_int("level", level, least=1, most=MOST_CARDS // 2)]
    (law,) = race_laws(chance_first, levels, cards, penalty=penalty).values()
    return law


def race_laws(
    chance_first: ChanceFirst,
    levels: Iterable[SupportsIndex],
    cards: SupportsIndex = 100,
    *,
    penalty: MistakePenalty = MistakePenalty.PER_MISTAKE,
) -> dict[Level, tuple[float, ...]]:
    """Return the laws of mistakes of several levels; see `race`.

    Raises:
        InvalidArgument: `levels` is empty, or as for `race`.
        TypeError: An argument has a wrong type.

    Example:
        >>> sorted(race_laws(lambda near, far: 0.5, levels=[1, 3], cards=20))
        [1, 3]
    """
    require_callable("chance_first", chance_first)
    given = enumerate(require_iterable("levels", levels))
    wanted = [require_int(f"levels[{place}]", level, least=1) for place, level in given]
    if not wanted:
        raise InvalidArgument("levels must contain at least one level")
    most = require_int("cards", cards, least=2 * max(wanted), most=MOST_CARDS)
    require_exactly("penalty", penalty, MistakePenalty)
    places = _Places(max(wanted), per_card=penalty is MistakePenalty.PER_CARD)
    table = _Table(RaceWeights(chance_first, most), places, most)
    return {level: table.law(level) for level in wanted}


class _Places:
    """The places of the counts (m, n, k lives lost) in a list, and the places of their sources.

    One more place at the end contains 0, for counts that do not exist.
    """

    def __init__(self, level: Level, *, per_card: bool) -> None:
        numbers = product(range(level), repeat=2)
        self.per_card = per_card
        keys = [(m, n, k) for m, n in numbers for k in range(self._most(m, n) + 1)]
        self.of = {key: place for place, key in enumerate(keys)}
        self.nowhere = len(keys)
        self.alone = [self.of[0, n, 0] for n in range(level)]
        self.alone_skipped = [self.of[0, n, 1] for n in range(level)]
        self.nearer = self._all([(m - 1, n, k) for m, n, k in keys])
        self.farther = self._all([(n, m - 1, k) for m, n, k in keys])
        self.after_mistake = self._all([(n, m - 1, k - 1) for m, n, k in keys])
        self.one_more_skipped = (
            self._all([(m - 1, n, k - 1) for m, n, k in keys]) if per_card else self.nearer
        )
        self.one_life_more = self._all([(m, n, k + 1) for m, n, k in keys])

    def _most(self, m: int, n: int) -> int:
        """Return the maximum number of lives that hands of m + 1 and n + 1 cards can cost."""
        return m + n + 1 if self.per_card else min(m, n) + 1

    def law(self, level: Level) -> list[int]:
        """Return the places of the law of a level."""
        most = max(1, 2 * level - 2) if self.per_card else level
        return [self.of[level - 1, level - 1, k] for k in range(most + 1)]

    def _all(self, keys: list[tuple[int, int, int]]) -> list[int]:
        return [self.of.get(key, self.nowhere) for key in keys]


class _Sums:
    """Sums of V over one unknown card, for every top that is needed.

    They are stored as the totals of S, and for each place as lists of z Q - S and T - z Q, in the
    order of the distance from the known card.
    """

    __slots__ = ("changes", "ties", "totals")

    def __init__(self, places: int) -> None:
        self.totals = [0.0] * places
        self.changes: list[list[float]] = [[] for _ in range(places)]
        self.ties: list[list[float]] = [[] for _ in range(places)]

    def append(self, right: list[float], changes: list[float], ties: list[float]) -> None:
        self.totals = list(map(add, self.totals, right))
        for numbers, change in zip(self.changes, changes, strict=True):
            numbers.append(change)
        for numbers, tie in zip(self.ties, ties, strict=False):
            numbers.append(tie)

    def weighted(self, upsets: list[float], ties: list[float]) -> list[float]:
        """Return the sums with these weights of upsets and ties."""
        sums = list(map(add, self.totals, _weighted(upsets, self.changes)))
        if ties:
            sums = list(map(add, sums, _weighted(ties, self.ties)))
        return [*sums, 0.0]


def _weighted(weights: list[float], lists: list[list[float]]) -> list[float]:
    end = len(weights)
    return [dot(weights, numbers[:end]) for numbers in lists]


class _Table:
    """All counts, computed from the highest top of the pile down to the empty pile."""

    def __init__(self, race: RaceWeights, places: _Places, cards: int) -> None:
        self.race = race
        self.cards = cards
        self.places = places
        deck = range(1, cards + 1)
        # Sums over the nearer card, below a known one, and over the farther card, above it.
        self.below = {card: _Sums(places.nowhere) for card in deck}
        self.above = {card: _Sums(places.nowhere) for card in deck}
        self.skipped: dict[Card, list[float]] = {}  # z Q, for the top that is next
        self.untouched: dict[Card, list[float]] = {}  # z U, for the card on top
        for top in reversed(deck):
            self._add(top)
        self.unknown = self._total([list(map(add, *self._races(0, card))) for card in deck])

    def law(self, level: Level) -> tuple[float, ...]:
        """Return the law of one level: the pile is empty and no card is known."""
        counts = [self.unknown[place] for place in self.places.law(level)]
        deals = comb(self.cards, level) * comb(self.cards - level, level)
        return tuple(min(max(count, 0.0) / deals, 1.0) for count in counts)

    def _add(self, top: Card) -> None:
        """Compute all counts with `top` as the last played card."""
        rights = []
        for card in range(top + 1, self.cards + 1):
            right = self._in_order(top, card)
            self._store(top, card, right)
            rights.append([*right, 0.0])
        total = self._total(rights)
        skipped = [total[place] for place in self.places.after_mistake]
        self._set_alone(skipped, self.places.alone_skipped, top)
        self.skipped[top] = self.untouched[top] = [*skipped, 0.0]

    def _in_order(self, top: Card, card: Card) -> list[float]:
        """Return S: `top` was played in order, and `card` is the other hand's next card."""
        nearer, farther = self._races(top, card)
        sources = zip(self.places.nearer, self.places.farther, strict=True)
        right = [nearer[first] + farther[second] for first, second in sources]
        self._set_alone(right, self.places.alone, card)
        return right

    def _races(self, top: Card, card: Card) -> tuple[list[float], list[float]]:
        """Return the sums over a card that is nearer than `card`, and over one that is farther."""
        gap, above = card - top, self.cards - card
        upsets, ties = self.race.upsets, self.race.ties
        far_ties = [] if ties is None else ties.as_far[gap]
        near_ties = [] if ties is None else ties.as_near[gap][:above]
        return (
            self.below[card].weighted(upsets.as_far[gap], far_ties),
            self.above[card].weighted(upsets.as_near[gap][:above], near_ties),
        )

    def _set_alone(self, counts: list[float], places: list[int], top: Card) -> None:
        """Set the counts with only one hand left: all sets of cards above the top count."""
        for held, place in enumerate(places):
            counts[place] = float(comb(self.cards - top, held))

    def _store(self, top: Card, card: Card, right: list[float]) -> None:
        """Store V for the nearer card at `top`, which has not been played."""
        skipped = self.skipped[card]
        changes = list(map(sub, skipped, right))
        ties = [] if self.race.ties is None else self._ties(card, skipped)
        self.below[card].append(right, changes, ties)
        self.above[top].append(right, changes, ties)
        more = [skipped[place] for place in self.places.one_more_skipped]
        self.skipped[card] = [*map(add, skipped, more), 0.0]  # Q for the next top

    def _ties(self, card: Card, skipped: list[float]) -> list[float]:
        """Return T - z Q: if each skipped card costs a life, T is Q, otherwise z Q + (1 - z) U."""
        costly = skipped if self.places.per_card else self.untouched[card]
        one_less = [costly[place] for place in self.places.one_life_more]
        return list(map(sub, one_less, costly))

    def _total(self, lists: list[list[float]]) -> list[float]:
        """Return the sum of lists with a number for each place."""
        if not lists:
            return [0.0] * (self.places.nowhere + 1)
        return list(map(sum, zip(*lists, strict=True)))
