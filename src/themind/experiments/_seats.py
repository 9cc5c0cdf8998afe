"""The policies at a table, with checks of their answers and their random numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

from themind import Event, GameState, Hand, Seat, evolve_view, redact, view
from themind.experiments._draws import Draw, GameLuck, SeatLuck
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._errors import PolicyError
from themind.experiments._policies import Planner, planner_of
from themind.experiments._policy import Moment, Policy, overrides
from themind.experiments._timer import Timer


class Seats:
    """The current policies of a game."""

    def __init__(self, policies: Sequence[Policy], luck: GameLuck) -> None:
        self.policies = list(policies)
        self._luck = luck
        self._seats = [SeatLuck(luck, seat) for seat in range(len(self.policies))]
        self.learning = self._overriding("observe")
        self._look_up()

    def _look_up(self) -> None:
        """Look up the methods that the current policies override."""
        self._proposing = self._overriding("wants_star")
        self._agreeing = self._overriding("agrees_to_star")
        self._planners: list[Planner | None] = [planner_of(policy) for policy in self.policies]

    def _overriding(self, method: str) -> list[Seat]:
        """Return the seats whose policies override a method."""
        return [seat for seat, policy in enumerate(self.policies) if overrides(policy, method)]

    def new_deal(self, state: GameState) -> None:
        """Switch to the random numbers of a new deal."""
        self._luck.new_deal(blind=state.blind, level=state.level, attempt=state.attempt)
        for seat in self._seats:
            seat.new_deal()

    def wait(
        self, seat: Seat, hand: Hand, state: GameState, times: tuple[float, float, float]
    ) -> tuple[float, Draw]:
        """Return the unrounded wait of a seat in microseconds, and its draw."""
        card = hand[0]
        draw = self._seats[seat].plan(card)
        planner = self._planners[seat]
        if planner is None or state.blind:
            seconds = self._ask(seat, "wait", Moment(view(state, seat), *times), draw)
        else:
            seconds = planner(card, card - (state.top or 0), times[0], draw)
        known = seconds if type(seconds) is float else _number(seconds)
        if known >= 0:
            return known * MICROSECONDS, draw
        raise PolicyError(seat, self.policies[seat], seconds, "returned an invalid wait")

    def proposer(self, state: GameState, timer: Timer) -> Seat | None:
        """Return the first seat with cards that wants a star."""
        for seat in self._proposing:
            if state.hands[seat] and self._says(seat, "wants_star", state, timer):
                return seat
        return None

    def agrees(self, seat: Seat, state: GameState, timer: Timer) -> bool:
        """Return whether a seat agrees to the star that is proposed."""
        return seat in self._agreeing and self._says(seat, "agrees_to_star", state, timer)

    def _says(self, seat: Seat, method: str, state: GameState, timer: Timer) -> bool:
        """Ask a yes-or-no question."""
        moment = timer.moment(view(state, seat))
        answer = self._ask(seat, method, moment, self._seats[seat].question())
        if type(answer) is bool or _is_bool_of_numpy(answer):
            return bool(answer)
        raise PolicyError(
            seat, self.policies[seat], answer, f"{method} returned a value that is not a bool"
        )

    def observe(self, before: GameState, events: Sequence[Event], timer: Timer) -> None:
        """Show the events of a step to the policies that learn."""
        for seat in self.learning:
            seen = view(before, seat)
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
