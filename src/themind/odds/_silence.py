"""Probabilities after a silence: partners who have not played probably hold higher cards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TypeAlias

from themind import Card, InvalidArgument, SeatView
from themind._model.checks import require_callable
from themind._model.reals import as_float, require_finite
from themind.odds._hidden import HiddenHand, hidden_from, own_lowest

Survival: TypeAlias = Callable[[int, float], float]


def chance_lowest_after_silence(view: SeatView, silence: float, survival: Survival) -> float:
    """Return `chance_lowest` after a silence, in which no seat has played for some seconds.

    Each deal is weighted by the chance that all partners with cards would still be waiting.

    Args:
        view: The view of a seat that holds a card.
        silence: The length of the silence in seconds.
        survival: `survival(gap, seconds)` is the chance that a partner is still waiting after
            this time, if their lowest card is `gap` above the top of the pile. The top counts as
            0 if the pile is empty, and in a blind level.

    Raises:
        InvalidArgument: As for `chance_lowest`; or `silence` is negative or infinite, or `survival`
            returns a number outside 0 to 1, or 0 for every deal.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
        >>> state, _ = tm.deal(state, (2, 3, 1, 4))
        >>> a_second_a_card = lambda gap, seconds: float(seconds < gap)
        >>> chance_lowest_after_silence(tm.view(state, seat=1), 1.5, a_second_a_card)  # not 1
        0.5
    """
    hidden = hidden_from(view)
    lowest = own_lowest(view)
    waiting = _still_waiting(view, silence, survival)
    rest = hidden.unseen[bisect_right(hidden.unseen, lowest) :]
    everything = _weigh(hidden.unseen, hidden.hands, waiting)
    if everything == 0:
        raise InvalidArgument("survival must be above 0 for at least one deal, got 0 for all")
    return _weigh(rest, hidden.hands, waiting) / everything


def _still_waiting(view: SeatView, silence: float, survival: Survival) -> Callable[[Card], float]:
    """Return a function from a partner's lowest card to the chance of the silence."""
    seconds = require_finite("silence", silence, least=0.0)
    require_callable("survival", survival)
    top = 0 if view.blind else view.top or 0

    def waiting(card: Card) -> float:
        call = f"survival({card - top}, {seconds:g})"
        chance = as_float(call, survival(card - top, seconds))
        if not 0 <= chance <= 1:
            raise InvalidArgument(f"{call} must be from 0 to 1, got {chance}")
        return chance

    return waiting


def _weigh(
    unseen: Sequence[Card], hands: Sequence[HiddenHand], waiting: Callable[[Card], float]
) -> float:
    """Return the sum over all deals of the product of `waiting` for the lowest cards.

    The cards are assigned in ascending order, each to a hand that lacks cards, or to no hand.
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
