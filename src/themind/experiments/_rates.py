"""What a sample says of a chance or of a mean, with its uncertainty."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from statistics import NormalDist, fmean, stdev

import attrs

from themind import InvalidArgument
from themind.experiments._checks import at_least, at_most, positive, real

Interval = tuple[float, float]

MOST_TRIALS = 2**63 - 1


def _quantile(confidence: float) -> float:
    """How many standard errors an interval reaches to either side."""
    if positive(confidence=confidence) >= 1:
        raise InvalidArgument(f"confidence is below 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


@attrs.frozen
class Rate:
    """Successes among independent trials.

    Raises InvalidArgument for less than one trial or 2^63, or successes outside 0 to trials.

    >>> rate = Rate(successes=8, trials=10)
    >>> rate.value, [round(end, 3) for end in rate.interval(0.95)]
    (0.8, [0.49, 0.943])
    """

    successes: int
    trials: int

    def __attrs_post_init__(self) -> None:
        at_least(1, trials=self.trials)
        at_most(MOST_TRIALS, trials=self.trials)
        at_least(0, successes=self.successes)
        at_most(self.trials, successes=self.successes)

    @property
    def value(self) -> float:
        """The share of successes."""
        return self.successes / self.trials

    def interval(self, confidence: float = 0.95) -> Interval:
        """Wilson's score interval for the chance of a success.

        Raises InvalidArgument for a confidence outside 0 to 1.
        """
        z2 = _quantile(confidence) ** 2
        n, p = self.trials, self.value
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        reach = sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n * n))) / (1 + z2 / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@attrs.frozen
class Mean:
    """The mean of independent values, and their standard deviation (0 for a single one).

    >>> mean = Mean.of([1, 2, 3, 6])
    >>> mean.value, round(mean.sd, 3), [round(end, 3) for end in mean.interval()]
    (3.0, 2.16, [0.883, 5.117])
    """

    trials: int
    value: float
    sd: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean:
        """The mean of some values, at least one, all finite (else InvalidArgument)."""
        known = [real(value=value) for value in values]
        at_least(1, trials=len(known))
        try:
            return cls(len(known), fmean(known), stdev(known) if len(known) > 1 else 0.0)
        except OverflowError:
            raise InvalidArgument("values are too large for a mean") from None

    def interval(self, confidence: float = 0.95) -> Interval:
        """The normal interval for the mean, good for many values.

        Raises InvalidArgument for a confidence outside 0 to 1, or for a single value.
        """
        at_least(2, trials=self.trials)
        reach = _quantile(confidence) * self.sd / sqrt(self.trials)
        return self.value - reach, self.value + reach


@attrs.frozen
class Difference:
    """How much oftener one of two experiments succeeds, from trials in pairs.

    `gained` pairs are a success of the first alone, `lost` pairs of the second alone.

    Raises InvalidArgument for less than one trial or 2^63, or for more pairs than trials.

    >>> difference = Difference(gained=12, lost=4, trials=100)
    >>> difference.value, [round(end, 3) for end in difference.interval()]
    (0.08, [-0.002, 0.159])
    """

    gained: int
    lost: int
    trials: int

    def __attrs_post_init__(self) -> None:
        at_least(1, trials=self.trials)
        at_most(MOST_TRIALS, trials=self.trials)
        at_least(0, gained=self.gained, lost=self.lost)
        at_most(self.trials, pairs=self.gained + self.lost)

    @property
    def value(self) -> float:
        """The difference of the two shares of successes."""
        return (self.gained - self.lost) / self.trials

    def interval(self, confidence: float = 0.95) -> Interval:
        """The adjusted Wald interval for paired shares (Bonett and Price, 2012).

        Raises InvalidArgument for a confidence outside 0 to 1.
        """
        n = self.trials + 2
        gained, lost = (self.gained + 1) / n, (self.lost + 1) / n
        middle = gained - lost
        reach = _quantile(confidence) * sqrt((gained + lost - middle**2) / n)
        return max(-1.0, middle - reach), min(1.0, middle + reach)
