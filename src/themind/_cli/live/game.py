"""The live game: its state, the next actions, and the input of the person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import themind as tm
from themind._cli.live.keys import Request, request
from themind._cli.live.partners import PERSON, Partners, Planned

REACTION = 0.2  # seconds; a person cannot react faster to a change of the table

Dealer: TypeAlias = Callable[[tm.GameState], tm.Deck]
Keeper: TypeAlias = Callable[[tm.Action, int], None]


def milliseconds(at: float) -> int:
    """Return a time in the milliseconds of an entry."""
    return int(at * 1000)


class SeenStep(NamedTuple):
    """A step as the person sees it."""

    at_ms: int
    before: tm.SeatView
    after: tm.SeatView
    events: tuple[tm.SeatEvent, ...]


class LiveGame:
    """A game of one person with clocks; `keep` stores each action before it is performed."""

    def __init__(self, start: tm.GameState, partners: Partners, deck: Dealer, keep: Keeper) -> None:
        self.state = start
        self._partners = partners
        self._deck = deck
        self._keep = keep
        self._latest_ms = 0
        self._seen = [(0.0, self.view)]

    @property
    def view(self) -> tm.SeatView:
        """The current view of the person."""
        return tm.view(self.state, PERSON)

    @property
    def is_finished(self) -> bool:
        """Whether the game is over, and no blind run can follow."""
        return self.state.is_over and not tm.is_legal(self.state, tm.ContinueBlind())

    def planned(self) -> Planned | None:
        """Return the next action of a partner with its time, or None."""
        return self._partners.next_action(self.state)

    def request(self, text: str, at: float) -> Request:
        """Return the request in a line that the person sent at this time.

        It refers to the table as it was shortly before, so that Enter plays the card that the
        person intended.
        """
        while len(self._seen) > 1 and self._seen[1][0] <= at - REACTION:
            del self._seen[0]
        return request(text, self._seen[0][1])

    def begin(self) -> Iterator[SeenStep]:
        """Deal the first level."""
        yield from self._advance(0.0)
        self._seen = [(0.0, self.view)]

    def ask(self, action: tm.Action, at: float) -> Iterator[SeenStep]:
        """Perform an action of the person; IllegalAction if it is illegal."""
        by = tm.HOST if isinstance(action, tm.ContinueBlind) else PERSON
        yield from self._perform(action, at, by)
        self._seen = [(at, self.view)]

    def perform(self, planned: Planned, at: float) -> Iterator[SeenStep]:
        """Perform an action of a partner."""
        yield from self._perform(planned.action, at, tm.HOST)

    def _perform(self, action: tm.Action, at: float, by: tm.Seat | tm.Host) -> Iterator[SeenStep]:
        """Perform an action and the following actions of the table."""
        yield self._step(action, at, by)
        yield from self._advance(at)

    def _advance(self, at: float) -> Iterator[SeenStep]:
        """Perform deals and forced actions until the players can act or the game is over."""
        while (action := self._table_action()) is not None:
            yield self._step(action, at, tm.HOST)

    def _table_action(self) -> tm.Action | None:
        if self.state.phase is tm.Phase.DEALING:
            return tm.Deal(self._deck(self.state))
        return tm.forced_action(self.state)

    def _step(self, action: tm.Action, at: float, by: tm.Seat | tm.Host) -> SeenStep:
        """Check an action, store it, and then perform it."""
        before = self.state
        step = tm.apply(before, action, by=by)
        at_ms = max(self._latest_ms, milliseconds(at))
        self._keep(action, at_ms)
        self._latest_ms = at_ms
        self.state = step.state
        self._partners.follow(before, step, at)
        self._seen.append((at, self.view))
        events = tuple([tm.redact(event, PERSON) for event in step.events])
        return SeenStep(at_ms, tm.view(before, PERSON), self.view, events)
