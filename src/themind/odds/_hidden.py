"""What a view hides: the cards nobody has shown, and what bounds the hands they may be in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import comb

import attrs

from themind import Card, Deck, InvalidArgument, Seat, SeatView

LONGEST_INT = 256  # bits of the longest int that a text tells by its digits


@attrs.frozen
class HiddenHand:
    """`cards` cards of a seat, all of them above `bound`."""

    seat: Seat
    cards: int
    bound: Card


@attrs.frozen
class Hidden:
    """The cards that nobody has shown the viewer, and the hands they may be in."""

    unseen: Deck
    hands: tuple[HiddenHand, ...]
    deals: int

    def chance_without(self, low: Card, high: Card) -> Fraction:
        """The chance that no hand has a card between the two."""
        start, end = bisect_right(self.unseen, low), bisect_left(self.unseen, high)
        rest = self.unseen[:start] + self.unseen[max(start, end) :]
        return Fraction(deals_of(rest, self.hands), self.deals)

    def chance_of(self, seat: Seat, card: Card) -> Fraction:
        """The chance that one hand has a card."""
        rest = tuple([other for other in self.unseen if other != card])
        with_it = [hand for hand in self.hands if hand.seat == seat and hand.bound < card]
        if not with_it or len(rest) == len(self.unseen):
            return Fraction(0)
        fewer = [attrs.evolve(hand, cards=hand.cards - (hand.seat == seat)) for hand in self.hands]
        return Fraction(deals_of(rest, fewer), self.deals)


def hidden_from(view: SeatView) -> Hidden:
    """What a view hides; InvalidArgument where cards lie face down, TypeError for no view."""
    if not isinstance(view, SeatView):
        raise TypeError(f"view is a SeatView, not a {type(view).__name__}")
    if any(laid.card is None for laid in view.pile):
        raise InvalidArgument("cards that lie face down leave no exact chances")
    hands = sorted(_hidden_hands(view), key=lambda hand: -hand.bound)
    return Hidden(view.unseen, tuple(hands), deals_of(view.unseen, hands))


def _hidden_hands(view: SeatView) -> list[HiddenHand]:
    """The others' hands that are not empty, by seat."""
    bounds = [0 if view.blind else view.top or 0] * view.rules.players
    for gone in view.aside:
        bounds[gone.seat] = max(bounds[gone.seat], gone.card)
    return [
        HiddenHand(seat, size, bounds[seat])
        for seat, size in enumerate(view.hand_sizes)
        if size and seat != view.seat
    ]


def deals_of(unseen: Sequence[Card], hands: Sequence[HiddenHand]) -> int:
    """In how many ways the hands can be filled, the one with the highest bound first.

    What the earlier hands take is among what the next may have, whichever cards it is.
    """
    ways, given = 1, 0
    for hand in hands:
        above = len(unseen) - bisect_right(unseen, hand.bound)
        ways *= comb(max(above - given, 0), hand.cards)
        given += hand.cards
    return ways


def own_lowest(view: SeatView) -> Card:
    """The viewer's lowest card; InvalidArgument without one."""
    if not view.hand:
        raise InvalidArgument("the viewer holds no card")
    return view.hand[0]


def shown(value: object) -> str:
    """A value for a text; an int that is too long for one by its size."""
    if type(value) is int and value.bit_length() > LONGEST_INT:
        return f"an int of {value.bit_length()} bits"
    try:
        return repr(value)[:200]
    except Exception:  # noqa: BLE001 - it is the caller's code
        return f"a {type(value).__qualname__}"


def check_ints(**numbers: int) -> None:
    """Raise TypeError for a number that is not exactly an int."""
    for name, number in numbers.items():
        if type(number) is not int:
            raise TypeError(f"{name} is an int, not {shown(number)}")
