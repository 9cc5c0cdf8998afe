"""The chances of a race between two equal clocks.

Each function returns a function of two gaps, `near` < `far`, in cards above the top of the pile.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from math import atan2, cos, erfc, exp, hypot, log, pi, sin, sqrt
from statistics import NormalDist
from typing import Any, TypeAlias

import attrs

from themind._model.checks import require_callable, require_int
from themind._model.reals import require_positive

ChanceFirst: TypeAlias = Callable[[int, int], float]

_below = NormalDist().cdf

# Beyond this distance from its centre, a normal distribution in the plane is below float precision.
_FARTHEST_SQUARED = 80.0
_NODES = 20

MOST_GAP = 10_000


def _is_function(_instance: object, attribute: Any, value: ChanceFirst) -> None:
    require_callable(attribute.name, value)


def _gap(name: str, gap: int) -> int:
    return require_int(name, gap, least=1, most=MOST_GAP)


def _with_checks(chance: ChanceFirst) -> ChanceFirst:
    """Return a function that checks its gaps: ints from 1 to 10,000."""

    def checked(near: int, far: int) -> float:
        return chance(_gap("near", near), _gap("far", far))

    return checked


@attrs.frozen
class RaceChances:
    """The chances of a race in which both plays can land together.

    Args:
        first: A function from the two gaps to the chance that the player with the smaller gap
            goes first, alone.
        together: A function from the two gaps to the chance that both plays land together, in
            random order (ERR-7).

    Raises:
        TypeError: An argument is not a function.

    Example:
        >>> from themind.experiments.exact import race
        >>> chances = RaceChances(lambda near, far: 0.7, together=lambda near, far: 0.1)
        >>> [round(chance, 3) for chance in race(chances, level=1, cards=10)]
        [0.75, 0.25]
    """

    first: ChanceFirst = attrs.field(validator=_is_function)
    together: ChanceFirst = attrs.field(validator=_is_function)

    def __call__(self, near: int, far: int) -> float:
        """Return the chance that the player with the smaller gap goes first, alone.

        Raises:
            InvalidArgument: A gap is below 1, or above 10,000.
            TypeError: A gap is not an int.
        """
        return self.first(_gap("near", near), _gap("far", far))


def lognormal(sigma: float) -> ChanceFirst:
    """Return the chances of two clocks that wait the gap times exp(sigma z), z standard normal.

    Raises:
        InvalidArgument: `sigma` is not finite and above 0.
        TypeError: `sigma` is not a number.

    Example:
        >>> round(lognormal(0.3)(10, 20), 4)
        0.9488
    """
    spread = require_positive("sigma", sigma) * sqrt(2)
    return _with_checks(lambda near, far: _below(log(far / near) / spread))


def weber(fraction: float) -> RaceChances:
    """Return the chances of two clocks that wait the gap times 1 + fraction z, z standard normal.

    Waits below 0 become 0, as with `Weber`. Two waits of 0 land together.

    Raises:
        InvalidArgument: `fraction` is not finite and above 0.
        TypeError: `fraction` is not a number.

    Example:
        >>> round(weber(0.15)(10, 20), 4)
        0.9986
        >>> chances = weber(1.0)
        >>> round(chances(10, 20), 4), round(chances.together(10, 20), 4)
        (0.6647, 0.0252)
    """
    fraction = require_positive("fraction", fraction)
    to_zero = 1 / fraction
    together = _below(-to_zero) ** 2

    @cache
    def first_by_slope(near: int, far: int) -> float:
        uncut = _below((far - near) / (fraction * hypot(near, far)))
        return max(0.0, uncut - _wedge(to_zero, to_zero, atan2(near, far)))

    def first(near: int, far: int) -> float:
        divisor = math.gcd(near, far)
        return first_by_slope(near // divisor, far // divisor)

    return RaceChances(_with_checks(first), _with_checks(lambda near, far: together))


def additive(sd: float) -> RaceChances:
    """Return the chances of two clocks that wait the gap plus sd z, z standard normal.

    `sd` is in cards: it is the sd of `Additive` divided by the tempo. Waits below 0 become 0, as
    with `Additive`. Two waits of 0 land together.

    Raises:
        InvalidArgument: `sd` is not finite and above 0.
        TypeError: `sd` is not a number.

    Example:
        >>> round(additive(0.5)(1, 2), 4)
        0.9213
    """
    sd = require_positive("sd", sd)

    def first(near: int, far: int) -> float:
        uncut = _below((far - near) / (sd * sqrt(2)))
        return max(0.0, uncut - _wedge(near / sd, far / sd, pi / 4))

    together = _with_checks(lambda near, far: _below(-near / sd) * _below(-far / sd))
    return RaceChances(_with_checks(first), together)


def _wedge(a: float, b: float, angle: float) -> float:
    """Return the probability of a wedge under two independent standard normal numbers.

    The corner is at (-a, -b). The wedge extends to the lower left, between the horizontal line
    through the corner and the line at `angle` below it. In polar coordinates around the corner,
    the radius is integrated in closed form and the angle numerically.
    """
    if a * a + b * b > _FARTHEST_SQUARED:
        return 0.0
    total = 0.0
    for node, weight in _gauss_legendre(_NODES):
        theta = angle * (node + 1) / 2
        t = a * cos(theta) + b * sin(theta)
        mills = sqrt(pi / 2) * exp(t * t / 2) * erfc(t / sqrt(2))
        total += weight * (1 - t * mills)
    return exp(-(a * a + b * b) / 2) / (2 * pi) * total * angle / 2


@cache
def _gauss_legendre(order: int) -> tuple[tuple[float, float], ...]:
    """Return the nodes and weights of Gauss-Legendre quadrature, by Newton's method."""
    rule = []
    for k in range(order):
        x, slope = cos(pi * (k + 0.75) / (order + 0.5)), 0.0
        for _ in range(8):  # each step doubles the number of digits
            before, value = 1.0, x
            for n in range(2, order + 1):
                before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
            slope = order * (x * value - before) / (x * x - 1)
            x -= value / slope
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return tuple(rule)
