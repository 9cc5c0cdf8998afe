"""Estimates of probabilities and means from samples, with intervals."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isinf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import SupportsIndex

import attrs

from themind import InvalidArgument
from themind._model.checks import instance_of, require_int, require_iterable, shown
from themind._model.reals import require_finite, require_number, require_positive

Interval = tuple[float, float]

MOST_TRIALS = 2**63 - 1
FAR = 1e6  # a bound that is this many times as far away as the other one has no effect


def _quantile(confidence: float) -> float:
    """Return the half width of an interval in standard errors."""
    middle = (1 + require_positive("confidence", confidence)) / 2
    if middle >= 1:  # also if only the sum rounds to 2
        raise InvalidArgument(f"confidence must be below 1, got {confidence}")
    return NormalDist().inv_cdf(middle)


def _wilson(share: float, trials: float, z2: float) -> Interval:
    """Return Wilson's score interval for a share; the number of trials can be fractional.

    It contains the share itself, even after rounding.
    """
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = share * (1 - share) / trials + z2 / (4 * trials * trials)
    reach = sqrt(z2 * spread) / (1 + z2 / trials)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def _as_trials(trials: SupportsIndex) -> int:
    return require_int("trials", trials, least=1, most=MOST_TRIALS)


def _as_successes(successes: SupportsIndex) -> int:
    return require_int("successes", successes, least=0)


def _as_gained(gained: SupportsIndex) -> int:
    return require_int("gained", gained, least=0)


def _as_lost(lost: SupportsIndex) -> int:
    return require_int("lost", lost, least=0)


def _as_value(value: float) -> float:
    return require_finite("value", value)


def _as_sd(sd: float) -> float:
    return require_finite("sd", sd, least=0.0)


def _as_least(least: float) -> float:
    return require_number("least", least)


def _as_most(most: float) -> float:
    return require_number("most", most)


@attrs.frozen
class Rate:
    """Successes among independent trials.

    Raises:
        InvalidArgument: `trials` is not from 1 to 2^63 - 1, or `successes` not from 0 to `trials`.
        TypeError: An argument is not an int.

    Example:
        >>> rate = Rate(successes=8, trials=10)
        >>> rate.value, [round(end, 3) for end in rate.interval(0.95)]
        (0.8, [0.49, 0.943])
    """

    successes: int = attrs.field(converter=_as_successes)
    trials: int = attrs.field(converter=_as_trials)

    def __attrs_post_init__(self) -> None:
        require_int("successes", self.successes, least=0, most=self.trials)

    @property
    def value(self) -> float:
        """The share of successes."""
        return self.successes / self.trials

    def interval(self, confidence: float = 0.95) -> Interval:
        """Return Wilson's score interval (1927) for the chance of a success.

        Raises:
            InvalidArgument: `confidence` is not between 0 and 1.
            TypeError: `confidence` is not a number.
        """
        return _wilson(self.value, self.trials, _quantile(confidence) ** 2)


@attrs.frozen
class Mean:
    """The mean of independent values, and their standard deviation.

    Args:
        trials: The number of values.
        value: Their mean.
        sd: Their standard deviation, 0 for a single value.
        least: The smallest possible value.
        most: The largest possible value.
        whole: Whether all values are whole numbers.

    Raises:
        InvalidArgument: A number is not finite or out of bounds.
        TypeError: An argument has a wrong type.

    Example:
        >>> mean = Mean.of([1, 2, 3, 6])
        >>> mean.value, round(mean.sd, 3), [round(end, 3) for end in mean.interval()]
        (3.0, 2.16, [1.502, 5.992])
    """

    trials: int = attrs.field(converter=_as_trials)
    value: float = attrs.field(converter=_as_value)
    sd: float = attrs.field(converter=_as_sd)
    least: float = attrs.field(default=-inf, kw_only=True, converter=_as_least)
    most: float = attrs.field(default=inf, kw_only=True, converter=_as_most)
    whole: bool = attrs.field(default=False, kw_only=True, validator=instance_of(bool))

    @classmethod
    def of(cls, values: Iterable[float], *, least: float | None = None, most: float = inf) -> Mean:
        """Return the mean of at least one value.

        Args:
            values: The values, all finite.
            least: The smallest possible value. By default it is 0 if all values are whole numbers
                and none is negative, because these are treated as counts.
            most: The largest possible value.

        Raises:
            InvalidArgument: There is no value, or a value is not finite or out of bounds.
            TypeError: A value is not a number.
        """
        given = list(require_iterable("values", values))
        known = [require_finite(f"values[{n}]", value) for n, value in enumerate(given)]
        require_int("trials", len(known), least=1)
        whole = all(value.is_integer() for value in known)
        if least is None:
            least = 0.0 if whole and min(known) >= 0 else -inf
        low, high = require_number("least", least), require_number("most", most)
        if min(known) < low or max(known) > high:
            raise InvalidArgument(f"values must be from {low:g} to {high:g}, got {shown(given)}")
        try:
            sd = stdev(known) if len(known) > 1 else 0.0
            return cls(len(known), fmean(known), sd, least=low, most=high, whole=whole)
        except OverflowError:
            raise InvalidArgument("values must be small enough to compute their mean") from None

    def interval(self, confidence: float = 0.95) -> Interval:
        """Return an interval for the mean, which is accurate for many values.

        It is a score interval: it contains each mean that a test at this confidence does not
        reject, given the variance that the values would have with that mean. Between two bounds
        the variance is proportional to (mean - least) (most - mean), above a single bound to
        (mean - least), as in quasi-likelihood (McCullagh and Nelder, Generalized Linear Models,
        1989, chapter 9); for zeros and ones it is Wilson's interval (1927). Without bounds it is
        the normal interval. If all values are the same whole number, the interval allows values
        that differ by one, with the share that Wilson's interval allows for no success.

        Raises:
            InvalidArgument: `confidence` is not between 0 and 1, or there is a single value.
            TypeError: `confidence` is not a number.

        Example:
            >>> [round(end, 3) for end in Mean.of([0] * 100).interval()]
            [0.0, 0.037]
        """
        require_int("trials", self.trials, least=2)
        low, high = self._ends(_quantile(confidence) ** 2)
        low, high = min(low, self.value), max(high, self.value)  # despite rounding
        return max(self.least, low), min(self.most, high)

    def _ends(self, z2: float) -> Interval:
        above, below = self.value - self.least, self.most - self.value
        if self.sd == 0 or above <= 0 or below <= 0:
            others = z2 / (self.trials + z2) if self.whole else 0.0
            return self.value - others, self.value + others
        if isinf(above) and isinf(below):
            reach = sqrt(z2 / self.trials) * self.sd
            return self.value - reach, self.value + reach
        if below > FAR * above:
            low, high = self._above_a_bound(above, z2)
            return self.least + low, self.least + high
        if above > FAR * below:
            low, high = self._above_a_bound(below, z2)
            return self.most - high, self.most - low
        return self._between_bounds(above, below, z2)

    def _above_a_bound(self, above: float, z2: float) -> Interval:
        """Solve (above - x)^2 = 2 shift x for the distance x of the mean from the bound."""
        shift = z2 * self.sd * (self.sd / above) / self.trials / 2
        high = above + shift + sqrt(shift * (2 * above + shift))
        return above * (above / high), high

    def _between_bounds(self, above: float, below: float, z2: float) -> Interval:
        """Return Wilson's interval for a share between the bounds with the same variance."""
        trials = self.trials * (above / self.sd) * (below / self.sd)
        low, high = _wilson(above / (above + below), trials, z2)
        return self.least + (above + below) * low, self.least + (above + below) * high


