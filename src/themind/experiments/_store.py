"""A file that remembers which games have been played, so that a run that was killed goes on.

JSON Lines. The first line says what the games are of: `format`, a hash of the experiment, the
seed, and the columns. Then comes a line a chunk: `start`, `stop`, `digest`, `rows`, and with
`keep_records` the canonical `records`. A line is written at once and flushed; the last one may
be torn, if the run was killed while it was written, and is dropped.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import attrs

from themind import InvalidArgument
from themind.experiments._errors import StoreError
from themind.experiments._experiment import Experiment, fingerprint
from themind.experiments._results import Chunk, Row, columns_of, hex_digest, joined

FORMAT = 1


class Store:
    """The chunks of one experiment and seed in a file, which need not exist yet.

    Raises:
        StoreError: the file cannot be read or written, is no store or of another experiment or
            seed, or holds a line that is neither a chunk nor torn off at the end.
        PolicyError: a policy has other than plain fields and no name.
    """

    def __init__(self, path: str | os.PathLike[str], experiment: Experiment, seed: str) -> None:
        self.path = Path(path)
        if not os.fspath(path):
            raise StoreError("''", "is no name of a file")
        self._columns = columns_of(experiment)
        self._header = _line(
            format=FORMAT, experiment=fingerprint(experiment), seed=seed, columns=self._columns
        )
        lines = self._whole_lines()
        self._check_header(lines[:1])
        self.chunks = [self._chunk(number, line) for number, line in enumerate(lines[1:], 2)]
        self._check_disjoint()
        self._write(b"" if lines else self._header)

    def within(self, start: int, stop: int, *, records: bool) -> list[Chunk]:
        """The chunks that hold nothing but games from start to stop.

        Raises StoreError where `records` are wanted and not there.
        """
        known = [chunk for chunk in self.chunks if start <= chunk.start and chunk.stop <= stop]
        if records and any(chunk.texts is None for chunk in known):
            self._fail("holds games without their records")
        return known if records else [attrs.evolve(chunk, texts=None) for chunk in known]

    def append(self, chunk: Chunk) -> None:
        """Write a chunk down for good, unless some of its games are there already.

        That happens where a run asks for a part of a stored chunk, which no digest tells alone.
        """
        if any(chunk.start < known.stop and known.start < chunk.stop for known in self.chunks):
            return
        told: dict[str, Any] = {
            "start": chunk.start,
            "stop": chunk.stop,
            "digest": hex_digest(chunk.digest),
            "rows": chunk.rows,
        }
        if chunk.texts is not None:
            told["records"] = chunk.texts
        self._write(_line(**told))
        self.chunks.append(chunk)

    def _whole_lines(self) -> list[bytes]:
        """The lines of the file, and where they end; what is torn off after them is left out."""
        self._end = 0
        if not self._exists():
            return []
        if not self.path.is_file():
            self._fail("is not a regular file")
        try:
            content = self.path.read_bytes()
        except OSError as error:
            self._fail(f"cannot be read: {error.strerror}", error)
        *lines, torn = content.split(b"\n")
        if not lines and not self._header.startswith(torn):
            self._fail("is no store of experiments")
        if len(lines) > 1 and not torn and _parsed(lines[-1]) is None:
            lines.pop()
        self._end = sum([len(line) + 1 for line in lines])
        return lines

    def _check_header(self, lines: list[bytes]) -> None:
        for line in lines:
            found, ours = _parsed(line), _parsed(self._header)
            if not isinstance(found, dict) or found.keys() != ours.keys():
                self._fail("is no store of experiments")
            for key, name in (("format", "format"), ("experiment", "experiment"), ("seed", "seed")):
                if found[key] != ours[key]:
                    self._fail(f"is of another {name}")

    def _chunk(self, number: int, line: bytes) -> Chunk:
        try:
            return _as_chunk(_parsed(line), len(self._columns))
        except (KeyError, TypeError, ValueError):
            self._fail(f"line {number} is no chunk of games")

    def _check_disjoint(self) -> None:
        try:
            joined([(chunk.start, chunk.stop) for chunk in self.chunks])
        except InvalidArgument:
            self._fail("holds a game twice")

    def _write(self, line: bytes) -> None:
        """Put a line after the last whole one, over what is torn there."""
        try:
            with self.path.open("r+b" if self._exists() else "xb") as file:
                file.truncate(self._end)
                file.seek(self._end)
                file.write(line)
        except OSError as error:
            self._cut_off()
            self._fail(f"cannot be written: {error.strerror}", error)
        except ValueError as error:  # a character that no name of a file may have
            self._fail(f"cannot be written: {error}", error)
        self._end += len(line)

    def _exists(self) -> bool:
        """False also where the system would not even look."""
        return os.path.exists(self.path)  # noqa: PTH110 - Path.exists raises in some versions

    def _cut_off(self) -> None:
        """Take half a line away again, if the file lets us; the next run would drop it too."""
        with suppress(OSError):
            os.truncate(self.path, self._end)

    def _fail(self, problem: str, error: Exception | None = None) -> NoReturn:
        raise StoreError(str(self.path), problem) from error


def _line(**told: Any) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


def _parsed(line: bytes) -> Any:
    """What a line holds; None if it holds no JSON."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _as_chunk(told: Any, columns: int) -> Chunk:
    """A line as a chunk; KeyError, TypeError or ValueError if it is none."""
    start, stop, digest = told["start"], told["stop"], told["digest"]
    rows = tuple([_as_row(row, columns) for row in told["rows"]])
    texts = tuple(told["records"]) if "records" in told else None
    if [row[0] for row in rows] != list(range(start, stop)) or not rows:
        raise ValueError
    if len(digest) != 64 or (texts is not None and len(texts) != len(rows)):
        raise ValueError
    return Chunk(start=start, stop=stop, digest=int(digest, 16), rows=rows, texts=texts)


def _as_row(row: Any, columns: int) -> Row:
    if not isinstance(row, list) or len(row) != columns:
        raise ValueError
    return tuple(row)
