"""Policies, which decide how a seat plays from views, and never from states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, Self

from themind import Card, Hand, InvalidArgument, SeatEvent, SeatView
from themind._model.checks import require_exactly, require_instance
from themind._model.reals import require_number
from themind.experiments._draws import Draw


class Moment(NamedTuple):
    """The view from which a policy decides, and the play times in seconds.

    All times stop while play is paused or the players vote on a star.

    Args:
        view: The view of the seat.
        level_time: Time since play first began in this deal.
        since_event: Time since the position last changed, by a card, a star or the start of play.
        waited: Time for which the position was unchanged before the last card or star; 0 before
            the first one of a deal. When `observe` gets a `CardPlayed`, this is the wait before
            the card.
    """

    view: SeatView
    level_time: float
    since_event: float
    waited: float = 0.0

    @property
    def lowest(self) -> Card:
        """The seat's lowest card; `wait` is called only for seats that hold one.

        Raises:
            InvalidArgument: The viewer holds no card.
            TypeError: `view` is not a `SeatView`.
        """
        return _hand_of(self)[0]

    @property
    def gap(self) -> int:
        """The seat's lowest card minus the top of the pile, or minus 0 if the pile is empty.

        In a blind level a player sees only their own cards in the pile, so the highest of these
        counts as the top.
        """
        view = self.view
        hand = view.hand if type(view) is SeatView else ()
        lowest = hand[0] if hand else _hand_of(self)[0]
        if not view.pile:
            return lowest
        top = view.pile[-1].card
        if top is None or view.blind:
            top = max((laid.card for laid in view.pile if laid.card is not None), default=0)
        return lowest - top


def _hand_of(moment: Moment) -> Hand:
    """Return the hand of the viewer, which holds a card."""
    require_exactly("moment.view", moment.view, SeatView)
    if not moment.view.hand:
        raise InvalidArgument("moment.view must hold a card, got an empty hand")
    return moment.view.hand


class Policy(ABC):
    """The base class of policies: frozen values that decide when a seat plays.

    Subclasses implement `wait`; the other methods have defaults that suit most policies. A policy
    that learns returns a new policy from `observe`. In a `run`, each game begins with the policies
    of the experiment, so that games can be played in any order; `learn` carries policies over from
    game to game.

    The answers of a policy must depend only on its fields and on the arguments: it draws random
    numbers from `draw`, and never changes itself. The first game of a run is played twice, and once
    more in the calling process if workers are other processes. A policy that answers differently,
    or whose plain fields have changed, raises a `PolicyError`; differences that occur only in later
    games are not detected. A policy that cannot satisfy this, such as a language model or a person,
    sets `deterministic = False` and is called only once. Each game of a run and each repeat of
    `learn` then starts with a deep copy; a policy that cannot be copied must be frozen, and is
    shared.

    Example:
        >>> class Patient(Policy):
        ...     def wait(self, moment: Moment, draw: Draw) -> float:
        ...         return float(moment.gap)
        >>> Patient().deterministic
        True
    """

    __slots__ = ()

    deterministic: bool = True

    @property
    def name(self) -> str | None:
        """The text that distinguishes this policy from others of its class in a store.

        Only policies with fields that are not plain data need it. Plain data are numbers, texts,
        and tuples and frozen classes of plain data.
        """
        return None

    @staticmethod
    def _require_question(moment: Moment, draw: Draw) -> None:
        """Raise TypeError or InvalidArgument unless a policy can be called with these arguments."""
        require_instance("moment", moment, Moment)
        require_instance("draw", draw, Draw)
        require_exactly("moment.view", moment.view, SeatView)
        require_number("moment.level_time", moment.level_time)
        require_number("moment.since_event", moment.since_event)
        require_number("moment.waited", moment.waited)

    @abstractmethod
    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return the seconds from now until this seat would play its lowest card, `inf` for never.

        It is called only while cards can be played, for seats that hold one.
        """

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        """Return whether to propose a star now.

        It is called while the team has a star, for seats that hold a card.
        """
        return False

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        """Return whether to agree to the star that another seat has proposed."""
        return False

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Self:
        """Return the policy after an event, redacted for its seat; `moment` is after the event."""
        return self

    def report(self) -> Mapping[str, float]:
        """Return numbers for the table of `learn`, by name.

        It is called after each game, and must return finite numbers with the same names each time.
        """
        return {}


def overrides(policy: Policy, method: str) -> bool:
    """Return whether the class of a policy overrides a method."""
    return getattr(type(policy), method) is not getattr(Policy, method)
