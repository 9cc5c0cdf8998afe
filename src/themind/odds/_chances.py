"""Chances of what the other hands hold, and of what they do not."""

from __future__ import annotations

from fractions import Fraction

from themind import Card, InvalidArgument, Seat, SeatView
from themind.odds._hidden import check_ints, hidden_from, own_lowest, shown


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
    hidden = hidden_from(view)
    return hidden.chance_without(0, own_lowest(view))


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
    hidden = hidden_from(view)
    check_ints(low=low, high=high)
    if low > high:
        raise InvalidArgument(f"low is at most high ({shown(high)}), not {shown(low)}")
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
    hidden = hidden_from(view)
    check_ints(seat=seat, card=card)
    if not 0 <= seat < view.rules.players:
        raise InvalidArgument(f"there is no seat {shown(seat)} among {view.rules.players}")
    if not 1 <= card <= view.rules.cards:
        raise InvalidArgument(f"there is no card {shown(card)} among 1 to {view.rules.cards}")
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
    hidden = hidden_from(view)
    law: dict[Card, Fraction] = {}
    above = Fraction(1)
    for card in hidden.unseen if hidden.hands else ():
        still_above = hidden.chance_without(0, card + 1)
        if still_above < above:
            law[card] = above - still_above
        above = still_above
    return law
