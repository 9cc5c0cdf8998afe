"""The chances of a race as lists of weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul

from themind import InvalidArgument
from themind._model.reals import as_float
from themind.experiments.exact._chances import ChanceFirst, RaceChances

# A smaller chance has no effect on the floats of a law.
_NOTHING = 2.0**-60


def multiplied(first: list[float], second: list[float]) -> float:
    return sum(map(mul, first, second), 0.0)


# `sumprod`, from Python 3.12 on, is three times as fast.
dot: Callable[[list[float], list[float]], float] = getattr(math, "sumprod", multiplied)


class Weights:
    """Chances of two gaps as lists of factors.

    In `as_far[d]` the nearer gap is d - 1, d - 2, …; in `as_near[d]` the farther gap is d + 1,
    d + 2, …. Trailing zeros are left out.
    """

    def __init__(self, chances: dict[tuple[int, int], float], cards: int) -> None:
        gaps = range(1, cards + 1)
        self.as_far = [
            _trimmed([chances[near, d] for near in range(d - 1, 0, -1)]) for d in (1, *gaps)
        ]
        self.as_near = [
            _trimmed([chances[d, far] for far in range(d + 1, cards + 1)]) for d in (cards, *gaps)
        ]


class RaceWeights:
    """The weights of the farther card going first, 1 - p, and of a tie, t/2."""

    def __init__(self, chance_first: ChanceFirst, cards: int) -> None:
        pairs = [(near, far) for far in range(1, cards + 1) for near in range(1, far)]
        name = "chance_first"
        first = {pair: _chance(name, chance_first, *pair) for pair in pairs}
        self.upsets = Weights({pair: 1 - chance for pair, chance in first.items()}, cards)
        self.ties: Weights | None = None
        if isinstance(chance_first, RaceChances):
            together = {pair: _chance("together", chance_first.together, *pair) for pair in pairs}
            for pair in pairs:
                if first[pair] + together[pair] > 1 + 1e-9:
                    raise InvalidArgument(f"the sum of the chances of {pair} must be at most 1")
            if any(chance > _NOTHING for chance in together.values()):
                self.ties = Weights({pair: together[pair] / 2 for pair in pairs}, cards)


def _chance(name: str, chance_of: ChanceFirst, near: int, far: int) -> float:
    chance = as_float(f"{name}({near}, {far})", chance_of(near, far))
    if not 0 <= chance <= 1:
        raise InvalidArgument(f"{name}({near}, {far}) must be from 0 to 1, got {chance}")
    return chance


def _trimmed(numbers: list[float]) -> list[float]:
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers
