"""Partners: seats that are played by policies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from themind import Event, GameState, InvalidArgument, Rules, Seat, evolve_view, redact, view
from themind._model.checks import require_instance
from themind.envs._luck import Luck
from themind.envs._settings import MICROSECONDS, NEVER, require_seat
from themind.experiments import Draw, Moment, Policy, PolicyError

# The times of a `Moment`, in seconds.
Times: TypeAlias = tuple[float, float, float]


def require_partners(partners: Any, rules: Rules, seat: Seat) -> dict[Seat, Policy]:
    """Return the policies by seat, one for each seat except the agent's.

    Raises:
        InvalidArgument: A seat has no policy, or the agent's seat has one.
        TypeError: `partners` is not a mapping from seats to policies.
    """
    require_instance("partners", partners, Mapping, "a mapping from seats to policies")
    found = {require_seat("each seat of partners", key, rules): partners[key] for key in partners}
    wanted = [other for other in range(rules.players) if other != seat]
    if sorted(found) != wanted:
        raise InvalidArgument(f"partners must have exactly the keys {wanted}, got {sorted(found)}")
    for other, policy in found.items():
        require_instance(f"partners[{other}]", policy, Policy)
    return found


class Partners:
    """The current policies of the partners in a game."""

    def __init__(self, policies: Mapping[Seat, Policy], luck: Luck) -> None:
        self.policies = dict(policies)
        self._luck = luck

    def __bool__(self) -> bool:
        return bool(self.policies)

    def wait(self, seat: Seat, moment: Moment, draw: Draw) -> int:
        """Return the wait of a seat in microseconds."""
        answer = self._ask(seat, "wait", moment, draw)
        known = isinstance(answer, Real) and not isinstance(answer, bool)
        seconds = float(answer) if known else math.nan
        if not seconds >= 0:
            raise PolicyError(seat, self.policies[seat], answer, "returned an invalid wait")
        micros = seconds * MICROSECONDS
        return round(micros) if micros < NEVER else NEVER

    def proposer(self, state: GameState, times: Times) -> Seat | None:
        """Return the first seat with cards that wants a star."""
        for seat in sorted(self.policies):
            if state.hands[seat] and self._says(seat, "wants_star", state, times):
                return seat
        return None

    def agrees(self, seat: Seat, state: GameState, times: Times) -> bool:
        """Return whether a seat agrees to the star that is proposed."""
        return self._says(seat, "agrees_to_star", state, times)

    def _says(self, seat: Seat, method: str, state: GameState, times: Times) -> bool:
        if not self._overrides(seat, method):
            return False
        moment = Moment(view(state, seat), *times)
        answer = self._ask(seat, method, moment, self._luck.question(seat))
        if not isinstance(answer, bool | np.bool_):
            raise PolicyError(
                seat, self.policies[seat], answer, f"{method} returned a value that is not a bool"
            )
        return bool(answer)

    def observe(self, before: GameState, events: Sequence[Event], times: Times) -> None:
        """Show the events of a step to the policies that learn."""
        for seat in [seat for seat in self.policies if self._overrides(seat, "observe")]:
            seen = view(before, seat)
            for event in events:
                shown = redact(event, seat)
                seen = evolve_view(seen, shown)
                moment, draw = Moment(seen, *times), self._luck.question(seat)
                after = self._ask(seat, "observe", shown, moment, draw)
                if not isinstance(after, Policy):
                    problem = "observe returned a value that is not a policy"
                    raise PolicyError(seat, self.policies[seat], after, problem)
                self.policies[seat] = after

    def _overrides(self, seat: Seat, method: str) -> bool:
        """Return whether the policy of a seat overrides a method."""
        return getattr(type(self.policies[seat]), method) is not getattr(Policy, method)

    def _ask(self, seat: Seat, method: str, *args: Any) -> Any:
        policy = self.policies[seat]
        try:
            return getattr(policy, method)(*args)
        except Exception as error:
            raise PolicyError(seat, policy, error, f"{method} raised") from error
