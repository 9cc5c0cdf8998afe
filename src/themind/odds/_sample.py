"""A random deal that fits a view, from keyed random numbers."""

from __future__ import annotations

from bisect import bisect_right
from typing import SupportsIndex

from themind import Card, Hand, SeatView
from themind._model.checks import as_int
from themind.odds._hidden import hidden_from
from themind.rng import splitmix64


def sample_hands(view: SeatView, key: SupportsIndex) -> tuple[Hand, ...]:
    """Return the hands of a uniformly random deal that fits the view, including the viewer's.

    The draws are `splitmix64(key, 0)`, `splitmix64(key, 1)` and so on, one for each card, so a key
    determines the deal. Source: SplitMix64 (Steele, Lea and Flood, 2014).

    Raises:
        InvalidArgument: `key` is not from 0 to 2^64 - 1, a blind level hides others' cards, or no
            deal fits the view.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
        >>> state, _ = tm.deal(state, (2, 3, 1, 4))
        >>> {sample_hands(tm.view(state, seat=0), key) for key in range(20)} == {
        ...     ((2,), (1,)), ((2,), (3,)), ((2,), (4,))
        ... }
        True
    """
    hidden = hidden_from(view)
    key = as_int("key", key)
    hands: list[list[Card]] = [[] for _ in range(view.rules.players)]
    if view.seat is not None:
        hands[view.seat] += view.hand
    left, drawn = list(hidden.unseen), 0
    for hand in hidden.hands:
        start = bisect_right(left, hand.bound)
        for _ in range(hand.cards):
            place = start + (splitmix64(key, drawn) * (len(left) - start) >> 64)
            hands[hand.seat].append(left.pop(place))
            drawn += 1
    return tuple(tuple(sorted(held)) for held in hands)
