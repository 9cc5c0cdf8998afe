"""The base classes of actions and events, and the log of a step.

Their methods are abstract, so that a type checker reports the missing methods of a new class.
Classes of actions and events are `final`: the engine accepts exactly these classes, and a type
checker requires all methods of a final class.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar, final

from themind._model.cards import Seat
from themind._model.codes import REFUSALS, IllegalCode
from themind._model.position import Phase, Position, seat_exists
from themind._model.state import GameState
from themind._model.values import Value
from themind._model.view import SeatView

P = TypeVar("P", GameState, SeatView)
E = TypeVar("E")

GAME_OVER_RULE = "END-2"


class BaseEvent(Value):
    """An event of a game, with all its information."""

    __slots__ = ()

    @abstractmethod
    def can_follow(self, state: GameState) -> bool:
        """Return whether the event can follow a state."""

    @abstractmethod
    def applied_to(self, state: GameState) -> GameState:
        """Return the state after the event."""

    @abstractmethod
    def redacted_for(self, seat: Seat | None) -> BaseSeatEvent:
        """Return the event as a seat sees it, or for None as a spectator sees it."""


class BaseSeatEvent(Value):
    """An event as one viewer sees it."""

    __slots__ = ()

    @abstractmethod
    def can_follow_view(self, seen: SeatView) -> bool:
        """Return whether the event can follow a view, as far as the viewer can tell."""

    @abstractmethod
    def applied_to_view(self, seen: SeatView) -> SeatView:
        """Return the view after the event."""


class PublicEvent(BaseEvent, BaseSeatEvent):
    """An event that is completely visible to every viewer."""

    __slots__ = ()

    def redacted_for(self, seat: Seat | None) -> Self:
        """Return the event itself."""
        del seat
        return self


class PlainEvent(PublicEvent):
    """A public event with the same effect on states and views."""

    __slots__ = ()

    @abstractmethod
    def fits(self, position: Position) -> bool:
        """Return whether the event can follow a position."""

    @abstractmethod
    def change(self, position: P) -> P:
        """Return the position after the event."""

    def can_follow(self, state: GameState) -> bool:
        """Return whether the event can follow a state."""
        return self.fits(state)

    def applied_to(self, state: GameState) -> GameState:
        """Return the state after the event."""
        return self.change(state)

    def can_follow_view(self, seen: SeatView) -> bool:
        """Return whether the event can follow a view."""
        return self.fits(seen)

    def applied_to_view(self, seen: SeatView) -> SeatView:
        """Return the view after the event."""
        return self.change(seen)


@final
class StepLog:
    """The events of one step, and the state after the last of them."""

    __slots__ = ("events", "state")

    def __init__(self, state: GameState) -> None:
        self.state: GameState = state
        self.events: list[BaseEvent] = []

    def emit(self, event: BaseEvent) -> None:
        """Add an event and apply it to the state."""
        self.events.append(event)
        self.state = event.applied_to(self.state)


class BaseAction(Value):
    """The base class of actions."""

    __slots__ = ()

    # Type checkers do not require class constants, so `chapters` checks them at import.
    phases: ClassVar[tuple[Phase, ...]]
    """The phases in which the action is possible."""
    phase_rule: ClassVar[str]
    """The id of the rule that limits the action to its phases."""
    is_listed: ClassVar[bool]
    """Whether `legal_actions` lists the action, which must not need a deck or a vote."""

    @abstractmethod
    def perform(self, log: StepLog) -> None:
        """Emit the events of the action, which must be legal."""

    def rule_against(self, code: IllegalCode, position: Position) -> str:
        """Return the id of the rule behind a refusal with this code."""
        if code is not IllegalCode.WRONG_PHASE:
            rule, _ = REFUSALS[code]
            return rule
        return GAME_OVER_RULE if position.is_over else self.phase_rule

    def detail_of(self, code: IllegalCode, state: GameState) -> str | None:
        """Return the detail of a refusal with this code."""
        return state.phase.name if code is IllegalCode.WRONG_PHASE else None


class BaseTableAction(BaseAction):
    """An action of the table, which belongs to no seat (LVL-11)."""

    __slots__ = ()

    def seats_exist(self, state: GameState) -> bool:
        """Return whether the table has all seats of the action."""
        del state
        return True

    @abstractmethod
    def table_refusal(self, state: GameState) -> IllegalCode | None:
        """Return the code of a refusal that depends only on the table, or None."""

    @abstractmethod
    def own_refusal(self, state: GameState) -> IllegalCode | None:
        """Return the code of a refusal that depends on the fields of the action, or None."""


class BaseSeatAction(BaseAction):
    """An action of one seat."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def seat(self) -> Seat: ...

    def seats_exist(self, state: Position) -> bool:
        """Return whether the table has the seat of the action."""
        return seat_exists(state, self.seat)

    @abstractmethod
    def table_refusal(self, position: Position) -> IllegalCode | None:
        """Return the code of a refusal that is the same for every seat, or None."""

    @abstractmethod
    def own_refusal(self, position: Position) -> IllegalCode | None:
        """Return the code of a refusal that depends on the seat, or None."""
