"""Converters of the fields of rules, states and views.

They return a value of a wrong type unchanged, so that the constructors can report all faults at
once.
"""

# Annotations are not strings in this module, for the reason given in `values`.

from collections.abc import Collection, Sequence
from itertools import islice
from typing import SupportsIndex, cast

from themind._model.checks import as_int, in_order
from themind._model.position import AsideCard, PlayedCard, SeenCard
from themind._model.values import MOST_CARDS, as_hands, as_ints

Numbers = tuple[int, ...]


def as_number(number: SupportsIndex) -> int:
    """Convert a number."""
    if type(number) is int:
        return number
    try:
        return as_int("number", number)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("int", number)


def as_viewer(seat: SupportsIndex | None) -> int | None:
    """Convert a seat or None."""
    return None if seat is None else as_number(seat)


def as_numbers(numbers: Sequence[SupportsIndex]) -> Numbers:
    """Convert a sequence of numbers to a tuple: a hand, or sizes of hands."""
    try:
        return as_ints("numbers", numbers)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("Numbers", numbers)


def as_deals(hands: Sequence[Sequence[SupportsIndex]]) -> tuple[Numbers, ...]:
    """Convert a sequence of hands to a tuple of tuples."""
    try:
        return as_hands("hands", hands)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("tuple[Numbers, ...]", hands)


def as_played_cards(pile: Sequence[PlayedCard]) -> tuple[PlayedCard, ...]:
    """Convert a sequence of played cards to a tuple."""
    try:
        return in_order("pile", pile, MOST_CARDS)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("tuple[PlayedCard, ...]", pile)


def as_seen_cards(pile: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Convert a sequence of seen cards to a tuple."""
    try:
        return in_order("pile", pile, MOST_CARDS)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("tuple[SeenCard, ...]", pile)


def as_aside(aside: Sequence[AsideCard]) -> tuple[AsideCard, ...]:
    """Convert a sequence of cards set aside to a tuple."""
    try:
        return in_order("aside", aside, MOST_CARDS)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("tuple[AsideCard, ...]", aside)


def as_seats(seats: Collection[SupportsIndex]) -> frozenset[int]:
    """Convert a collection of seats to a frozenset."""
    if type(seats) is frozenset and not seats:
        return seats
    if isinstance(seats, str | bytes):
        return cast("frozenset[int]", seats)
    try:
        named = list(islice(seats, MOST_CARDS + 1))
        if len(named) > MOST_CARDS:  # perhaps endless
            return cast("frozenset[int]", seats)
        return frozenset([as_int("seat", seat) for seat in named])
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("frozenset[int]", seats)
