"""Positions: phases, cards on the table, and the properties shared by states and views."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, SupportsIndex

import attrs

from themind._model.cards import Card, Hand, Level, Seat
from themind._model.checks import require_exactly, require_int
from themind._model.rules import Rules
from themind._model.values import Value, as_card, as_optional_card, as_seat, unchecked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self


class Phase(StrEnum):
    """The phase of a game, which determines the possible actions.

    DEALING waits for a deck, FOCUSING for every hand on the table, PLAYING for cards, REVEALING
    for the blind pile to be turned over, CLEARED for the level to be completed.
    """

    DEALING = "DEALING"
    FOCUSING = "FOCUSING"
    PLAYING = "PLAYING"
    REVEALING = "REVEALING"
    CLEARED = "CLEARED"
    WON = "WON"
    LOST = "LOST"


# On Python 3.11, `Phase.PLAYING` takes as long as a call; a global name does not.
DEALING, FOCUSING, PLAYING, REVEALING, CLEARED, WON, LOST = Phase


class AsideReason(StrEnum):
    """The reason for setting a card aside: a mistake (ERR-2) or a star (STAR-3)."""

    SKIPPED = "SKIPPED"
    STAR = "STAR"


def _as_reason(reason: AsideReason) -> AsideReason:
    return require_exactly("reason", reason, AsideReason)


@attrs.frozen(eq=False, repr=False)
class PlayedCard(Value):
    """A card of the pile and the seat that played it.

    Example:
        >>> import themind as tm
        >>> tm.PlayedCard(0, 36)
        PlayedCard(seat=0, card=36)
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)


@attrs.frozen(eq=False, repr=False)
class AsideCard(Value):
    """A card set aside in this level, the seat that held it, and the reason.

    Example:
        >>> import themind as tm
        >>> tm.AsideCard(1, 20, tm.AsideReason.STAR).reason
        <AsideReason.STAR: 'STAR'>
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)
    reason: AsideReason = attrs.field(converter=_as_reason)


@attrs.frozen(eq=False, repr=False)
class SeenCard(Value):
    """A card of the pile as a viewer sees it: its seat, and the card, or None if face down.

    Example:
        >>> import themind as tm
        >>> tm.SeenCard(1, None)
        SeenCard(seat=1, card=None)
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card | None = attrs.field(converter=as_optional_card)


make_played_card = unchecked(PlayedCard)
make_aside_card = unchecked(AsideCard)
make_seen_card = unchecked(SeenCard)


class Position(Value):
    """The base class of states and views, with their common fields and properties."""

    __slots__ = ()

    if TYPE_CHECKING:
        rules: Rules
        phase: Phase
        level: Level
        lives: int
        stars: int

        @property
        def pile(self) -> Sequence[PlayedCard | SeenCard]: ...

        aside: tuple[AsideCard, ...]
        blind: bool
        attempt: int
        ready: frozenset[Seat]
        agreed: frozenset[Seat]

        @property
        def _cards_are_held(self) -> bool: ...

        @property
        def _lowest_known(self) -> Card | None: ...

        def _hand_of(self, seat: Seat) -> Hand: ...

        def _changed(
            self,
            *,
            phase: Phase = ...,
            level: Level = ...,
            lives: int = ...,
            stars: int = ...,
            blind: bool = ...,
            attempt: int = ...,
            ready: frozenset[Seat] = ...,
            agreed: frozenset[Seat] = ...,
        ) -> Self: ...

        def _emptied(self, *, phase: Phase, level: Level, attempt: int) -> Self: ...

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    @property
    def lives_in_supply(self) -> int:
        """The lives that the team can still gain (SET-6)."""
        return self.rules.max_lives - self.lives

    @property
    def stars_in_supply(self) -> int:
        """The stars that the team can still gain (SET-6)."""
        return self.rules.max_stars - self.stars

    @property
    def levels_completed(self) -> Level:
        """The highest level completed in this run, or `first_level` - 1 if none is (BLD-7)."""
        return self.level if self.phase is WON else self.level - 1

    @property
    def top(self) -> Card | None:
        """The top card of the pile; None if the pile is empty or the card is hidden."""
        return self.pile[-1].card if self.pile else None

    @property
    def is_over(self) -> bool:
        """Whether the run is won or lost (END-1, END-2), even if a blind run can follow."""
        return self.phase is WON or self.phase is LOST


def seat_exists(position: Position, seat: Seat) -> bool:
    """Return whether the table has this seat."""
    return 0 <= seat < position.rules.players


def a_life_is_left(position: Position) -> bool:
    """Return whether the phase is PLAYING and a life is left (ERR-5)."""
    return position.phase is PLAYING and position.lives > 0


def someone_is_not_ready(position: Position) -> bool:
    """Return whether the phase is FOCUSING and a seat is not ready (LVL-3)."""
    return position.phase is FOCUSING and len(position.ready) < position.players


def lower_card_is_held(position: Position) -> bool:
    """Return whether a known held card is below the top of an open pile (ERR-1)."""
    if position.blind or not position.pile:
        return False
    lowest, top = position._lowest_known, position.pile[-1].card
    return lowest is not None and top is not None and lowest < top


def play_is_running(position: Position) -> bool:
    """Return whether cards can be played: a card is held, and no mistake is pending."""
    return (
        position.phase is PLAYING
        and position.lives > 0
        and position._cards_are_held
        and not lower_card_is_held(position)
    )


def play_is_undisturbed(position: Position) -> bool:
    """Return whether play is in progress and no star is proposed."""
    return not position.agreed and play_is_running(position)


def star_is_open(position: Position) -> bool:
    """Return whether a star is proposed and a seat has not agreed (STAR-2)."""
    return a_life_is_left(position) and 0 < len(position.agreed) < position.players


def cards_down(position: Position) -> int:
    """Return the number of cards in pile and aside together (STAR-6)."""
    return len(position.pile) + len(position.aside)


def require_viewer(seat: SupportsIndex | None) -> Seat | None:
    """Return a viewer as a seat or None; raise for anything else, and for a negative seat."""
    return None if seat is None else require_int("seat", seat, least=0)
