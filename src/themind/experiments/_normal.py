"""Logarithms of the tails of the standard normal distribution, without underflow."""

from __future__ import annotations

from math import erfc, log, log1p, pi, sqrt

# From here on a series is accurate to the last digits, and erfc soon underflows.
_FAR = 30.0

LOG_SQRT_2_PI = log(2 * pi) / 2


def log_above(z: float) -> float:
    """Return the log of the chance that a standard normal number is more than `z`."""
    if z < 0:
        return log1p(-erfc(-z / sqrt(2)) / 2)
    if z < _FAR:
        return log(erfc(z / sqrt(2)) / 2)
    square = z * z
    series = -1 / square + 3 / square**2 - 15 / square**3
    return -square / 2 - log(z) - LOG_SQRT_2_PI + log1p(series)
