"""The hidden part of a view: the unseen cards, and the hands that hold some of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import comb

import attrs

from themind import Card, Deck, InvalidArgument, Seat, SeatView
from themind._model.checks import require_exactly


@attrs.frozen
class HiddenHand:
    """A number of cards of a seat, all of them above `bound`."""

    seat: Seat
    cards: int
    bound: Card


@attrs.frozen
class Hidden:
    """The cards that the viewer has not seen, and the hands that hold some of them."""

    unseen: Deck
    hands: tuple[HiddenHand, ...]
    deals: int

    def chance_without(self, low: Card, high: Card) -> Fraction:
        """Return the chance that no hand has a card between two cards."""
        start, end = bisect_right(self.unseen, low), bisect_left(self.unseen, high)
        rest = self.unseen[:start] + self.unseen[max(start, end) :]
        return Fraction(deals_of(rest, self.hands), self.deals)

    def chance_of(self, seat: Seat, card: Card) -> Fraction:
        """Return the chance that a seat holds a card."""
        rest = tuple([other for other in self.unseen if other != card])
        with_it = [hand for hand in self.hands if hand.seat == seat and hand.bound < card]
        if not with_it or len(rest) == len(self.unseen):
            return Fraction(0)
        fewer = [attrs.evolve(hand, cards=hand.cards - (hand.seat == seat)) for hand in self.hands]
        return Fraction(deals_of(rest, fewer), self.deals)


def hidden_from(view: SeatView) -> Hidden:
    """Return the hidden part of a view.

    Raises:
        InvalidArgument: A card is face down, or no deal fits the view.
        TypeError: `view` is not a `SeatView`.
    """
    require_exactly("view", view, SeatView)
    if any(played.card is None for played in view.pile):
        raise InvalidArgument("view must show every card of the pile, got one face down")
    hands = sorted(_hidden_hands(view), key=lambda hand: -hand.bound)
    deals = deals_of(view.unseen, hands)
    if not deals:
        raise InvalidArgument(
            "view must be consistent with a possible deal, got one that fits no deal"
        )
    return Hidden(view.unseen, tuple(hands), deals)


def _hidden_hands(view: SeatView) -> list[HiddenHand]:
    """Return the other hands that are not empty, in the order of seats."""
    bounds = [0 if view.blind else view.top or 0] * view.rules.players
    for aside in view.aside:
        bounds[aside.seat] = max(bounds[aside.seat], aside.card)
    return [
        HiddenHand(seat, size, bounds[seat])
        for seat, size in enumerate(view.hand_sizes)
        if size and seat != view.seat
    ]


def deals_of(unseen: Sequence[Card], hands: Sequence[HiddenHand]) -> int:
    """Return the number of ways to fill the hands, which are sorted by descending bound.

    So every card that an earlier hand takes is above the bounds of all later hands.
    """
    ways, given = 1, 0
    for hand in hands:
        above = len(unseen) - bisect_right(unseen, hand.bound)
        ways *= comb(max(above - given, 0), hand.cards)
        given += hand.cards
    return ways


def own_lowest(view: SeatView) -> Card:
    """Return the viewer's lowest card; InvalidArgument for an empty hand."""
    if not view.hand:
        raise InvalidArgument("view must be that of a seat with a card, got an empty hand")
    return view.hand[0]
