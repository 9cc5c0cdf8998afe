"""Drivers, which turn the waits of all seats into plays."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, SupportsIndex, TypeAlias, assert_never

import attrs

from themind import Card, InvalidArgument, Seat
from themind._model.checks import instance_of
from themind._model.reals import require_positive
from themind.experiments._draws import Draw, tie_break

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


class Plan(NamedTuple):
    """The plan of a seat to play its lowest card at `due` microseconds of the level."""

    due: int
    seat: Seat
    card: Card
    draw: Draw


class Landed(NamedTuple):
    """The plays that land next: their time, their tick, and their plans in order."""

    time: int
    tick: int
    plans: list[Plan]


def next_landing(driver: Driver, plans: list[Plan], last_tick: int) -> Landed:
    """Return the plays that land next.

    Args:
        driver: The driver.
        plans: The plans of the seats, at least one.
        last_tick: The last tick that had plays, 0 if there is none.
    """
    match driver:
        case Race():
            due = min([plan.due for plan in plans])
            together = [plan for plan in plans if plan.due == due]
            return Landed(due, last_tick, _in_order(together, Landing.RANDOM))
        case Ticks():
            size = round(driver.seconds * MICROSECONDS)
            ticks = [max(last_tick + 1, -(-plan.due // size)) for plan in plans]
            tick = min(ticks)
            together = [plan for plan, its in zip(plans, ticks, strict=True) if its == tick]
            return Landed(tick * size, tick, _in_order(together, driver.landing))
        case _:
            assert_never(driver)


def _in_order(together: list[Plan], landing: Landing) -> list[Plan]:
    if len(together) == 1:
        return together
    match landing:
        case Landing.RANDOM:
            return sorted(together, key=lambda plan: tie_break(plan.draw))
        case Landing.LOWEST_FIRST:
            return sorted(together, key=lambda plan: plan.card)
        case Landing.HIGHEST_FIRST:
            return sorted(together, key=lambda plan: -plan.card)
        case _:
            assert_never(landing)
