"""The hidden part of a view: the unseen cards, and the hands that hold some of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import attrs

from themind import Card, Deck, InvalidArgument, Seat, SeatView
from themind._model.checks import require_exactly


class HiddenHand(NamedTuple):
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
        fewer = [hand._replace(cards=hand.cards - (hand.seat == seat)) for hand in self.hands]
        return Fraction(deals_of(rest, fewer), self.deals)


def hidden_from(view: SeatView) -> Hidden:
    """Return the hidden part of a view.

    Raises:
        InvalidArgument: A card is face down, or no deal fits the view.
        TypeError: `view` is not a `SeatView`.
    """
    hands, unseen = _hidden_hands(view), view.unseen
    return Hidden(unseen, tuple(hands), _required(deals_of(unseen, hands)))


def lowest_deals(view: SeatView) -> tuple[int, int]:
    """Return the number of deals in which the viewer's lowest card is the lowest, and of all deals.

    Their ratio is `chance_lowest`. The function counts the cards above a bound without a list of
    all unseen cards, and does not reduce fractions.

    Raises:
        InvalidArgument: The viewer holds no card, a card is face down, or no deal fits the view.
        TypeError: `view` is not a `SeatView`.
    """
    hands = _hidden_hands(view)
    seen = [*view.hand, *[aside.card for aside in view.aside]]
    seen += [played.card for played in view.pile if played.card is not None]
    seen.sort()
    rest, lowest = view.rules.cards - len(seen), own_lowest(view)
    higher = rest - lowest + bisect_right(seen, lowest)
    ways, given, deals = 1, 0, 1
    for _, cards, bound in hands:
        above = rest - bound + bisect_right(seen, bound)
        deals *= comb(max(above - given, 0), cards)
        ways *= comb(max(min(higher, above) - given, 0), cards)
        given += cards
    return ways, _required(deals)


def _required(deals: int) -> int:
    if not deals:
        raise InvalidArgument(
            "view must be consistent with a possible deal, got one that fits no deal"
        )
    return deals


def _hidden_hands(view: SeatView) -> list[HiddenHand]:
    """Return the other hands that are not empty, by descending bound and then by seat."""
    require_exactly("view", view, SeatView)
    if view.blind and any(played.card is None for played in view.pile):
        raise InvalidArgument("view must show every card of the pile, got a face-down card")
    bounds = [0 if view.blind else view.top or 0] * view.rules.players
    for aside in view.aside:
        bounds[aside.seat] = max(bounds[aside.seat], aside.card)
    hands = [
        HiddenHand(seat, size, bounds[seat])
        for seat, size in enumerate(view.hand_sizes)
        if size and seat != view.seat
    ]
    return sorted(hands, key=_by_bound) if view.aside else hands


def _by_bound(hand: HiddenHand) -> Card:
    return -hand.bound


def deals_of(unseen: Sequence[Card], hands: Sequence[HiddenHand]) -> int:
    """Return the number of ways to fill the hands, which are sorted by descending bound.

    Every card that an earlier hand takes is therefore above the bounds of all later hands.
    """
    ways, given = 1, 0
    for _, cards, bound in hands:
        above = len(unseen) - bisect_right(unseen, bound)
        ways *= comb(max(above - given, 0), cards)
        given += cards
    return ways


def own_lowest(view: SeatView) -> Card:
    """Return the viewer's lowest card; InvalidArgument for an empty hand."""
    if not view.hand:
        raise InvalidArgument("view must be of a seat that holds a card, got an empty hand")
    return view.hand[0]
