"""Errors of experiments, in addition to those of `themind`."""

from __future__ import annotations

import pickle
from typing import Any

from themind import Seat, TheMindError
from themind._model.checks import shown

LONGEST_SHOWN = 200  # room for a policy with its fields


class PolicyError(TheMindError, ValueError):
    """A policy raised an error, gave an invalid answer, or cannot be stored or sent to a worker.

    If the policy or the value cannot be pickled, a pickle contains its text instead.

    Attributes:
        seat: The seat of the policy.
        policy: The policy.
        value: The value that it returned or raised.
        problem: A description of the problem with the value.

    Example:
        >>> raise PolicyError(1, "Clock", float("nan"), "returned an invalid wait")
        Traceback (most recent call last):
        ...
        themind.experiments.PolicyError: seat 1, Clock: returned an invalid wait: nan
    """

    def __init__(
        self, seat: Seat, policy: object, value: object, problem: str = "gave no answer"
    ) -> None:
        super().__init__(seat, policy, value, problem)
        self.seat = seat
        self.policy = policy
        self.value = value
        self.problem = problem

    def __str__(self) -> str:
        policy = self.policy if isinstance(self.policy, str) else shown(self.policy, LONGEST_SHOWN)
        return f"seat {self.seat}, {policy}: {self.problem}: {shown(self.value, LONGEST_SHOWN)}"

    def __reduce__(self) -> tuple[Any, ...]:
        kept = [_picklable(self.policy), _picklable(self.value)]
        return type(self), (self.seat, *kept, self.problem)


class StoreError(TheMindError, ValueError):
    """A store cannot be read or written, or belongs to a different experiment.

    Games that were stored before are kept.

    Attributes:
        path: The file or folder.
        problem: A description of the problem.

    Example:
        >>> raise StoreError("pilot.jsonl", "line 3 is corrupt")
        Traceback (most recent call last):
        ...
        themind.experiments.StoreError: pilot.jsonl: line 3 is corrupt
    """

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
        return value if isinstance(value, str) else shown(value, LONGEST_SHOWN)
    return value