@attrs.frozen
class Difference:
    """The difference of two success rates, from paired trials.

    Args:
        gained: The number of pairs in which only the first succeeds.
        lost: The number of pairs in which only the second succeeds.
        trials: The number of pairs.

    Raises:
        InvalidArgument: `trials` is not from 1 to 2^63 - 1, or `gained` + `lost` is more.
        TypeError: An argument is not an int.

    Example:
        >>> difference = Difference(gained=12, lost=4, trials=100)
        >>> difference.value, [round(end, 3) for end in difference.interval()]
        (0.08, [-0.002, 0.159])
    """

    gained: int = attrs.field(converter=_as_gained)
    lost: int = attrs.field(converter=_as_lost)
    trials: int = attrs.field(converter=_as_trials)

    def __attrs_post_init__(self) -> None:
        require_int("gained + lost", self.gained + self.lost, least=0, most=self.trials)

    @property
    def value(self) -> float:
        """The first success rate minus the second."""
        return (self.gained - self.lost) / self.trials

    def interval(self, confidence: float = 0.95) -> Interval:
        """Return the adjusted Wald interval for paired shares (Bonett and Price, 2012).

        Raises:
            InvalidArgument: `confidence` is not between 0 and 1.
            TypeError: `confidence` is not a number.
        """
        n = self.trials + 2
        gained, lost = (self.gained + 1) / n, (self.lost + 1) / n
        middle = gained - lost
        reach = _quantile(confidence) * sqrt((gained + lost - middle**2) / n)
        return max(-1.0, middle - reach), min(1.0, middle + reach)
