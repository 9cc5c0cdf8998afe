"""Messages: sentences and their parts, independent of the language."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import attrs

from themind._model.cards import Hand, Seat


class Name(NamedTuple):
    """The name of a seat."""

    seat: Seat


class Number(NamedTuple):
    """A number: a card, a level."""

    value: int


class Count(NamedTuple):
    """A number of things, such as 1 life or 2 lives."""

    things: str
    value: int


class Cards(NamedTuple):
    """A list of cards."""

    cards: Hand


class Hands(NamedTuple):
    """The cards of each seat; seats without cards are left out."""

    hands: tuple[Hand, ...]


class Sizes(NamedTuple):
    """The number of cards of each seat."""

    sizes: tuple[int, ...]


class Phrase(NamedTuple):
    """Another text of the catalogue."""

    key: str


Part: TypeAlias = Name | Number | Count | Cards | Hands | Sizes | Phrase


@attrs.frozen
class Message:
    """The key of a template in a catalogue, and the parts for its placeholders.

    If the template has plural forms, `count` selects one of them.
    """

    key: str
    parts: dict[str, Part]
    count: int | None = None
