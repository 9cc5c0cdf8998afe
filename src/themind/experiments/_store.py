"""Stores: folders with files that contain the games of an experiment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from themind import InvalidArgument, Record, TheMindError, codec
from themind._model.checks import require_instance, shown, wrong_type
from themind.experiments._columns import GAME, MICROSECONDS_COLUMN, SECONDS_COLUMN, Column
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._errors import StoreError
from themind.experiments._folder import (
    END,
    Coverage,
    Header,
    Piece,
    Reader,
    Scanned,
    Stored,
    columns_in,
    in_newest_format,
    run_of,
    scanned,
)
from themind.experiments._kept import Range
from themind.experiments._places import is_there, owner_of

CARRIED = "carried"  # in a header: policies were carried over from game to game
_COMPARED = ("experiment", "seed", "deterministic")
MOST_NAMED = 5  # games that a note lists


def folder_of(path: str | os.PathLike[str], name: str = "store") -> Path:
    """Return the folder of a store, which need not exist.

    Raises:
        StoreError: The path is empty, or is a file.
        TypeError: The argument is neither a str nor a path.
    """
    if not isinstance(path, str | os.PathLike):
        raise wrong_type(name, "a str or a path", path)
    folder = Path(path)
    if not os.fspath(path):
        raise StoreError("''", "must be the name of a folder")
    if is_there(folder) and not folder.is_dir():
        raise StoreError(str(folder), "must be a folder, got a file")
    return folder


def _require_header(header: Header | None) -> None:
    """Raise TypeError or InvalidArgument for a header without the compared keys."""
    require_instance("header", header, dict | None)
    lacking = [key for key in _COMPARED if header is not None and key not in header]
    if lacking:
        raise InvalidArgument(
            f"header must have the keys {', '.join(_COMPARED)}, got {shown(header)}"
        )


class Store:
    """The stored games of one experiment and seed.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from themind import Rules
        >>> from themind.experiments import Clock, Experiment, open_store, run
        >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
        >>> table = Experiment(rules, (Clock(0.5), Clock(0.5)))
        >>> with TemporaryDirectory() as folder:
        ...     result = run(table, 10, "pilot", store=folder)
        ...     store = open_store(folder)
        ...     store.header["seed"], store.games, list(store.rows()) == result.rows()
        ('pilot', 10, True)
    """

    def __init__(self, path: str | os.PathLike[str], header: Header | None = None) -> None:
        self.path: Path = folder_of(path, "path").absolute()
        _require_header(header)
        self._expected = header
        self._reader = Reader()
        self._require_own_folder()
        found = scanned(self.path) if is_there(self.path) else Scanned([], [], [], set())
        self._headers, self._notes = _claims(found), found.notes
        if header is None:
            self._headers = self._headers or found.headers[:1]
        self._check_headers()
        self._reader.columns = self._columns_of_games()
        known = [*([header] if header else []), *[its for _, its in self._headers]]
        self._deterministic = all(its["deterministic"] for its in known)
        self._all, self._recorded = Coverage(), Coverage()
        runs = {run_of(its) for its in known} or {stored.run for stored in found.stored[:1]}
        self._lines = found.stored
        for stored in found.stored:
            self._check_run(stored, runs)
            self._add(stored)

    @property
    def header(self) -> dict[str, Any]:
        """The `experiment`, `seed`, `deterministic`, and the `version` that created the store.

        Raises:
            StoreError: No file has a readable header.
        """
        if not self._headers:
            raise StoreError(str(self.path), "must have a readable header")
        return self._headers[0][1]

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The numbers of the games, as (start, stop) pairs."""
        return self._all.ranges()

    @property
    def recorded(self) -> tuple[Range, ...]:
        """The numbers of the games with records, as (start, stop) pairs."""
        return self._recorded.ranges()

    @property
    def games(self) -> int:
        """The number of games."""
        return sum([stop - start for start, stop in self.ranges])

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each line that is truncated or corrupt, or contradicts another line."""
        return tuple(self._notes)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Read a dict for each game, in order; see `Result.rows`."""
        for piece in self._all.pieces(0, END):
            columns = self._reader.part(piece).columns
            names = [SECONDS_COLUMN if name == MICROSECONDS_COLUMN else name for name in columns]
            for place, game in enumerate(range(piece.start, piece.stop)):
                row = [values[place] for values in columns.values()]
                yield {GAME: game, **dict(zip(names, _in_seconds(names, row), strict=True))}

    def records(self) -> Iterator[Record]:
        """Read the records of the games in `recorded`, in order."""
        for piece in self._recorded.pieces(0, END):
            for data in self._reader.part(piece).records or ():
                yield _record(data, piece)

    def _columns_of_games(self) -> tuple[Column, ...] | None:
        """Return the columns of the header, or None if it cannot be read."""
        return columns_in(self._headers[0][1]) if self._headers else None

    def _require_own_folder(self) -> None:
        """Raise StoreError for a folder that contains stores of `learn` or `sweep`."""
        owner, name = owner_of(self.path)
        if owner in {"learn", "sweep"}:
            problem = f"contains the stores of {owner}: open one of them, such as {name}"
            raise StoreError(str(self.path), problem)

    @property
    def _begun(self) -> bool:
        """Whether there is a readable header or game."""
        return bool(self._headers or self.ranges)

    def _check_headers(self) -> None:
        """Raise StoreError unless all headers are of the expected run."""
        expected = self._expected
        for path, header in self._headers:
            expected = expected or header
            if header.get(CARRIED, False) != expected.get(CARRIED, False):
                whose = "learn" if header.get(CARRIED, False) else "run"
                raise StoreError(str(path), f"contains games of {whose}")
            for name in ("seed", "experiment"):
                if header[name] == expected[name]:
                    continue
                found, ours = (in_newest_format(one)[name] for one in (header, expected))
                if found != ours:
                    detail = difference(name, found, ours)
                    raise StoreError(str(path), f"belongs to a different {name}: {detail}")

    def _check_run(self, stored: Stored, known: set[str]) -> None:
        if stored.run not in known:
            problem = f"line {stored.number} belongs to a different experiment or seed"
            raise StoreError(str(stored.path), problem)

    def _add(self, stored: Stored) -> None:
        there = self._all.add(stored)
        if stored.recorded:
            self._recorded.add(stored)
        for piece in there:
            games = self._reader.differences(piece, stored)
            if games and self._deterministic:
                raise StoreError(str(self.path), _two_results(games[0], piece.stored, stored))
            if games:
                named = ", ".join([str(game) for game in games[:MOST_NAMED]])
                more = ", ..." if len(games) > MOST_NAMED else ""
                note = (
                    f"another result of game {named}{more} than {piece.stored.place}, which counts"
                )
                self._notes.append(f"{stored.place} has {note}")


