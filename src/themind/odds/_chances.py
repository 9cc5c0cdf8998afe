"""Exact probabilities that the other hands hold certain cards."""

from __future__ import annotations

from fractions import Fraction
from typing import SupportsIndex

from themind import Card, InvalidArgument, SeatView
from themind._model.checks import as_int, require_int, shown
from themind.odds._hidden import hidden_from, lowest_deals


def chance_lowest(view: SeatView) -> Fraction:
    """Return the chance that no other seat holds a card below the viewer's lowest.

    Raises:
        InvalidArgument: The viewer holds no card or is a spectator, a blind level hides
            others' cards, or no deal fits the view.
        TypeError: `view` is not a `SeatView`.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
        >>> state, _ = tm.deal(state, (2, 3, 1, 4))
        >>> chance_lowest(tm.view(state, seat=0))  # the other card is 1, 3 or 4
        Fraction(2, 3)
        >>> chance_lowest(tm.view(state, seat=1))  # it is 1, 2 or 4
        Fraction(1, 3)
    """
    return Fraction(*lowest_deals(view))


def chance_none_between(view: SeatView, low: SupportsIndex, high: SupportsIndex) -> Fraction:
    """Return the chance that no other seat holds a card above `low` and below `high`.

    `low` and `high` need not be cards of the deck. The view can be a spectator's.

    Raises:
        InvalidArgument: `low` is above `high`, a blind level hides others' cards, or no deal
            fits the view.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
        >>> state, _ = tm.deal(state, (2, 3, 1, 4))
        >>> chance_none_between(tm.view(state, seat=0), 2, 4)
        Fraction(2, 3)
    """
    hidden = hidden_from(view)
    low, high = as_int("low", low), as_int("high", high)
    if low > high:
        raise InvalidArgument(f"low must be at most high ({shown(high)}), got {shown(low)}")
    return hidden.chance_without(low, high)


def chance_holds(view: SeatView, seat: SupportsIndex, card: SupportsIndex) -> Fraction:
    """Return the chance that a seat holds a card, 0 or 1 for the viewer's own hand.

    Raises:
        InvalidArgument: The seat or the card does not exist, a blind level hides others' cards,
            or no deal fits the view.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
        >>> state, _ = tm.deal(state, (2, 3, 1, 4))
        >>> chance_holds(tm.view(state, seat=0), 1, 3), chance_holds(tm.view(state, seat=0), 0, 3)
        (Fraction(1, 3), Fraction(0, 1))
    """
    hidden = hidden_from(view)
    seat = require_int("seat", seat, least=0, most=view.rules.players - 1)
    card = require_int("card", card, least=1, most=view.rules.cards)
    if seat == view.seat:
        return Fraction(card in view.hand)
    return hidden.chance_of(seat, card)


def lowest_other(view: SeatView) -> dict[Card, Fraction]:
    """Return the distribution of the lowest card in all other hands.

    Keys are in ascending order, with chances above 0. The dict is empty if no other seat holds a
    card.

    Raises:
        InvalidArgument: A blind level hides others' cards, or no deal fits the view.
        TypeError: `view` is not a `SeatView`.

    Example:
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
