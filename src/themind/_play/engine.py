"""Public functions that apply actions and events; the rules are in their classes."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, SupportsIndex, get_args

from themind._model.cards import Seat
from themind._model.checks import as_int, wrong_type
from themind._model.codes import IllegalCode
from themind._model.position import CLEARED, REVEALING, Phase, require_viewer
from themind._model.state import GameState, require_state
from themind._model.view import SeatView
from themind._play.bases import BaseSeatAction, StepLog
from themind._play.blind import ContinueBlind, Reveal
from themind._play.chapters import (
    ACTIONS,
    EVENTS,
    SEAT_EVENTS,
    Action,
    Event,
    SeatAction,
    SeatEvent,
    Step,
    TableAction,
    new_tuple,
)
from themind._play.completing import CompleteLevel
from themind._play.errors import IllegalAction, Illegality, InvalidEvent, require_action
from themind._play.focusing import Begin
from themind._play.playing import Play, undisturbed_play
from themind._play.redeals import Gather


class Host(Enum):
    """The type of `HOST`, its only member."""

    HOST = "HOST"

    def __repr__(self) -> str:
        return "HOST"


HOST: Final = Host.HOST


def apply(state: GameState, action: Action, *, by: SupportsIndex | Host | None = HOST) -> Step:
    """Apply an action and return the new state with the events that led to it.

    Args:
        state: The state, which is not changed.
        action: The action.
        by: The seat that requests the action, which can take only its own seat actions (LVL-11):
            a server passes the seat of the client. None is a spectator, who can take no action.
            `HOST`, the default, is the program itself, which can take every action.

    Raises:
        IllegalAction: The rules do not allow the action.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.apply(state, tm.Deal(tm.stacked_deck([(37,), (62,)])))
        >>> tm.apply(state, tm.Ready(1), by=1).events
        (SeatReady(seat=1),)
    """
    if type(state) is not GameState:
        require_state(state)
    if type(action) is Play:
        if by is HOST or _is_own(action, by):
            quick = undisturbed_play(state, action.seat, action.card)
            if quick is not None:
                return new_tuple(Step, quick)
    elif type(action) not in ACTIONS:
        require_action("action", action)
    code = _refusal(state, action, by)
    if code is not None:
        raise IllegalAction(_illegality(state, action, code))
    log = StepLog(state)
    action.perform(log)
    return new_tuple(Step, (log.state, tuple(log.events)))


def check(
    state: GameState, action: Action, *, by: SupportsIndex | Host | None = HOST
) -> Illegality | None:
    """Return the reason why an action is illegal, or None if it is legal.

    The arguments are those of `apply`.

    Raises:
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> tm.check(state, tm.Play(0)).code
        <IllegalCode.WRONG_PHASE: 'WRONG_PHASE'>
    """
    require_state(state)
    code = _refusal(state, require_action("action", action), by)
    return None if code is None else _illegality(state, action, code)


def is_legal(state: GameState, action: Action, *, by: SupportsIndex | Host | None = HOST) -> bool:
    """Return whether an action is legal; arguments and errors are those of `check`.

    Example:
        >>> import themind as tm
        >>> tm.is_legal(tm.new_game(tm.Rules.standard(players=2)), tm.Begin())
        False
    """
    return check(state, action, by=by) is None


def _refusal(
    state: GameState, action: Action, by: SupportsIndex | Host | None
) -> IllegalCode | None:
    """Return the first code that applies to an action, in the order of the codes."""
    if by is not HOST and not _is_own(action, by):
        return IllegalCode.NOT_YOURS
    if state.phase not in action.phases:
        return IllegalCode.WRONG_PHASE
    if not action.seats_exist(state):
        return IllegalCode.NO_SUCH_SEAT
    return action.table_refusal(state) or action.own_refusal(state)


def _is_own(action: Action, by: SupportsIndex | Host | None) -> bool:
    """Return whether an action belongs to the requesting seat."""
    if type(by) is int:
        return isinstance(action, BaseSeatAction) and action.seat == by
    if by is None:
        return False
    if isinstance(by, Host | bool) or not hasattr(type(by), "__index__"):
        raise wrong_type("by", "a seat, HOST or None", by)
    return isinstance(action, BaseSeatAction) and action.seat == as_int("by", by)


def _illegality(state: GameState, action: Action, code: IllegalCode) -> Illegality:
    rule = action.rule_against(code, state)
    return Illegality(code, rule, action, action.detail_of(code, state))


def forced_action(state: GameState) -> Action | None:
    """Return the next forced action (`Reveal` or `CompleteLevel`), or None.

    A forced action needs no decision by a player: it turns a blind pile over (BLD-4) or completes
    a cleared level (LVL-8).

    Raises:
        TypeError: `state` is not a state.

    Example:
        >>> import themind as tm
        >>> tm.forced_action(tm.new_game(tm.Rules.standard(players=2))) is None
        True
    """
    phase = require_state(state).phase
    if phase is REVEALING:
        return Reveal()
    return CompleteLevel() if phase is CLEARED else None


_LISTED: Final[tuple[TableAction, ...]] = (
    Begin(),
    Reveal(),
    CompleteLevel(),
    ContinueBlind(),
    Gather(),
)
_LISTED_IN: Final = {
    phase: tuple([action for action in _LISTED if phase in action.phases]) for phase in Phase
}


@lru_cache(maxsize=64)
def _listed_of_seats(phase: Phase, first: Seat, end: Seat) -> tuple[tuple[SeatAction, ...], ...]:
    """Return the seat actions of a phase by type, with one for each seat."""
    kinds = [kind for kind in get_args(SeatAction) if phase in kind.phases and kind.is_listed]
    return tuple([tuple([kind(seat) for seat in range(first, end)]) for kind in kinds])


def legal_actions(position: GameState | SeatView) -> tuple[Action, ...]:
    """Return all legal actions except `Deal`, which needs a deck.

    The compound actions `Star` and `PlayTogether` are omitted, and the optional `card` and
    `cards_down` are None. For a state, the actions of the table come first, then those of the
    seats in ascending order. For a view, they are the actions of its seat, and none for a
    spectator.

    Raises:
        TypeError: `position` is neither a state nor a view.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
        >>> tm.legal_actions(tm.view(state, seat=1))
        (Ready(seat=1),)
    """
    if type(position) is GameState:
        listed: list[Action] = [
            action
            for action in _LISTED_IN[position.phase]
            if not (action.table_refusal(position) or action.own_refusal(position))
        ]
        listed += _legal_for_seats(position, 0, position.rules.players)
        return tuple(listed)
    if type(position) is SeatView:
        seat = position.seat
        return () if seat is None else tuple(_legal_for_seats(position, seat, seat + 1))
    raise wrong_type("position", "a GameState or a SeatView", position)


def _legal_for_seats(position: GameState | SeatView, first: Seat, end: Seat) -> list[SeatAction]:
    legal: list[SeatAction] = []
    for actions in _listed_of_seats(position.phase, first, end):
        if actions[0].table_refusal(position) is None:
            legal += [action for action in actions if action.own_refusal(position) is None]
    return legal


def evolve(state: GameState, event: Event) -> GameState:
    """Return the state after an event.

    Between the events of one step, a state can be one that the constructor rejects: for example,
    the wrong card is on the pile before the life is lost. Use or store a state only after the last
    event of the step.

    Raises:
        InvalidEvent: The event cannot follow the state.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> tm.evolve(state, tm.LevelDealt(1, ((37,), (62,)))).phase
        <Phase.FOCUSING: 'FOCUSING'>
    """
    require_state(state)
    if type(event) not in EVENTS:
        raise wrong_type("event", "an Event", event)
    if not event.can_follow(state):
        raise InvalidEvent(event)
    return event.applied_to(state)


def redact(event: Event, seat: SupportsIndex | None = None) -> SeatEvent:
    """Return an event as a seat sees it, or for None as a spectator sees it.

    A deal becomes the seat's own hand and the sizes of all hands. A face-down card of another seat
    becomes only its seat. Every other event is returned unchanged.

    Raises:
        TypeError: An argument has a wrong type.
        InvalidArgument: The seat is negative, or has no hand in a deal. Other events do not contain
            the number of seats.

    Example:
        >>> import themind as tm
        >>> dealt = tm.LevelDealt(1, ((37,), (62,)))
        >>> tm.redact(dealt, seat=0)
        HandDealt(level=1, hand=(37,), hand_sizes=(1, 1))
        >>> tm.redact(tm.CardPlayed(1, 62, face_down=True), seat=0)
        HiddenCardPlayed(seat=1)
    """
    viewer = require_viewer(seat)
    if type(event) not in EVENTS:
        raise wrong_type("event", "an Event", event)
    return event.redacted_for(viewer)


def evolve_view(view: SeatView, event: SeatEvent) -> SeatView:
    """Return the view after an event, for clients that follow a game.

    Only the visible part of the position is checked.

    Raises:
        InvalidEvent: The event cannot follow the view. A client that missed an event needs a new
            view.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> seen = tm.view(tm.new_game(tm.Rules.standard(players=2)), seat=0)
        >>> seen = tm.evolve_view(seen, tm.HandDealt(1, (37,), (1, 1)))
        >>> seen.phase, seen.hand
        (<Phase.FOCUSING: 'FOCUSING'>, (37,))
    """
    if type(view) is not SeatView:
        raise wrong_type("view", "a SeatView", view)
    if type(event) not in SEAT_EVENTS:
        raise wrong_type("event", "a SeatEvent", event)
    if not event.can_follow_view(view):
        raise InvalidEvent(event)
    return event.applied_to_view(view)
