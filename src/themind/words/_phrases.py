"""Short English phrases that pictures and the command line share with the sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from themind._model.cards import Seat
from themind._model.position import AsideReason
from themind._model.rules import Rules
from themind.words._catalogue import ENGLISH
from themind.words._names import LONGEST_NAME, Names, cut, require_name_for_each, require_names
from themind.words._speaker import Speaker

_ENGLISH = Speaker(ENGLISH)

REASONS = {AsideReason.SKIPPED: "skipped", AsideReason.STAR: "star"}


def seat_names(
    players: int, names: Names | None = None, columns: int = LONGEST_NAME
) -> tuple[str, ...]:
    """Return a printable name for each seat: the given one, or the number of the seat.

    Names that are equal after they are cut get the number of their seat.

    Raises:
        InvalidArgument: There are names, but not one for each seat.
        TypeError: `names` is not a sequence of str.
    """
    speaker = Speaker(ENGLISH, () if names is None else names, columns)
    require_names(speaker.names)
    require_name_for_each(speaker.names, players)
    shown = [speaker.name(seat) for seat in range(players)]
    times = Counter(shown)
    return tuple(
        [
            name if times[name] == 1 else _with_seat(name, seat, columns)
            for seat, name in enumerate(shown)
        ]
    )


def _with_seat(name: str, seat: Seat, columns: int) -> str:
    number = f" ({seat})"
    return cut(name, columns - len(number)) + number


def number(value: int) -> str:
    """Return a number as text, kept short even for huge numbers."""
    return _ENGLISH.number(value)


def lives(value: int) -> str:
    """Return a number of lives as text."""
    return _ENGLISH.count("lives", value)


def stars(value: int) -> str:
    """Return a number of stars as text."""
    return _ENGLISH.count("stars", value)


def players(value: int) -> str:
    """Return a number of players, at least one, as text."""
    return f"{number(value)} {'player' if value == 1 else 'players'}"


def cards(hand: Iterable[int]) -> str:
    """Return cards as text, separated by spaces."""
    return " ".join(map(str, hand))


def levels(rules: Rules) -> str:
    """Return the levels of a stack as text."""
    if rules.first_level == rules.levels:
        return f"level {rules.levels} alone"
    return f"levels {rules.first_level} to {rules.levels}"


def level(value: int, rules: Rules, *, blind: bool, attempt: int = 0) -> str:
    """Return a level as text, with the number of its deal unless it is the first."""
    words = f"{'Blind level' if blind else 'Level'} {value} of {rules.levels}"
    return f"{words}, deal {number(attempt + 1)}" if attempt else words
