"""The random numbers of one game, drawn as `themind.experiments` draws them.

A key is reached from the seed by one word for each number: 2 (decks use 0 and 1), game, blind,
level, attempt, seat, card, and how often the seat has planned this card.
"""

from __future__ import annotations

from collections.abc import Iterable

from themind import Card, GameState, Seat
from themind.experiments import Draw
from themind.rng import seed_key, splitmix64

_PLANS = 2
_TIES = 2**63


def _below(key: int, path: Iterable[int]) -> int:
    for number in path:
        key = splitmix64(key, number)
    return key


class Luck:
    """The random numbers of each plan of each seat."""

    __slots__ = ("_game", "_seats", "_times")

    def __init__(self, seed: str, index: int) -> None:
        self._game = _below(seed_key(seed), (_PLANS, index))
        self._seats: list[int] = []
        self._times: dict[tuple[Seat, Card], int] = {}

    def new_deal(self, state: GameState) -> None:
        """Begin with the luck of another deal."""
        deal = _below(self._game, (int(state.blind), state.level, state.attempt))
        self._seats = [splitmix64(deal, seat) for seat in range(state.players)]
        self._times = {}

    def count(self, seat: Seat, card: Card) -> int:
        """Count a plan of a card, and return how many came before it."""
        times = self._times.get((seat, card), 0)
        self._times[seat, card] = times + 1
        return times

    def draw(self, seat: Seat, card: Card, times: int) -> Draw:
        """Return the numbers of a plan, from their beginning."""
        key = splitmix64(self._seats[seat], card)
        return Draw(splitmix64(key, times), splitmix64(key, 0))

    def tie_break(self, seat: Seat, card: Card, times: int) -> int:
        """Return a number for the order of plays that land together: the least lands first."""
        return splitmix64(_below(self._seats[seat], (card, times)), _TIES)
