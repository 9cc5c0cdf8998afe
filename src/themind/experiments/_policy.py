"""Policies: how a seat plays, deciding from views and never from states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, Self

from themind import Card, Hand, InvalidArgument, SeatEvent, SeatView
from themind._model.checks import require_exactly, require_instance
from themind._model.reals import require_number
from themind.experiments._draws import Draw


class Moment(NamedTuple):
    """The view from which a policy decides, and times of play in seconds.

    All times stand still while play is paused or a star is voted on.
    """

    view: SeatView
    """The view of the seat."""
    level_time: float
    """Time since play was first entered in this deal."""
    since_event: float
    """Time since the table last changed: a card, a star, play begun."""
    waited: float = 0.0
    """Time from the change before to the last change by a card or a star; 0 before the first of
    a deal. As `observe` gets a `CardPlayed`, this is the wait that the card ended."""

    @property
    def lowest(self) -> Card:
        """The seat's own lowest card; a seat that is asked for a wait holds one.

        Raises:
            InvalidArgument: The viewer holds no card.
            TypeError: `view` is no `SeatView`.
        """
        return _hand_of(self)[0]

    @property
    def gap(self) -> int:
        """The seat's own lowest card less the top of the pile, or less 0 if that is empty.

        In a blind level a player knows only their own cards in the pile: there it is less the
        highest of these.
        """
        view, lowest = self.view, _hand_of(self)[0]
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


def require_question(moment: Moment, draw: Draw) -> None:
    """Raise TypeError or InvalidArgument unless a policy can be asked with these arguments."""
    require_instance("moment", moment, Moment)
    require_instance("draw", draw, Draw)
    require_exactly("moment.view", moment.view, SeatView)
    require_number("moment.level_time", moment.level_time)
    require_number("moment.since_event", moment.since_event)
    require_number("moment.waited", moment.waited)


class Policy(ABC):
    """A frozen value that says when its seat plays. Derive from it and write `wait`.

    The other methods have answers that most policies keep. A policy that learns returns another
    policy from `observe`. In a `run`, each game begins with the policies of the experiment, so
    that games can be played in any order; `learn` carries policies over from game to game.

    A policy must be a function of its fields and of the arguments that it is given: it draws
    random numbers from `draw` alone, and changes nothing in itself. The first game of a run is
    played twice, and a policy that answers differently is a `PolicyError`. A policy that cannot
    keep to this (a language model, a person) says so with `deterministic = False`. It is then
    asked once.

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
        """The text that tells this policy from others of its class in a store.

        Needed only where that does not follow from fields of plain values (numbers, texts,
        tuples of them and frozen classes of them).
        """
        return None

    @abstractmethod
    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return the seconds from now until this seat would play its lowest card; `inf`: never.

        Asked only while cards can be played, and only of a seat that holds one.
        """

    def wants_star(self, moment: Moment, draw: Draw) -> bool:
        """Return whether to propose a star now.

        Asked while the team has a star, of seats that hold a card.
        """
        return False

    def agrees_to_star(self, moment: Moment, draw: Draw) -> bool:
        """Return whether to agree to the star that another seat has proposed."""
        return False

    def observe(self, event: SeatEvent, moment: Moment, draw: Draw) -> Self:
        """Return the policy after an event, redacted for its seat; `moment` is after the event."""
        return self

    def report(self) -> Mapping[str, float]:
        """Return numbers to put into the table of a `learn`, after each game.

        A policy reports the same names after each game, and finite numbers.
        """
        return {}


def overrides(policy: Policy, method: str) -> bool:
    """Return whether a policy has its own answer, so that it has to be asked."""
    return getattr(type(policy), method) is not getattr(Policy, method)
