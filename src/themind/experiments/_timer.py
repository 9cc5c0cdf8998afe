"""Play time in whole microseconds: of the game, of the deal, and since the table changed."""

from __future__ import annotations

from themind import SeatView
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._policy import Moment


class Timer:
    """Play time. Only plays move it on, so it stands still during votes and pauses."""

    __slots__ = ("_changed", "_waited", "before", "now")

    def __init__(self) -> None:
        self.before = 0  # the deals before this one
        self.now = self._changed = self._waited = 0

    @property
    def game(self) -> int:
        """Microseconds of play in the game."""
        return self.before + self.now

    def new_deal(self) -> None:
        """Begin the deal's clock anew."""
        self.before += self.now
        self.now = self._changed = self._waited = 0

    def started(self) -> None:
        """Note that play has begun, or goes on after a pause."""
        self._changed = self.now

    def changed(self) -> None:
        """Note that a card or a star has just changed the table, once for each step."""
        self._waited = self.now - self._changed
        self._changed = self.now

    def times(self) -> tuple[float, float, float]:
        """Return the seconds that a `Moment` holds."""
        now = self.now
        since_event = (now - self._changed) / MICROSECONDS
        return now / MICROSECONDS, since_event, self._waited / MICROSECONDS

    def moment(self, view: SeatView) -> Moment:
        """Return the moment in which a policy is asked."""
        return Moment(view, *self.times())
