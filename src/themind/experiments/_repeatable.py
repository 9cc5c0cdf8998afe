"""Detection of policies whose answers do not depend only on their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import isclose
from typing import Any, TypeAlias

from themind import Card, GameState, Seat
from themind.experiments._draws import GameLuck
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._errors import PolicyError
from themind.experiments._experiment import Experiment
from themind.experiments._experiment_json import plain_fields
from themind.experiments._game import Game
from themind.experiments._policy import Policy
from themind.experiments._seats import Seats
from themind.experiments._timer import Timer

Answer: TypeAlias = tuple[Seat, str, Any]

# Answers of two machines are equal up to this many seconds: waits are rounded to microseconds, and
# the last digits of `exp` and `log` depend on the platform.
_ROUNDING = 5e-6


class _RecordingSeats(Seats):
    """Seats that record each wait and each answer about a star."""

    def __init__(self, policies: Sequence[Policy], luck: GameLuck) -> None:
        super().__init__(policies, luck)
        self.answers: list[Answer] = []

    def wait(self, seat: Seat, card: Card, state: GameState, timer: Timer) -> float:
        wait = super().wait(seat, card, state, timer)
        self.answers.append((seat, "wait", wait / MICROSECONDS))
        return wait

    def _says(self, seat: Seat, method: str, state: GameState, timer: Timer) -> bool:
        answer = super()._says(seat, method, state, timer)
        self.answers.append((seat, method, answer))
        return answer


def play_twice(experiment: Experiment, seed: str, index: int, policies: Sequence[Policy]) -> Game:
    """Play a game twice, unless a policy sets `deterministic = False`.

    Raises:
        PolicyError: A policy gave a different answer the second time, or changed itself.
    """
    if not all(policy.deterministic for policy in policies):
        return Game(experiment, seed, index, policies)
    before = [_fields(policy) for policy in policies]
    first, second = (Game(experiment, seed, index, policies, _RecordingSeats) for _ in range(2))
    for seat, method, answer, other in _pairs(answers_of(first), answers_of(second)):
        if answer != other:
            problem = f"{method} gave different answers when a game was played twice"
            raise PolicyError(seat, policies[seat], (answer, other), problem)
    _require_unchanged(policies, before)
    return first


def answers_of(game: Game) -> tuple[Answer, ...]:
    """Return the answers in a game that was played twice; none if it was not."""
    return tuple(game.seats.answers) if isinstance(game.seats, _RecordingSeats) else ()


def compare_with_worker(
    experiment: Experiment, seed: str, index: int, answers: Iterable[Answer]
) -> None:
    """Play a game in this process, and compare the answers with those given in a worker.

    A policy that can answer only in a worker, such as one with a model that is loaded there, is
    not compared.

    Raises:
        PolicyError: A policy gave a different answer in the worker.
    """
    policies = experiment.policies
    try:
        here = answers_of(Game(experiment, seed, index, policies, _RecordingSeats))
    except PolicyError:
        return
    for seat, method, mine, its in _pairs(here, answers):
        if mine != its and not isclose(mine, its, rel_tol=1e-12, abs_tol=_ROUNDING):
            problem = (
                f"{method} gave different answers in a worker and in this process, so it depends "
                "on more than its fields and arguments, for instance on the hash of a str"
            )
            raise PolicyError(seat, policies[seat], (mine, its), problem)


def _pairs(
    first: Iterable[Answer], second: Iterable[Answer]
) -> Iterable[tuple[Seat, str, Any, Any]]:
    for (seat, method, mine), (_, _, its) in zip(first, second, strict=False):
        yield seat, method, mine, its


def _fields(policy: Policy) -> dict[str, str]:
    """Return the fields that a policy can change, without cached properties."""
    fields = plain_fields(policy)
    kind = type(policy)
    return {k: v for k, v in fields.items() if not isinstance(getattr(kind, k, 0), cached_property)}


def _require_unchanged(policies: Sequence[Policy], before: Sequence[dict[str, str]]) -> None:
    """Raise PolicyError if fields of a policy differ from those before a game."""
    for seat, (policy, fields) in enumerate(zip(policies, before, strict=True)):
        after = _fields(policy)
        changed = [name for name in fields | after if fields.get(name) != after.get(name)]
        if changed:
            raise PolicyError(seat, policy, changed[0], "changed itself in a game, in the field")
