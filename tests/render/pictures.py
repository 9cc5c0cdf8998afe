"""What the tests of the pictures share: positions of every kind, and how a picture is read."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import themind as tm
from golden.games import GAMES

SVG = "{http://www.w3.org/2000/svg}"

HOSTILE = (
    "<script>alert(1)</script>",
    "a & b",
    "]]><!--",
    "\"'/>",
    "\x00\x1b[2J\x7f",
    "\ud800\udfff",
    "\ufffe\uffff",
    "\u202egnp.\u2066",
    "Z\u0301\u0302" * 40,
    "\u5fc3" * 40,
)

LONG = tm.Rules(players=1, levels=200, first_level=200, cards=10_000, lives=3, stars=0)
CROWD = tm.Rules(
    players=50, levels=2, lives=9_999, max_lives=10_000, stars=0, max_stars=0, rewards=()
)


def _states() -> Iterator[tm.GameState]:
    """The states of the golden games, a crowd, and a player alone with a long pile."""
    for game in GAMES.values():
        yield game.start
        yield from (step.state for step in tm.replay(game))
    for rules in (CROWD, LONG):
        state = tm.new_game(rules)
        yield tm.begin(tm.deal(state, tm.deck_for(state, seed="pictures")).state).state
    state = tm.begin(tm.deal(tm.new_game(LONG), range(10_000, 0, -1)).state).state
    for _ in range(130):
        state = tm.play(state, seat=0).state
    yield state


STATES = list(_states())


def viewers(state: tm.GameState) -> Iterator[tm.GameState | tm.SeatView]:
    yield state
    yield tm.view(state)
    for seat in range(min(state.players, 4)):
        yield tm.view(state, seat)


def parsed(picture: str) -> ET.Element:
    """The picture as a tree, the way it comes off a disk."""
    return ET.fromstring(picture.encode("utf-8"))


def words(picture: str) -> list[str]:
    """The texts that stand in a picture."""
    return [text.text or "" for text in parsed(picture).iter(f"{SVG}text")]


def hints(picture: str) -> list[str]:
    """What the parts of a picture say of themselves."""
    return [group.findtext(f"{SVG}title", "") for group in parsed(picture).iter(f"{SVG}g")]


def alternative(picture: str) -> str:
    """What a picture says to somebody who does not see it."""
    root = parsed(picture)
    return f"{root.findtext(f'{SVG}title')}\n{root.findtext(f'{SVG}desc')}"
