"""The arguments of the environments, with their checks."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import attrs

from themind import InvalidArgument, Rules, Seat
from themind._model.checks import require_exactly, require_instance, require_int, require_one_of
from themind._model.reals import require_finite
from themind.envs._rewards import Rewards
from themind.experiments import Landing, Noise

Mode: TypeAlias = Literal["tick", "bid"]
Observation: TypeAlias = Literal["flat", "view"]
RenderMode: TypeAlias = Literal["ansi", "human", "svg"]

MOST_TICKS = 1_000_000
MICROSECONDS = 1_000_000

# The latest time in a record, and a time that no game reaches, in microseconds.
LATEST = (2**63 - 1) * 1000
NEVER = 2**100


def _as_rewards(rewards: Any) -> Any:
    return Rewards() if rewards is None else rewards


@attrs.frozen(kw_only=True)
class Settings:
    """The arguments of an environment."""

    rules: Rules
    mode: Mode = "tick"
    horizon: int = 100
    noise: Noise | None = None
    landing: Landing = Landing.RANDOM
    rewards: Rewards = attrs.field(default=None, converter=_as_rewards)
    max_cycles: int = 10_000
    observation: Observation = "flat"
    render_mode: RenderMode | None = None
    tempo: float = 1.0

    def __attrs_post_init__(self) -> None:
        require_exactly("rules", self.rules, Rules)
        require_mode(self.mode)
        self._keep("horizon", require_horizon(self.horizon))
        require_noise(self.noise)
        require_exactly("landing", self.landing, Landing)
        require_exactly("rewards", self.rewards, Rewards)
        most = 2**63 - 1
        self._keep("max_cycles", require_int("max_cycles", self.max_cycles, least=1, most=most))
        require_one_of("observation", self.observation, get_args(Observation))
        require_one_of("render_mode", self.render_mode, (None, *get_args(RenderMode)))
        self._keep("tempo", require_tempo(self.tempo))

    def _keep(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


def settings_of(rules: Rules | None, **options: Any) -> Settings:
    """Return the settings of a table, by default the standard one for two players."""
    return Settings(rules=Rules.standard(players=2) if rules is None else rules, **options)


def require_mode(mode: Any) -> None:
    """Raise InvalidArgument unless the mode is `tick` or `bid`."""
    require_one_of("mode", mode, get_args(Mode))


def require_horizon(horizon: int) -> int:
    """Return a horizon, an int from 1 to a million."""
    return require_int("horizon", horizon, least=1, most=MOST_TICKS)


def require_noise(noise: Any) -> None:
    """Raise TypeError unless the value is a noise or None."""
    require_instance("noise", noise, Noise | None)


def require_tempo(tempo: float) -> float:
    """Return the length of a tick in seconds, at least a microsecond."""
    seconds = require_finite("tempo", tempo)
    if seconds * MICROSECONDS < 1:
        raise InvalidArgument(f"tempo must be at least 1e-06 seconds per tick, got {seconds:g}")
    return seconds


def require_seat(name: str, seat: Any, rules: Rules) -> Seat:
    """Return a seat of these rules as an int."""
    return require_int(name, seat, least=0, most=rules.players - 1)
