"""Journals: stores that a run reads from and appends to."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from io import FileIO
from pathlib import Path
from typing import Any

from themind.experiments._columns import Column, Kind, columns_of
from themind.experiments._errors import StoreError
from themind.experiments._experiment import Experiment
from themind.experiments._experiment_json import canonical, is_deterministic
from themind.experiments._folder import (
    END,
    FORMAT,
    TYPE,
    Header,
    Piece,
    new_name,
    run_of,
)
from themind.experiments._kept import Chunk
from themind.experiments._lines import GAMES, HEADER, framed
from themind.experiments._places import make, unwritable
from themind.experiments._store import CARRIED, Store, folder_of


def header_of(experiment: Experiment, seed: str, *, carried: bool = False) -> Header:
    """Return the header of a store for a run, as plain data.

    Raises:
        PolicyError: A policy without a name has a field that is not plain data.
    """
    return {
        **({CARRIED: True} if carried else {}),
        "type": TYPE,
        "format": FORMAT,
        "version": _version(),
        "seed": seed,
        "deterministic": is_deterministic(experiment.policies),
        "experiment": experiment.to_data(),
    }


def _version() -> str:
    try:
        return version("themind")
    except PackageNotFoundError:  # in a source tree that is not installed
        return "unknown"


class Journal(Store):
    """A store that a run reads from and appends to; stored games never change.

    Raises:
        StoreError: The folder cannot be used, or contains games of another experiment or seed.
        PolicyError: A policy without a name has a field that is not plain data.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        experiment: Experiment,
        seed: str,
        *,
        carried: bool = False,
    ) -> None:
        self._header = header_of(experiment, seed, carried=carried)
        self._run = run_of(self._header)
        self._columns = columns_of(experiment)
        self._file: Path | None = None
        super().__init__(folder_of(path), self._header)

    def _columns_of_games(self) -> tuple[Column, ...]:
        """Return the columns of the experiment, which needs no header."""
        return self._columns

    def chunks(self, start: int, stop: int, *, records: bool) -> Iterator[Chunk]:
        """Yield the stored games from `start` to `stop` - 1.

        With `records`, games that were stored without records are left out, so that they are
        played again.

        Raises:
            StoreError: Such games cannot be played again, since a policy is not deterministic.
        """
        covered = self._recorded if records and self._deterministic else self._all
        for piece in covered.pieces(start, stop):
            if records and not piece.stored.recorded:
                problem = "contains games without records, which cannot be played again"
                raise StoreError(str(piece.stored.path), problem)
            yield self._chunk(piece, records=records)

    def check(self, play: Callable[[int], tuple[int, ...]]) -> None:
        """Play the longest game of the first line again and compare it.

        It does nothing if a policy is not deterministic.

        Raises:
            StoreError: The game differs.
        """
        piece = next(self._all.pieces(0, END), None)
        if piece is None or not self._deterministic:
            return
        chunk = self._chunk(piece)
        times = chunk.data[[column.kind for column in self._columns].index(Kind.TIME)]
        place = max(range(len(times)), key=times.__getitem__)
        now = play(piece.start + place)
        self.compare(piece.start + place, [numbers[place] for numbers in chunk.data], now)

    def compare(self, game: int, then: Sequence[int], now: Sequence[int]) -> None:
        """Raise StoreError if a game that was played again differs from the stored one."""
        for column, stored, number in zip(self._columns, then, now, strict=True):
            if stored != number:
                (was,), (again,) = column.values([stored]), column.values([number])
                change = f"game {game}: {column.name} was {was} and is now {again}"
                raise StoreError(str(self.path), f"{change}; {self.changed()}")

    def changed(self) -> str:
        """Return the possible reasons for a game that differs when it is played again."""
        ours = self._header["version"]
        stored = self._headers[0][1]["version"] if self._headers else ours
        other = "" if stored == ours else f", or themind ({stored} then, {ours} now)"
        return (
            f"the code of a policy has changed{other}, or a policy depends on its process, for "
            "instance on the hash of a str"
        )

    def prepare(self) -> None:
        """Create the folder if necessary, and check that files can be written in it.

        A store belongs to an experiment only once it contains games.

        Raises:
            StoreError: The folder or a file cannot be written.
        """
        make(self.path)
        trial = self.path / f".{new_name()}"
        try:
            with trial.open("xb", buffering=0) as file:
                _write_all(file, self._first_line)
            trial.unlink()
        except OSError as error:
            trial.unlink(missing_ok=True)
            raise unwritable(self.path, error) from error

    @property
    def _first_line(self) -> bytes:
        return framed(HEADER, canonical(self._header).encode())

    def append(self, chunk: Chunk, **more: Any) -> None:
        """Store the games of a chunk, with further keys; the first ones in a new file.

        Raises:
            StoreError: The file cannot be written.
        """
        columns = {
            column.stored_name: column.stored(numbers)
            for column, numbers in zip(self._columns, chunk.data, strict=True)
        }
        data = {
            "run": self._run,
            "start": chunk.start,
            "stop": chunk.stop,
            "recorded": chunk.texts is not None,
            "columns": columns,
            **more,
        }
        body = json.dumps(data, separators=(",", ":"))
        if chunk.texts is not None:
            body = f'{body[:-1]},"records":[{",".join(chunk.texts)}]}}'
        self._write(framed(GAMES, body.encode()))

    def _write(self, line: bytes) -> None:
        """Append a line to the file; a new one begins with the header."""
        new = self._file is None
        path = self._file or self.path / new_name()
        try:
            with path.open("xb" if new else "ab", buffering=0) as file:
                _write_all(file, self._first_line + line if new else line)
        except OSError as error:
            raise unwritable(self.path, error) from error
        self._file = path

    def _chunk(self, piece: Piece, *, records: bool = False) -> Chunk:
        games = self._reader.part(piece)
        pairs = zip(self._columns, games.columns.values(), strict=True)
        data = tuple([column.numbers(values) for column, values in pairs])
        texts = tuple([canonical(record) for record in games.records or ()]) if records else None
        return Chunk(start=piece.start, stop=piece.stop, data=data, texts=texts)


def _write_all(file: FileIO, content: bytes) -> None:
    """Write all bytes, in as few system calls as possible."""
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
