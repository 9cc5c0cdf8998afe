"""Completing a cleared level: its reward, and the next level (LVL-8, SET-5, SET-6)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, final

import attrs

from themind._model.checks import require_exactly
from themind._model.codes import IllegalCode
from themind._model.position import CLEARED, DEALING, WON, Phase, Position
from themind._model.rules import Reward
from themind._model.state import GameState
from themind._model.values import OfLevel, as_lives, as_stars, unchecked
from themind._play.bases import BaseTableAction, P, PlainEvent, StepLog
from themind._play.endings import GameWon


def _as_reward(reward: Reward) -> Reward:
    return require_exactly("reward", reward, Reward)


@final
@attrs.frozen(eq=False, repr=False)
class RewardTaken(PlainEvent):
    """The team gains the reward of the level (SET-5).

    Args:
        reward: A life or a star.
        lives: The lives of the team afterwards.
        stars: The stars of the team afterwards.

    Example:
        >>> import themind as tm
        >>> tm.RewardTaken(tm.Reward.STAR, lives=2, stars=2).stars
        2
    """

    reward: Reward = attrs.field(converter=_as_reward)
    lives: int = attrs.field(converter=as_lives)
    stars: int = attrs.field(converter=as_stars)

    def fits(self, position: Position) -> bool:
        return (
            _is_due(position, self.reward)
            and not _limit_is_reached(position, self.reward)
            and (self.lives, self.stars) == _with_reward(position, self.reward)
        )

    def change(self, position: P) -> P:
        return position._changed(lives=self.lives, stars=self.stars)


@final
@attrs.frozen(eq=False, repr=False)
class RewardForfeited(PlainEvent):
    """The reward stays in the supply, because the team is at its limit (SET-6).

    Example:
        >>> import themind as tm
        >>> tm.RewardForfeited(tm.Reward.LIFE).reward
        <Reward.LIFE: 'LIFE'>
    """

    reward: Reward = attrs.field(converter=_as_reward)

    def fits(self, position: Position) -> bool:
        return _is_due(position, self.reward) and _limit_is_reached(position, self.reward)

    def change(self, position: P) -> P:
        return position


@final
class LevelCompleted(OfLevel, PlainEvent):
    """The level is completed, and its cards are removed (LVL-8).

    Example:
        >>> import themind as tm
        >>> tm.LevelCompleted(3)
        LevelCompleted(level=3)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return position.phase is CLEARED and position.lives > 0 and self.level == position.level

    def change(self, position: P) -> P:
        level = position.level
        if level == position.rules.levels:
            return position._emptied(phase=WON, level=level, attempt=0)
        return position._emptied(phase=DEALING, level=level + 1, attempt=0)


_LIFE, _STAR = Reward  # on Python 3.11 faster than `Reward.LIFE`
# A level has few completions, so their events are cached.
_reward_taken = lru_cache(maxsize=256)(unchecked(RewardTaken))
_level_completed = lru_cache(maxsize=256)(LevelCompleted)


def _is_due(position: Position, reward: Reward) -> bool:
    due = position.rules.reward(position.level)
    return position.phase is CLEARED and position.lives > 0 and reward is due


def _limit_is_reached(position: Position, reward: Reward) -> bool:
    """Return whether the team is at its limit for a reward (SET-6)."""
    if reward is _LIFE:
        return position.lives_in_supply == 0
    return position.stars_in_supply == 0


def _with_reward(position: Position, reward: Reward) -> tuple[int, int]:
    """Return the lives and stars of the team after a reward."""
    return position.lives + (reward is _LIFE), position.stars + (reward is _STAR)


@final
class CompleteLevel(BaseTableAction):
    """Complete a cleared level and take its reward (LVL-8).

    Example:
        >>> import themind as tm
        >>> tm.CompleteLevel()
        CompleteLevel()
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CLEARED,)
    phase_rule = "LVL-8"
    is_listed = True

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def perform(self, log: StepLog) -> None:
        state = log.state
        reward = state.rules.reward(state.level)
        if reward is not None and _limit_is_reached(state, reward):
            log.emit(RewardForfeited(reward))
        elif reward is not None:
            log.emit(_reward_taken(reward, *_with_reward(state, reward)))
        log.emit(_level_completed(state.level))
        if log.state.phase is WON:
            log.emit(GameWon(state.blind))
