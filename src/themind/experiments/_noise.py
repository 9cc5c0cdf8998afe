"""Noise: random deviations of the waits of a clock from the intended waits."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import SupportsIndex, TypeAlias

import attrs

from themind import InvalidArgument
from themind._model.checks import require_instance
from themind._model.reals import require_finite, require_number, require_positive
from themind.experiments._draws import Draw, HasNormal
from themind.experiments._normal import LOG_SQRT_2_PI, log_above

_MOST = 700.0  # exp of a larger number overflows


def _as_sigma(sigma: float | SupportsIndex) -> float:
    return require_finite("sigma", sigma, least=0.0)


def _as_sd(sd: float | SupportsIndex) -> float:
    return require_finite("sd", sd, least=0.0)


def _as_fraction(fraction: float | SupportsIndex) -> float:
    return require_finite("fraction", fraction, least=0.0)


class _Noise(ABC):
    """The base of noises, each a function of one standard normal number."""

    __slots__ = ()

    def applied(self, seconds: float, draw: Draw) -> float:
        """Return a wait of `seconds` with noise.

        Raises:
            InvalidArgument: `seconds` is too large for a float.
            TypeError: `seconds` is not a number, or `draw` is not a `Draw`.
        """
        if type(draw) is not Draw:
            require_instance("draw", draw, Draw)
        if type(seconds) is not float:  # the usual type, which needs no check
            seconds = require_number("seconds", seconds)
        return self._applied(seconds, draw)

    @abstractmethod
    def _applied(self, seconds: float, draw: HasNormal) -> float:
        """Return a wait of `seconds` with noise, without checks."""

    @abstractmethod
    def _normal(self, meant: float, seconds: float) -> tuple[float, float]:
        """Return the normal number that leads to a wait of `seconds`, and its derivative."""

    def log_density(self, meant: float, seconds: float) -> float:
        """Return the log of the density of a wait in 1/s, for an intended wait of `meant` seconds.

        Raises:
            InvalidArgument: A number is not finite and above 0, or the noise is 0.
            TypeError: An argument is not a number.
        """
        z, growth = self._checked(meant, require_positive("seconds", seconds))
        return math.log(growth) - z * z / 2 - LOG_SQRT_2_PI

    def log_survival(self, meant: float, seconds: float) -> float:
        """Return the log of the chance of a wait longer than `seconds`.

        Its exponential can serve as the `survival` of `odds.chance_lowest_after_silence`.

        Args:
            meant: The intended wait in seconds.
            seconds: The time that has passed.

        Raises:
            InvalidArgument: A number is not finite, `meant` is not above 0, `seconds` is below 0,
                or the noise is 0.
            TypeError: An argument is not a number.

        Example:
            >>> from themind.experiments import LogNormal
            >>> round(math.exp(LogNormal(0.3).log_survival(meant=10.0, seconds=12.0)), 4)
            0.2717
        """
        return log_above(self._checked(meant, require_finite("seconds", seconds, least=0.0))[0])

    def log_cdf(self, meant: float, seconds: float) -> float:
        """Return the log of the chance of a wait of at most `seconds`.

        Arguments and errors are those of `log_survival`.
        """
        return log_above(-self._checked(meant, require_finite("seconds", seconds, least=0.0))[0])

    def _checked(self, meant: float, seconds: float) -> tuple[float, float]:
        meant = require_positive("meant", meant)
        try:
            return self._normal(meant, seconds)
        except ZeroDivisionError:
            raise InvalidArgument(f"noise must be more than 0, got {self}") from None


@attrs.frozen
class LogNormal(_Noise):
    """Noise that multiplies a wait by exp(sigma z), with z standard normal.

    Raises:
        InvalidArgument: `sigma` is negative or not finite.
        TypeError: `sigma` is not a number.
    """

    sigma: float = attrs.field(converter=_as_sigma)

    def _applied(self, seconds: float, draw: HasNormal) -> float:
        power = self.sigma * draw.normal()
        return seconds * math.exp(min(_MOST, power))

    def _normal(self, meant: float, seconds: float) -> tuple[float, float]:
        if not seconds:
            return -math.inf, math.inf
        return math.log(seconds / meant) / self.sigma, 1 / (self.sigma * seconds)


@attrs.frozen
class Additive(_Noise):
    """Noise that adds sd z seconds, with z standard normal; a wait below 0 becomes 0.

    Raises:
        InvalidArgument: `sd` is negative or not finite.
        TypeError: `sd` is not a number.
    """

    sd: float = attrs.field(converter=_as_sd)

    def _applied(self, seconds: float, draw: HasNormal) -> float:
        return max(0.0, seconds + self.sd * draw.normal())

    def _normal(self, meant: float, seconds: float) -> tuple[float, float]:
        return (seconds - meant) / self.sd, 1 / self.sd


@attrs.frozen
class Weber(_Noise):
    """Noise that multiplies a wait by 1 + fraction z, z standard normal; below 0 becomes 0.

    For people, fractions of 0.14 without counting and of 0.07 with counting were published
    ("Singing and counting improve the timing of long intervals", Fechner Day proceedings,
    article 356).

    Raises:
        InvalidArgument: `fraction` is negative or not finite.
        TypeError: `fraction` is not a number.
    """

    fraction: float = attrs.field(converter=_as_fraction)

    def _applied(self, seconds: float, draw: HasNormal) -> float:
        return max(0.0, seconds * (1.0 + self.fraction * draw.normal()))

    def _normal(self, meant: float, seconds: float) -> tuple[float, float]:
        return (seconds / meant - 1) / self.fraction, 1 / (self.fraction * meant)


Noise: TypeAlias = LogNormal | Additive | Weber
