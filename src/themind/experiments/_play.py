"""Play games in this process: one, or a chunk of a run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from operator import index as as_int

import attrs

from themind import InvalidArgument, Record
from themind.codec import dumps
from themind.experiments._checks import require_instance, require_int, shown, type_of
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._repeatable import play_twice
from themind.experiments._results import Chunk, row_of

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


@attrs.frozen
class Job:
    """Games `start` to `stop` - 1 of a run, as a worker gets them.

    With `twice`, the first of them is played twice, to notice a policy that is no function of
    its arguments.
    """

    experiment: Experiment
    seed: str
    start: int
    stop: int
    keep_records: bool
    twice: bool = False


def play_chunk(job: Job) -> Chunk:
    """Play the games of a job, and measure the time."""
    return chunk_of(job.experiment, job.start, _games(job), keep_records=job.keep_records)


def _games(job: Job) -> Iterator[Game]:
    for index in range(job.start, job.stop):
        play = play_twice if job.twice and index == job.start else Game
        yield play(job.experiment, job.seed, index, job.experiment.policies)


def chunk_of(
    experiment: Experiment, start: int, games: Iterable[Game], *, keep_records: bool
) -> Chunk:
    """Return the rows of games, from game `start` on, and measure the time that they take."""
    began = time.perf_counter()
    digest, rows, texts = 0, [], []
    for index, game in enumerate(games, start):
        text = dumps(game.record)
        digest += int.from_bytes(sha256(f"{index}\n{text}".encode()).digest(), "big")
        rows.append(row_of(experiment, game, index))
        if keep_records:
            texts.append(text)
    return Chunk(
        start=start,
        stop=start + len(rows),
        digest=digest % 2**256,
        rows=tuple(rows),
        texts=tuple(texts) if keep_records else None,
        elapsed=time.perf_counter() - began,
    )
