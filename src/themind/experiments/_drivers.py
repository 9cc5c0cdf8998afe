"""Drivers: turn the waits of all seats into the plays that land next."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, SupportsIndex, TypeAlias, assert_never

import attrs

from themind import Card, InvalidArgument, Seat
from themind._model.checks import instance_of
from themind._model.reals import require_positive
from themind.experiments._draws import Draw, tie_break

MICROSECONDS = 1_000_000

# Microseconds: a time that no game reaches.
NEVER = 2**100


class Landing(StrEnum):
    """The order in which the plays of one tick land."""

    RANDOM = "random"
    LOWEST_FIRST = "lowest first"
    HIGHEST_FIRST = "highest first"


@attrs.frozen
class Race:
    """The seat with the shortest wait plays; equal waits land together, in random order.

    Waits are compared in whole microseconds. Each seat with cards is asked as play begins and
    after each step. With `redraw=False` a plan stands as a time of play until the seat's lowest
    card is another one, and policies are asked about a third as often.
    """

    redraw: bool = attrs.field(default=True, kw_only=True, validator=instance_of(bool))


def _as_tick(seconds: float | SupportsIndex) -> float:
    tick = require_positive("seconds", seconds)
    if tick * MICROSECONDS < 1:
        raise InvalidArgument(f"seconds must be at least 0.000001, got {seconds}")
    return tick


@attrs.frozen
class Ticks:
    """Time goes in steps; plays that are planned for one step land together, each seat once.

    Each level has one grid of steps, which begins as play begins. A play planned for t lands in
    step t / `seconds`, rounded up, but after the step that landed last. Seats are asked as in
    `Race`.

    Raises:
        InvalidArgument: steps of less than a microsecond, or infinite ones.

    >>> Ticks(0.1, Landing.LOWEST_FIRST)
    Ticks(seconds=0.1, landing=<Landing.LOWEST_FIRST: 'lowest first'>)
    """

    seconds: float = attrs.field(converter=_as_tick)
    landing: Landing = attrs.field(default=Landing.RANDOM, validator=instance_of(Landing))


Driver: TypeAlias = Race | Ticks


class Plan(NamedTuple):
    """A seat would play its lowest card at `due` microseconds of the level."""

    due: int
    seat: Seat
    card: Card
    draw: Draw


class Landed(NamedTuple):
    """The plays that land next: when, in which tick, and their plans in order."""

    time: int
    tick: int
    plans: list[Plan]


def next_landing(driver: Driver, plans: list[Plan], last_tick: int) -> Landed:
    """Return the plays that land next of some plans, at least one.

    `last_tick` is the tick that landed last, 0 before all.
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
