"""Clocks of the library as partners: they play for seats that nobody has taken, or has left."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence

import attrs

import themind as tm
from themind.experiments import Clock, Draw, LogNormal, Moment, Policy

TEMPO = 0.7
NOISE = LogNormal(0.15)
READY_AFTER = 800
VOTE_AFTER = 1_500

Luck = Callable[[], int]


def any_luck() -> int:
    """A key for a draw that nobody can predict."""
    return secrets.randbits(64)


@attrs.frozen
class Partner(Clock):
    """A clock that trusts its team: it agrees to every star."""

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        """Say yes."""
        return True


def partner(tempo: float | None) -> Policy:
    """The policy for a seat; any other of the library's, or your own, does as well."""
    return Partner(TEMPO if tempo is None else tempo, NOISE)


class PlayTime:
    """The times of a `Moment`, in milliseconds: they stand still in pauses and during votes."""

    def __init__(self) -> None:
        self.at_ms = self.level = self.changed = self.waited = 0
        self.runs = False

    def follow(self, at_ms: int, state: tm.GameState, events: Sequence[tm.Event]) -> None:
        """Note a step, and the state after it."""
        self.level, self.at_ms = self.now(at_ms), at_ms
        self.runs = state.phase is tm.Phase.PLAYING and not state.agreed
        kinds = {type(event) for event in events}
        if tm.LevelDealt in kinds:
            self.level = self.changed = self.waited = 0
        elif kinds & {tm.CardPlayed, tm.StarThrown}:
            self.waited, self.changed = self.level - self.changed, self.level
        elif tm.PlayStarted in kinds:
            self.changed = self.level

    def now(self, at_ms: int) -> int:
        """Milliseconds of play in this deal."""
        return self.level + (at_ms - self.at_ms if self.runs else 0)

    def moment(self, view: tm.SeatView, at_ms: int) -> Moment:
        """The moment in which a seat is asked."""
        level = self.now(at_ms)
        return Moment(view, level / 1000, (level - self.changed) / 1000, self.waited / 1000)


def next_move(
    policy: Policy, moment: Moment, luck: Luck = any_luck
) -> tuple[float, tm.SeatAction] | None:
    """After how many milliseconds a partner does what, if nothing else happens before."""
    view = moment.view
    if view.seat is None:
        return None
    match view.phase:
        case tm.Phase.FOCUSING if view.seat not in view.ready:
            return READY_AFTER, tm.Ready(view.seat)
        case tm.Phase.PLAYING if view.agreed:
            return _vote(policy, view.seat, moment, luck)
        case tm.Phase.PLAYING if view.hand:
            wait = policy.wait(moment, Draw(luck()))
            return None if wait == math.inf else (wait * 1000, tm.Play(view.seat, moment.lowest))
    return None


def _vote(
    policy: Policy, seat: tm.Seat, moment: Moment, luck: Luck
) -> tuple[float, tm.SeatAction] | None:
    if seat in moment.view.agreed:
        return None
    down = len(moment.view.pile) + len(moment.view.aside)
    says_yes = policy.agrees_to_star(moment, Draw(luck()))
    return VOTE_AFTER, tm.AgreeToStar(seat, down) if says_yes else tm.DeclineStar(seat)
