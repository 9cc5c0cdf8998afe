"""Who plays next, given when everybody would: a race, or ticks in which plays land together."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias, assert_never

import attrs

from themind import Card, InvalidArgument, Seat
from themind.experiments._checks import positive
from themind.experiments._draws import Draw, tie_break

MICROSECONDS = 1_000_000

# Microseconds of a time that no game comes to.
NEVER = 2**100


class Landing(StrEnum):
    """The order in which the plays of one tick land."""

    RANDOM = "random"
    LOWEST_FIRST = "lowest first"
    HIGHEST_FIRST = "highest first"


@attrs.frozen
class Race:
    """The least wait plays, to the microsecond; equal waits land together, in random order.

    Every seat with cards is asked as play begins and after each step. With `redraw=False` a
    plan stands as a time of play until the seat's lowest card is another one.
    """

    redraw: bool = attrs.field(
        default=True, kw_only=True, validator=attrs.validators.instance_of(bool)
    )


def _is_a_tick(_instance: object, _attribute: object, seconds: float) -> None:
    if positive(seconds=seconds) * MICROSECONDS < 1:
        raise InvalidArgument(f"a tick is at least a microsecond, not {seconds} s")


@attrs.frozen
class Ticks:
    """Time in steps: what is planned for one step lands in it together, each seat once.

    One grid of steps a level, from its first play on. A play planned for t lands in step
    t / `seconds`, rounded up, but after the step that landed last. Seats are asked as in `Race`.

    Raises InvalidArgument for steps of less than a microsecond or without end.

    >>> Ticks(0.1, Landing.LOWEST_FIRST)
    Ticks(seconds=0.1, landing=<Landing.LOWEST_FIRST: 'lowest first'>)
    """

    seconds: float = attrs.field(validator=_is_a_tick)
    landing: Landing = attrs.field(
        default=Landing.RANDOM, validator=attrs.validators.instance_of(Landing)
    )


Driver: TypeAlias = Race | Ticks


class Plan(NamedTuple):
    """A seat would play its lowest card at `due` microseconds of the level."""

    due: int
    seat: Seat
    card: Card
    draw: Draw


class Landed(NamedTuple):
    """What lands next: when, in which tick, and whose plans in their order."""

    time: int
    tick: int
    plans: list[Plan]


def next_landing(driver: Driver, plans: list[Plan], last_tick: int) -> Landed:
    """What comes of some plans, at least one; `last_tick` landed last, 0 before all."""
    match driver:
        case Race():
            due = min(plans).due  # plans compare by what comes first in them
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
