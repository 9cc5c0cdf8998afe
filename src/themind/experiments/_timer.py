"""The play time in microseconds: in the game, in the deal, and since the last change."""

from __future__ import annotations

from themind import SeatView
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._policy import Moment

# This takes half of the time of the constructor, which is Python code.
_new_moment = tuple.__new__


class Timer:
    """The play time. Only plays advance it, so it stops during votes and pauses."""

    __slots__ = ("_changed", "_times", "_waited", "before", "now")

    def __init__(self) -> None:
        self.before = 0  # the time of earlier deals
        self.now = self._changed = self._waited = 0
        self._times: tuple[float, float, float] | None = None

    @property
    def game(self) -> int:
        """Microseconds of play in the game."""
        return self.before + self.now

    def new_deal(self) -> None:
        """Restart the clock of the deal."""
        self.before += self.now
        self.now = self._changed = self._waited = 0
        self._times = None

    def advance(self, now: int) -> None:
        """Advance to a time of the deal."""
        self.now = now
        self._times = None

    def started(self) -> None:
        """Record that play has begun, or has resumed after a pause."""
        self._changed = self.now
        self._times = None

    def changed(self) -> None:
        """Record that a card or a star has changed the table; call it once for each step."""
        self._waited = self.now - self._changed
        self._changed = self.now
        self._times = None

    def moment(self, view: SeatView) -> Moment:
        """Return the moment with which a policy is called."""
        times = self._times
        if times is None:
            now = self.now
            since_event = (now - self._changed) / MICROSECONDS
            times = now / MICROSECONDS, since_event, self._waited / MICROSECONDS
            self._times = times
        return _new_moment(Moment, (view, *times))
