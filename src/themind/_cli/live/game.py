"""The live game: the state, what happens next, and what the person's lines lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import themind as tm
from themind._cli.live.keys import Request, request
from themind._cli.live.partners import PERSON, Partners, Planned

REACTION = 0.2  # seconds: nobody answers to a change of the table faster than that

Dealer: TypeAlias = Callable[[tm.GameState], tm.Deck]
Keeper: TypeAlias = Callable[[tm.Action, int], None]


def milliseconds(at: float) -> int:
    """A time as an entry has it."""
    return int(at * 1000)


class Told(NamedTuple):
    """A step as the person may know it."""

    at_ms: int
    before: tm.SeatView
    after: tm.SeatView
    events: tuple[tm.SeatEvent, ...]


class LiveGame:
    """One person and clocks at a table. `keep` writes each action down before it happens."""

    def __init__(self, start: tm.GameState, partners: Partners, deck: Dealer, keep: Keeper) -> None:
        self.state = start
        self._partners = partners
        self._deck = deck
        self._keep = keep
        self._latest_ms = 0
        self._seen = [(0.0, self.view)]

    @property
    def view(self) -> tm.SeatView:
        """What the person may know now."""
        return tm.view(self.state, PERSON)

    @property
    def is_finished(self) -> bool:
        """Whether the game is over, and no blind run can follow."""
        return self.state.is_over and not tm.is_legal(self.state, tm.ContinueBlind())

    def planned(self) -> Planned | None:
        """The next action of a partner, and its time."""
        return self._partners.next_action(self.state)

    def request(self, text: str, at: float) -> Request:
        """What a line asks for that the person sent at a time.

        It is read by the table as it stood a moment before, so that Enter never plays another
        card than the one which the person meant.
        """
        while len(self._seen) > 1 and self._seen[1][0] <= at - REACTION:
            del self._seen[0]
        return request(text, self._seen[0][1])

    def begin(self) -> Iterator[Told]:
        """Deal the first level."""
        yield from self._go_on(0.0)
        self._seen = [(0.0, self.view)]

    def ask(self, action: tm.Action, at: float) -> Iterator[Told]:
        """Perform an action of the person; IllegalAction where the rules refuse it."""
        by = tm.HOST if isinstance(action, tm.ContinueBlind) else PERSON
        yield from self._perform(action, at, by)
        self._seen = [(at, self.view)]

    def perform(self, planned: Planned, at: float) -> Iterator[Told]:
        """Perform an action of a partner."""
        yield from self._perform(planned.action, at, tm.HOST)

    def _perform(self, action: tm.Action, at: float, by: tm.Seat | tm.Host) -> Iterator[Told]:
        """Perform an action, and all that the table has to do after it."""
        yield self._step(action, at, by)
        yield from self._go_on(at)

    def _go_on(self, at: float) -> Iterator[Told]:
        """Deal, turn over and complete, until it is the players' turn or the game is over."""
        while (action := self._owed()) is not None:
            yield self._step(action, at, tm.HOST)

    def _owed(self) -> tm.Action | None:
        if self.state.phase is tm.Phase.DEALING:
            return tm.Deal(self._deck(self.state))
        return tm.forced_action(self.state)

    def _step(self, action: tm.Action, at: float, by: tm.Seat | tm.Host) -> Told:
        """Judge an action, write it down, and only then let it happen."""
        before = self.state
        step = tm.apply(before, action, by=by)
        at_ms = max(self._latest_ms, milliseconds(at))
        self._keep(action, at_ms)
        self._latest_ms = at_ms
        self.state = step.state
        self._partners.follow(before, step, at)
        self._seen.append((at, self.view))
        events = tuple([tm.redact(event, PERSON) for event in step.events])
        return Told(at_ms, tm.view(before, PERSON), self.view, events)
