"""The gate of views: that of states, and what only a viewer's picture can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from themind._cards import is_int, shown
from themind._gate import (
    COMMON_SHAPES,
    Facts,
    Faults,
    number_faults,
    shape_faults,
    table_faults,
    tuple_of,
)
from themind._rules import Rules
from themind._table import Phase

_OPEN_BLIND = (Phase.CLEARED, Phase.LOST)

_SHAPES: dict[str, tuple[str, Callable[[Any], bool]]] = COMMON_SHAPES | {
    "seat": ("an int or None", lambda value: value is None or is_int(value)),
    "hand": ("a tuple of ints", tuple_of(is_int)),
    "hand_sizes": ("a tuple of numbers", tuple_of(lambda size: is_int(size) and size >= 0)),
}


def view_faults(view: Any, seen_card: type[Any]) -> Iterator[str]:
    """Name all that is wrong with a view whose pile holds values of `seen_card`."""
    pile = (
        "a tuple of SeenCards",
        tuple_of(lambda seen: isinstance(seen, seen_card) and _is_seen(seen)),
    )
    unshapely = shape_faults(view, _SHAPES | {"pile": pile})
    yield from unshapely.values()
    if isinstance(view.rules, Rules):
        yield from number_faults(view)
    if not unshapely:
        yield from _known_faults(view)


def _is_seen(seen: Any) -> bool:
    return is_int(seen.seat) and (seen.card is None or is_int(seen.card))


def _known_faults(view: Any) -> Faults:
    if view.seat is not None and not 0 <= view.seat < view.rules.players:
        yield f"there is no seat {shown(view.seat)}"
        return
    facts = Facts(
        view,
        hand_sizes=view.hand_sizes,
        hands={} if view.seat is None else {view.seat: view.hand},
        pile=tuple((seen.seat, seen.card) for seen in view.pile),
        aside=view.aside,
    )
    faults = tuple(table_faults(facts))
    yield from faults
    yield from _own_hand(view)
    yield from _hidden_cards(view)
    if not faults:
        yield from _room_for_others(view, facts)


def _own_hand(view: Any) -> Faults:
    if view.seat is None:
        if view.hand:
            yield "a spectator holds no hand"
    elif view.hand_sizes[view.seat : view.seat + 1] != (len(view.hand),):
        yield "the size of the viewer's hand is not that of the hand"


def _hidden_cards(view: Any) -> Faults:
    hides = view.blind and view.phase not in _OPEN_BLIND
    for seen in view.pile:
        if (seen.card is None) is not (hides and seen.seat != view.seat):
            yield f"a card that seat {seen.seat} played is {'hidden' if hides else 'open'} here"


def _room_for_others(view: Any, facts: Facts) -> Faults:
    """Name hands of others that the unseen cards have no room for.

    The unseen cards above a bound are nested, so that it is enough to fill the hands in the order
    of falling bounds.
    """
    laid = facts.highest_laid()
    top = 0 if view.blind else facts.top or 0
    bounds = {seat: max(top, laid[seat]) for seat in range(view.rules.players)}
    given = 0
    for seat in sorted(bounds, key=bounds.__getitem__, reverse=True):
        given += 0 if seat == view.seat else view.hand_sizes[seat]
        if given > sum(card > bounds[seat] for card in view.unseen):
            yield "the others hold more cards than are left unseen"
            return
    hidden = sum(seen.card is None for seen in view.pile)
    if given + hidden > len(view.unseen):
        yield "more cards are hidden than are left unseen"
