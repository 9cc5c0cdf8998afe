"""Gathering the cards for a new deal of the same level (VAR-3)."""

from __future__ import annotations

from typing import ClassVar, final

from themind._model.codes import IllegalCode
from themind._model.position import (
    DEALING,
    Phase,
    Position,
    play_is_undisturbed,
    someone_is_not_ready,
)
from themind._model.state import GameState
from themind._model.values import OfLevel
from themind._play.bases import BaseTableAction, P, PlainEvent, StepLog
from themind._play.stars import end_proposal


@final
class DealGathered(OfLevel, PlainEvent):
    """All cards are gathered, to deal the same level again (VAR-3).

    Example:
        >>> import themind as tm
        >>> tm.DealGathered(3)
        DealGathered(level=3)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        in_play = someone_is_not_ready(position) or play_is_undisturbed(position)
        return in_play and self.level == position.level

    def change(self, position: P) -> P:
        return position._emptied(phase=DEALING, level=position.level, attempt=position.attempt + 1)


@final
class Gather(BaseTableAction):
    """Gather all cards, to deal the same level again (VAR-3).

    Example:
        >>> import themind as tm
        >>> tm.Gather()
        Gather()
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FOCUSING, Phase.PLAYING)
    phase_rule = "VAR-3"
    is_listed = True

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def perform(self, log: StepLog) -> None:
        end_proposal(log)
        log.emit(DealGathered(log.state.level))