def _claims(found: Scanned) -> list[tuple[Path, Header]]:
    """Return the headers of files with games; those of runs without games do not count."""
    begun = {stored.path for stored in found.stored} | found.spoiled
    return [(path, header) for path, header in found.headers if path in begun]


def _record(data: Any, piece: Piece) -> Record:
    try:
        return codec.from_data(data, Record)
    except (TheMindError, TypeError):
        stored = piece.stored
        problem = f"line {stored.number} has an invalid record"
        raise StoreError(str(stored.path), problem) from None


def _two_results(game: int, first: Stored, second: Stored) -> str:
    return (
        f"game {game} has two results, in {first.place} and in {second.place}: a policy was "
        "changed in between, or is not deterministic although `deterministic` is True; remove the "
        "wrong file"
    )


def _in_seconds(names: list[str], row: list[Any]) -> list[Any]:
    return [
        value / MICROSECONDS if name == SECONDS_COLUMN else value
        for name, value in zip(names, row, strict=True)
    ]


def difference(path: str, found: Any, ours: Any) -> str:
    """Return a description of the first difference of two values."""
    if isinstance(found, dict) and isinstance(ours, dict):
        pairs = [(f"{path}.{key}", found.get(key), ours[key]) for key in ours]
    elif isinstance(found, list) and isinstance(ours, list) and len(found) == len(ours):
        pairs = [(f"{path}[{k}]", *both) for k, both in enumerate(zip(found, ours, strict=True))]
    else:
        pairs = []
    for place, its, mine in pairs:
        if its != mine:
            return difference(place, its, mine)
    return f"{path} is {found!r:.100}, not {ours!r:.100}"


def open_store(path: str | os.PathLike[str]) -> Store:
    """Open a store for reading; the code of its experiment is not needed.

    Raises:
        StoreError: There is no store, it cannot be read, or it contains games of two experiments
            or a game with two results.
        TypeError: `path` is neither a str nor a path.
    """
    store = Store(path)
    if not store._begun:
        raise StoreError(str(store.path), "must be a store, got a folder without games")
    return store
