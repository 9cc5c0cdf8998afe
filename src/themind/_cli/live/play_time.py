"""The play time of a deal, which stops during pauses and votes."""

from __future__ import annotations

from collections.abc import Iterable

import themind as tm
from themind.experiments import Moment

TABLE_CHANGES = (tm.CardPlayed, tm.StarThrown)


def is_running(state: tm.GameState) -> bool:
    """Return whether play time advances: in PLAYING, without a vote on a star."""
    return state.phase is tm.Phase.PLAYING and not state.agreed


class PlayTime:
    """The times of a `Moment`, in seconds of play."""

    def __init__(self) -> None:
        self.now = self._changed = self._waited = 0.0
        self._wall = 0.0

    def move(self, at: float, *, running: bool) -> None:
        """Advance to a wall-clock time; play time advances only if `running`."""
        if running:
            self.now += at - self._wall
        self._wall = at

    def follow(self, events: Iterable[tm.Event]) -> None:
        """Process the events of a step at the current time."""
        kinds = {type(event) for event in events}
        if tm.LevelDealt in kinds:
            self.now = self._changed = self._waited = 0.0
        if tm.PlayStarted in kinds:
            self._changed = self.now
        if not kinds.isdisjoint(TABLE_CHANGES):
            self._waited = self.now - self._changed
            self._changed = self.now

    def wall_time_of(self, due: float) -> float:
        """Return the wall-clock time at which play time reaches `due`, if it keeps running."""
        return self._wall + due - self.now

    def moment(self, view: tm.SeatView) -> Moment:
        """Return the moment for a policy with this view."""
        return Moment(view, self.now, self.now - self._changed, self._waited)
