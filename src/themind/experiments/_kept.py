"""The games of a run in memory: a few bytes for each game, or only sums over all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, ClassVar, NamedTuple, TypeAlias

import attrs

from themind import InvalidArgument, Seat
from themind.experiments._columns import (
    MISSING,
    Column,
    Kind,
    Numbers,
    digest_of,
    packed,
    packed_together,
)

Range: TypeAlias = tuple[int, int]


@attrs.frozen(kw_only=True)
class Chunk:
    """Games `start` to `stop` - 1: their columns, their records as JSON, and their digest.

    A worker computes the digest if the run keeps only sums. `answers` are those of a first game
    that was played twice, which are compared with the answers in another process.
    """

    start: int
    stop: int
    data: tuple[Numbers, ...]
    texts: tuple[str, ...] | None = None
    digest: int | None = None
    answers: tuple[tuple[Seat, str, Any], ...] = ()
    elapsed: float = 0.0

    def part(self, start: int, stop: int) -> Chunk:
        """Return the games from `start` to `stop` - 1, which must be part of the chunk."""
        if (start, stop) == (self.start, self.stop):
            return self
        low, high = start - self.start, stop - self.start
        return Chunk(
            start=start,
            stop=stop,
            data=tuple([packed(numbers[low:high]) for numbers in self.data]),
            texts=None if self.texts is None else self.texts[low:high],
        )


class Tally(NamedTuple):
    """The number of values, their sum, and the sum of their squares, all exact."""

    trials: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return the tally of all values of both."""
        return Tally(*[mine + its for mine, its in zip(self, other, strict=True)])


def tally_of(numbers: Iterable[int]) -> Tally:
    """Return the tally of some numbers."""
    known = list(numbers)
    return Tally(len(known), sum(known), sum([number * number for number in known]))


def tally_of_counts(counts: Counter[int]) -> Tally:
    """Return the tally of counted numbers."""
    pairs = counts.items()
    total, squares = sum([k * n for k, n in pairs]), sum([k * k * n for k, n in pairs])
    return Tally(sum(counts.values()), total, squares)


@attrs.define(eq=False)
class Rows:
    """All games, as columns in the order of the games.

    Disjoint chunks, at least one, are joined when their games are used: a sum of many results would
    otherwise copy all games for each of its terms.
    """

    columns: tuple[Column, ...]
    chunks: list[Chunk]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        mine, its = (self.columns, self.data, self.texts), (other.columns, other.data, other.texts)
        return mine == its

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum([chunk.stop - chunk.start for chunk in self.chunks])

    @property
    def data(self) -> tuple[Numbers, ...]:
        """The columns."""
        return self._joined().data

    @property
    def texts(self) -> tuple[str, ...] | None:
        """The records as JSON, None unless all are known."""
        return self._joined().texts

    def _joined(self) -> Chunk:
        chunks = self.chunks
        if len(chunks) > 1:
            self.chunks = chunks = [joined(chunks)]
        return chunks[0]

    def parts(self, ranges: Sequence[Range]) -> Iterator[Chunk]:
        """Yield the games in chunks, which cover the given ranges of all games."""
        chunks = self.chunks  # another thread can replace them by a joined one at any moment
        if len(chunks) > 1:
            yield from chunks
            return
        low, whole = 0, attrs.evolve(chunks[0], start=0, stop=self.games)
        for start, stop in ranges:
            part = whole.part(low, low + stop - start)
            yield attrs.evolve(part, start=start, stop=stop)
            low += stop - start

    def counts(self, place: int) -> Counter[int]:
        """Return the number of occurrences of each number in a column, without missing ones."""
        counts = Counter(self.data[place])
        del counts[MISSING]
        return counts

    def tally(self, place: int) -> Tally:
        """Return the tally of a column, without missing numbers."""
        if self.columns[place].kind is Kind.TIME:
            return tally_of(self.data[place])
        return tally_of_counts(self.counts(place))


@attrs.frozen
class Sums:
    """Sums over all games: occurrences of counts, tallies of times, and the digest."""

    columns: tuple[Column, ...]
    kept: tuple[Counter[int] | Tally, ...]
    digest: int

    @property
    def games(self) -> int:
        """The number of games, each of which has a value in the first column."""
        return self.tally(0).trials

    @classmethod
    def none(cls, columns: tuple[Column, ...]) -> Sums:
        """Return the sums of no games."""
        kept = [Tally() if column.kind is Kind.TIME else Counter[int]() for column in columns]
        return cls(columns, tuple(kept), 0)

    def plus_chunk(self, chunk: Chunk) -> Sums:
        """Return the sums with the games of a chunk added."""
        digest = chunk.digest
        if digest is None:
            digest = digest_of(self.columns, chunk.data, range(chunk.start, chunk.stop))
        rows = Rows(self.columns, [chunk])
        more = [
            rows.tally(place) if column.kind is Kind.TIME else rows.counts(place)
            for place, column in enumerate(self.columns)
        ]
        return self.plus(Sums(self.columns, tuple(more), digest))

    def plus(self, other: Sums) -> Sums:
        """Return the sums of all games of both."""
        kept = [_added(mine, its) for mine, its in zip(self.kept, other.kept, strict=True)]
        return Sums(self.columns, tuple(kept), (self.digest + other.digest) % 2**256)

    def counts(self, place: int) -> Counter[int]:
        """Return the number of occurrences of each number in a column, without missing ones."""
        kept = self.kept[place]
        if isinstance(kept, Tally):
            name = self.columns[place].name
            raise InvalidArgument(f"keep must be 'rows' to count {name}, got 'counts'")
        return kept

    def tally(self, place: int) -> Tally:
        """Return the tally of a column, without missing numbers."""
        kept = self.kept[place]
        return kept if isinstance(kept, Tally) else tally_of_counts(kept)


def _added(mine: Counter[int] | Tally, its: Counter[int] | Tally) -> Counter[int] | Tally:
    if isinstance(mine, Tally) and isinstance(its, Tally):
        return mine.plus(its)
    both = Counter(mine)
    both.update(its)
    return both


def disjoint(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Return ranges in ascending order, with adjacent ones joined.

    Raises:
        InvalidArgument: Two ranges have a game in common.
    """
    ordered = sorted(ranges)
    for (_, stop), (start, _) in pairwise(ordered):
        if start < stop:
            raise InvalidArgument(f"results must have no game in common, got game {start} twice")
    joined: list[Range] = []
    for start, stop in ordered:
        if joined and joined[-1][1] == start:
            joined[-1] = joined[-1][0], stop
        else:
            joined.append((start, stop))
    return tuple(joined)


def missing_from(ranges: Iterable[Range], start: int, stop: int) -> list[Range]:
    """Return the ranges of games from `start` to `stop` - 1 that disjoint ranges lack."""
    missing = []
    for low, high in sorted(ranges):
        missing.append((start, low))
        start = high
    return [(low, high) for low, high in [*missing, (start, stop)] if low < high]


def joined(chunks: Iterable[Chunk]) -> Chunk:
    """Return the games of disjoint chunks, at least one, in order, numbered from 0."""
    ordered = sorted(chunks, key=lambda chunk: chunk.start)
    by_column = zip(*[chunk.data for chunk in ordered], strict=True)
    data = tuple([packed_together(parts) for parts in by_column])
    kept = [chunk.texts for chunk in ordered if chunk.texts is not None]
    texts = tuple(chain.from_iterable(kept)) if len(kept) == len(ordered) else None
    return Chunk(start=0, stop=len(data[0]), data=data, texts=texts)
