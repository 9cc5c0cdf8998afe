"""The public unions of actions and events, and the check that they are complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias, get_args

from themind._model.state import GameState
from themind._model.values import UNFROZEN
from themind._play.bases import BaseEvent, BaseSeatAction, BaseSeatEvent, BaseTableAction
from themind._play.blind import BlindStarted, ContinueBlind, PileRevealed, Reveal
from themind._play.completing import CompleteLevel, LevelCompleted, RewardForfeited, RewardTaken
from themind._play.dealing import Deal, HandDealt, LevelDealt
from themind._play.endings import GameLost, GameWon, HandsEmptied, LevelCleared, PlayPaused
from themind._play.focusing import (
    Begin,
    PlayStarted,
    Ready,
    Refocus,
    RefocusCalled,
    SeatReady,
    SeatUnready,
    Unready,
)
from themind._play.landing import PlayTogether
from themind._play.mistakes import MistakeMade
from themind._play.playing import CardPlayed, CardVoid, HiddenCardPlayed, Play
from themind._play.redeals import DealGathered, Gather
from themind._play.stars import (
    AgreeToStar,
    DeclineStar,
    ProposeStar,
    Star,
    StarAgreed,
    StarDeclined,
    StarLapsed,
    StarProposed,
    StarThrown,
)

TableAction: TypeAlias = (
    Deal | Begin | PlayTogether | Star | Reveal | CompleteLevel | ContinueBlind | Gather
)
SeatAction: TypeAlias = Ready | Unready | Refocus | Play | ProposeStar | AgreeToStar | DeclineStar
Action: TypeAlias = SeatAction | TableAction

# The events that can follow both a state and a view.
SharedEvent: TypeAlias = (
    SeatReady
    | SeatUnready
    | PlayStarted
    | RefocusCalled
    | PlayPaused
    | CardPlayed
    | MistakeMade
    | CardVoid
    | StarProposed
    | StarAgreed
    | StarDeclined
    | StarLapsed
    | StarThrown
    | HandsEmptied
    | PileRevealed
    | LevelCleared
    | RewardTaken
    | RewardForfeited
    | LevelCompleted
    | GameWon
    | GameLost
    | BlindStarted
    | DealGathered
)
Event: TypeAlias = LevelDealt | SharedEvent
SeatEvent: TypeAlias = HandDealt | HiddenCardPlayed | SharedEvent

ACTIONS: Final[frozenset[type[Action]]] = frozenset(get_args(Action))
SEAT_ACTIONS: Final[frozenset[type[SeatAction]]] = frozenset(get_args(SeatAction))
EVENTS: Final[frozenset[type[Event]]] = frozenset(get_args(Event))
SEAT_EVENTS: Final[frozenset[type[SeatEvent]]] = frozenset(get_args(SeatEvent))


class Step(NamedTuple):
    """The result of an action: the new state, and the events that led to it, in order.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
        >>> events
        (LevelDealt(level=1, hands=((37,), (62,))),)
    """

    state: GameState
    events: tuple[Event, ...]


# This takes a third of the time of the constructor, which is Python code.
new_tuple = tuple.__new__


def _leaves(base: type[object]) -> Iterator[type[object]]:
    """Return the subclasses of a base without further subclasses, except unfrozen ones."""
    below = [cls for cls in base.__subclasses__() if not cls.__name__.startswith(UNFROZEN)]
    for cls in below:
        yield from _leaves(cls)
    if not below:
        yield base


def require_complete_unions() -> None:
    """Raise TypeError for a class that is missing from its union, or that lacks a constant."""
    for base, members, name in (
        (BaseTableAction, get_args(TableAction), "TableAction"),
        (BaseSeatAction, SEAT_ACTIONS, "SeatAction"),
        (BaseEvent, EVENTS, "Event"),
        (BaseSeatEvent, SEAT_EVENTS, "SeatEvent"),
    ):
        known = {cls.__qualname__ for cls in members if hasattr(cls, "__final__")}
        for cls in _leaves(base):  # attrs creates each class twice, so compare names
            if cls.__qualname__ not in known:
                raise TypeError(f"{name} must name {cls.__qualname__}, which must be final")
    for action in ACTIONS:
        for constant in ("phases", "phase_rule", "is_listed"):
            if not hasattr(action, constant):
                raise TypeError(f"{action.__qualname__} must have the constant {constant}")


require_complete_unions()
