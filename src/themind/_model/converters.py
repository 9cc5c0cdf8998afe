"""Converters of the fields of rules, states and views.

They return a value of a wrong type unchanged, so that the constructors can report all faults at
once.
"""

# Annotations are not strings in this module, for the reason given in `values`.

from collections.abc import Callable, Collection, Sequence
from typing import SupportsIndex, TypeVar, cast

from themind._model.checks import in_order
from themind._model.position import AsideCard, PlayedCard, SeenCard
from themind._model.values import MOST_CARDS, as_hands, as_ints, as_number

V = TypeVar("V")
T = TypeVar("T")
Numbers = tuple[int, ...]


def as_viewer(seat: SupportsIndex | None) -> int | None:
    """Convert a seat or None."""
    return None if seat is None else as_number(seat)


def as_numbers(numbers: Sequence[SupportsIndex]) -> Numbers:
    """Convert a sequence of numbers to a tuple: a hand, or sizes of hands."""
    return _converted(as_ints, numbers)


def as_deals(hands: Sequence[Sequence[SupportsIndex]]) -> tuple[Numbers, ...]:
    """Convert a sequence of hands to a tuple of tuples."""
    return _converted(as_hands, hands)


def as_played_cards(pile: Sequence[PlayedCard]) -> tuple[PlayedCard, ...]:
    """Convert a sequence of played cards to a tuple."""
    return _converted(_as_tuple, pile)


def as_seen_cards(pile: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Convert a sequence of seen cards to a tuple."""
    return _converted(_as_tuple, pile)


def as_aside(aside: Sequence[AsideCard]) -> tuple[AsideCard, ...]:
    """Convert a sequence of cards set aside to a tuple."""
    return _converted(_as_tuple, aside)


def as_seats(seats: Collection[SupportsIndex]) -> frozenset[int]:
    """Convert a collection of seats to a frozenset."""
    if type(seats) is frozenset and not seats:
        return seats
    if isinstance(seats, str | bytes):
        return cast("frozenset[int]", seats)
    return _converted(_as_set, seats)


def _as_set(name: str, seats: Collection[SupportsIndex]) -> frozenset[int]:
    numbers = as_ints(name, iter(seats))
    if len(numbers) > MOST_CARDS:  # perhaps endless
        raise ValueError
    return frozenset(numbers)


def _as_tuple(name: str, values: Sequence[T]) -> tuple[T, ...]:
    return in_order(name, values, MOST_CARDS)


def _converted(convert: Callable[[str, V], T], value: V) -> T:
    """Return a converted value, without a name for errors: the constructor reports them."""
    try:
        return convert("", value)
    except Exception:  # noqa: BLE001 - it can come from the value
        return cast("T", value)
