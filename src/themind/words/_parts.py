"""What can stand in a sentence, before it is put into the words of a language."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import attrs

from themind.words._game import Hand, Seat


class Name(NamedTuple):
    """The name of a seat."""

    seat: Seat


class Number(NamedTuple):
    """A number: a card, a level."""

    value: int


class Count(NamedTuple):
    """A number of things: 1 life, 2 lives."""

    things: str
    value: int


class Cards(NamedTuple):
    """Some cards."""

    cards: Hand


class Hands(NamedTuple):
    """The cards of each seat; seats without cards are left out."""

    hands: tuple[Hand, ...]


class Sizes(NamedTuple):
    """How many cards each seat has."""

    sizes: tuple[int, ...]


class Phrase(NamedTuple):
    """Another text of the catalogue."""

    key: str


Part: TypeAlias = Name | Number | Count | Cards | Hands | Sizes | Phrase


@attrs.frozen
class Message:
    """A sentence to be: which text of a catalogue, and what stands at its placeholders.

    With a `count` the text has plural forms, and that number chooses among them.
    """

    key: str
    parts: dict[str, Part]
    count: int | None = None
