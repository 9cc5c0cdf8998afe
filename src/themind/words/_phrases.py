"""Short English phrases, which the pictures and the command line share with the sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from themind.words._catalogue import ENGLISH
from themind.words._game import AsideReason, Rules, Seat
from themind.words._names import LONGEST_NAME, Names, cut, require_name_for_each, require_names
from themind.words._speaker import Speaker

_ENGLISH = Speaker(ENGLISH)

REASONS = {AsideReason.SKIPPED: "skipped", AsideReason.STAR: "star"}


def seat_names(
    players: int, names: Names | None = None, columns: int = LONGEST_NAME
) -> tuple[str, ...]:
    """A name for each seat that is safe to print, the seat's number where none is given.

    Names that are alike once they are cut end with their seats' numbers. Raises TypeError for
    anything but a sequence of str, InvalidArgument for too few or too many.
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
    """A number that stays short, however large a house rule makes it."""
    return _ENGLISH.number(value)


def lives(value: int) -> str:
    """A number of lives."""
    return _ENGLISH.count("lives", value)


def stars(value: int) -> str:
    """A number of stars."""
    return _ENGLISH.count("stars", value)


def players(value: int) -> str:
    """A number of players, of whom there is always one."""
    return f"{number(value)} {'player' if value == 1 else 'players'}"


def cards(hand: Iterable[int]) -> str:
    """The cards of a hand or pile in one row."""
    return " ".join(map(str, hand))


def levels(rules: Rules) -> str:
    """Which levels a stack has."""
    if rules.first_level == rules.levels:
        return f"level {rules.levels} alone"
    return f"levels {rules.first_level} to {rules.levels}"


def level(value: int, rules: Rules, *, blind: bool, attempt: int = 0) -> str:
    """Which level it is, and the number of its deal if that is not the first."""
    words = f"{'Blind level' if blind else 'Level'} {value} of {rules.levels}"
    return f"{words}, deal {number(attempt + 1)}" if attempt else words
