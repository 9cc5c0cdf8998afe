"""The time of play in a deal, which stands still during pauses and votes."""

from __future__ import annotations

from collections.abc import Iterable

import themind as tm
from themind.experiments import Moment

TABLE_CHANGES = (tm.CardPlayed, tm.StarThrown)


def is_running(state: tm.GameState) -> bool:
    """Whether the time of play runs: cards can be played, and no star is voted on."""
    return state.phase is tm.Phase.PLAYING and not state.agreed


class PlayTime:
    """Seconds of play, as a `Moment` holds them."""

    def __init__(self) -> None:
        self.now = self._changed = self._waited = 0.0
        self._wall = 0.0

    def move(self, at: float, *, running: bool) -> None:
        """Go on to a time of the wall clock, which the time of play follows while it runs."""
        if running:
            self.now += at - self._wall
        self._wall = at

    def follow(self, events: Iterable[tm.Event]) -> None:
        """Note the events of a step that happens now."""
        kinds = {type(event) for event in events}
        if tm.LevelDealt in kinds:
            self.now = self._changed = self._waited = 0.0
        if tm.PlayStarted in kinds:
            self._changed = self.now
        if not kinds.isdisjoint(TABLE_CHANGES):
            self._waited = self.now - self._changed
            self._changed = self.now

    def wall_time_of(self, due: float) -> float:
        """The time of the wall clock at which the time of play is `due`, if it goes on running."""
        return self._wall + due - self.now

    def moment(self, view: tm.SeatView) -> Moment:
        """The moment in which a clock at the seat of a view is asked."""
        return Moment(view, self.now, self.now - self._changed, self._waited)
