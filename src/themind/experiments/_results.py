"""What a run found: a row a game, and sums that do not depend on the order of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import attrs

from themind import InvalidArgument, Level, Record
from themind.codec import loads
from themind.experiments._checks import is_a
from themind.experiments._experiment import Experiment
from themind.experiments._game import Game
from themind.experiments._rates import Difference, Mean, Rate

Row: TypeAlias = tuple[Any, ...]
Range: TypeAlias = tuple[int, int]

_GAME = ("game", "won", "stalled", "level", "lives", "stars", "mistakes", "seconds")
_BLIND = ("blind_won", "blind_level")


def columns_of(experiment: Experiment) -> tuple[str, ...]:
    """The names of the columns of the rows of an experiment."""
    rules = experiment.rules
    base = [f"mistakes_{level}" for level in range(rules.first_level, rules.levels + 1)]
    blind = [f"blind_{name}" for name in base]
    return (*_GAME, *_BLIND, *base, *blind) if experiment.blind else (*_GAME, *base)


def row_of(experiment: Experiment, game: Game, index: int) -> Row:
    """One game as a row: a value for each of `columns_of(experiment)`."""
    state, rules = game.state, experiment.rules
    levels = range(rules.first_level, rules.levels + 1)
    runs = (False, True) if experiment.blind else (False,)
    blind = (game.blind_won, state.levels_completed if state.blind else None)
    return (
        index,
        game.won,
        game.stalled,
        game.level_reached,
        state.lives,
        state.stars,
        sum(game.mistakes.values()),
        game.timer.game / 1_000_000,
        *(blind if experiment.blind else ()),
        *(game.mistakes.get((run, level)) for run in runs for level in levels),
    )


@attrs.frozen(kw_only=True)
class Chunk:
    """Some games in a row: all that is kept of them."""

    start: int
    stop: int
    digest: int
    rows: tuple[Row, ...]
    texts: tuple[str, ...] | None = None
    elapsed: float = 0.0


@attrs.frozen(kw_only=True, repr=False)
class Result:
    """The games of a run, or of several runs of one experiment and seed added up.

    `ranges` are the indices of the games, as (start, stop) pairs. `digest` is the sum modulo
    2^256 of the SHA-256 of each game's index and canonical record, as 64 hexadecimal digits: the
    same for the same games, however they were computed. Results of disjoint ranges add up in
    any order.

    >>> from themind import Rules
    >>> from themind.experiments import CardBlind, Experiment, run
    >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
    >>> table = Experiment(rules, (CardBlind(), CardBlind()))
    >>> first, second = run(table, 30, "pilot"), run(table, 70, "pilot", start=30)
    >>> (second + first).digest == run(table, 100, "pilot").digest
    True
    """

    experiment: Experiment
    seed: str
    ranges: tuple[Range, ...]
    digest: str
    carried: bool = False
    _rows: tuple[Row, ...] = attrs.field(alias="rows")
    _texts: tuple[str, ...] | None = attrs.field(default=None, alias="texts")

    def __repr__(self) -> str:
        won, games = self.won, len(self._rows)
        return f"<Result: {won.successes} of {games} games won, digest {self.digest[:8]}...>"

    def __add__(self, other: Result) -> Result:
        """All games of two results.

        Raises InvalidArgument where they are of different experiments or seeds, have a game in
        common, or carried policies over from game to game.
        """
        if not isinstance(other, Result):
            return NotImplemented
        if (self.experiment, self.seed) != (other.experiment, other.seed):
            raise InvalidArgument("results of different experiments or seeds do not add up")
        if self.carried or other.carried:
            raise InvalidArgument("games whose policies were carried over do not add up")
        ranges = joined([*self.ranges, *other.ranges])
        digest = int(self.digest, 16) + int(other.digest, 16)
        paired_rows = sorted([*self._numbered(), *other._numbered()])
        return attrs.evolve(
            self,
            ranges=ranges,
            digest=hex_digest(digest),
            rows=tuple([row for _, row, _ in paired_rows]),
            texts=_texts_of([text for _, _, text in paired_rows]),
        )

    def _numbered(self) -> list[tuple[int, Row, str | None]]:
        texts: Sequence[str | None] = self._texts or [None] * len(self._rows)
        return [(row[0], row, text) for row, text in zip(self._rows, texts, strict=True)]

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self._rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of `rows()`."""
        return columns_of(self.experiment)

    def values(self, column: str) -> tuple[Any, ...]:
        """One column, in the order of the games; None where a level was not reached.

        Raises InvalidArgument for a column that is not there.
        """
        if column not in self.columns:
            raise InvalidArgument(f"there is no column {column!r} among {', '.join(self.columns)}")
        place = self.columns.index(column)
        return tuple([row[place] for row in self._rows])

    def counts(self, column: str) -> Counter[Any]:
        """How often each value occurs in a column, None left out."""
        return Counter(value for value in self.values(column) if value is not None)

    def rows(self) -> list[dict[str, Any]]:
        """One dict a game, in the order of the games: what pandas and polars take as it is."""
        return [dict(zip(self.columns, row, strict=True)) for row in self._rows]

    @property
    def records(self) -> tuple[Record, ...]:
        """The games themselves, of a run with `keep_records` (else InvalidArgument)."""
        if self._texts is None:
            raise InvalidArgument("the records of this run were not kept")
        return tuple([loads(text, Record) for text in self._texts])

    @property
    def won(self) -> Rate:
        """Games whose base run was won, of all games."""
        return self._rate("won")

    @property
    def blind_won(self) -> Rate:
        """Games whose blind run was won, of all games; InvalidArgument without blind runs."""
        return self._rate("blind_won")

    @property
    def stalled(self) -> Rate:
        """Games that ended because nobody would ever have played, of all games."""
        return self._rate("stalled")

    @property
    def level(self) -> Mean:
        """The last level of the base run that was dealt."""
        return Mean.of(self.values("level"))

    @property
    def lives(self) -> Mean:
        """Lives at the end."""
        return Mean.of(self.values("lives"))

    @property
    def stars(self) -> Mean:
        """Stars at the end."""
        return Mean.of(self.values("stars"))

    @property
    def seconds(self) -> Mean:
        """Seconds of play."""
        return Mean.of(self.values("seconds"))

    @property
    def mistakes(self) -> dict[Level, Mean]:
        """Mistakes by level of the base run, over the games that reached it.

        A level that was lost counts with the mistakes until then.
        """
        rules = self.experiment.rules
        levels = range(rules.first_level, rules.levels + 1)
        known = {level: self.counts(f"mistakes_{level}") for level in levels}
        return {level: Mean.of(counts.elements()) for level, counts in known.items() if counts}

    def _rate(self, column: str) -> Rate:
        return Rate(sum(self.values(column)), self.games)


