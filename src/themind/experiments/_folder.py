"""The files of a store: the games in each line, and the lines that count."""

from __future__ import annotations

import json
import re
import secrets
from bisect import bisect_right
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from themind import InvalidDocument, Rules, codec
from themind.experiments._columns import Column, any_column, columns_for
from themind.experiments._errors import StoreError
from themind.experiments._experiment_json import canonical
from themind.experiments._kept import Range, disjoint
from themind.experiments._lines import GAMES, HEADER, Line, lines_of

FORMAT = 1
TYPE = "Store"
SUFFIX = ".jsonl"
END = 2**64  # one more than the highest number of a game

Header = dict[str, Any]

_HEADER_KEYS = {"version": str, "seed": str, "deterministic": bool, "experiment": dict}
_OUR_NAME = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[0-9a-f]{8}\.jsonl")
_BEGINNING = re.compile(
    rb'\{"run":"([0-9a-f]{64})","start":(\d{1,20}),"stop":(\d{1,20}),"recorded":(true|false),'
)


class Stored(NamedTuple):
    """The games of one line, with the place of the line, its run, and whether it has records."""

    path: Path
    number: int
    offset: int
    length: int
    run: str
    start: int
    stop: int
    recorded: bool

    @property
    def place(self) -> str:
        """The file and the number of the line."""
        return f"{self.path.name} (line {self.number})"


class Piece(NamedTuple):
    """Games `start` to `stop` - 1, and the line that counts for them."""

    start: int
    stop: int
    stored: Stored


class Scanned(NamedTuple):
    """The contents of the files of a folder; `spoiled` files have a corrupt line."""

    headers: list[tuple[Path, Header]]
    stored: list[Stored]
    notes: list[str]
    spoiled: set[Path]


def run_of(header: Header) -> str:
    """Return the hash that identifies the lines of a run: that of its header without version."""
    known = {key: value for key, value in header.items() if key != "version"}
    return sha256(canonical(known).encode()).hexdigest()


def scanned(folder: Path) -> Scanned:
    """Read the checksums and the beginnings of all lines of a folder.

    Raises:
        StoreError: The folder or a file cannot be read, or the folder contains only other files.
    """
    found, others, begun = Scanned([], [], [], set()), [], False
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix == SUFFIX and path.is_file():
                _scan(path, found)
            elif not path.name.startswith("."):
                others.append(path.name)
            begun = begun or _OUR_NAME.fullmatch(path.name) is not None
    except OSError as error:
        raise StoreError(str(folder), f"cannot be read: {error.strerror}") from error
    begun = begun or bool(found.headers or found.stored)
    if not begun and (others or found.notes):
        names = ", ".join([*others, *found.notes][:3])
        raise StoreError(str(folder), f"contains other files but no games: {names}")
    return found


