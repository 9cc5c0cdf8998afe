"""The ends of steps: a pause, empty hands, a cleared level, the end of a game."""

from __future__ import annotations

from typing import final

import attrs

from themind._model.cards import Level
from themind._model.position import (
    CLEARED,
    FOCUSING,
    LOST,
    PLAYING,
    REVEALING,
    WON,
    Position,
    a_life_is_left,
    play_is_undisturbed,
)
from themind._model.state import GameState, require_state
from themind._model.values import OfLevel, Value, as_bool, as_level
from themind._play.bases import P, PlainEvent, StepLog


def _as_blind(blind: bool) -> bool:  # noqa: FBT001 - the field to convert
    return as_bool("blind", blind)


def _as_victory(victory: bool) -> bool:  # noqa: FBT001 - the field to convert
    return as_bool("victory", victory)


@final
class PlayPaused(PlainEvent):
    """The team refocuses after a mistake (ERR-3) or a star (STAR-4).

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state = tm.begin(tm.deal(state, tm.stacked_deck([(46,), (39,)])).state).state
        >>> tm.PlayPaused() in tm.play(state, seat=0).events  # no card is left to play
        False
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return (
            play_is_undisturbed(position) and position.rules.auto_refocus and bool(position.aside)
        )

    def change(self, position: P) -> P:
        return position._changed(phase=FOCUSING)


@final
class HandsEmptied(PlainEvent):
    """All hands of a blind level are empty, so the pile can be turned over (BLD-4).

    Example:
        >>> import themind as tm
        >>> tm.HandsEmptied()
        HandsEmptied()
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return position.blind and _hands_were_emptied(position)

    def change(self, position: P) -> P:
        return position._changed(phase=REVEALING)


@final
class LevelCleared(OfLevel, PlainEvent):
    """The level is cleared: all hands are empty and a life is left (LVL-7, BLD-6).

    Example:
        >>> import themind as tm
        >>> tm.LevelCleared(3).level
        3
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        if position.blind:
            cleared = position.phase is CLEARED and position.lives > 0
        else:
            cleared = _hands_were_emptied(position)
        return cleared and self.level == position.level

    def change(self, position: P) -> P:
        return position._changed(phase=CLEARED)


def _hands_were_emptied(position: Position) -> bool:
    return a_life_is_left(position) and not position._cards_are_held and not position.agreed


@final
@attrs.frozen(eq=False, repr=False)
class GameLost(PlainEvent):
    """The game is lost: no life is left (END-2, ERR-5).

    Example:
        >>> import themind as tm
        >>> tm.GameLost(blind=False, level=3).level
        3
    """

    blind: bool = attrs.field(converter=_as_blind)
    level: Level = attrs.field(converter=as_level)

    def fits(self, position: Position) -> bool:
        lost_in = CLEARED if position.blind else PLAYING
        return (
            position.lives == 0
            and position.phase is lost_in
            and self.blind is position.blind
            and self.level == position.level
        )

    def change(self, position: P) -> P:
        return position._changed(phase=LOST)


@final
@attrs.frozen(eq=False, repr=False)
class GameWon(PlainEvent):
    """The run is won: all its levels are completed (END-1, BLD-7).

    Example:
        >>> import themind as tm
        >>> tm.GameWon(blind=False)
        GameWon(blind=False)
    """

    blind: bool = attrs.field(converter=_as_blind)

    def fits(self, position: Position) -> bool:
        return position.phase is WON and self.blind is position.blind

    def change(self, position: P) -> P:
        return position


def settle(log: StepLog, *, pause: bool) -> None:
    """Emit the end of a step: a lost game (ERR-5), empty hands (LVL-7, BLD-4) or a pause."""
    state = log.state
    if state.lives == 0:
        log.emit(GameLost(state.blind, state.level))
    elif not any(state.hands):
        log.emit(HandsEmptied() if state.blind else LevelCleared(state.level))
    elif pause and state.rules.auto_refocus:
        log.emit(PlayPaused())


@attrs.frozen(eq=False, repr=False)
class Outcome(Value):
    """The result of a run that is over (END-1, END-2, BLD-7).

    Args:
        victory: Whether the team has won; all players share the result (END-4).
        blind: Whether it is the result of a blind run.
        level: The highest level completed in the run.

    Example:
        >>> import themind as tm
        >>> tm.Outcome(victory=True, blind=False, level=12).victory
        True
    """

    victory: bool = attrs.field(converter=_as_victory)
    blind: bool = attrs.field(converter=_as_blind)
    level: Level = attrs.field(converter=as_level)


def outcome(state: GameState) -> Outcome | None:
    """Return the result of the run, or None while it continues (END-1, END-2, END-4).

    In a blind run after a victory, it is the result of the blind run (BLD-7).

    Raises:
        TypeError: `state` is not a state.

    Example:
        >>> import themind as tm
        >>> tm.outcome(tm.new_game(tm.Rules.standard(players=2))) is None
        True
    """
    require_state(state)
    if not state.is_over:
        return None
    return Outcome(state.phase is WON, state.blind, state.levels_completed)
