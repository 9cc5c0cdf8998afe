"""A series of games, with observations, infos and pictures."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import Space
from gymnasium.spaces import Box, Discrete

from themind import GameState, InvalidArgument, Record, Seat, SeatView, redact
from themind._model.checks import require_int
from themind.envs._encoder import Encoder, Vector
from themind.envs._game import Game
from themind.envs._luck import Luck
from themind.envs._masks import WAIT, Mask, can_take, mask_of, size_of
from themind.envs._modes import BidGame, TickGame
from themind.envs._partners import Partners
from themind.envs._seeds import KeyedDecks, Seeds, own_decks
from themind.envs._settings import Settings
from themind.envs._view_space import ViewSpace
from themind.experiments import Policy
from themind.render import svg, text

METADATA: dict[str, Any] = {"render_modes": ["ansi", "human", "svg"], "render_fps": 1}


class GameSeries:
    """The games of one table, one after the other."""

    def __init__(self, settings: Settings, partners: Mapping[Seat, Policy]) -> None:
        self.settings = settings
        self.encoder = Encoder(settings.rules, settings.horizon)
        self.size = size_of(settings.mode, settings.horizon)
        self.cycles = 0
        self._partners = dict(partners)
        self._seeds = Seeds()
        self._game: Game | None = None
        self._seen: dict[Seat, tuple[SeatView, Vector]] = {}

    @property
    def game(self) -> Game:
        """The current game.

        Raises:
            InvalidArgument: `reset` has not been called yet.
        """
        if self._game is None:
            raise InvalidArgument("reset must be called first: there is no game yet")
        return self._game

    @property
    def record(self) -> Record:
        """The record of the current game, with times."""
        return self.game.record

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.game.state.is_over

    @property
    def is_cut_off(self) -> bool:
        """Whether the game is truncated: it has reached the maximum number of steps."""
        return not self.is_over and self.cycles >= self.settings.max_cycles

    def observation_space(self) -> Space[Any]:
        """Return a new space of observations."""
        if self.settings.observation == "view":
            return ViewSpace(self.settings.rules)
        return self.encoder.space

    def joint_space(self) -> Space[Any]:
        """Return a new space of the vectors of all seats, one after the other."""
        length = self.encoder.size * self.settings.rules.players
        return Box(0.0, 1.0, (length,), np.float32)

    def action_space(self) -> Space[Any]:
        """Return a new space of actions."""
        return Discrete(self.size)

    def reset(self, seed: Any, options: Mapping[str, Any] | None) -> None:
        """Begin the next game, or with a seed its game 0."""
        decks = own_decks(options)
        self._seeds.advance(seed)
        name, index = str(self._seeds.text), self._seeds.index
        make = TickGame if self.settings.mode == "tick" else BidGame
        luck = Luck(name, index)
        partners = Partners(self._partners, luck)
        self._game = make(self.settings, luck, decks or KeyedDecks(f"{name}/{index}"), partners)
        self._seen = {}
        self.cycles = 0

    def checked_action(self, action: Any, name: str) -> int:
        """Return an action of the space as an int; `name` is its name in an error.

        Raises:
            InvalidArgument: The action is outside the space.
            TypeError: The action is not an int.
        """
        return require_int(name, action, least=0, most=self.size - 1)

    def step(self, actions: Mapping[Seat, int]) -> tuple[float, set[Seat]]:
        """Take a checked action of each agent.

        Returns:
            The reward, and the seats whose action the mask forbids.

        Raises:
            InvalidArgument: The game is over.
        """
        game = self.game
        if self.is_over or self.is_cut_off:
            raise InvalidArgument("reset must be called first: the game is over")
        choices = [WAIT] * self.settings.rules.players
        illegal = set()
        for seat, choice in actions.items():
            if can_take(choice, game.powers(seat), self.size):
                choices[seat] = choice
            else:
                illegal.add(seat)
        lives = game.state.lives
        game.step(choices)
        self.cycles += 1
        return self.settings.rewards.earned(game.events, game.state.lives - lives), illegal

    def observation(self, seat: Seat) -> Any:
        """Return the observation of a seat."""
        if self.settings.observation == "view":
            return self.game.view(seat)
        return self.vector(seat)

    def vector(self, seat: Seat) -> Vector:
        """Return the vector of the view and the times of a seat."""
        game = self.game
        view, clock = game.view(seat), game.clocks[seat]
        seen = self._seen.get(seat)
        if seen is None or seen[0] is not view:
            seen = self._seen[seat] = view, self.encoder(view, clock, game.last_wait)
        return self.encoder.with_clock(seen[1], clock)

    def mask(self, seat: Seat) -> Mask:
        """Return the action mask of a seat."""
        return mask_of(self.game.powers(seat), self.settings.mode, self.settings.horizon)

    def info(self, seat: Seat, *, illegal: bool) -> dict[str, Any]:
        """Return the info of a seat."""
        info: dict[str, Any] = {"action_mask": self.mask(seat), "illegal": illegal}
        if self.settings.observation == "view":
            info["clock"] = self.game.clocks[seat]
            info["last_wait"] = self.game.last_wait
            info["events"] = tuple([redact(event, seat) for event in self.game.events])
        return info

    def joint(self) -> Vector:
        """Return the vectors of all seats, one after the other."""
        return np.concatenate([self.vector(seat) for seat in range(self.settings.rules.players)])

    def render(self, position: GameState | SeatView) -> str | None:
        """Return a position in the render mode; in the mode `human` print it."""
        mode = self.settings.render_mode
        if mode == "human":
            sys.stdout.write(f"{text(position)}\n\n")
        if mode is None or mode == "human":
            return None
        return text(position) if mode == "ansi" else svg(position)

    def show(self, position: GameState | SeatView) -> None:
        """In the mode `human`, print a position if the last step had events."""
        if self.settings.render_mode == "human" and self.game.events:
            self.render(position)
