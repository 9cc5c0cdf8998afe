"""Policies for the other seats."""

from __future__ import annotations

from typing import Any, Self

import attrs

from themind import SeatEvent
from themind.experiments import Draw, Moment, Policy


@attrs.frozen
class Steady(Policy):
    """Always waits as long, whatever it holds."""

    seconds: Any = 1.0

    def wait(self, moment: Moment, draw: Draw) -> Any:
        return self.seconds


@attrs.frozen
class Starry(Policy):
    """A clock of one second a card, or one that always waits as long, and its view of stars."""

    wants: bool = False
    agrees: bool = False
    seconds: float | None = None

    def wait(self, moment: Moment, draw: Draw) -> float:
        return float(moment.gap) if self.seconds is None else self.seconds

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return self.wants

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        return self.agrees


@attrs.frozen
class Counting(Policy):
    """Waits longer the more it has seen, and by when it saw it."""

    seen: float = 0.0

    def wait(self, moment: Moment, draw: Draw) -> float:
        return moment.gap * (1.0 + self.seen / 50 + moment.level_time / 100) + draw.uniform()

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Self:
        return attrs.evolve(self, seen=self.seen + 1 + moment.level_time / 10)


@attrs.frozen
class Moody(Policy):
    """Draws for all that there is to draw for."""

    heard: float = 0.0

    def wait(self, moment: Moment, draw: Draw) -> float:
        pace = 1.0 + draw.game.uniform() + draw.level.uniform() + self.heard / 10
        return pace * moment.gap + draw.uniform() + draw.first.uniform()

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return draw.uniform() < 0.1

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        return draw.uniform() < 0.9

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Self:
        return attrs.evolve(self, heard=draw.uniform() + moment.waited)


@attrs.frozen
class Broken(Policy):
    """Breaks when it is asked for one thing."""

    where: str

    def wait(self, moment: Moment, draw: Draw) -> float:
        return 1.0 / (self.where != "wait")

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return 1 / (self.where != "wants_star") < 0

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Any:
        if self.where == "nothing":
            return None
        if self.where == "observe":
            raise LookupError("no idea")
        return self