def _texts_of(texts: Sequence[str | None]) -> tuple[str, ...] | None:
    kept = [text for text in texts if text is not None]
    return tuple(kept) if len(kept) == len(texts) else None


def hex_digest(total: int) -> str:
    """A sum of digests as 64 hexadecimal digits."""
    return f"{total % 2**256:064x}"


def joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Disjoint ranges in ascending order, those that touch made one.

    Raises InvalidArgument for ranges with a game in common.
    """
    ordered = sorted(ranges)
    for (_, stop), (start, _) in pairwise(ordered):
        if start < stop:
            raise InvalidArgument(f"game {start} is in two results")
    whole: list[Range] = []
    for start, stop in ordered:
        if whole and whole[-1][1] == start:
            whole[-1] = whole[-1][0], stop
        else:
            whole.append((start, stop))
    return tuple(whole)


def result_of(experiment: Experiment, seed: str, chunks: Iterable[Chunk]) -> Result:
    """All games of disjoint chunks."""
    ordered = sorted(chunks, key=lambda chunk: chunk.start)
    texts = [text for chunk in ordered for text in chunk.texts or [None] * len(chunk.rows)]
    return Result(
        experiment=experiment,
        seed=seed,
        ranges=joined([(chunk.start, chunk.stop) for chunk in ordered]),
        digest=hex_digest(sum([chunk.digest for chunk in ordered])),
        rows=tuple([row for chunk in ordered for row in chunk.rows]),
        texts=_texts_of(texts),
    )


def paired(first: Result, second: Result) -> Difference:
    """How much oftener the first experiment wins than the second, game by game.

    The games of both met the same deals and the same luck, so much of the noise cancels out.

    Raises:
        InvalidArgument: other seeds, or other games.
        TypeError: an argument of another type.

    >>> from themind import Rules
    >>> from themind.experiments import CardBlind, Clock, Experiment, run
    >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
    >>> blind, clocks = (Experiment(rules, (policy,) * 2) for policy in (CardBlind(), Clock(1)))
    >>> paired(run(clocks, 200, "pilot"), run(blind, 200, "pilot")).lost
    0
    """
    is_a(Result, first=first, second=second)
    if (first.seed, first.ranges) != (second.seed, second.ranges):
        raise InvalidArgument("only runs of the same games from the same seed make pairs")
    pairs = Counter(zip(first.values("won"), second.values("won"), strict=True))
    return Difference(pairs[True, False], pairs[False, True], first.games)
