"""A position: its phase, the cards on the table, and the facts that states and views share."""

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
    """The phase of a game; each action belongs to some of them.

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


class AsideReason(StrEnum):
    """Why a card is aside: skipped by a mistake (ERR-2), or thrown with a star (STAR-3)."""

    SKIPPED = "SKIPPED"
    STAR = "STAR"


def _as_reason(reason: AsideReason) -> AsideReason:
    return require_exactly("reason", reason, AsideReason)


@attrs.frozen(eq=False, repr=False)
class PlayedCard(Value):
    """A card of the pile and the seat that played it.

    >>> import themind as tm
    >>> tm.PlayedCard(0, 36)
    PlayedCard(seat=0, card=36)
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)


@attrs.frozen(eq=False, repr=False)
class AsideCard(Value):
    """A card set aside in this level, the seat that held it, and the reason.

    >>> import themind as tm
    >>> tm.AsideCard(1, 20, tm.AsideReason.STAR).reason
    <AsideReason.STAR: 'STAR'>
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)
    reason: AsideReason = attrs.field(converter=_as_reason)


@attrs.frozen(eq=False, repr=False)
class SeenCard(Value):
    """A card of the pile as a viewer sees it: its seat, and the card, None face down.

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
    """The fields and facts that a state and a view share."""

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
        """The highest level completed in this run; before any, first_level less 1 (BLD-7)."""
        return self.level if self.phase is Phase.WON else self.level - 1

    @property
    def top(self) -> Card | None:
        """The card on top of the pile; None where there is none, or where it is not known."""
        return self.pile[-1].card if self.pile else None

    @property
    def is_over(self) -> bool:
        """Whether the run is won or lost (END-1, END-2), even where a blind one can follow."""
        return self.phase is Phase.WON or self.phase is Phase.LOST


_PLAYING = Phase.PLAYING  # on Python 3.11 a look into an enumeration costs as much as a call


def seat_exists(position: Position, seat: Seat) -> bool:
    """Whether the table has this seat."""
    return 0 <= seat < position.rules.players


def a_life_is_left(position: Position) -> bool:
    """Whether the game is in play with a life left: a last life lost ends it first (ERR-5)."""
    return position.phase is _PLAYING and position.lives > 0


def someone_is_not_ready(position: Position) -> bool:
    """Whether the team waits for hands on the table; the last one starts play (LVL-3)."""
    return position.phase is Phase.FOCUSING and len(position.ready) < position.players


def lower_card_is_held(position: Position) -> bool:
    """Whether a known held card is lower than the top of an open pile: a mistake (ERR-1)."""
    if position.blind or not position.pile:
        return False
    lowest, top = position._lowest_known, position.pile[-1].card
    return lowest is not None and top is not None and lowest < top


def play_is_running(position: Position) -> bool:
    """Whether someone holds a card to play, and no mistake waits for its event."""
    return (
        position.phase is _PLAYING
        and position.lives > 0
        and position._cards_are_held
        and not lower_card_is_held(position)
    )


def play_is_undisturbed(position: Position) -> bool:
    """Whether play is running and no star is proposed."""
    return not position.agreed and play_is_running(position)


def star_is_open(position: Position) -> bool:
    """Whether a proposed star waits for a yes (STAR-2)."""
    return a_life_is_left(position) and 0 < len(position.agreed) < position.players


def cards_down(position: Position) -> int:
    """The number of cards in pile and aside together (STAR-6)."""
    return len(position.pile) + len(position.aside)


def require_viewer(seat: SupportsIndex | None) -> Seat | None:
    """Return a viewer as a seat or None; errors for anything else and for a negative seat."""
    return None if seat is None else require_int("seat", seat, least=0)
