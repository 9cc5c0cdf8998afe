"""Noise: how the waits of a clock vary around the wait that it means."""

from __future__ import annotations

import math
from typing import SupportsIndex, TypeAlias

import attrs

from themind.experiments._checks import require_finite
from themind.experiments._draws import Draw

_MOST = 700.0  # exp of more is no float


def _as_sigma(sigma: float | SupportsIndex) -> float:
    return require_finite("sigma", sigma, least=0.0)


def _as_sd(sd: float | SupportsIndex) -> float:
    return require_finite("sd", sd, least=0.0)


def _as_fraction(fraction: float | SupportsIndex) -> float:
    return require_finite("fraction", fraction, least=0.0)


@attrs.frozen
class LogNormal:
    """Noise that multiplies the wait by exp(sigma z), z standard normal.

    Raises:
        InvalidArgument: a sigma that is negative or not finite.
    """

    sigma: float = attrs.field(converter=_as_sigma)

    def applied(self, seconds: float, draw: Draw) -> float:
        """Return the wait that a wait of `seconds` becomes."""
        power = self.sigma * draw.normal()
        return seconds * math.exp(min(_MOST, power))


@attrs.frozen
class Additive:
    """Noise that adds sd z seconds, z standard normal; a wait below 0 becomes 0.

    Raises:
        InvalidArgument: an sd that is negative or not finite.
    """

    sd: float = attrs.field(converter=_as_sd)

    def applied(self, seconds: float, draw: Draw) -> float:
        """Return the wait that a wait of `seconds` becomes."""
        return max(0.0, seconds + self.sd * draw.normal())


@attrs.frozen
class Weber:
    """Noise that multiplies the wait by 1 + fraction z, z standard normal; below 0 becomes 0.

    A fraction of .14 without counting and of .07 with counting has been published for people
    ("Singing and counting improve the timing of long intervals", Fechner Day proceedings,
    article 356).

    Raises:
        InvalidArgument: a fraction that is negative or not finite.
    """

    fraction: float = attrs.field(converter=_as_fraction)

    def applied(self, seconds: float, draw: Draw) -> float:
        """Return the wait that a wait of `seconds` becomes."""
        return max(0.0, seconds * (1.0 + self.fraction * draw.normal()))


Noise: TypeAlias = LogNormal | Additive | Weber
