"""The content of a picture: of a state with all cards, or of a view with the visible ones."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from themind import AsideCard, Card, GameState, Seat, SeatView, SeenCard
from themind._model.checks import require_instance
from themind.words import describe_phase
from themind.words._names import Names
from themind.words._phrases import level, lives, number, seat_names, stars

Position: TypeAlias = GameState | SeatView


@attrs.frozen
class Place:
    """A seat in a picture; cards that the viewer cannot see are None."""

    seat: Seat
    name: str
    cards: tuple[Card | None, ...]
    note: str


@attrs.frozen
class Scene:
    """A position, ready to be drawn."""

    position: Position
    level: str
    phase: str
    places: tuple[Place, ...]
    pile: tuple[SeenCard, ...]
    pile_note: str
    aside: tuple[AsideCard, ...]

    @property
    def summary(self) -> str:
        """A description of the position in one sentence."""
        table = self.position
        have = f"{lives(table.lives)} and {stars(table.stars)}"
        return f"{self.level}: {self.phase}, with {have}."

    def name(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.places[seat].name


def scene_of(position: Position, names: Names | None) -> Scene:
    """Return the scene of a position; raises as the public functions do."""
    require_instance("position", position, GameState | SeatView)
    known = seat_names(position.players, names)
    return Scene(
        position,
        level(position.level, position.rules, blind=position.blind, attempt=position.attempt),
        describe_phase(position.phase),
        tuple(
            Place(seat, name, _cards(position, seat), _note(position, seat))
            for seat, name in enumerate(known)
        ),
        tuple(SeenCard(laid.seat, laid.card) for laid in position.pile),
        "played face down" if position.blind else "",
        position.aside,
    )


def _cards(position: Position, seat: Seat) -> tuple[Card | None, ...]:
    if isinstance(position, GameState):
        return position.hands[seat]
    return position.hand if seat == position.seat else (None,) * position.hand_sizes[seat]


def _note(position: Position, seat: Seat) -> str:
    notes = ["you"] if isinstance(position, SeatView) and seat == position.seat else []
    if seat in position.ready:
        notes.append("ready")
    if seat in position.agreed:
        notes.append("agrees to a star")
    return ", ".join(notes)


def share(have: int, most: int) -> str:
    """Return a number and its maximum as text."""
    return f"{number(have)} of {number(most)}"
