"""Timed actions: the table deals and continues, and pauses and votes end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import themind as tm

# Steps that do not change the meaning of a click: a click that crosses one is not late.
QUIET = (tm.SeatReady, tm.SeatUnready, tm.StarAgreed)


class Limits(NamedTuple):
    """Time limits in milliseconds."""

    show: int = 3_000
    """How long a cleared level, a face-down pile or the table before a deal stays on the screen."""
    focus: int = 45_000
    """Until play begins, whether everyone is ready or not."""
    vote: int = 15_000
    """Until a proposed star is declined."""
    absent: int = 20_000
    """Until a clock plays for a disconnected player."""


class Timer(NamedTuple):
    """What the room waits for, and the maximum time."""

    what: str
    limit: int


def clock_after(latest: int) -> Callable[[], int]:
    """Return a clock in milliseconds that continues from a time, so that it never decreases.

    A monotonic clock restarts with the machine, and the wall clock can be set back.
    """
    started = time.monotonic_ns()
    return lambda: latest + (time.monotonic_ns() - started) // 1_000_000


def is_quiet(events: tuple[tm.Event, ...]) -> bool:
    """Whether a step changed nothing that affects the meaning of a click."""
    return all(isinstance(event, QUIET) for event in events)


def table_timer(state: tm.GameState, limits: Limits) -> Timer | None:
    """Return the time limit of a state before `table_action`; None if there is no limit."""
    match state.phase:
        case tm.Phase.DEALING | tm.Phase.REVEALING | tm.Phase.CLEARED:
            return Timer("show", limits.show)
        case tm.Phase.FOCUSING:
            return Timer("focus", limits.focus)
        case tm.Phase.PLAYING if state.agreed:
            return Timer("vote", limits.vote)
    return None


def table_action(state: tm.GameState, deck: Callable[[tm.GameState], tm.Deck]) -> tm.Action:
    """Return the action of the table when its time limit has passed."""
    match state.phase:
        case tm.Phase.DEALING:
            return tm.Deal(deck(state))
        case tm.Phase.FOCUSING:
            return tm.Begin()
        case tm.Phase.PLAYING:
            silent = set(range(state.players)) - state.agreed
            return tm.DeclineStar(min(silent))
    forced = tm.forced_action(state)
    assert forced is not None
    return forced
