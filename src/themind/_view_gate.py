"""The gate of views: that of states, and what only a viewer's picture can get wrong."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from themind._cards import Card, Seat
from themind._gate import (
    COMMON_SHAPES,
    Facts,
    Faults,
    number_faults,
    shape_faults,
    table_faults,
    tuple_of,
)
from themind._ints import is_int
from themind._table import Phase, SeenCard, Table
from themind.exceptions import shown

_TURNED_OVER = (Phase.CLEARED, Phase.LOST)
_NO_CARDS: Mapping[Seat, Card] = {}


def hides_cards(table: Table) -> bool:
    """Whether the pile lies face down: in a blind level, until the reveal (BLD-2, BLD-4)."""
    return table.blind and table.phase not in _TURNED_OVER


def view_faults(view: Any) -> Faults:
    """Name all that is wrong with a view."""
    unshapely = shape_faults(view, _SHAPES)
    faults = [*unshapely.values(), *_known_faults(view, unshapely)]
    yield from faults
    if not faults and not has_room(view):
        yield "the unseen cards cannot be what the others hold and what lies face down"


def _is_seen_card(value: Any) -> bool:
    known = type(value) is SeenCard and is_int(value.seat)
    return known and (value.card is None or is_int(value.card))


def _is_size(value: Any) -> bool:
    return is_int(value) and value >= 0


_SHAPES = COMMON_SHAPES | {
    "seat": ("an int or None", lambda value: value is None or is_int(value)),
    "hand": ("a tuple of ints", tuple_of(is_int)),
    "hand_sizes": ("a tuple of numbers from 0", tuple_of(_is_size)),
    "pile": ("a tuple of SeenCards", tuple_of(_is_seen_card)),
}
_HANDS = frozenset({"seat", "hand", "hand_sizes"})


def _known_faults(view: Any, unshapely: Mapping[str, str]) -> Faults:
    unsound = unshapely.keys() | ({"hands"} if _HANDS & unshapely.keys() else set())
    if "rules" not in unsound:
        yield from number_faults(view)
    yield from table_faults(_facts(view, unsound), unsound)
    for check, fields in _CHECKS.items():
        if unsound.isdisjoint(fields.split()):
            yield from check(view)


def _facts(view: Any, unsound: set[str]) -> Facts:
    hands_show = "hands" not in unsound
    return Facts(
        view,
        hand_sizes=view.hand_sizes if hands_show else (),
        hands={view.seat: view.hand} if hands_show and view.seat is not None else {},
        pile=() if "pile" in unsound else tuple((seen.seat, seen.card) for seen in view.pile),
        aside=() if "aside" in unsound else view.aside,
    )


def _viewer(view: Any) -> Faults:
    if view.seat is not None and not 0 <= view.seat < view.rules.players:
        yield f"there is no seat {shown(view.seat)}"


def _own_hand(view: Any) -> Faults:
    if view.seat is None:
        if view.hand:
            yield "a spectator holds no hand"
    elif view.hand_sizes[view.seat : view.seat + 1] != (len(view.hand),):
        yield "the size of the viewer's hand is not that of the hand"


def _hidden_cards(view: Any) -> Faults:
    hides = hides_cards(view)
    for seen in view.pile:
        if (seen.card is None) is not (hides and seen.seat != view.seat):
            who = "its player alone" if hides else "everybody"
            yield f"a card that seat {shown(seen.seat)} played is known to {who} here"


_CHECKS: dict[Callable[[Any], Faults], str] = {
    _viewer: "rules seat",
    _own_hand: "seat hand hand_sizes",
    _hidden_cards: "seat blind phase pile",
}


def has_room(view: Any, thrown: Mapping[Seat, Card] = _NO_CARDS) -> bool:
    """Whether the unseen cards can be what the others hold and what lies face down.

    What a seat holds lies above the open pile and above all that the seat has set aside, and
    above what it laid face down, which in turn lies below the card that it has just `thrown`.
    """
    return has_ample_room(view) or _is_enough(view, thrown)


def has_ample_room(view: Any, card: Card = 0) -> bool:
    """Whether more cards than the others hold lie above all that has been seen, and a card."""
    if view.blind:
        return False
    highest = max(card, view.top or 0, *[gone.card for gone in view.aside])
    others = sum(view.hand_sizes) - len(view.hand)
    return bool(others <= view.rules.cards - highest - len(view.hand))


def _is_enough(view: Any, thrown: Mapping[Seat, Card]) -> bool:
    """Fill the hands from above and the hidden places from below, the narrowest first.

    What is above one bound is above each lower bound too, so that no other order does better.
    The two never meet: there are cards for every seat to hold as many as the level's number.
    """
    unseen = view.unseen
    floors = _floors(view)
    held = [(floors[seat], size) for seat, size in enumerate(view.hand_sizes) if seat in floors]
    above = [(len(unseen) - bisect_right(unseen, floor), size) for floor, size in held]
    hidden = Counter(seen.seat for seen in view.pile if seen.card is None)
    no_bound = view.rules.cards + 1
    below = [
        (bisect_left(unseen, thrown.get(seat, no_bound)), size) for seat, size in hidden.items()
    ]
    return _fill(above) and _fill(below)


def _floors(view: Any) -> dict[Seat, Card]:
    """The highest card, for each other seat, that what it holds must lie above."""
    top = 0 if view.blind else view.top or 0
    floors = {seat: top for seat in range(view.rules.players) if seat != view.seat}
    for gone in view.aside:
        if gone.seat in floors:
            floors[gone.seat] = max(floors[gone.seat], gone.card)
    return floors


def _fill(places: Iterable[tuple[int, int]]) -> bool:
    """Whether there are cards for all, given pairs of how many will do and how many it takes."""
    taken = 0
    for choice, size in sorted(places):
        taken += size
        if taken > choice:
            return False
    return True
