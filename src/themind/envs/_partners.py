"""Seats that policies play."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

from themind import Event, GameState, InvalidArgument, Rules, Seat, evolve_view, redact, view
from themind.envs._checks import require_kind, require_seat
from themind.envs._settings import MICROSECONDS, NEVER
from themind.experiments import Draw, Moment, Policy, PolicyError


def require_partners(partners: Any, rules: Rules, seat: Seat) -> dict[Seat, Policy]:
    """Return a policy for each seat but one, by seat.

    Raises:
        InvalidArgument: A seat has no policy, or the agent's seat has one.
        TypeError: `partners` is no mapping from seats to policies.
    """
    require_kind("partners", partners, Mapping, "a mapping from seats to policies")
    found = {require_seat("a partner's seat", key, rules): partners[key] for key in partners}
    wanted = [other for other in range(rules.players) if other != seat]
    if sorted(found) != wanted:
        raise InvalidArgument(f"partners must be for seats {wanted}, got {sorted(found)}")
    for other, policy in found.items():
        require_kind(f"partners[{other}]", policy, Policy, "a Policy")
    return found


class Partners:
    """The policies of a game, which can learn from events."""

    def __init__(self, policies: Mapping[Seat, Policy]) -> None:
        self.policies = dict(policies)

    def __bool__(self) -> bool:
        return bool(self.policies)

    def wait(self, seat: Seat, moment: Moment, draw: Draw) -> int:
        """Return the wait of a seat in microseconds."""
        answer = self._ask(seat, "wait", moment, draw)
        known = isinstance(answer, Real) and not isinstance(answer, bool)
        seconds = float(answer) if known else math.nan
        if not seconds >= 0:
            raise PolicyError(seat, self.policies[seat], answer, "returned no wait")
        micros = seconds * MICROSECONDS
        return round(micros) if micros < NEVER else NEVER

    def proposer(self, state: GameState, times: tuple[float, float]) -> Seat | None:
        """Return the first seat that wants a star."""
        for seat in sorted(self.policies):
            if self._ask(seat, "wants_star", Moment(view(state, seat), *times)):
                return seat
        return None

    def agrees(self, seat: Seat, state: GameState, times: tuple[float, float]) -> bool:
        """Return whether a seat says yes to the star that is proposed."""
        return bool(self._ask(seat, "agrees_to_star", Moment(view(state, seat), *times)))

    def tell(self, before: GameState, events: Sequence[Event], times: tuple[float, float]) -> None:
        """Show the events of a step to the policies that learn."""
        for seat, policy in self.policies.items():
            if type(policy).observe is Policy.observe:
                continue
            seen = view(before, seat)
            for event in events:
                shown = redact(event, seat)
                seen = evolve_view(seen, shown)
                self.policies[seat] = self._observed(seat, shown, Moment(seen, *times))

    def _observed(self, seat: Seat, *args: Any) -> Policy:
        after = self._ask(seat, "observe", *args)
        if not isinstance(after, Policy):
            raise PolicyError(seat, self.policies[seat], after, "became no policy")
        return after

    def _ask(self, seat: Seat, method: str, *args: Any) -> Any:
        policy = self.policies[seat]
        try:
            return getattr(policy, method)(*args)
        except Exception as error:
            raise PolicyError(seat, policy, error, f"{method} raised") from error
