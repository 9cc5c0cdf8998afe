"""The records of a run, kept as JSON and parsed on access."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import ClassVar, overload

from themind import InvalidArgument, Record
from themind._model.checks import as_int, require_instance, wrong_type
from themind.codec import loads


class Records(Sequence[Record]):
    """The records of a run, each parsed from its JSON on access.

    Attributes:
        games: The numbers of the games.
        texts: Their records as canonical JSON.
    """

    def __init__(self, games: Sequence[int], texts: Sequence[str]) -> None:
        for name, given in (("games", games), ("texts", texts)):
            if isinstance(given, str | bytes) or not isinstance(given, Sequence):
                raise wrong_type(name, "a sequence such as a list or a tuple", given)
        if len(games) != len(texts):
            must = f"texts must have {len(games)} items, one for each game"
            raise InvalidArgument(f"{must}, got {len(texts)}")
        self.games = games
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> Records: ...
    def __getitem__(self, place: int | slice) -> Record | Records:
        if isinstance(place, slice):
            for bound in (place.start, place.stop, place.step):
                if bound is not None:
                    as_int("each bound of place", bound)
            return Records(self.games[place], self.texts[place])
        number = as_int("place", place)
        text = self.texts[number]
        require_instance(f"texts[{number}]", text, str)
        return loads(text, Record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Records):
            return NotImplemented
        return list(self.games) == list(other.games) and list(self.texts) == list(other.texts)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Records: {len(self)} games>"


def records_digest(records: Records) -> int:
    """Return the sum of the SHA-256 of the number and record of each game."""
    pairs = zip(records.games, records.texts, strict=True)
    hashes = [sha256(f"{game}\n{text}".encode()).digest() for game, text in pairs]
    return sum([int.from_bytes(one, "big") for one in hashes])
