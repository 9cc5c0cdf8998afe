"""Exact chances from a view: what the other hands may hold, for a seat that knows no more.

A view bounds each hidden hand from below: outside a blind level by the top of the pile, and
after a star by the card that its seat threw. Every deal that fits these bounds and the sizes of
the hands is equally likely, as the deck was shuffled. Nobody's manner of playing comes in, save
in `chance_lowest_after_silence`. Chances are `Fraction`s.

A view of a blind level in which another seat has laid a card face down is refused with
`InvalidArgument` everywhere: that card was the lowest of its hand, and nobody knows which.

>>> import themind as tm
>>> state = tm.new_game(tm.Rules(players=3, levels=3, lives=3, stars=0, cards=12))
>>> state, _ = tm.deal(state, tm.stacked_deck([(3,), (7,), (9,)]))
>>> state, _ = tm.begin(state)
>>> chance_lowest(tm.view(state, seat=0))
Fraction(36, 55)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, isfinite
from typing import TypeAlias

import attrs

from themind import Card, Deck, Hand, InvalidArgument, Seat, SeatView, word

__all__ = [
    "Survival",
    "chance_holds",
    "chance_lowest",
    "chance_lowest_after_silence",
    "chance_none_between",
    "lowest_other",
    "sample_hands",
]

Survival: TypeAlias = Callable[[int, float], float]


def chance_lowest(view: SeatView) -> Fraction:
    """The chance that nobody else holds a card below the viewer's lowest.

    Raises:
        InvalidArgument: the viewer holds no card or is a spectator, or a blind level hides
            others' cards.
        TypeError: `view` is not a `SeatView`.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
    >>> state, _ = tm.deal(state, (2, 3, 1, 4))
    >>> chance_lowest(tm.view(state, seat=0))  # the other card is 1, 3 or 4
    Fraction(2, 3)
    >>> chance_lowest(tm.view(state, seat=1))  # it is 1, 2 or 4
    Fraction(1, 3)
    """
    hidden = _hidden(view)
    return hidden.chance_without(0, _own_lowest(view))


def chance_none_between(view: SeatView, low: Card, high: Card) -> Fraction:
    """The chance that nobody else holds a card above `low` and below `high`.

    Both ends are left out; they need not be cards of the deck. A spectator may ask.

    Raises:
        InvalidArgument: `low` above `high`, or a blind level hides others' cards.
        TypeError: an argument of another type.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
    >>> state, _ = tm.deal(state, (2, 3, 1, 4))
    >>> chance_none_between(tm.view(state, seat=0), 2, 4)
    Fraction(2, 3)
    """
    hidden = _hidden(view)
    _check_ints(low=low, high=high)
    if low > high:
        raise InvalidArgument(f"low is at most high ({high}), not {low}")
    return hidden.chance_without(low, high)


def chance_holds(view: SeatView, seat: Seat, card: Card) -> Fraction:
    """The chance that a seat holds a card, 0 or 1 for the viewer's own hand.

    Raises:
        InvalidArgument: no such seat, a card that is not of the deck, or a blind level hides
            others' cards.
        TypeError: an argument of another type.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
    >>> state, _ = tm.deal(state, (2, 3, 1, 4))
    >>> chance_holds(tm.view(state, seat=0), 1, 3), chance_holds(tm.view(state, seat=0), 0, 3)
    (Fraction(1, 3), Fraction(0, 1))
    """
    hidden = _hidden(view)
    _check_ints(seat=seat, card=card)
    if not 0 <= seat < view.rules.players:
        raise InvalidArgument(f"there is no seat {seat} among {view.rules.players}")
    if not 1 <= card <= view.rules.cards:
        raise InvalidArgument(f"there is no card {card} among 1 to {view.rules.cards}")
    if seat == view.seat:
        return Fraction(card in view.hand)
    return hidden.chance_of(seat, card)


def lowest_other(view: SeatView) -> dict[Card, Fraction]:
    """The law of the lowest card that is in anybody else's hand.

    Keys ascend and have a chance above 0; the dict is empty where nobody else holds a card.

    Raises:
        InvalidArgument: a blind level hides others' cards.
        TypeError: `view` is not a `SeatView`.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
    >>> state, _ = tm.deal(state, (2, 3, 1, 4))
    >>> [str(chance) for chance in lowest_other(tm.view(state, seat=0)).values()]
    ['1/3', '1/3', '1/3']
    """
    hidden = _hidden(view)
    law: dict[Card, Fraction] = {}
    above = Fraction(1)
    for card in hidden.unseen if hidden.hands else ():
        still_above = hidden.chance_without(0, card + 1)
        if still_above < above:
            law[card] = above - still_above
        above = still_above
    return law


def sample_hands(view: SeatView, key: int) -> tuple[Hand, ...]:
    """One of the deals that fit the view, each as likely as any other: a hand for each seat.

    The viewer's own hand is in its place. Drawn from `word(key, 0)`, `word(key, 1)` and so on,
    one word a card, so that a key is a deal. Source: SplitMix64 (Steele, Lea and Flood, 2014).

    Raises:
        InvalidArgument: a key that `word` refuses, or a blind level hides others' cards.
        TypeError: an argument of another type.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
    >>> state, _ = tm.deal(state, (2, 3, 1, 4))
    >>> {sample_hands(tm.view(state, seat=0), key) for key in range(20)} == {
    ...     ((2,), (1,)), ((2,), (3,)), ((2,), (4,))
    ... }
    True
    """
    hidden = _hidden(view)
    _check_ints(key=key)
    hands: list[Hand] = [()] * view.rules.players
    if view.seat is not None:
        hands[view.seat] = view.hand
    left, drawn = list(hidden.unseen), 0
    for hand in hidden.hands:
        start = bisect_right(left, hand.bound)
        for _ in range(hand.cards):
            place = start + (word(key, drawn) * (len(left) - start) >> 64)
            hands[hand.seat] += (left.pop(place),)
            drawn += 1
    return tuple(tuple(sorted(held)) for held in hands)


def chance_lowest_after_silence(view: SeatView, silence: float, survival: Survival) -> float:
    """`chance_lowest` after `silence` seconds in which nobody has played.

    `survival(gap, seconds)` is the chance that a partner whose lowest card lies `gap` above the
    top of the pile (0 while it is empty, and in a blind level) is still waiting after so many
    seconds. Each deal counts by the chance that all partners with cards would still be waiting.

    Raises:
        InvalidArgument: as `chance_lowest`; a negative or infinite silence; a survival outside
            0 to 1; or a silence that `survival` calls impossible for every deal.
        TypeError: an argument of another type.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
    >>> state, _ = tm.deal(state, (2, 3, 1, 4))
    >>> a_second_a_card = lambda gap, seconds: float(seconds < gap)
    >>> chance_lowest_after_silence(tm.view(state, seat=1), 1.5, a_second_a_card)  # not 1
    0.5
    """
    hidden = _hidden(view)
    lowest = _own_lowest(view)
    waiting = _still_waiting(view, silence, survival)
    rest = hidden.unseen[bisect_right(hidden.unseen, lowest) :]
    everything = _weigh(hidden.unseen, hidden.hands, waiting)
    if everything == 0:
        raise InvalidArgument("survival rules out such a silence for every deal")
    return _weigh(rest, hidden.hands, waiting) / everything


@attrs.frozen
class _HiddenHand:
    """`cards` cards of a seat, all of them above `bound`."""

    seat: Seat
    cards: int
    bound: Card


@attrs.frozen
class _Hidden:
    """The cards that nobody has shown the viewer, and the hands they may be in."""

    unseen: Deck
    hands: tuple[_HiddenHand, ...]
    deals: int

    def chance_without(self, low: Card, high: Card) -> Fraction:
        """The chance that no hand has a card between the two."""
        start, end = bisect_right(self.unseen, low), bisect_left(self.unseen, high)
        rest = self.unseen[:start] + self.unseen[max(start, end) :]
        return Fraction(_deals(rest, self.hands), self.deals)

    def chance_of(self, seat: Seat, card: Card) -> Fraction:
        """The chance that one hand has a card."""
        rest = tuple([other for other in self.unseen if other != card])
        with_it = [hand for hand in self.hands if hand.seat == seat and hand.bound < card]
        if not with_it or len(rest) == len(self.unseen):
            return Fraction(0)
        fewer = [attrs.evolve(hand, cards=hand.cards - (hand.seat == seat)) for hand in self.hands]
        return Fraction(_deals(rest, fewer), self.deals)


def _hidden(view: SeatView) -> _Hidden:
    if not isinstance(view, SeatView):
        raise TypeError(f"view is a SeatView, not a {type(view).__name__}")
    if any(laid.card is None for laid in view.pile):
        raise InvalidArgument("cards that lie face down leave no exact chances")
    hands = sorted(_hidden_hands(view), key=lambda hand: -hand.bound)
    return _Hidden(view.unseen, tuple(hands), _deals(view.unseen, hands))


def _hidden_hands(view: SeatView) -> list[_HiddenHand]:
    """The others' hands that are not empty, by seat."""
    bounds = [0 if view.blind else view.top or 0] * view.rules.players
    for gone in view.aside:
        bounds[gone.seat] = max(bounds[gone.seat], gone.card)
    return [
        _HiddenHand(seat, size, bounds[seat])
        for seat, size in enumerate(view.hand_sizes)
        if size and seat != view.seat
    ]


