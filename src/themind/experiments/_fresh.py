"""Copies of policies, so that each game begins with the policies of the experiment."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from themind import Seat
from themind.experiments._errors import PolicyError
from themind.experiments._experiment_json import NotPlain, fields_of, is_deterministic
from themind.experiments._policy import Policy


def fresh(policies: Sequence[Policy]) -> tuple[Policy, ...]:
    """Return the policies of a game or course, with copies of those that can change.

    These are the policies with `deterministic = False`. Each seat has a separate copy. A policy
    that cannot be copied, such as a frozen class with a connection, is used unchanged.

    Raises:
        PolicyError: A policy is not frozen, and cannot be copied.
    """
    if is_deterministic(policies):
        return tuple(policies)
    return tuple(
        [
            policy if policy.deterministic else _copied(seat, policy)
            for seat, policy in enumerate(policies)
        ]
    )


def _copied(seat: Seat, policy: Policy) -> Policy:
    try:
        return deepcopy(policy)
    except Exception as error:
        if _is_frozen(policy):
            return policy
        problem = "must be frozen, or support copy.deepcopy, which failed"
        raise PolicyError(seat, policy, error, problem) from error


def _is_frozen(policy: Policy) -> bool:
    """Return whether no field of a policy can be assigned, by assigning each its own value."""
    try:
        for name, value in fields_of(policy).items():
            setattr(policy, name, value)
    except AttributeError:  # the error of frozen attrs classes and dataclasses
        return True
    except NotPlain:
        pass
    return False
