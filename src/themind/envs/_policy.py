"""A policy that lets a trained agent play in `themind.experiments`."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import attrs

from themind import Rules
from themind._model.checks import require_callable, require_instance, require_int
from themind.envs._encoder import Encoder, Vector
from themind.envs._masks import PLAY, WAIT, Mask, can_take, mask_of, powers_of, size_of
from themind.envs._settings import (
    Mode,
    require_horizon,
    require_mode,
    require_noise,
    require_tempo,
)
from themind.experiments import Draw, Moment, Noise, Policy
from themind.rng import splitmix64

Act: TypeAlias = Callable[[Vector, Mask, Draw], int]


@lru_cache(maxsize=16)
def _encoder(rules: Rules, horizon: int) -> Encoder:
    return Encoder(rules, horizon)


def _draw_to_act_with(draw: Draw) -> Draw:
    """Return a draw that is independent of the numbers of the noise."""
    return Draw(splitmix64(draw.key, 1))


@attrs.frozen
class EnvPolicy(Policy):
    """A policy that lets an agent play in an experiment.

    In bid mode it waits for the ticks that the agent bids. In tick mode it asks the agent at each
    tick up to the horizon, and waits until the first tick at which the agent plays. If there is
    none, it does not play until the position changes.

    Args:
        act: The agent, a function from an observation, an action mask and a `Draw` to an action.
            It must take all random numbers from the draw, so that games are reproducible.
        horizon: The horizon of the environment.
        tempo: The length of a tick in seconds.
        mode: The mode of the environment.
        noise: The noise of the environment.
        name: The name of this agent in a store.

    Raises:
        InvalidArgument: An argument is out of bounds.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind.experiments import Experiment, play_game
        >>> rules = tm.Rules(players=2, levels=1, lives=1, stars=0, max_stars=0)
        >>> places = Encoder(rules, horizon=10).parts["hand"]
        >>> def act(observation, mask, draw):
        ...     return 1 + int(observation[places].argmax()) // 10
        >>> policy = EnvPolicy(act, horizon=10, tempo=0.5, mode="bid")
        >>> record = play_game(Experiment(rules, (policy, policy)), seed="pilot")
        >>> [entry.at_ms for entry in record.entries[2:4]]
        [1500, 5000]
    """

    act: Act
    horizon: int = attrs.field(default=100, converter=require_horizon)
    tempo: float = attrs.field(default=1.0, converter=require_tempo)
    mode: Mode = attrs.field(default="tick", kw_only=True)
    noise: Noise | None = attrs.field(default=None, kw_only=True)
    _name: str | None = attrs.field(default=None, kw_only=True, alias="name")

    def __attrs_post_init__(self) -> None:
        require_callable("act", self.act)
        require_mode(self.mode)
        require_noise(self.noise)
        require_instance("name", self._name, str | None)

    @property
    def name(self) -> str | None:
        """The name of this agent in a store."""
        return self._name

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return the seconds until the tick at which the agent plays."""
        self._require_question(moment, draw)
        ticks = self._ticks(moment, _draw_to_act_with(draw))
        if ticks is None:
            return math.inf
        meant = self.tempo * ticks
        seconds = meant if self.noise is None else self.noise.applied(meant, draw)
        return max(0.0, seconds - moment.since_event)

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        """Return whether the agent chooses STAR when the position has changed."""
        return self._says_star(moment, draw)

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        """Return whether the agent chooses STAR when a star is proposed."""
        return self._says_star(moment, draw)

    def _ticks(self, moment: Moment, draw: Draw) -> int | None:
        """Return the ticks that the agent waits, or None if it does not play."""
        if self.mode == "tick":
            clocks = range(self.horizon)
            return next((n + 1 for n in clocks if self._action(moment, n, draw) == PLAY), None)
        bid = self._action(moment, 0, draw)
        return bid if 0 < bid <= self.horizon else None

    def _says_star(self, moment: Moment, draw: Draw) -> bool:
        self._require_question(moment, draw)
        return self._action(moment, 0, draw) == size_of(self.mode, self.horizon) - 1

    def _action(self, moment: Moment, clock: int, draw: Draw) -> int:
        """Return the action of the agent, or WAIT if the mask forbids it."""
        seen, size = moment.view, size_of(self.mode, self.horizon)
        powers = powers_of(seen)
        last_wait = moment.waited / self.tempo
        observation = _encoder(seen.rules, self.horizon)(seen, clock, last_wait)
        mask = mask_of(powers, self.mode, self.horizon)
        action = require_int("an action", self.act(observation, mask, draw), least=0, most=size - 1)
        return action if can_take(action, powers, size) else WAIT
