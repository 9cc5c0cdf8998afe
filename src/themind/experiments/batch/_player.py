"""Chunks of games, played by the kernel, with uncertain games played by `run`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from hashlib import sha256

from themind.experiments._chunks import Job
from themind.experiments._columns import (
    Column,
    Numbers,
    columns_of,
    digest_of,
    numbers_of,
    packed,
)
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._kept import Chunk
from themind.experiments.batch._compiled import PlayGames
from themind.experiments.batch._kernel import LEFT_OVER
from themind.experiments.batch._setup import (
    WON,
    Arrays,
    Games,
    Integers,
    Setup,
    scratch_of,
    setup_of,
)
from themind.rng import seed_key

LARGEST = 2**63 - 1


class Player:
    """Plays the chunks of one run; it is thread-safe."""

    def __init__(
        self, experiment: Experiment, seed: str, play_games: PlayGames, arrays: Arrays
    ) -> None:
        self._experiment = experiment
        self._seed = seed
        self._root = seed_key(seed)
        self._play_games = play_games
        self._arrays = arrays
        self._setup: Setup = setup_of(experiment, arrays)
        self._columns: tuple[Column, ...] = columns_of(experiment)

    def play(self, job: Job) -> Chunk:
        """Play the games of a job."""
        began = time.perf_counter()
        numbers = range(job.start, job.stop)
        data = self._data(numbers, self._played(numbers))
        digest = digest_of(self._columns, data, numbers) if job.with_digest else None
        elapsed = time.perf_counter() - began
        return Chunk(start=job.start, stop=job.stop, data=data, digest=digest, elapsed=elapsed)

    def _played(self, numbers: range) -> Integers:
        """Return the concatenated columns of some games, played by the kernel."""
        arrays = self._arrays
        games = Games(
            deck_keys=arrays.words(deck_keys(self._seed, numbers)),
            root=arrays.word(self._root),
            start=arrays.word(numbers.start),
            out=arrays.blank(len(numbers) * len(self._columns)),
        )
        self._play_games(self._setup, scratch_of(self._experiment, arrays), games)
        return games.out

    def _data(self, numbers: range, out: Integers) -> tuple[Numbers, ...]:
        """Return the columns, with the uncertain games replaced."""
        games = len(numbers)
        parts = [out[low : low + games] for low in range(0, len(out), games)]
        rows = {k: self._ordinary(numbers[k]) for k in self._arrays.places(parts[WON], LEFT_OVER)}
        return tuple(
            [
                self._column(part, {k: row[place] for k, row in rows.items()})
                for place, part in enumerate(parts)
            ]
        )

    def _column(self, part: Integers, left_over: Mapping[int, int]) -> Numbers:
        if max(left_over.values(), default=0) > LARGEST:
            values = [int(number) for number in part]
            for k, number in left_over.items():
                values[k] = number
            return packed(values)
        for k, number in left_over.items():
            part[k] = number
        return self._arrays.packed(part)

    def _ordinary(self, index: int) -> tuple[int, ...]:
        game = Game(self._experiment, self._seed, index, self._experiment.policies)
        return numbers_of(self._experiment, game)


def deck_keys(seed: str, games: Iterable[int]) -> list[int]:
    """Return `seed_key(f"{seed}/{game}")`, the key of the decks, for some games."""
    start = f"{seed}/".encode()
    hashes = [sha256(b"%b%d" % (start, game)).digest() for game in games]
    return [int.from_bytes(one[:8], "big") for one in hashes]
