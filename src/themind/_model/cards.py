"""The types of cards, seats, levels, hands and decks."""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = int
Seat: TypeAlias = int
Level: TypeAlias = int
Hand: TypeAlias = tuple[Card, ...]
Deck: TypeAlias = tuple[Card, ...]

NUMBER_CARDS: Final = 100

NO_SEATS: Final[frozenset[Seat]] = frozenset()
