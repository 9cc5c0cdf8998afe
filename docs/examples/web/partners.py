"""Built-in clocks as partners, which play for seats that are free or whose players are absent."""

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
    """Return a random key for a draw."""
    return secrets.randbits(64)


@attrs.frozen
class Partner(Clock):
    """A clock that agrees to every star."""

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        """Agree."""
        return True


def partner(tempo: float | None) -> Policy:
    """Return the policy of a seat. Any other policy works too."""
    return Partner(TEMPO if tempo is None else tempo, NOISE)


class PlayTime:
    """The times of a `Moment`, in milliseconds. They do not advance during pauses and votes."""

    def __init__(self) -> None:
        self.at_ms = self.level = self.changed = self.waited = 0
        self.runs = False

    def follow(self, at_ms: int, state: tm.GameState, events: Sequence[tm.Event]) -> None:
        """Update the times with a step and the state after it."""
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
        """Return milliseconds of play in this deal."""
        return self.level + (at_ms - self.at_ms if self.runs else 0)

    def moment(self, view: tm.SeatView, at_ms: int) -> Moment:
        """Return the moment with which the policy of a seat is called."""
        level = self.now(at_ms)
        return Moment(view, level / 1000, (level - self.changed) / 1000, self.waited / 1000)


def next_move(
    policy: Policy, moment: Moment, luck: Luck = any_luck
) -> tuple[float, tm.SeatAction] | None:
    """Return the next action of a partner, and the milliseconds until then if nothing happens."""
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
