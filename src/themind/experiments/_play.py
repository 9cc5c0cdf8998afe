"""Games played here and now: one, a chunk, or many by policies that go on learning."""

from __future__ import annotations

import time
from collections.abc import Iterable
from hashlib import sha256

import attrs

from themind import InvalidArgument, Record
from themind.codec import dumps
from themind.experiments._checks import at_least, at_most, is_a, shown
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._results import Chunk, Result, result_of, row_of

LAST_INDEX = 2**64 - 1


def checked_seed(seed: str | int) -> str:
    """A seed as the text that it stands for.

    Raises TypeError for anything but a str or an int, InvalidArgument for an int that is too long
    to be a text.
    """
    if type(seed) is not str and type(seed) is not int:
        raise TypeError(f"a seed is a str or an int, not {type(seed).__name__}")
    try:
        return str(seed)
    except ValueError:
        raise InvalidArgument(f"a seed has fewer digits than {shown(seed)}") from None


def checked_experiment(experiment: Experiment) -> None:
    """Raise TypeError for anything else."""
    is_a(Experiment, experiment=experiment)


def play_game(experiment: Experiment, seed: str | int, index: int = 0) -> Record:
    """Play game `index` of a seed, and record it with its times.

    It deals `deck_for(state, f"{seed}/{index}")`, so that an app can take up the same game. The
    times are milliseconds of play, rounded down from the sum of all waits; a table that does not
    play takes no time.

    Raises:
        PolicyError: a policy raised, or returned what is no answer.
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
    at_least(0, index=index)
    at_most(LAST_INDEX, index=index)
    return Game(experiment, checked_seed(seed), index, experiment.policies).record


def play_games(experiment: Experiment, games: int, seed: str | int) -> Result:
    """Play games 0, 1, … in order, each with the policies as the game before has left them.

    Raises:
        PolicyError: a policy raised, or returned what is no answer.
        InvalidArgument: fewer than one game.
        TypeError: an argument of another type.
    """
    checked_experiment(experiment)
    at_least(1, games=games)
    text, policies, chunks = checked_seed(seed), experiment.policies, []
    for index in range(games):
        game = Game(experiment, text, index, policies)
        chunks.append(_chunk_of_one(experiment, game, index))
        policies = tuple(game.seats.policies)
    return attrs.evolve(result_of(experiment, text, chunks), carried=True)


@attrs.frozen
class Job:
    """Games `start` to `stop` - 1 of a run: all that a worker needs to know."""

    experiment: Experiment
    seed: str
    start: int
    stop: int
    keep_records: bool


def play_chunk(job: Job) -> Chunk:
    """Play the games of a job, and take the time."""
    began = time.perf_counter()
    chunks = []
    for index in range(job.start, job.stop):
        game = Game(job.experiment, job.seed, index, job.experiment.policies)
        chunks.append(_chunk_of_one(job.experiment, game, index))
    return Chunk(
        start=job.start,
        stop=job.stop,
        digest=sum([chunk.digest for chunk in chunks]) % 2**256,
        rows=tuple([row for chunk in chunks for row in chunk.rows]),
        texts=_all_texts(chunks) if job.keep_records else None,
        elapsed=time.perf_counter() - began,
    )


def _chunk_of_one(experiment: Experiment, game: Game, index: int) -> Chunk:
    text = dumps(game.record)
    digest = int.from_bytes(sha256(f"{index}\n{text}".encode()).digest(), "big")
    row = row_of(experiment, game, index)
    return Chunk(start=index, stop=index + 1, digest=digest, rows=(row,), texts=(text,))


def _all_texts(chunks: Iterable[Chunk]) -> tuple[str, ...]:
    return tuple([text for chunk in chunks for text in chunk.texts or ()])
