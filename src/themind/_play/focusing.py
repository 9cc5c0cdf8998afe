"""Getting ready, and calling stop (LVL-3, LVL-4)."""

from __future__ import annotations

from typing import ClassVar, final

from themind._model.cards import NO_SEATS
from themind._model.codes import IllegalCode
from themind._model.position import (
    FOCUSING,
    PLAYING,
    Phase,
    Position,
    play_is_undisturbed,
    seat_exists,
    someone_is_not_ready,
)
from themind._model.state import GameState
from themind._model.values import OfSeat
from themind._play.bases import BaseSeatAction, BaseTableAction, P, PlainEvent, StepLog
from themind._play.stars import end_proposal


@final
class SeatReady(OfSeat, PlainEvent):
    """A seat puts its hand on the table (LVL-3).

    Example:
        >>> import themind as tm
        >>> tm.SeatReady(1)
        SeatReady(seat=1)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return (
            position.phase is FOCUSING
            and seat_exists(position, self.seat)
            and self.seat not in position.ready
        )

    def change(self, position: P) -> P:
        return position._changed(ready=position.ready | {self.seat})


@final
class SeatUnready(OfSeat, PlainEvent):
    """A seat takes its hand off the table (LVL-3).

    Example:
        >>> import themind as tm
        >>> tm.SeatUnready(1)
        SeatUnready(seat=1)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return someone_is_not_ready(position) and self.seat in position.ready

    def change(self, position: P) -> P:
        return position._changed(ready=position.ready - {self.seat})


@final
class PlayStarted(PlainEvent):
    """Everyone is ready, and play starts or resumes (LVL-3, LVL-4).

    Example:
        >>> import themind as tm
        >>> tm.PlayStarted()
        PlayStarted()
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return position.phase is FOCUSING

    def change(self, position: P) -> P:
        return position._changed(phase=PLAYING, ready=NO_SEATS)


@final
class RefocusCalled(OfSeat, PlainEvent):
    """A seat calls stop (LVL-4).

    Example:
        >>> import themind as tm
        >>> tm.RefocusCalled(1)
        RefocusCalled(seat=1)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return play_is_undisturbed(position) and seat_exists(position, self.seat)

    def change(self, position: P) -> P:
        return position._changed(phase=FOCUSING)


@final
class Ready(OfSeat, BaseSeatAction):
    """Put a hand on the table (LVL-3).

    Example:
        >>> import themind as tm
        >>> tm.Ready(1)
        Ready(seat=1)
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FOCUSING,)
    phase_rule = "LVL-3"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def own_refusal(self, position: Position) -> IllegalCode | None:
        return IllegalCode.ALREADY_READY if self.seat in position.ready else None

    def perform(self, log: StepLog) -> None:
        log.emit(SeatReady(self.seat))
        if len(log.state.ready) == log.state.players:
            log.emit(PlayStarted())


@final
class Unready(OfSeat, BaseSeatAction):
    """Take a hand off the table before play starts (LVL-3).

    Example:
        >>> import themind as tm
        >>> tm.Unready(1)
        Unready(seat=1)
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FOCUSING,)
    phase_rule = "LVL-3"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def own_refusal(self, position: Position) -> IllegalCode | None:
        return None if self.seat in position.ready else IllegalCode.NOT_READY

    def perform(self, log: StepLog) -> None:
        log.emit(SeatUnready(self.seat))


@final
class Begin(BaseTableAction):
    """Start play, with all seats ready at the same time (LVL-3).

    Example:
        >>> import themind as tm
        >>> tm.Begin()
        Begin()
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FOCUSING,)
    phase_rule = "LVL-3"
    is_listed = True

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def perform(self, log: StepLog) -> None:
        log.emit(PlayStarted())


@final
class Refocus(OfSeat, BaseSeatAction):
    """Call stop to refocus; it costs nothing (LVL-4).

    Example:
        >>> import themind as tm
        >>> tm.Refocus(1)
        Refocus(seat=1)
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "LVL-4"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def own_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def perform(self, log: StepLog) -> None:
        end_proposal(log)
        log.emit(RefocusCalled(self.seat))