def _deals(unseen: Sequence[Card], hands: Sequence[_HiddenHand]) -> int:
    """In how many ways the hands can be filled, the one with the highest bound first.

    What the earlier hands take is among what the next may have, whichever cards it is.
    """
    ways, given = 1, 0
    for hand in hands:
        above = len(unseen) - bisect_right(unseen, hand.bound)
        ways *= comb(max(above - given, 0), hand.cards)
        given += hand.cards
    return ways


def _own_lowest(view: SeatView) -> Card:
    if not view.hand:
        raise InvalidArgument("the viewer holds no card")
    return view.hand[0]


def _still_waiting(view: SeatView, silence: float, survival: Survival) -> Callable[[Card], float]:
    """The chance of the silence for a partner, by that partner's lowest card."""
    if isinstance(silence, bool) or not isinstance(silence, int | float):
        raise TypeError(f"silence is a number of seconds, not {silence!r}")
    if not (isfinite(silence) and silence >= 0):
        raise InvalidArgument(f"silence is finite and at least 0, not {silence}")
    top = 0 if view.blind else view.top or 0

    def waiting(card: Card) -> float:
        chance = float(survival(card - top, silence))
        if not 0 <= chance <= 1:
            raise InvalidArgument(f"survival({card - top}, {silence}) is {chance}, not 0 to 1")
        return chance

    return waiting


def _weigh(
    unseen: Sequence[Card], hands: Sequence[_HiddenHand], waiting: Callable[[Card], float]
) -> float:
    """The number of deals, each counted by the product of `waiting` of the lowest cards.

    Card by card, upwards: each goes to one of the hands that lack cards, or to nobody.
    """
    full = tuple(hand.cards for hand in hands)
    ways = {full: 1.0}
    for card in unseen:
        chance = waiting(card) if any(hand.bound < card for hand in hands) else 0.0
        for lacking, weight in list(ways.items()):
            for place, hand in enumerate(hands):
                if lacking[place] and hand.bound < card:
                    given = (*lacking[:place], lacking[place] - 1, *lacking[place + 1 :])
                    first = lacking[place] == hand.cards
                    ways[given] = ways.get(given, 0.0) + weight * (chance if first else 1.0)
    return ways.get((0,) * len(hands), 0.0)


def _check_ints(**numbers: int) -> None:
    for name, number in numbers.items():
        if type(number) is not int:
            raise TypeError(f"{name} is an int, not {number!r}")
