"""Single games, played in this process."""

from __future__ import annotations

from typing import SupportsIndex

from themind import InvalidArgument, Record
from themind._model.checks import as_int, require_instance, require_int, wrong_type
from themind.experiments._experiment import Experiment
from themind.experiments._fresh import fresh
from themind.experiments._game import Game

LAST_INDEX = 2**64 - 1


def checked_seed(seed: str | SupportsIndex) -> str:
    """Return a seed as a text.

    Raises:
        InvalidArgument: The seed is an int with too many digits.
        TypeError: The seed is neither a str nor an int.
    """
    if type(seed) is str:
        return seed
    if isinstance(seed, bool | str) or not hasattr(type(seed), "__index__"):
        raise wrong_type("seed", "a str or an int", seed)
    try:
        return str(as_int("seed", seed))
    except ValueError:
        raise InvalidArgument("seed must have fewer than 4,300 digits") from None


def checked_experiment(experiment: Experiment) -> None:
    """Raise TypeError unless the argument is an experiment."""
    require_instance("experiment", experiment, Experiment)


def play_game(
    experiment: Experiment, seed: str | SupportsIndex, index: SupportsIndex = 0
) -> Record:
    """Play game `index` of a seed, and record it with its times.

    It deals `deck_for(state, f"{seed}/{index}")`, so that an app can continue the same game. The
    times are milliseconds of play, rounded down from the sum of all waits. Pauses and votes take
    no time.

    Raises:
        PolicyError: A policy raised an error, or gave an invalid answer.
        InvalidArgument: `index` is not from 0 to 2^64 - 1.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import Clock
        >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
        >>> record = play_game(Experiment(rules, (Clock(0.5), Clock(0.5))), seed="pilot")
        >>> [(entry.action.seat, entry.at_ms) for entry in record.entries[2:4]]
        [(0, 12000), (1, 32500)]
    """
    checked_experiment(experiment)
    number = require_int("index", index, least=0, most=LAST_INDEX)
    return Game(experiment, checked_seed(seed), number, fresh(experiment.policies)).record
