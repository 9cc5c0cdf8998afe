"""How the waits of a clock vary around what was meant."""

from __future__ import annotations

import math
from typing import TypeAlias

import attrs

from themind.experiments._checks import real_from
from themind.experiments._draws import Draw

_MOST = 700.0  # exp of more is no float


@attrs.frozen
class LogNormal:
    """The wait times exp(sigma z), z standard normal.

    Raises InvalidArgument for a sigma that is negative or not finite.
    """

    sigma: float = attrs.field(validator=real_from(0.0))

    def applied(self, seconds: float, draw: Draw) -> float:
        """The wait that comes of an intended one."""
        power = self.sigma * draw.normal()
        return seconds * math.exp(min(_MOST, power))


@attrs.frozen
class Additive:
    """The wait plus sd z seconds, z standard normal, and 0 where that is negative.

    Raises InvalidArgument for an sd that is negative or not finite.
    """

    sd: float = attrs.field(validator=real_from(0.0))

    def applied(self, seconds: float, draw: Draw) -> float:
        """The wait that comes of an intended one."""
        return max(0.0, seconds + self.sd * draw.normal())


@attrs.frozen
class Weber:
    """The wait times 1 + fraction z, z standard normal, and 0 where that is negative.

    A fraction of .14 without counting and of .07 with counting has been published for people
    (Proceedings of Fechner Day, article 356). Raises InvalidArgument for a fraction that is
    negative or not finite.
    """

    fraction: float = attrs.field(validator=real_from(0.0))

    def applied(self, seconds: float, draw: Draw) -> float:
        """The wait that comes of an intended one."""
        return max(0.0, seconds * (1.0 + self.fraction * draw.normal()))


Noise: TypeAlias = LogNormal | Additive | Weber
