"""What can be asked for: table actions, which are no seat's, and seat actions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeAlias

import attrs

from themind._cards import MOST_CARDS, Card, Deck, Seat
from themind._ints import is_int
from themind._values import OfSeat, Value, value
from themind.exceptions import InvalidArgument


def _deck(cards: Iterable[Card]) -> Deck:
    return tuple(islice(cards, MOST_CARDS + 1))


def _agreed(seats: Iterable[Seat]) -> frozenset[Seat]:
    named = list(islice(seats, MOST_CARDS + 1))
    if len(named) > MOST_CARDS:
        raise InvalidArgument(f"a star is agreed to by at most {MOST_CARDS} seats")
    # True equals 1: what is no int comes first, so that it is kept and refused.
    return frozenset(sorted(named, key=is_int))


def _plays(plays: Iterable[Play]) -> tuple[Play, ...]:
    landed = tuple(islice(plays, MOST_CARDS + 1))
    for play in landed:
        if type(play) is not Play:
            raise TypeError(f"what lands together is a Play each, not {type(play).__name__}")
    if not 1 <= len(landed) <= MOST_CARDS:
        raise InvalidArgument(f"from 1 to {MOST_CARDS} plays land together")
    return landed


@attrs.frozen(eq=False, repr=False)
class Deal(Value):
    """Deal a deck round and round from seat 0, first card first (LVL-1).

    `deck` is any iterable of distinct cards, kept as a tuple; of an endless one no more is read
    than the largest deck holds, and one card.

    >>> import themind as tm
    >>> tm.Deal([3, 1, 2])
    Deal(deck=(3, 1, 2))
    """

    deck: Deck = attrs.field(converter=_deck)


class Begin(Value):
    """Everyone is ready at once (LVL-3)."""

    __slots__ = ()


@attrs.frozen(eq=False, repr=False)
class PlayTogether(Value):
    """Cards that landed at the same moment, as plays in the order of landing (ERR-7).

    Raises TypeError for anything but `Play`s, InvalidArgument for none at all.

    >>> import themind as tm
    >>> tm.PlayTogether([tm.Play(0), tm.Play(1)]).plays[1]
    Play(seat=1, card=None)
    """

    plays: tuple[Play, ...] = attrs.field(converter=_plays)


@attrs.frozen(eq=False, repr=False)
class Star(Value):
    """The whole vote on a star in one step: `agreed` are the seats that say yes (STAR-2).

    >>> import themind as tm
    >>> tm.Star([1, 0]) == tm.Star({0, 1})
    True
    """

    agreed: frozenset[Seat] = attrs.field(converter=_agreed)


class Reveal(Value):
    """Turn the blind pile over (BLD-4)."""

    __slots__ = ()


class CompleteLevel(Value):
    """Collect the reward of a cleared level and go on (LVL-8)."""

    __slots__ = ()


class ContinueBlind(Value):
    """Go on blind after a win of the full stack (BLD-1)."""

    __slots__ = ()


class Gather(Value):
    """Gather all cards for a new deal of the same level (VAR-3)."""

    __slots__ = ()


class Ready(OfSeat):
    """A hand on the table (LVL-3)."""

    __slots__ = ()


class Unready(OfSeat):
    """A hand leaves the table before play starts (LVL-3)."""

    __slots__ = ()


class Refocus(OfSeat):
    """Call stop to refocus; it costs nothing (LVL-4)."""

    __slots__ = ()


@value
class Play(Value):
    """Play the seat's lowest card (LVL-6); `card`, where given, guards against a stale click.

    >>> import themind as tm
    >>> match tm.Play(1, 36):
    ...     case tm.Play(seat, card):
    ...         print(seat, card)
    1 36
    """

    seat: Seat
    card: Card | None = None


class ProposeStar(OfSeat):
    """Propose to throw a star, which is the proposer's yes too (STAR-1, STAR-2)."""

    __slots__ = ()


@value
class AgreeToStar(Value):
    """Say yes to the proposed star (STAR-2).

    `cards_down`, where given, guards against a stale yes: the number of cards in pile and aside
    together that it was meant for (STAR-6).
    """

    seat: Seat
    cards_down: int | None = None


class DeclineStar(OfSeat):
    """Say no to the proposed star, which ends the proposal (STAR-2)."""

    __slots__ = ()


TableAction: TypeAlias = (
    Deal | Begin | PlayTogether | Star | Reveal | CompleteLevel | ContinueBlind | Gather
)
SeatAction: TypeAlias = Ready | Unready | Refocus | Play | ProposeStar | AgreeToStar | DeclineStar
Action: TypeAlias = SeatAction | TableAction

SEAT_ACTIONS: tuple[type[Any], ...] = (
    Ready,
    Unready,
    Refocus,
    Play,
    ProposeStar,
    AgreeToStar,
    DeclineStar,
)