def new_name() -> str:
    """Return a unique name, which sorts after those of earlier runs."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    return f"{now}-{secrets.token_hex(4)}{SUFFIX}"


def _scan(path: Path, found: Scanned) -> None:
    for line in lines_of(path):
        if line.body is None:
            found.spoiled.add(path)
            fault = "is truncated" if line.torn else "is corrupt"
            found.notes.append(f"{path.name}: line {line.number} {fault}")
        elif line.kind == HEADER:
            found.headers.append((path, _header(path, line.number, line.body)))
        else:
            found.stored.append(_stored(path, line, line.body))


def _header(path: Path, number: int, body: bytes) -> Header:
    header = _parsed(body)
    if not isinstance(header, dict) or header.get("type") != TYPE:
        raise StoreError(str(path), "must be a store of experiments")
    if header.get("format") != FORMAT:
        raise StoreError(str(path), f"has an unsupported format: {header.get('format')}")
    if not all(type(header.get(key)) is kind for key, kind in _HEADER_KEYS.items()):
        raise StoreError(str(path), f"line {number} must be a header")
    return header


def in_newest_format(header: Header) -> Header:
    """Return a header with its rules in the newest format of documents."""
    experiment = header["experiment"]
    try:
        rules = codec.to_data(codec.from_data(experiment["rules"], Rules))
    except (InvalidDocument, KeyError, TypeError):
        return header
    return {**header, "experiment": {**experiment, "rules": rules}}


def columns_in(header: Header) -> tuple[Column, ...] | None:
    """Return the columns of the games of a header; None for rules of a later version."""
    experiment = header["experiment"]
    try:
        rules = codec.from_data(experiment["rules"], Rules)
        return columns_for(rules, blind=experiment["blind"] is True)
    except (InvalidDocument, KeyError, TypeError):
        return None


def _parsed(body: bytes) -> Any:
    """Return the JSON of a line with a valid checksum, or None if it is not JSON."""
    try:
        return json.loads(body, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None


def _stored(path: Path, line: Line, body: bytes) -> Stored:
    begins = _BEGINNING.match(body)
    if line.kind != GAMES or begins is None or int(begins[2]) >= int(begins[3]):
        raise _no_games(path, line.number)
    run, start, stop, recorded = begins.groups()
    return Stored(
        path,
        line.number,
        line.offset,
        len(body),
        run.decode(),
        int(start),
        int(stop),
        recorded == b"true",
    )


class Games(NamedTuple):
    """The games of a line: columns by name, records, and the other keys."""

    columns: dict[str, list[Any]]
    records: list[Any] | None
    more: dict[str, Any]

    def part(self, low: int, high: int) -> Games:
        """Return some of the games, counted from the first game of the line."""
        if (low, high) == (0, len(next(iter(self.columns.values())))):
            return self
        columns = {name: values[low:high] for name, values in self.columns.items()}
        records = None if self.records is None else self.records[low:high]
        return Games(columns, records, self.more)


class Reader:
    """Reads lines, and caches the last few, since overlapping files are compared."""

    def __init__(self, most: int = 4) -> None:
        self.columns: tuple[Column, ...] | None = None  # those of the header, if it is readable
        self._most = most
        self._kept: dict[Stored, Games] = {}

    def games(self, stored: Stored) -> Games:
        """Read a line; StoreError if its games do not match its beginning."""
        if stored not in self._kept:
            if len(self._kept) == self._most:
                self._kept.pop(next(iter(self._kept)))
            games = _games(stored)
            self._require_columns(stored, games.columns)
            self._kept[stored] = games
        return self._kept[stored]

    def _require_columns(self, stored: Stored, found: dict[str, list[Any]]) -> None:
        """Raise StoreError for columns of other games, or impossible values."""
        known = self.columns or tuple([any_column(name) for name in found])
        if list(found) != [column.stored_name for column in known]:
            problem = f"line {stored.number} has the columns of a different version of themind"
            raise StoreError(str(stored.path), problem)
        for column in known:
            if not column.has_stored(found[column.stored_name]):
                problem = f"line {stored.number} has impossible values: {column.stored_name}"
                raise StoreError(str(stored.path), problem)

    def part(self, piece: Piece) -> Games:
        """Read the games of a piece."""
        first = piece.stored.start
        return self.games(piece.stored).part(piece.start - first, piece.stop - first)

    def differences(self, piece: Piece, stored: Stored) -> list[int]:
        """Return the games of a piece that have different rows in another line."""
        mine, its = self.part(piece).columns, self.part(piece._replace(stored=stored)).columns
        if mine == its:
            return []
        columns = [(mine.get(name), its.get(name)) for name in mine.keys() | its.keys()]
        return [
            piece.start + place
            for place in range(piece.stop - piece.start)
            if any(not a or not b or a[place] != b[place] for a, b in columns)
        ]


def _games(stored: Stored) -> Games:
    try:
        with stored.path.open("rb") as file:
            file.seek(stored.offset)
            data = _parsed(file.read(stored.length))
    except OSError as error:
        raise StoreError(str(stored.path), f"cannot be read: {error.strerror}") from error
    columns = data.get("columns") if isinstance(data, dict) else None
    if not isinstance(columns, dict) or not columns:
        raise _no_games(stored.path, stored.number)
    records = data.get("records") if stored.recorded else None
    lists = [*columns.values(), records] if stored.recorded else columns.values()
    games = stored.stop - stored.start
    if not all(isinstance(one, list) and len(one) == games for one in lists):
        raise _no_games(stored.path, stored.number)
    return Games(columns, records, data)


def _no_games(path: Path, number: int) -> StoreError:
    return StoreError(str(path), f"line {number} must contain games")


class Coverage:
    """The lines that count: for each game the first, by file name and line number."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []

    def add(self, stored: Stored) -> list[Piece]:
        """Let a line count for games without one, and return the parts that have one already."""
        first = bisect_right(self._pieces, stored.start, key=lambda piece: piece.stop)
        last, start, fresh = first, stored.start, []
        while last < len(self._pieces) and self._pieces[last].start < stored.stop:
            piece = self._pieces[last]
            if start < piece.start:
                fresh.append(Piece(start, piece.start, stored))
            start, last = piece.stop, last + 1
        if start < stored.stop:
            fresh.append(Piece(start, stored.stop, stored))
        there = self._pieces[first:last]
        self._pieces[first:last] = sorted([*there, *fresh])
        ends = [(max(stored.start, one.start), min(stored.stop, one.stop)) for one in there]
        return [Piece(*end, one.stored) for end, one in zip(ends, there, strict=True)]

    def ranges(self) -> tuple[Range, ...]:
        """Return the numbers of all games, as (start, stop) pairs."""
        return disjoint([(piece.start, piece.stop) for piece in self._pieces])

    def pieces(self, start: int, stop: int) -> Iterator[Piece]:
        """Yield the pieces for the games from `start` to `stop` - 1, in order."""
        for piece in self._pieces:
            low, high = max(start, piece.start), min(stop, piece.stop)
            if low < high:
                yield Piece(low, high, piece.stored)
