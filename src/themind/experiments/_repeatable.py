"""Detection of policies whose answers do not depend only on their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from themind import GameState, Hand, Seat
from themind.experiments._draws import Draw, GameLuck
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._errors import PolicyError
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._policy import Policy
from themind.experiments._seats import Seats
from themind.experiments._timer import Timer


class _RecordingSeats(Seats):
    """Seats that record each wait and each answer about a star."""

    def __init__(self, policies: Sequence[Policy], luck: GameLuck) -> None:
        super().__init__(policies, luck)
        self.answers: list[tuple[Seat, str, Any]] = []

    def wait(
        self, seat: Seat, hand: Hand, state: GameState, times: tuple[float, float, float]
    ) -> tuple[float, Draw]:
        wait, draw = super().wait(seat, hand, state, times)
        self.answers.append((seat, "wait", wait / MICROSECONDS))
        return wait, draw

    def _says(self, seat: Seat, method: str, state: GameState, timer: Timer) -> bool:
        answer = super()._says(seat, method, state, timer)
        self.answers.append((seat, method, answer))
        return answer


def play_twice(experiment: Experiment, seed: str, index: int, policies: Sequence[Policy]) -> Game:
    """Play a game twice, unless a policy says that it is not deterministic.

    Raises:
        PolicyError: A policy gave a different answer the second time.
    """
    if not all(policy.deterministic for policy in policies):
        return Game(experiment, seed, index, policies)
    games = [Game(experiment, seed, index, policies, _RecordingSeats) for _ in range(2)]
    answers = [game.seats.answers for game in games if isinstance(game.seats, _RecordingSeats)]
    for (seat, method, first), (_, _, second) in zip(*answers, strict=False):
        if first != second:
            problem = f"{method} gave two answers when a game was played twice"
            raise PolicyError(seat, policies[seat], (first, second), problem)
    return games[0]
