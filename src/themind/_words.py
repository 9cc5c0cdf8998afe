"""Words that the story and the pictures share: names that are safe to print, counts, phases."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

from themind._model.cards import Card
from themind._model.checks import shown
from themind._model.errors import InvalidArgument
from themind._model.position import AsideReason, Phase
from themind._model.rules import Reward, Rules

Names: TypeAlias = Sequence[str]

LONGEST_NAME = 16
_LARGEST_NUMBER = 999_999_999

PHASES = {
    Phase.DEALING: "waiting for the deal",
    Phase.FOCUSING: "waiting until every hand is on the table",
    Phase.PLAYING: "play runs",
    Phase.REVEALING: "the pile waits to be turned over",
    Phase.CLEARED: "the level is cleared",
    Phase.WON: "the team has won",
    Phase.LOST: "the team has lost",
}
REWARDS = {Reward.LIFE: "a life", Reward.STAR: "a star"}
REASONS = {AsideReason.SKIPPED: "skipped", AsideReason.STAR: "star"}


def number(value: int) -> str:
    """A number in words that stay short, however large a house rule makes it."""
    return str(value) if value <= _LARGEST_NUMBER else f"over {_LARGEST_NUMBER:,}"


def counted(value: int, one: str, more: str) -> str:
    """A number of things: no lives, 1 life, 2 lives."""
    return f"{number(value) if value else 'no'} {one if value == 1 else more}"


def lives(value: int) -> str:
    """A number of lives."""
    return counted(value, "life", "lives")


def stars(value: int) -> str:
    """A number of stars."""
    return counted(value, "star", "stars")


def cards(hand: Iterable[Card]) -> str:
    """The cards of a hand or pile in one row."""
    return " ".join(map(str, hand))


def levels(rules: Rules) -> str:
    """Which levels a stack has."""
    if rules.first_level == rules.levels:
        return f"level {rules.levels} alone"
    return f"levels {rules.first_level} to {rules.levels}"


def level(value: int, rules: Rules, *, blind: bool, attempt: int = 0) -> str:
    """Which level it is, and the how many-th deal of it if not the first."""
    words = f"{'Blind level' if blind else 'Level'} {value} of {rules.levels}"
    return f"{words}, deal {number(attempt + 1)}" if attempt else words


def seat_names(players: int, names: Names | None) -> tuple[str, ...]:
    """A name for each seat that is safe to print, the seat's number where none is given.

    Raises TypeError for anything but a sequence of str, InvalidArgument for too few or too many.
    """
    if names is None:
        return tuple([f"Seat {seat}" for seat in range(players)])
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise TypeError(f"names are a list or tuple of str, not {type(names).__name__}")
    if len(names) != players:
        raise InvalidArgument(f"{players} players have a name each, not {shown(len(names))} names")
    return tuple([_safe(seat, name) for seat, name in enumerate(names)])


def _safe(seat: int, name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a name is a str, not {type(name).__name__}")
    # More code points than this never fit; cutting first keeps a hostile megabyte cheap.
    visible = [c for c in name[: 4 * LONGEST_NAME] if unicodedata.category(c) != "Cf"]
    clean = "".join([c if c.isprintable() else "?" for c in visible]).strip()
    return cut(clean, LONGEST_NAME) or f"Seat {seat}"


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """A text that takes at most so many columns, with dots where it was longer."""
    if width(text) <= columns:
        return text
    ends = accumulate(map(_columns, text))
    return text[: sum(end <= columns - 2 for end in ends)] + ".."


def padded(text: str, columns: int) -> str:
    """A text with spaces after it, up to so many columns."""
    return text + " " * (columns - width(text))
