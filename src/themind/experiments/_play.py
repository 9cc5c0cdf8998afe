"""Play games in this process: one, or a chunk of a run."""

from __future__ import annotations

from operator import index as as_int

from themind import InvalidArgument, Record
from themind.experiments._checks import require_instance, require_int, shown, type_of
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game

LAST_INDEX = 2**64 - 1


def checked_seed(seed: str | int) -> str:
    """Return a seed as the text that it stands for.

    Raises:
        InvalidArgument: an int with too many digits for a text.
        TypeError: neither a str nor an int.
    """
    if type(seed) is str:
        return seed
    if isinstance(seed, bool) or not hasattr(type(seed), "__index__"):
        raise TypeError(f"seed must be a str or an int, got {type_of(seed)}")
    try:
        return str(as_int(seed))  # type: ignore[arg-type]
    except ValueError:
        raise InvalidArgument(f"seed must have fewer digits, got {shown(seed)}") from None


def checked_experiment(experiment: Experiment) -> None:
    """Raise TypeError for anything else."""
    require_instance(Experiment, "experiment", experiment)


def play_game(experiment: Experiment, seed: str | int, index: int = 0) -> Record:
    """Play game `index` of a seed, and record it with its times.

    It deals `deck_for(state, f"{seed}/{index}")`, so that an app can take up the same game. The
    times are milliseconds of play, rounded down from the sum of all waits. Pauses and votes take
    no time.

    Raises:
        PolicyError: a policy raised, or gave an invalid answer.
        InvalidArgument: an index outside 0 to 2^64 - 1.
        TypeError: an argument of another type.

    >>> from themind import Rules
    >>> from themind.experiments import Clock
    >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
    >>> record = play_game(Experiment(rules, (Clock(0.5), Clock(0.5))), seed="pilot")
    >>> [(entry.action.seat, entry.at_ms) for entry in record.entries[2:4]]
    [(0, 12000), (1, 32500)]
    """
    checked_experiment(experiment)
    number = require_int("index", index, least=0, most=LAST_INDEX)
    return Game(experiment, checked_seed(seed), number, experiment.policies).record
