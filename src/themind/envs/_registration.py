"""Registration of the environments.

The version in an id increases with changes of spaces, rewards or random numbers.
"""

from __future__ import annotations

import gymnasium
import pettingzoo

from themind.experiments import Clock

TABLES = {"themind/Tick-v0": "tick", "themind/Bid-v0": "bid"}
SEAT = "themind/Seat-v0"


def register() -> None:
    """Register the environments in both registries, once."""
    for name, mode in TABLES.items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, "themind.envs:env", kwargs={"mode": mode})
        if name not in pettingzoo.parallel_registry:
            entry = "themind.envs:parallel_env"
            pettingzoo.register("parallel", name, entry, kwargs={"mode": mode})
    if SEAT not in gymnasium.registry:
        partners = {1: Clock(tempo=1.0)}
        gymnasium.register(SEAT, "themind.envs:SeatEnv", kwargs={"partners": partners})
