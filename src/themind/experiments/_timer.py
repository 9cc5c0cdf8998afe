"""The time of play in microseconds: in the game, in the deal, and since the last change."""

from __future__ import annotations

from themind import SeatView
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._policy import Moment


class Timer:
    """The time of play. Only plays advance it, so it stops during votes and pauses."""

    __slots__ = ("_changed", "_waited", "before", "now")

    def __init__(self) -> None:
        self.before = 0  # the time of earlier deals
        self.now = self._changed = self._waited = 0

    @property
    def game(self) -> int:
        """Microseconds of play in the game."""
        return self.before + self.now

    def new_deal(self) -> None:
        """Restart the clock of the deal."""
        self.before += self.now
        self.now = self._changed = self._waited = 0

    def started(self) -> None:
        """Record that play has begun, or has resumed after a pause."""
        self._changed = self.now

    def changed(self) -> None:
        """Record that a card or a star has changed the table; call it once for each step."""
        self._waited = self.now - self._changed
        self._changed = self.now

    def times(self) -> tuple[float, float, float]:
        """Return the times of a `Moment`, in seconds."""
        now = self.now
        since_event = (now - self._changed) / MICROSECONDS
        return now / MICROSECONDS, since_event, self._waited / MICROSECONDS

    def moment(self, view: SeatView) -> Moment:
        """Return the moment with which a policy is called."""
        return Moment(view, *self.times())
