"""What lies on the table, and what follows from it for everybody who sits at it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import attrs

from themind._cards import Card, Level, Seat
from themind._rules import Rules


class Phase(StrEnum):
    """Where a game stands; the transitions lead from one phase to another.

    DEALING waits for a deck, FOCUSING for every hand on the table, PLAYING for cards, REVEALING
    for a blind pile to be turned over, CLEARED for the level to be completed.
    """

    DEALING = "DEALING"
    FOCUSING = "FOCUSING"
    PLAYING = "PLAYING"
    REVEALING = "REVEALING"
    CLEARED = "CLEARED"
    WON = "WON"
    LOST = "LOST"


class AsideReason(StrEnum):
    """Why a card lies aside: skipped by a mistake (ERR-2), or thrown with a star (STAR-3)."""

    SKIPPED = "SKIPPED"
    STAR = "STAR"


@attrs.frozen
class PlayedCard:
    """A card of the pile and the seat that played it.

    >>> import themind as tm
    >>> tm.PlayedCard(0, 36)
    PlayedCard(seat=0, card=36)
    """

    seat: Seat
    card: Card


@attrs.frozen
class AsideCard:
    """A card set aside in this level, the seat that held it, and why it went.

    >>> import themind as tm
    >>> tm.AsideCard(1, 20, tm.AsideReason.STAR).reason
    <AsideReason.STAR: 'STAR'>
    """

    seat: Seat
    card: Card
    reason: AsideReason


@attrs.frozen
class SeenCard:
    """A card of the pile as a viewer sees it: who played it, and which it is, None face down.

    >>> import themind as tm
    >>> tm.SeenCard(1, None)
    SeenCard(seat=1, card=None)
    """

    seat: Seat
    card: Card | None


class Table:
    """What a state and a view say alike, each from its own fields."""

    __slots__ = ()

    if TYPE_CHECKING:
        rules: Rules
        phase: Phase
        level: Level
        lives: int
        stars: int

        @property
        def pile(self) -> tuple[PlayedCard | SeenCard, ...]: ...

        aside: tuple[AsideCard, ...]
        blind: bool
        attempt: int
        ready: frozenset[Seat]
        agreed: frozenset[Seat]

        @property
        def _cards_are_held(self) -> bool: ...

        @property
        def _mistake_is_due(self) -> bool: ...

        def _cleared_table(self) -> dict[str, Any]: ...

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.rules.players

    @property
    def lives_in_supply(self) -> int:
        """The lives that the team could still win (SET-6)."""
        return self.rules.max_lives - self.lives

    @property
    def stars_in_supply(self) -> int:
        """The stars that the team could still win (SET-6)."""
        return self.rules.max_stars - self.stars

    @property
    def levels_completed(self) -> Level:
        """The highest level completed in this run; before any, first_level less 1 (BLD-7)."""
        return self.level if self.phase is Phase.WON else self.level - 1

    @property
    def top(self) -> Card | None:
        """The card on top of the pile; None where there is none, or it cannot be known."""
        return self.pile[-1].card if self.pile else None

    @property
    def is_over(self) -> bool:
        """Whether the run is won or lost (END-1, END-2), even where a blind one may follow."""
        return self.phase is Phase.WON or self.phase is Phase.LOST
