"""Policies for the tests of experiments, where workers in other processes can import them."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import attrs

from themind import CardPlayed, HandDealt, SeatEvent
from themind.experiments import Draw, Moment, Policy


@attrs.frozen
class Fixed(Policy):
    """Always gives the same answer, whatever it is."""

    answer: Any = 1.0

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.answer


@attrs.frozen
class Raising(Policy):
    """Breaks as soon as it is asked."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        raise LookupError("no idea")


@attrs.frozen
class Uneasy(Policy):
    """Plays like a clock until somebody's lowest card is 50 or more, and then breaks."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        if moment.lowest >= 99 and moment.view.level == 1:
            raise LookupError("too high for me")
        return float(moment.gap)


@attrs.frozen
class Lethal(Policy):
    """Takes its whole process down."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))  # as Windows has
        return math.inf


@attrs.frozen(eq=False)
class Closure(Policy):
    """Carries a function, which is no plain field and seldom a picklable one."""

    answer: Callable[[int], float]

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.answer(moment.gap)


@attrs.frozen(eq=False)
class NamedClosure(Closure):
    """Has a name to stand in for its function."""

    name: str = "a function"


@attrs.frozen
class Impatient(Policy):
    """Learns: the more cards it has seen played, the faster it gets."""

    seen: int = 0

    def wait(self, moment: Moment, draw: Draw) -> float:
        return moment.gap / (1 + self.seen)

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Impatient:
        return attrs.evolve(self, seen=self.seen + isinstance(event, CardPlayed))


@dataclass(frozen=True)
class Dated(Policy):
    """A dataclass, to show that attrs is not asked for."""

    waits: dict[int, float] = field(default_factory=dict)
    cautious: frozenset[int] = frozenset()

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.waits.get(moment.lowest, float(moment.gap))


class Plain(Policy):
    """An ordinary class whose attributes tell it from others."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.factor * moment.gap


@attrs.frozen
class Starry(Policy):
    """Wants stars, or agrees to them, up to a number of cards in the pile."""

    wants: bool = False
    agrees: bool = False

    def wait(self, moment: Moment, draw: Draw) -> float:
        return float(moment.gap)

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        return self.wants

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        return self.agrees


def double_gap(moment: Moment, draw: Draw) -> float:
    """A wait that is a function, for `policy`."""
    return 2.0 * moment.gap


@attrs.frozen
class Keeping(Policy):
    """Learns, and reports: counts the games it has begun, and the partner's waits."""

    games: int = 0
    waited: float = 0.0
    reports: Any = None

    def wait(self, moment: Moment, draw: Draw) -> float:
        return moment.gap / (1 + self.games) + draw.game.uniform()

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Keeping:
        if isinstance(event, HandDealt):
            return attrs.evolve(self, games=self.games + 1)
        if isinstance(event, CardPlayed) and event.seat != moment.view.seat:
            return attrs.evolve(self, waited=self.waited + moment.waited)
        return self

    def report(self) -> Mapping[str, float]:
        if callable(self.reports):
            return self.reports(self)
        return {"games": self.games, "waited": self.waited}


@attrs.frozen
class OfProcess(Policy):
    """Plays later in any process but one."""

    home: int

    def wait(self, moment: Moment, draw: Draw) -> float:
        return moment.gap + 0.25 * (os.getpid() != self.home)


READY: list[int] = []


def ready() -> None:
    """Prepare a worker, as one does that loads a model."""
    READY.append(1)


@attrs.frozen
class OnlyThere(Policy):
    """Answers only in workers that were prepared."""

    def wait(self, moment: Moment, draw: Draw) -> float:
        if not READY:
            raise LookupError("not ready")
        return float(moment.gap)


class Clumsy(Policy):
    """Counts in itself how often it was asked, and plays later from some time on."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.asked = 0

    def __repr__(self) -> str:
        return f"Clumsy({self.at})"

    def wait(self, moment: Moment, draw: Draw) -> float:
        if self.at < 10**9:
            self.asked += 1
        return moment.gap + 0.5 * (self.asked > self.at)


@attrs.frozen
class Counted(Policy):
    """Holds anything."""

    held: Any

    def wait(self, moment: Moment, draw: Draw) -> float:
        return float(moment.gap)
