"""Bounds of waits from the upper bits of a random word.

In a race, only the shortest wait matters. Most other waits are so much longer that a table shows
it, and the kernel need not compute them.
"""

from __future__ import annotations

from itertools import pairwise
from math import exp, log
from statistics import NormalDist
from typing import assert_never

from themind.experiments._noise import Additive, LogNormal, Noise, Weber
from themind.experiments._policies import AbsoluteClock, Clock
from themind.experiments._policy import Policy

# The upper bits of a word that choose a cell of the table, and the numbers of a cell.
CELL_BITS = 6
CELL_NUMBERS = 4

# The bounds are wider by this fraction, far more than all rounding errors.
MARGIN = 1e-9

_SMALLEST, _LARGEST = 2.0**-53, 1 - 2.0**-53
_LARGEST_POWER = 700.0

_inv_cdf = NormalDist().inv_cdf


def bounds_of(policy: Policy) -> list[float]:
    """Return four numbers for each cell: a least factor and addend, a greatest factor and addend.

    An intended wait of m seconds is at least m x factor + addend with the first two, and at most
    with the last two; a result below 0 means 0.
    """
    cells = 2**CELL_BITS
    edges = [min(max(edge / cells, _SMALLEST), _LARGEST) for edge in range(cells + 1)]
    lines = [_line(policy, edge) for edge in edges]
    return [number for first, last in pairwise(lines) for number in _between(first, last)]


def _line(policy: Policy, uniform: float) -> tuple[float, float]:
    """Return the factor and the addend of an intended wait for a uniform number."""
    if isinstance(policy, Clock | AbsoluteClock):
        return _noisy(policy.noise, _inv_cdf(uniform))
    return 0.0, -log(uniform)


def _noisy(noise: Noise | None, normal: float) -> tuple[float, float]:
    match noise:
        case None:
            return 1.0, 0.0
        case LogNormal(sigma):
            return exp(min(_LARGEST_POWER, sigma * normal)), 0.0
        case Additive(sd):
            return 1.0, sd * normal
        case Weber(fraction):
            return max(0.0, 1.0 + fraction * normal), 0.0
        case _:
            assert_never(noise)


def _between(first: tuple[float, float], last: tuple[float, float]) -> tuple[float, ...]:
    """Return the bounds of a cell from the lines at its edges; each is monotonic between them."""
    factors, addends = zip(first, last, strict=True)
    least, most = min(addends), max(addends)
    return (
        min(factors) * (1 - MARGIN),
        least - MARGIN * abs(least),
        max(factors) * (1 + MARGIN),
        most + MARGIN * abs(most),
    )
