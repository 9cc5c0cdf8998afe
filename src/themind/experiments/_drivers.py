"""Drivers, which turn the waits of all seats into plays."""

from __future__ import annotations

from enum import StrEnum
from typing import SupportsIndex, TypeAlias, assert_never

import attrs

from themind import InvalidArgument, Seat
from themind._model.checks import instance_of
from themind._model.reals import require_positive

MICROSECONDS = 1_000_000

# A time in microseconds that no game reaches.
NEVER = 2**100


class Landing(StrEnum):
    """The order in which the plays of one tick land."""

    RANDOM = "random"
    LOWEST_FIRST = "lowest first"
    HIGHEST_FIRST = "highest first"


@attrs.frozen
class Race:
    """A driver that lets the seat with the shortest wait play.

    Waits are compared in whole microseconds. Plays with equal waits land together, in random order.

    Args:
        redraw: Whether the policy of each seat with cards is called again after each step.
            Otherwise a plan remains valid until the lowest card of its seat changes, and policies
            are called about a third as often.

    Raises:
        TypeError: `redraw` is not a bool.
    """

    redraw: bool = attrs.field(default=True, kw_only=True, validator=instance_of(bool))


def _as_tick(seconds: float | SupportsIndex) -> float:
    tick = require_positive("seconds", seconds)
    if tick * MICROSECONDS < 1:
        raise InvalidArgument(f"seconds must be at least 0.000001, got {seconds}")
    return tick


@attrs.frozen
class Ticks:
    """A driver with discrete time: the plays of one tick land together, at most one for each seat.

    Each level has one grid of ticks, which starts when play begins. A play planned for time t
    lands in tick t / `seconds`, rounded up, and after the last tick that had plays. Policies
    are called as in `Race`.

    Args:
        seconds: The length of a tick.
        landing: The order of plays that land together.

    Raises:
        InvalidArgument: `seconds` is not finite, or less than a microsecond.
        TypeError: An argument has a wrong type.

    Example:
        >>> Ticks(0.1, Landing.LOWEST_FIRST)
        Ticks(seconds=0.1, landing=<Landing.LOWEST_FIRST: 'lowest first'>)
    """

    seconds: float = attrs.field(converter=_as_tick)
    landing: Landing = attrs.field(default=Landing.RANDOM, validator=instance_of(Landing))


Driver: TypeAlias = Race | Ticks


def next_landing(driver: Driver, dues: list[int], last_tick: int) -> tuple[int, int, list[Seat]]:
    """Return the time of the next plays, their tick, and their seats.

    Args:
        driver: The driver.
        dues: By seat, the time at which it would play; at least `NEVER` if it would not.
        last_tick: The last tick that had plays, 0 if there is none.
    """
    match driver:
        case Race():
            due = min(dues)
            return due, last_tick, _seats_at(due, dues)
        case Ticks():
            size = round(driver.seconds * MICROSECONDS)
            ticks = [max(last_tick + 1, -(-due // size)) for due in dues]
            tick = min(ticks)
            return tick * size, tick, _seats_at(tick, ticks)
        case _:
            assert_never(driver)


def _seats_at(moment: int, moments: list[int]) -> list[Seat]:
    if moments.count(moment) == 1:
        return [moments.index(moment)]
    return [seat for seat, its in enumerate(moments) if its == moment]


def landing_of(driver: Driver) -> Landing:
    """Return the order of plays that land together."""
    return driver.landing if isinstance(driver, Ticks) else Landing.RANDOM
