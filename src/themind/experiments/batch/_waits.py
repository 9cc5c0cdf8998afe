"""The waits of the built-in clocks, with the operations of the policies."""

from __future__ import annotations

from math import exp, log

from themind.experiments._drivers import MICROSECONDS
from themind.experiments.batch._bounds import CELL_BITS, CELL_NUMBERS
from themind.experiments.batch._quantiles import normal_quantile
from themind.experiments.batch._setup import (
    ABSOLUTE,
    ADDITIVE,
    CARD_BLIND,
    LOG_NORMAL,
    NOW,
    STEADY,
    TOP,
    Scratch,
    Setup,
)
from themind.experiments.batch._words import signed, uniform

LARGEST_POWER = 700.0
CELL_SHIFT = 64 - CELL_BITS


def intended(setup: Setup, scratch: Scratch, seat: int) -> float:
    """Return the wait of a seat without noise, for an absolute clock from the start of the level.

    A card-blind seat intends no wait.
    """
    card = scratch.planned[seat]
    gap = card if setup.kinds[seat] == ABSOLUTE else card - scratch.clock[TOP]
    return setup.tempos[seat] * gap


def bounds(setup: Setup, scratch: Scratch, seat: int) -> tuple[float, float]:
    """Return bounds of the wait of a seat in seconds; below 0 means 0."""
    cell = CELL_NUMBERS * (signed(scratch.words[seat] >> CELL_SHIFT) + (seat << CELL_BITS))
    meant, passed = intended(setup, scratch, seat), 0.0
    if setup.kinds[seat] == ABSOLUTE:
        passed = scratch.clock[NOW] / MICROSECONDS
    table = setup.bounds
    least = meant * table[cell] + table[cell + 1]
    most = meant * table[cell + 2] + table[cell + 3]
    return least - passed, most - passed


def wait(setup: Setup, scratch: Scratch, seat: int) -> tuple[float, float]:
    """Return the wait of a seat in seconds, and the magnitude of the numbers in its computation.

    The magnitude is 0 if neither `exp` nor `log` is used, so that the rounding is certain.
    """
    kind, bits = setup.kinds[seat], scratch.words[seat]
    if kind == CARD_BLIND:
        seconds = -log(uniform(bits))
        return seconds, seconds
    seconds, size = noisy(setup, seat, intended(setup, scratch, seat), bits)
    if kind == ABSOLUTE:
        seconds = max(0.0, seconds - scratch.clock[NOW] / MICROSECONDS)
    return seconds, size


def noisy(setup: Setup, seat: int, meant: float, bits: int) -> tuple[float, float]:
    """Return an intended wait of `meant` seconds with noise, and its magnitude as in `wait`."""
    noise = setup.noises[seat]
    if noise == STEADY:
        return meant, 0.0
    change = setup.sizes[seat] * normal_quantile(uniform(bits))
    if noise == LOG_NORMAL:
        seconds = meant * exp(min(LARGEST_POWER, change))
        return seconds, seconds * (1.0 + abs(change))
    if noise == ADDITIVE:
        return max(0.0, meant + change), meant + abs(change)
    return max(0.0, meant * (1.0 + change)), meant * (1.0 + abs(change))
