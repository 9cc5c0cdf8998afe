"""Action masks, derived from the legal actions of a seat."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from themind import AgreeToStar, Play, ProposeStar, SeatView, legal_actions
from themind.envs._settings import Mode

Mask: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]

# The actions in tick mode. In bid mode, 0 is no bid, 1 to horizon are waits, horizon + 1 is STAR.
WAIT, PLAY, STAR = 0, 1, 2


class Powers(NamedTuple):
    """Whether a seat can play and say STAR."""

    play: bool
    star: bool


def powers_of(seen: SeatView) -> Powers:
    """Return the powers of the viewer."""
    kinds = {type(action) for action in legal_actions(seen)}
    return Powers(Play in kinds, not kinds.isdisjoint((ProposeStar, AgreeToStar)))


def size_of(mode: Mode, horizon: int) -> int:
    """Return the number of actions."""
    return 3 if mode == "tick" else horizon + 2


def mask_of(powers: Powers, mode: Mode, horizon: int) -> Mask:
    """Return 1 for each action that a seat can take now, 0 for the others."""
    mask = np.zeros(size_of(mode, horizon), np.int8)
    mask[0] = 1
    if powers.play:
        mask[1:-1] = 1
    mask[-1] = powers.star
    return mask


def can_take(action: int, powers: Powers, size: int) -> bool:
    """Return whether the mask has a 1 for an action."""
    if action == 0:
        return True
    return powers.star if action == size - 1 else powers.play
