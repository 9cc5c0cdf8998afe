"""The policies at a table, with checks of their answers and their random numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import Any

from themind import Card, Event, GameState, Seat, evolve_view, redact
from themind.experiments._draws import GameLuck, SeatLuck
from themind.experiments._drivers import MICROSECONDS, NEVER
from themind.experiments._errors import PolicyError
from themind.experiments._policies import Asker, Planner, asker_of, planner_of
from themind.experiments._policy import Policy, overrides
from themind.experiments._timer import Timer
from themind.experiments._views import Views


class Seats:
    """The current policies of a game."""

    def __init__(self, policies: Sequence[Policy], luck: GameLuck) -> None:
        self.policies = list(policies)
        self._luck = luck
        self._seats = [SeatLuck(luck, seat) for seat in range(len(self.policies))]
        self._views = Views()
        self._planned: list[Card] = []
        self._dues: list[int] = []
        self.learning = self._overriding("observe")
        self._look_up()

    def _look_up(self) -> None:
        """Look up the methods that the current policies override."""
        self.proposing = self._overriding("wants_star")
        self._agreeing = self._overriding("agrees_to_star")
        self._planners: list[Planner | None] = [planner_of(policy) for policy in self.policies]
        self._askers: list[Asker | None] = [asker_of(policy) for policy in self.policies]

    def _overriding(self, method: str) -> list[Seat]:
        """Return the seats whose policies override a method."""
        return [seat for seat, policy in enumerate(self.policies) if overrides(policy, method)]

    def new_deal(self, state: GameState) -> None:
        """Forget the plans of the last deal, and switch to the random numbers of a new one."""
        self._luck.new_deal(blind=state.blind, level=state.level, attempt=state.attempt)
        for seat in self._seats:
            seat.new_deal()
        self._views.new_deal()
        self._planned = [0] * len(self.policies)
        self._dues = [NEVER] * len(self.policies)

    def dues(self, state: GameState, timer: Timer, *, keeps_plans: bool) -> list[int]:
        """Return the time at which each seat would play, in microseconds of the level.

        It is at least `NEVER` for a seat that would not play, or that holds no card.

        Args:
            state: A state in PLAYING.
            timer: The play time.
            keeps_plans: Whether a plan remains valid until the lowest card of its seat changes.
        """
        dues, planned, now = self._dues, self._planned, timer.now
        for seat, hand in enumerate(state.hands):
            if not hand:
                dues[seat] = NEVER
            elif not keeps_plans or planned[seat] != hand[0]:
                planned[seat] = hand[0]
                wait = self.wait(seat, hand[0], state, timer)
                dues[seat] = now + round(wait) if wait < inf else NEVER
        return dues

    def wait(self, seat: Seat, card: Card, state: GameState, timer: Timer) -> float:
        """Return the unrounded wait of a seat for its lowest card, in microseconds."""
        luck, planner = self._seats[seat], self._planners[seat]
        luck.next_plan(card)
        if planner is None or state.blind:
            moment = timer.moment(self._views.view(state, seat))
            policy, asker = self.policies[seat], self._askers[seat]
            try:
                seconds = asker(moment) if asker else policy.wait(moment, luck.draw())
            except Exception as error:
                raise PolicyError(seat, policy, error, "wait raised") from error
        else:
            pile = state.pile
            gap = card - pile[-1].card if pile else card
            seconds = planner(card, gap, timer.now / MICROSECONDS, luck)
        known = seconds if type(seconds) is float else _number(seconds)
        if known >= 0:
            return known * MICROSECONDS
        raise PolicyError(seat, self.policies[seat], seconds, "returned an invalid wait")

    def tie_break(self, seat: Seat) -> int:
        """Return the sort key of a seat's play among plays that land together."""
        return self._seats[seat].tie_break()

    def proposer(self, state: GameState, timer: Timer) -> Seat | None:
        """Return the first seat with cards that wants a star."""
        for seat in self.proposing:
            if state.hands[seat] and self._says(seat, "wants_star", state, timer):
                return seat
        return None

    def agrees(self, seat: Seat, state: GameState, timer: Timer) -> bool:
        """Return whether a seat agrees to the star that is proposed."""
        return seat in self._agreeing and self._says(seat, "agrees_to_star", state, timer)

    def _says(self, seat: Seat, method: str, state: GameState, timer: Timer) -> bool:
        """Ask a yes-or-no question."""
        moment = timer.moment(self._views.view(state, seat))
        answer = self._ask(seat, method, moment, self._seats[seat].question())
        if type(answer) is bool or _is_bool_of_numpy(answer):
            return bool(answer)
        raise PolicyError(
            seat, self.policies[seat], answer, f"{method} returned a value that is not a bool"
        )

    def observe(self, before: GameState, events: Sequence[Event], timer: Timer) -> None:
        """Show the events of a step to the policies that learn."""
        for seat in self.learning:
            seen = self._views.view(before, seat)
            for event in events:
                shown = redact(event, seat)
                seen = evolve_view(seen, shown)
                draw = self._seats[seat].question()
                after = self._ask(seat, "observe", shown, timer.moment(seen), draw)
                if not isinstance(after, Policy):
                    raise PolicyError(
                        seat,
                        self.policies[seat],
                        after,
                        "observe returned a value that is not a policy",
                    )
                self.policies[seat] = after
        self._look_up()

    def _ask(self, seat: Seat, method: str, *args: Any) -> Any:
        """Return the unchecked answer of a policy."""
        policy = self.policies[seat]
        try:
            return getattr(policy, method)(*args)
        except Exception as error:
            raise PolicyError(seat, policy, error, f"{method} raised") from error


def _number(value: Any) -> float:
    """Return a number as a float, or NaN for an invalid wait."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def _is_bool_of_numpy(answer: object) -> bool:
    """Return whether an answer is a bool of NumPy, without an import of NumPy."""
    kind = type(answer)
    return kind.__module__ == "numpy" and kind.__name__ in {"bool", "bool_"}
