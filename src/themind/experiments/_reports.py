"""The reports of policies after each game of a course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from themind import InvalidArgument, Seat
from themind._model.reals import require_finite
from themind.experiments._errors import PolicyError
from themind.experiments._policy import Policy

# For each seat, the names that its policy reports.
Names: TypeAlias = tuple[tuple[str, ...], ...]


def report_names(policies: Sequence[Policy]) -> Names:
    """Return the names that policies report before the first game, in order.

    Raises:
        PolicyError: A policy raised an error, or its report is not a mapping from str.
    """
    return tuple(tuple(_report(*seated)) for seated in enumerate(policies))


def columns_of_reports(names: Names) -> tuple[str, ...]:
    """Return a column for each seat and name: `seat_0_tempo`."""
    return tuple(f"seat_{seat}_{name}" for seat, known in enumerate(names) for name in known)


def reports_of(policies: Sequence[Policy], names: Names) -> tuple[float, ...]:
    """Return the numbers that policies report, in the order of the columns.

    Raises:
        PolicyError: A policy raised an error, or reported different names or a number that is not
            finite.
    """
    numbers: list[float] = []
    for seat, (policy, known) in enumerate(zip(policies, names, strict=True)):
        report = _report(seat, policy)
        if report.keys() != set(known):
            raise PolicyError(
                seat, policy, list(report), "reported different names than before the first game"
            )
        numbers += [_finite(seat, policy, report[name]) for name in known]
    return tuple(numbers)


def _report(seat: Seat, policy: Policy) -> Mapping[str, Any]:
    report: Any
    try:
        report = policy.report()
    except Exception as error:
        raise PolicyError(seat, policy, error, "report raised") from error
    if not isinstance(report, Mapping) or not all(isinstance(name, str) for name in report):
        raise PolicyError(seat, policy, report, "report did not return a mapping from str to float")
    return report


def _finite(seat: Seat, policy: Policy, value: Any) -> float:
    try:
        return require_finite("a report", value)
    except (InvalidArgument, TypeError):
        raise PolicyError(
            seat, policy, value, "reported a value that is not a finite number"
        ) from None
