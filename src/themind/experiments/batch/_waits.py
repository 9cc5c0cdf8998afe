"""The waits of the built-in clocks, with the operations of the policies."""

from __future__ import annotations

from math import exp, log

from themind.experiments._drivers import MICROSECONDS
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
from themind.experiments.batch._words import uniform, word

LARGEST_POWER = 700.0


def wait(setup: Setup, scratch: Scratch, seat: int) -> tuple[float, float]:
    """Return the wait of a seat in seconds, and the magnitude of the numbers in its computation.

    The magnitude is 0 if neither `exp` nor `log` is used, so that the rounding is certain.
    """
    kind, tempo, clock = setup.kinds[seat], setup.tempos[seat], scratch.clock
    card, key = scratch.planned[seat], scratch.draw_keys[seat]
    if kind == CARD_BLIND:
        seconds = -log(uniform(key))
        return seconds, seconds
    if kind == ABSOLUTE:
        due, size = noisy(setup, seat, tempo * card, word(scratch.card_keys[seat], 0))
        return max(0.0, due - clock[NOW] / MICROSECONDS), size
    return noisy(setup, seat, tempo * (card - clock[TOP]), key)


def noisy(setup: Setup, seat: int, meant: float, key: int) -> tuple[float, float]:
    """Return an intended wait of `meant` seconds with noise, and its magnitude as in `wait`."""
    noise = setup.noises[seat]
    if noise == STEADY:
        return meant, 0.0
    change = setup.sizes[seat] * normal_quantile(uniform(key))
    if noise == LOG_NORMAL:
        seconds = meant * exp(min(LARGEST_POWER, change))
        return seconds, seconds * (1.0 + abs(change))
    if noise == ADDITIVE:
        return max(0.0, meant + change), meant + abs(change)
    return max(0.0, meant * (1.0 + change)), meant * (1.0 + abs(change))
