"""What a policy is: a seat's manner of playing, which sees views and never states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple, Self

from themind import Card, SeatEvent, SeatView
from themind.experiments._draws import Draw


class Moment(NamedTuple):
    """When and from where a policy is asked.

    `level_time` is seconds of play since play was first entered in this deal, `since_event`
    seconds of play since the table last changed (a card, a star, play begun). Both stand still
    while nobody may play.
    """

    view: SeatView
    level_time: float
    since_event: float

    @property
    def lowest(self) -> Card:
        """The seat's own lowest card; a seat that is asked for a wait holds one."""
        return self.view.hand[0]

    @property
    def gap(self) -> int:
        """The seat's own lowest card less the top of the pile, or less 0 if that is empty.

        In a blind level, where a player knows only their own cards in the pile, less the
        highest of these.
        """
        view = self.view
        if not view.pile:
            return view.hand[0]
        top = view.pile[-1].card
        if top is None or view.blind:
            top = max((laid.card for laid in view.pile if laid.card is not None), default=0)
        return view.hand[0] - top


class Policy(ABC):
    """A frozen value that says when its seat plays. Derive from it and write `wait`.

    The other methods have answers that most policies keep. A policy that learns returns another
    policy from `observe`; what it learned lasts one game, so that games may run in any order.

    >>> class Patient(Policy):
    ...     def wait(self, moment: Moment, draw: Draw) -> float:
    ...         return float(moment.gap)
    >>> Patient().wants_star(...)
    False
    """

    __slots__ = ()

    @property
    def name(self) -> str | None:
        """What tells this policy from others of its class in a store.

        Needed only where that does not follow from fields of plain values (numbers, texts,
        tuples of them and frozen classes of them).
        """
        return None

    @abstractmethod
    def wait(self, moment: Moment, draw: Draw) -> float:
        """Seconds from now until this seat would play its lowest card; `inf`: never.

        Asked only while cards may be played, and only of a seat that holds one.
        """

    def wants_star(self, moment: Moment) -> bool:
        """Whether to propose a star now; asked while the team has one."""
        return False

    def agrees_to_star(self, moment: Moment) -> bool:
        """Whether to say yes to the star that another seat has proposed."""
        return False

    def observe(self, event: SeatEvent, moment: Moment) -> Self:
        """The policy after an event as its seat may know it; `moment` is after the event."""
        return self


def overrides(policy: Policy, method: str) -> bool:
    """Whether a policy has its own answer, or the base's, which need not be asked for."""
    return getattr(type(policy), method) is not getattr(Policy, method)
