"""The policies at a table: asked one by one, their answers checked, their luck dealt out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

from themind import Card, Event, GameState, Seat, evolve_view, redact, view
from themind.experiments._draws import Draw, key_below
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._errors import PolicyError
from themind.experiments._policy import Moment, Policy, overrides
from themind.experiments._timer import Timer
from themind.rng import splitmix64


class _Planned:
    """A seat's lowest card, the key of its draws, and how often it has been planned again."""

    __slots__ = ("card", "first_key", "key", "times")

    def __init__(self, card: Card, key: int) -> None:
        self.card = card
        self.key = key
        self.first_key = splitmix64(key, 0)
        self.times = 0


class Seats:
    """The policies of a game, each as it has become by what it has seen."""

    def __init__(self, policies: Sequence[Policy], game_key: int) -> None:
        self.policies = list(policies)
        self._game_key = game_key
        self._keys: list[int] = []
        self._planned: dict[Seat, _Planned] = {}
        self._learning = self._who("observe")
        self._proposing = self._who("wants_star")

    def new_deal(self, state: GameState) -> None:
        """Begin with the luck of another deal."""
        deal_key = key_below(self._game_key, (int(state.blind), state.level, state.attempt))
        self._keys = [splitmix64(deal_key, seat) for seat in range(state.players)]
        self._planned = {}

    def draw(self, seat: Seat, card: Card) -> Draw:
        """The numbers for the next plan of a card."""
        planned = self._planned.get(seat)
        if planned is None or planned.card != card:
            planned = self._planned[seat] = _Planned(card, splitmix64(self._keys[seat], card))
            return Draw(planned.first_key, planned.first_key)
        planned.times = times = planned.times + 1
        return Draw(splitmix64(planned.key, times), planned.first_key)

    def wait(self, seat: Seat, moment: Moment, draw: Draw) -> float:
        """The wait of a seat in microseconds, not yet rounded."""
        policy = self.policies[seat]
        try:
            seconds = policy.wait(moment, draw)
        except Exception as error:
            raise PolicyError(seat, policy, error, "wait raised") from error
        known = seconds if type(seconds) is float else _number(seconds)
        if known >= 0:
            return known * MICROSECONDS
        raise PolicyError(seat, policy, seconds, "returned no wait")

    def proposer(self, state: GameState, timer: Timer) -> Seat | None:
        """The first seat that wants a star."""
        for seat in self._proposing:
            if self._ask(seat, "wants_star", timer.moment(view(state, seat))):
                return seat
        return None

    def agrees(self, seat: Seat, state: GameState, timer: Timer) -> bool:
        """Whether a seat says yes to the star that is proposed."""
        return bool(self._ask(seat, "agrees_to_star", timer.moment(view(state, seat))))

    def tell(self, before: GameState, events: Sequence[Event], timer: Timer) -> None:
        """Let the policies that learn see the events of a step."""
        for seat in self._learning:
            seen = view(before, seat)
            for event in events:
                shown = redact(event, seat)
                seen = evolve_view(seen, shown)
                after = self._ask(seat, "observe", shown, timer.moment(seen))
                if not isinstance(after, Policy):
                    raise PolicyError(seat, self.policies[seat], after, "became no policy")
                self.policies[seat] = after
        if self._learning:
            self._proposing = self._who("wants_star")

    def _who(self, method: str) -> list[Seat]:
        """The seats whose policies have an answer of their own to a question."""
        return [seat for seat, policy in enumerate(self.policies) if overrides(policy, method)]

    def _ask(self, seat: Seat, method: str, *args: Any) -> Any:
        policy = self.policies[seat]
        try:
            return getattr(policy, method)(*args)
        except Exception as error:
            raise PolicyError(seat, policy, error, f"{method} raised") from error


def _number(value: Any) -> float:
    """A number of another type as a float; NaN for what is none, or no float can hold."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan
