"""The chances of a race as lists of weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul

from themind import InvalidArgument
from themind._model.reals import as_float
from themind.experiments.exact._chances import ChanceFirst, RaceChances

# A chance of less than this adds nothing to a law that a float shows.
_NOTHING = 2.0**-60


def multiplied(first: list[float], second: list[float]) -> float:
    return sum(map(mul, first, second), 0.0)


# Three times as quick, from Python 3.12 on.
dot: Callable[[list[float], list[float]], float] = getattr(math, "sumprod", multiplied)


class Weights:
    """Chances of two gaps as lists to multiply with.

    `as_far[d]` has the nearer card at d - 1, d - 2, …; `as_near[d]` the farther one at d + 1,
    d + 2, …. Zeros at the end are left out.
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
                    raise InvalidArgument(f"the chances of {pair} must be at most 1 together")
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
