"""What can go wrong in an experiment, beyond what `themind` itself refuses."""

from __future__ import annotations

import pickle
from typing import Any

from themind import Seat, TheMindError
from themind.experiments._checks import shown


class PolicyError(TheMindError, ValueError):
    """A policy raised, returned what is no answer, or cannot be sent to a worker.

    `seat` and `policy` say whose it is, `value` is what was returned or raised, `problem` says
    what is wrong with it. Where a pickle cannot hold the policy or the value, it holds their
    texts.

    >>> raise PolicyError(1, "Clock", float("nan"), "returned no wait")
    Traceback (most recent call last):
    ...
    themind.experiments.PolicyError: seat 1, Clock: returned no wait: nan
    """

    __module__ = "themind.experiments"  # where everybody finds it

    def __init__(
        self, seat: Seat, policy: object, value: object, problem: str = "gave no answer"
    ) -> None:
        super().__init__(seat, policy, value, problem)
        self.seat = seat
        self.policy = policy
        self.value = value
        self.problem = problem

    def __str__(self) -> str:
        policy = self.policy if isinstance(self.policy, str) else shown(self.policy)
        return f"seat {self.seat}, {policy}: {self.problem}: {shown(self.value)}"

    def __reduce__(self) -> tuple[Any, ...]:
        kept = [_picklable(self.policy), _picklable(self.value)]
        return type(self), (self.seat, *kept, self.problem)


class StoreError(TheMindError, ValueError):
    """A store cannot be read or written, or is of another experiment.

    `path` names the file, `problem` says what is wrong; what was stored before is still there.

    >>> raise StoreError("pilot.jsonl", "line 3 is no chunk")
    Traceback (most recent call last):
    ...
    themind.experiments.StoreError: pilot.jsonl: line 3 is no chunk
    """

    __module__ = "themind.experiments"

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


def _picklable(value: object) -> object:
    try:
        pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - any failure means the same
        return value if isinstance(value, str) else shown(value)
    return value
