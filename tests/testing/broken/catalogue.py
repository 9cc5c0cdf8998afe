"""The catalogue of code that is broken on purpose, each in one place, with the rules it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

Kind = TypeVar("Kind", bound=type[Any])

MOST_ACTIONS = 6


@attrs.frozen
class Broken:
    """Something broken: the rules it breaks, and the most actions of its counterexample."""

    kind: type[Any]
    rules: tuple[str, ...]
    most: int


REFEREES: dict[str, Broken] = {}
CLIENTS: dict[str, Broken] = {}
ROOMS: dict[str, Broken] = {}


def _adder(catalogue: dict[str, Broken]) -> Callable[..., Callable[[Kind], Kind]]:
    def broken(*rules: str, most: int = MOST_ACTIONS) -> Callable[[Kind], Kind]:
        def add(kind: Kind) -> Kind:
            assert kind.__name__ not in catalogue, f"there are two {kind.__name__}"
            assert kind.__doc__, f"{kind.__name__} must say its fault"
            catalogue[kind.__name__] = Broken(kind, rules, most)
            return kind

        return add

    return broken


referee = _adder(REFEREES)
client = _adder(CLIENTS)
room = _adder(ROOMS)

# A run that goes on blind after a victory is a whole stack first: of 12 levels for two players, of
# 4 actions each. Five levels are 20.
A_WHOLE_STACK = 49
FIVE_LEVELS = 21

UNBREAKABLE = {
    "SET-1": "`Rules` refuses other numbers of players before a referee is asked",
    "ERR-6": "which card touched the pile first is settled at the table, before anyone asks",
    "END-4": "a result is no part of a position",
    "BLD-7": "the score is no part of a position; it follows from phase, level and run",
    "TALK-1": "about conduct, which no referee sees",
    "TALK-2": "about conduct; its signals are the actions of other rules",
    "TALK-3": "about conduct, which no referee sees",
    "TALK-4": "out of scope of the rules",
}
