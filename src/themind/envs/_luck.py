"""The random numbers of one game, which are the same as in `themind.experiments`."""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs

from themind import Card, GameState, Seat
from themind.experiments import Draw
from themind.experiments._draws import draw_of
from themind.rng import game_key, level_key, plan_key, question_key, splitmix64

_TIES = 2**63

Keys: TypeAlias = tuple[int, int]


@attrs.frozen
class Streams:
    """The keys of `draw.game` and `draw.level` of a seat."""

    seed: str
    game: int
    seat: Seat
    deal: dict[str, Any]

    def game_key(self) -> int:
        """Return the key of the seat's numbers for the game."""
        return game_key(self.seed, game=self.game, seat=self.seat)

    def level_key(self) -> int:
        """Return the key of the seat's numbers for the last deal."""
        return level_key(self.seed, game=self.game, seat=self.seat, **self.deal)


class Luck:
    """The random numbers of the plans and of the questions of each seat."""

    __slots__ = ("_asked", "_deal", "_game", "_seed", "_times")

    def __init__(self, seed: str, game: int) -> None:
        self._seed = seed
        self._game = game
        self._asked: dict[Seat, int] = {}
        self._deal: dict[str, Any] = {}
        self._times: dict[tuple[Seat, Card], int] = {}

    def new_deal(self, state: GameState) -> None:
        """Switch to the random numbers of a new deal."""
        self._deal = {"level": state.level, "attempt": state.attempt, "blind": state.blind}
        self._times = {}

    def count(self, seat: Seat, card: Card) -> int:
        """Count a plan for a card, and return the number of earlier ones."""
        times = self._times.get((seat, card), 0)
        self._times[seat, card] = times + 1
        return times

    def keys(self, seat: Seat, card: Card, times: int) -> Keys:
        """Return the key of a plan, and the key of the first plan of its card."""
        where = {"game": self._game, "seat": seat, "card": card, **self._deal}
        first = plan_key(self._seed, **where)
        return (plan_key(self._seed, n=times, **where) if times else first), first

    def draw(self, seat: Seat, keys: Keys) -> Draw:
        """Return the numbers of a plan, from the beginning."""
        return draw_of(*keys, self._streams(seat))

    def question(self, seat: Seat) -> Draw:
        """Return the numbers for the next question about a star, or for the next event."""
        asked = self._asked.get(seat, 0)
        self._asked[seat] = asked + 1
        key = question_key(self._seed, game=self._game, seat=seat, n=asked)
        return draw_of(key, key, self._streams(seat))

    def _streams(self, seat: Seat) -> Streams:
        return Streams(self._seed, self._game, seat, self._deal)


def tie_break(keys: Keys) -> int:
    """Return the sort key of plays that land together; the smallest lands first."""
    return splitmix64(keys[0], _TIES)
