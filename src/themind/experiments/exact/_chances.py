"""The chance that the nearer of two cards goes first, for two equal clocks.

Each maker returns a function of two gaps, `near` < `far`, in cards above the top of the pile.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, log, sqrt
from statistics import NormalDist
from typing import TypeAlias

from themind.experiments._checks import positive

ChanceFirst: TypeAlias = Callable[[int, int], float]

_below = NormalDist().cdf


def lognormal(sigma: float) -> ChanceFirst:
    """Two clocks whose waits are the gap times exp(sigma z), z standard normal.

    Raises:
        InvalidArgument: `sigma` not a finite number above 0.

    >>> round(lognormal(0.3)(10, 20), 4)
    0.9488
    """
    spread = positive(sigma=sigma) * sqrt(2)
    return lambda near, far: _below(log(far / near) / spread)


def weber(fraction: float) -> ChanceFirst:
    """Two clocks whose waits are the gap times 1 + fraction z, z standard normal.

    Raises:
        InvalidArgument: `fraction` not a finite number above 0.

    >>> round(weber(0.15)(10, 20), 4)
    0.9986
    """
    positive(fraction=fraction)
    return lambda near, far: _below((far - near) / (fraction * hypot(near, far)))


def additive(sd: float) -> ChanceFirst:
    """Two clocks whose waits are the gap plus sd z, z standard normal; `sd` in cards.

    Exact only where no wait has to be cut off at 0, which two gaps of 1 and 2 show first: with
    `sd` half a card one wait in 44 for a gap of 1 is cut off, and with more it is no longer
    this law.

    Raises:
        InvalidArgument: `sd` not a finite number above 0.

    >>> round(additive(0.5)(1, 2), 4)
    0.9214
    """
    spread = positive(sd=sd) * sqrt(2)
    return lambda near, far: _below((far - near) / spread)
