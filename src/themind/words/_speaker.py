"""Rendering of messages as sentences, with a catalogue and the names of the players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import attrs

from themind._model.cards import Hand, Seat
from themind.words._catalogue import Catalogue, counted_text_of, text_of
from themind.words._names import (
    LONGEST_NAME,
    Names,
    require_name_for_each,
    require_name_of,
    safe_name,
)
from themind.words._parts import (
    Cards,
    Count,
    Hands,
    Message,
    Name,
    Number,
    Part,
    Phrase,
    Sizes,
)

LARGEST_NUMBER = 999_999_999
_LIST_SO_FAR = "\0"  # neither templates nor names have control characters


@attrs.frozen
class Speaker:
    """Renders messages with one catalogue and one set of names."""

    catalogue: Catalogue
    names: Names = ()
    columns: int = LONGEST_NAME

    def sentence(self, message: Message) -> str:
        """Return the sentence of a message."""
        parts = {name: self._part(part) for name, part in message.parts.items()}
        if message.count is None:
            return self.say(message.key, **parts)
        template = counted_text_of(self.catalogue, message.key, message.count)
        return template.format_map(parts)

    def say(self, key: str, **parts: str) -> str:
        """Return the text of a key, with its placeholders filled."""
        return text_of(self.catalogue, key).format_map(parts)

    def _part(self, part: Part) -> str:
        match part:
            case Name(seat):
                return self.name(seat)
            case Number(value):
                return self.number(value)
            case Count(things, value):
                return self.count(things, value)
            case Cards(cards):
                return self._cards(cards)
            case Hands(hands):
                return self._hands(hands)
            case Sizes(sizes):
                return self._sizes(sizes)
            case Phrase(key):
                return self.say(key)
            case never:
                assert_never(never)

    def name(self, seat: Seat) -> str:
        """Return the printable name of a seat, or its number."""
        name = ""
        if self.names:
            require_name_of(self.names, seat)
            name = safe_name(self.names[seat], self.columns)
        return name or self.say("seat", seat=self.number(seat))

    def number(self, value: int) -> str:
        """Return a number as text, kept short even for huge numbers."""
        return str(value) if abs(value) <= LARGEST_NUMBER else self.say("large")

    def count(self, things: str, value: int) -> str:
        """Return a number of things, such as `no lives`, `1 life` or `2 lives`."""
        template = counted_text_of(self.catalogue, things, value)
        return template.format_map({"count": self.number(value)})

    def _cards(self, cards: Hand) -> str:
        *others, last = [self.number(card) for card in cards] or [self.count("cards", 0)]
        if not others:
            return last
        return self.say("list.cards.last", some=self._listed("list.cards", others), next=last)

    def _hands(self, hands: tuple[Hand, ...]) -> str:
        require_name_for_each(self.names, len(hands))
        return self._with_names(
            (seat, self._cards(hand)) for seat, hand in enumerate(hands) if hand
        )

    def _sizes(self, sizes: tuple[int, ...]) -> str:
        require_name_for_each(self.names, len(sizes))
        if len(set(sizes)) == 1:
            return self.say("each", count=self.count("cards", sizes[0]))
        return self._with_names(
            (seat, self.count("cards", size)) for seat, size in enumerate(sizes)
        )

    def _with_names(self, hands: Iterable[tuple[Seat, str]]) -> str:
        items = [self.say("hand", name=self.name(seat), cards=cards) for seat, cards in hands]
        return self._listed("list.hands", items) if items else self.count("cards", 0)

    def _listed(self, key: str, items: list[str]) -> str:
        """Return a list that is built from the left, in linear time."""
        template = text_of(self.catalogue, key)
        heads: list[str] = []
        tails = items[:1]
        for item in items[1:]:
            pieces = template.format(some=_LIST_SO_FAR, next=item).split(_LIST_SO_FAR)
            if len(pieces) == 2:
                heads.append(pieces[0])
                tails.append(pieces[1])
            else:  # a template that omits the list so far, or repeats it
                heads, tails = [], ["".join([*reversed(heads), *tails]).join(pieces)]
        return "".join([*reversed(heads), *tails])
