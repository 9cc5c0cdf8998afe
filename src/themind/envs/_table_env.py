"""The environments with an agent at each seat, for PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from gymnasium import Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from themind import InvalidArgument, Record, Rules
from themind._model.checks import require_instance, shown
from themind.envs._encoder import Encoder, Vector
from themind.envs._rewards import Rewards
from themind.envs._series import METADATA, GameSeries
from themind.envs._settings import Mode, Observation, RenderMode, settings_of
from themind.experiments import Landing, Noise

Infos: TypeAlias = dict[str, dict[str, Any]]
Turn: TypeAlias = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class TableEnv(ParallelEnv[str, Any, Any]):
    """A parallel environment with an agent at each seat: `"seat_0"` and so on.

    All agents earn the same reward and end together: they are terminated when the game is won or
    lost, and truncated after `max_cycles` steps.

    Args:
        rules: The rules of the table; None for the standard game for two.
        options: The other arguments of `parallel_env`.
    """

    def __init__(self, rules: Rules | None = None, **options: Any) -> None:
        settings = settings_of(rules, **options)
        self.metadata: dict[str, Any] = {**METADATA, "name": f"themind_{settings.mode}_v0"}
        self.render_mode: str | None = settings.render_mode
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(settings.rules.players)]
        self.agents: list[str] = []
        self._series = series = GameSeries(settings, {})
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {a: series.observation_space() for a in self.possible_agents}
        self._action_spaces = {agent: series.action_space() for agent in self.possible_agents}
        self.state_space: Space[Any] = series.joint_space()

    @property
    def encoder(self) -> Encoder:
        """The encoder of the observations."""
        return self._series.encoder

    @property
    def record(self) -> Record:
        """The record of the current game, with whole decks and a tick of one second.

        Raises:
            InvalidArgument: `reset` has not been called yet.
        """
        return self._series.record

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self._action_spaces[self._known(agent)]

    def reset(
        self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], Infos]:
        """Begin a game.

        Args:
            seed: A seed, to begin its game 0, or None for the next game of the last seed. Game i
                deals `deck_for(state, f"{seed}/{i}")`, like game i of `themind.experiments.run`.
            options: `deck` is a function from a state to the deck to deal. An option named
                `options`, which PettingZoo's own tests pass, is ignored; others are rejected.

        Returns:
            The observations and the infos, by agent.

        Raises:
            InvalidArgument: The seed is an int of more than 1,024 bits, or a text with a lone
                surrogate, or an option is unknown.
            TypeError: The seed is neither a str nor an int, `options` is not a mapping, or `deck`
                is not a function.
        """
        self._series.reset(seed, options)
        self.agents = list(self.possible_agents)
        self._series.show(self._series.game.state)
        return self._observations(), self._infos(set())

    def step(self, actions: Mapping[str, int]) -> Turn:
        """Take an action of each agent; an action that the mask forbids counts as WAIT.

        Returns:
            Observations, rewards, terminations, truncations and infos, by agent.

        Raises:
            InvalidArgument: An agent is missing or unknown, an action is outside its space, or
                the game is over.
            TypeError: An action is not an int.
        """
        require_instance("actions", actions, Mapping, "a mapping from agents to actions")
        if not self.agents and not actions:
            return {}, {}, {}, {}, {}
        if set(actions) != set(self._seats):
            wanted = ", ".join(self.possible_agents)
            raise InvalidArgument(
                f"actions must have exactly the keys {wanted}, got {shown(list(actions))}"
            )
        checked = {agent: self._checked_action(agent, actions[agent]) for agent in self._seats}
        reward, illegal = self._series.step({self._seats[a]: checked[a] for a in checked})
        is_over, is_cut_off = self._series.is_over, self._series.is_cut_off
        agents = self.possible_agents
        if is_over or is_cut_off:
            self.agents = []
        self._series.show(self._series.game.state)
        return (
            self._observations(),
            dict.fromkeys(agents, reward),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut_off),
            self._infos(illegal),
        )

    def state(self) -> Vector:
        """Return the concatenated vectors of all seats, for a central critic."""
        return self._series.joint()

    def render(self) -> str | None:
        """Return the position with all hands as text or SVG; in the mode `human` print it."""
        return self._series.render(self._series.game.state)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _known(self, agent: object) -> str:
        if not isinstance(agent, str) or agent not in self._seats:
            wanted = ", ".join(self.possible_agents)
            raise InvalidArgument(f"agent must be one of {wanted}, got {shown(agent)}")
        return agent

    def _checked_action(self, agent: str, action: Any) -> int:
        return self._series.checked_action(action, f"the action of {agent}")

    def _observations(self) -> dict[str, Any]:
        return {agent: self._series.observation(seat) for agent, seat in self._seats.items()}

    def _infos(self, illegal: set[int]) -> Infos:
        return {
            agent: self._series.info(seat, illegal=seat in illegal)
            for agent, seat in self._seats.items()
        }


class TurnEnv(parallel_to_aec_wrapper[str, Any, Any]):
    """The same environment for agents that act in turn; each round is one step."""

    def __init__(self, table: TableEnv) -> None:
        super().__init__(table)
        self._table = table

    @property
    def record(self) -> Record:
        """The record of the current game."""
        return self._table.record

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is, None if its game has ended.

        Raises:
            InvalidArgument: The action is outside the space, or not None after the game has ended.
            TypeError: The action is not an int.
        """
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            action = self._table._checked_action(agent, action)
        elif action is not None:
            raise InvalidArgument(
                f"the action of {agent} must be None after the end of its game, got {shown(action)}"
            )
        super().step(action)


