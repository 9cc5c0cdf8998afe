"""Two clocks of play, in whole microseconds: of the game and of the deal."""

from __future__ import annotations

from themind import SeatView
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._policy import Moment


class Timer:
    """Play time; it stands still by itself, as plays alone move it on."""

    __slots__ = ("_changed", "before", "now")

    def __init__(self) -> None:
        self.before = 0  # the deals before this one
        self._changed = 0
        self.now = 0

    @property
    def game(self) -> int:
        """Microseconds of play in the game."""
        return self.before + self.now

    def new_deal(self) -> None:
        """Begin the deal's clock anew."""
        self.before += self.now
        self.now = self._changed = 0

    def changed(self) -> None:
        """The table has changed just now."""
        self._changed = self.now

    def times(self) -> tuple[float, float]:
        """Seconds since the deal's play began, and since the table last changed."""
        now = self.now
        return now / MICROSECONDS, (now - self._changed) / MICROSECONDS

    def moment(self, view: SeatView) -> Moment:
        """What a policy is asked about."""
        return Moment(view, *self.times())
