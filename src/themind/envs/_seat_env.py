"""The environment for one agent among policies, for Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import Space

from themind import Record, Rules, Seat
from themind.envs._encoder import Encoder
from themind.envs._partners import require_partners
from themind.envs._rewards import Rewards
from themind.envs._seeds import checked_seed
from themind.envs._series import METADATA, GameSeries
from themind.envs._settings import (
    Mode,
    Observation,
    RenderMode,
    require_seat,
    settings_of,
)
from themind.experiments import Landing, Noise, Policy
from themind.rng import seed_key


class SeatEnv(gymnasium.Env[Any, Any]):
    """An environment for one agent; the other seats are played by policies.

    Partners' waits are in seconds and are ordered with the agent's ticks of `tempo` seconds.
    Partners can propose stars and agree to them; their open proposals are in the observation.

    Args:
        rules: The rules of the table; None for the standard game for two.
        partners: A policy for each other seat. They must take all random numbers from their draws;
            unlike `run`, an environment does not check that.
        seat: The agent's seat.
        mode: `"tick"` or `"bid"`, as in `parallel_env`.
        horizon: The longest wait in ticks, as in `parallel_env`.
        noise: The noise of the agent's clock; partners have their own noise.
        landing: The order of plays that land together.
        rewards: The weights of the reward; None for 1 for each level.
        max_cycles: The number of steps after which the game is truncated.
        observation: `"flat"` or `"view"`, as in `parallel_env`.
        render_mode: `"ansi"`, `"human"` or `"svg"`; it shows the view of the seat.
        tempo: The length of a tick in seconds.

    Raises:
        InvalidArgument: An argument is out of bounds, or a seat has no partner or too many.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind.experiments import Clock
        >>> seat = SeatEnv(partners={1: Clock(tempo=1.0)}, mode="bid")
        >>> observation, info = seat.reset(seed=7)
        >>> observation.shape, int(seat.action_masks().sum())
        ((312,), 102)
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        partners: Mapping[Seat, Policy],
        seat: Seat = 0,
        mode: Mode = "tick",
        horizon: int = 100,
        noise: Noise | None = None,
        landing: Landing = Landing.RANDOM,
        rewards: Rewards | None = None,
        max_cycles: int = 10_000,
        observation: Observation = "flat",
        render_mode: RenderMode | None = None,
        tempo: float = 1.0,
    ) -> None:
        settings = settings_of(
            rules,
            mode=mode,
            horizon=horizon,
            noise=noise,
            landing=landing,
            rewards=rewards,
            max_cycles=max_cycles,
            observation=observation,
            render_mode=render_mode,
            tempo=tempo,
        )
        self.render_mode: str | None = render_mode
        self.seat: Seat = require_seat("seat", seat, settings.rules)
        self._series = GameSeries(settings, require_partners(partners, settings.rules, self.seat))
        self.observation_space: Space[Any] = self._series.observation_space()
        self.action_space: Space[Any] = self._series.action_space()

    @property
    def encoder(self) -> Encoder:
        """The encoder of the observations, with the slice of each part."""
        return self._series.encoder

    @property
    def record(self) -> Record:
        """The record of the game so far, for `themind.replay`.

        Raises:
            InvalidArgument: `reset` has not been called yet.
        """
        return self._series.record

    def reset(
        self, *, seed: int | str | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the arguments are those of `TableEnv.reset`.

        Returns:
            The observation and the info.
        """
        if seed is not None:
            super().reset(seed=seed_key(checked_seed(seed)))
        self._series.reset(seed, options)
        self._show()
        return self._series.observation(self.seat), self._series.info(self.seat, illegal=False)

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Let the agent act; an action that the mask forbids counts as WAIT.

        Returns:
            Observation, reward, terminated, truncated and info.

        Raises:
            InvalidArgument: The action is outside the space, or the game is over.
            PolicyError: A partner raised an error, or returned an invalid wait.
            TypeError: The action is not an int.
        """
        series = self._series
        choice = series.checked_action(action, "action")
        reward, illegal = series.step({self.seat: choice})
        self._show()
        info = series.info(self.seat, illegal=bool(illegal))
        return series.observation(self.seat), reward, series.is_over, series.is_cut_off, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return a bool for each action, True if it is possible, as sb3-contrib requires."""
        return self._series.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """Return the view of the seat as text or SVG; in the mode `human` print it."""
        return self._series.render(self._series.game.view(self.seat))

    def _show(self) -> None:
        self._series.show(self._series.game.view(self.seat))