def parallel_env(
    rules: Rules | None = None,
    *,
    mode: Mode = "tick",
    horizon: int = 100,
    noise: Noise | None = None,
    landing: Landing = Landing.RANDOM,
    rewards: Rewards | None = None,
    max_cycles: int = 10_000,
    observation: Observation = "flat",
    render_mode: RenderMode | None = None,
) -> TableEnv:
    """Return a parallel environment with an agent at each seat, for PettingZoo.

    Args:
        rules: The rules of the table; None for the standard game for two.
        mode: `"tick"`: in each step every agent chooses WAIT, PLAY or STAR, and the plays of one
            tick land together. `"bid"`: in each step every agent bids a wait of 1 to `horizon`
            ticks, and the shortest one lands.
        horizon: The longest wait in ticks. In tick mode it limits only the clock in the
            observation; agents can wait longer.
        noise: The noise of each seat's clock, drawn again whenever the position changes; None
            for exact clocks.
        landing: The order of plays that land together.
        rewards: The weights of the reward; None for 1 for each level.
        max_cycles: The number of steps after which the game is truncated.
        observation: `"flat"`: the vector of an `Encoder`. `"view"`: the `SeatView`, with the
            clock, the last wait and the last events in `infos`.
        render_mode: `"ansi"`, `"human"` (which prints) or `"svg"`.

    Raises:
        InvalidArgument: An argument is out of bounds.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> table = parallel_env(tm.Rules.standard(players=3), mode="bid", horizon=20)
        >>> observations, infos = table.reset(seed=7)
        >>> table.agents, int(infos["seat_0"]["action_mask"].sum())
        (['seat_0', 'seat_1', 'seat_2'], 22)
        >>> turn = table.step({"seat_0": 5, "seat_1": 9, "seat_2": 20})
        >>> table.record.entries[2].action
        Play(seat=0, card=None)
    """
    return TableEnv(
        rules,
        mode=mode,
        horizon=horizon,
        noise=noise,
        landing=landing,
        rewards=rewards,
        max_cycles=max_cycles,
        observation=observation,
        render_mode=render_mode,
    )


def env(
    rules: Rules | None = None,
    *,
    mode: Mode = "tick",
    horizon: int = 100,
    noise: Noise | None = None,
    landing: Landing = Landing.RANDOM,
    rewards: Rewards | None = None,
    max_cycles: int = 10_000,
    observation: Observation = "flat",
    render_mode: RenderMode | None = None,
) -> AECEnv[str, Any, int | None]:
    """Return the same environment for agents that act in turn.

    The arguments are those of `parallel_env`. A step is taken after the last agent has acted, so
    no agent sees the actions of others in the same step.

    Example:
        >>> turns = env(mode="bid", horizon=10)
        >>> turns.reset(seed=7)
        >>> turns.agent_selection
        'seat_0'
    """
    table = parallel_env(
        rules,
        mode=mode,
        horizon=horizon,
        noise=noise,
        landing=landing,
        rewards=rewards,
        max_cycles=max_cycles,
        observation=observation,
        render_mode=render_mode,
    )
    return OrderEnforcingWrapper(TurnEnv(table))
