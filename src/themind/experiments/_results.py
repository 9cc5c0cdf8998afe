"""The results of a run: its games, and estimates from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import nan, sqrt
from typing import Any

import attrs

from themind import InvalidArgument, Level
from themind._model.checks import (
    instance_of,
    require_instance,
    require_int,
    shown,
    wrong_type,
)
from themind.experiments._columns import (
    GAME,
    Column,
    Kind,
    Table,
    columns_of,
    digest_of,
    filled,
    hex_digest,
)
from themind.experiments._drivers import MICROSECONDS
from themind.experiments._experiment import Experiment
from themind.experiments._kept import Chunk, Range, Rows, Sums, Tally, disjoint, joined
from themind.experiments._rates import Mean, Rate
from themind.experiments._records import Records, records_digest


def _are_ranges(_instance: object, _attribute: object, ranges: Any) -> None:
    require_instance("ranges", ranges, tuple)
    for place, pair in enumerate(ranges):
        name = f"ranges[{place}]"
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise wrong_type(name, "a pair of ints", pair)
        require_int(f"{name}[1]", pair[1], least=require_int(f"{name}[0]", pair[0], least=0))


@attrs.frozen(kw_only=True, repr=False)
class Result:
    """The games of a run, or of several runs of one experiment and seed.

    Results of disjoint ranges can be added with `+` or `sum`, in any order.

    Attributes:
        experiment: The experiment.
        seed: The seed as a text.
        ranges: The numbers of the games, as (start, stop) pairs.
        carried: Whether policies were carried over from game to game.
        notes: A sentence for each line that a store left out.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import CardBlind, Experiment, run
        >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
        >>> table = Experiment(rules, (CardBlind(), CardBlind()))
        >>> parts = [run(table, 25, "pilot", start=start) for start in (75, 0, 50, 25)]
        >>> sum(parts).digest == run(table, 100, "pilot").digest
        True
    """

    experiment: Experiment = attrs.field(validator=instance_of(Experiment))
    seed: str = attrs.field(validator=instance_of(str))
    ranges: tuple[Range, ...] = attrs.field(validator=_are_ranges)
    carried: bool = attrs.field(default=False, validator=instance_of(bool))
    notes: tuple[str, ...] = attrs.field(default=(), eq=False, validator=instance_of(tuple))
    _kept: Rows | Sums = attrs.field(
        alias="kept", hash=False, validator=instance_of(Rows | Sums, "rows or sums of a run")
    )
    _digests: dict[str, str] = attrs.field(factory=dict, init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if self.games != self._kept.games:
            must = f"ranges must contain {self._kept.games} games, the number of rows"
            raise InvalidArgument(f"{must}, got {shown(self.games)}")

    def __repr__(self) -> str:
        return f"<Result: {self.won.successes} of {self.games} games won>"

    def __add__(self, other: Result) -> Result:
        """Return a result with the games of both.

        Raises:
            InvalidArgument: The results have different experiments or seeds, have a game in
                common, were kept in different ways, or carried policies over from game to game.
        """
        if not isinstance(other, Result):
            return NotImplemented
        if (self.experiment, self.seed) != (other.experiment, other.seed):
            raise InvalidArgument("results must have the same experiment and seed to be added")
        if self.carried or other.carried:
            raise InvalidArgument(
                "results to be added must not come from games that carry policies over"
            )
        return attrs.evolve(
            self,
            ranges=disjoint([*self.ranges, *other.ranges]),
            notes=(*self.notes, *other.notes),
            kept=_together(self, other),
        )

    def __radd__(self, other: object) -> Result:
        """Support `sum`, which starts with 0."""
        return self if type(other) is int and other == 0 else NotImplemented

    @property
    def games(self) -> int:
        """The number of games."""
        return sum([stop - start for start, stop in self.ranges])

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of `rows()` and `table()`."""
        return (GAME, *[column.name for column in self._kept.columns])

    @property
    def digest(self) -> str:
        """A digest of all rows, which is equal for equal games, however they were computed.

        It is the sum modulo 2^256 of the SHA-256 of each row of `rows()` as JSON (sorted keys, no
        spaces), as 64 hexadecimal digits. It is computed on first access.
        """
        if "rows" not in self._digests:
            kept = self._kept
            total = (
                kept.digest
                if isinstance(kept, Sums)
                else digest_of(kept.columns, kept.data, self._numbers())
            )
            self._digests["rows"] = hex_digest(total)
        return self._digests["rows"]

    @property
    def records_digest(self) -> str:
        """A digest of all records: the sum of the SHA-256 of game number, line break and record.

        Raises:
            InvalidArgument: The run did not `keep_records`.
        """
        if "records" not in self._digests:
            self._digests["records"] = hex_digest(records_digest(self.records))
        return self._digests["records"]

    def values(self, column: str) -> tuple[Any, ...]:
        """Return a column in the order of the games, with None if a level was not reached.

        Raises:
            InvalidArgument: The column does not exist, or no rows were kept.
        """
        rows = self._rows()
        if column == GAME:
            return tuple(self._numbers())
        place = self._place(column)
        return tuple(rows.columns[place].values(rows.data[place]))

    def counts(self, column: str) -> Counter[Any]:
        """Return the number of occurrences of each value in a column, without None.

        Raises:
            InvalidArgument: The column does not exist, or has times of which only sums were kept.
        """
        if column == GAME:
            return Counter(self.values(GAME))
        place = self._place(column)
        kept = self._kept.columns[place]
        if isinstance(self._kept, Rows) and kept.kind is Kind.TIME:
            return Counter(self.values(column))
        counted = self._kept.counts(place)
        flags = kept.kind is Kind.FLAG
        return Counter({number == 1 if flags else number: n for number, n in counted.items()})

    def rows(self) -> list[dict[str, Any]]:
        """Return a dict for each game, in order, with None if a level was not reached.

        For libraries that infer types from the first rows, such as polars, use `table()`.

        Raises:
            InvalidArgument: No rows were kept.
        """
        names = self.columns
        columns = [self._numbers(), *[values for _, values in self._columns_of_values()]]
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def table(self, *, missing: Any = nan) -> Table:
        """Return the columns by name, each as a list, for pandas, polars and pyarrow.

        The columns and their types depend only on the experiment. A column that can lack a number
        (`mistakes_3`, if level 3 was not reached) contains floats, with NaN for a missing number.
        With `missing=None` it contains ints and None; a library that infers types then finds none
        in a column that contains only None.

        Raises:
            InvalidArgument: No rows were kept.

        Example:
            >>> from themind import Rules
            >>> from themind.experiments import CardBlind, Experiment, run
            >>> rules = Rules(players=2, levels=2, lives=1, stars=0)
            >>> result = run(Experiment(rules, (CardBlind(), CardBlind())), 4, "pilot")
            >>> result.table()["mistakes_2"]
            [nan, nan, nan, nan]
        """
        table: Table = {GAME: list(self._numbers())}
        for column, values in self._columns_of_values():
            table[column.name] = filled(values, missing) if column.optional else values
        return table

    @property
    def records(self) -> Records:
        """The records of the games; InvalidArgument unless the run kept records."""
        texts = self._rows().texts
        if texts is None:
            raise InvalidArgument("records must have been kept: run with keep_records=True")
        return Records(self._numbers(), texts)

    @property
    def won(self) -> Rate:
        """The share of games whose base run was won."""
        return self._rate("won")

    @property
    def blind_won(self) -> Rate:
        """The share of games whose blind run was won; InvalidArgument without blind runs."""
        return self._rate("blind_won")

    @property
    def stalled(self) -> Rate:
        """The share of games that ended because no seat would ever have played."""
        return self._rate("stalled")

    @property
    def level(self) -> Mean:
        """The mean of the last level that was dealt in the base run."""
        return self._mean("level")

    @property
    def lives(self) -> Mean:
        """The mean number of lives at the end."""
        return self._mean("lives")

    @property
    def stars(self) -> Mean:
        """The mean number of stars at the end."""
        return self._mean("stars")

    @property
    def seconds(self) -> Mean:
        """The mean play time in seconds."""
        return self._mean("seconds")

    @property
    def mistakes(self) -> dict[Level, Mean]:
        """The mean number of mistakes in each level of the base run, over games that reached it.

        The mistakes in a level that was lost are included.
        """
        rules, means = self.experiment.rules, {}
        first = self._place(f"mistakes_{rules.first_level}")
        for place, level in enumerate(range(rules.first_level, rules.levels + 1), first):
            mean = self._estimate(place)
            if isinstance(mean, Mean):
                means[level] = mean
        return means

    def estimate(self, column: str) -> Rate | Mean | None:
        """Return the rate of a column of flags, or the mean of a column of numbers.

        It is None if no game has a number.

        Raises:
            InvalidArgument: The column does not exist.
        """
        return self._estimate(self._place(column))

    def _estimate(self, place: int) -> Rate | Mean | None:
        tally, kept = self._kept.tally(place), self._kept.columns[place]
        if not tally.trials:
            return None
        return Rate(tally.total, tally.trials) if kept.kind is Kind.FLAG else mean_of(kept, tally)

    def _rate(self, column: str) -> Rate:
        return Rate(self._kept.tally(self._place(column)).total, self.games)

    def _mean(self, column: str) -> Mean:
        place = self._place(column)
        return mean_of(self._kept.columns[place], self._kept.tally(place))

    def _place(self, column: str) -> int:
        names = self.columns[1:]
        if column not in names:
            raise InvalidArgument(f"column must be one of {', '.join(names)}, got {shown(column)}")
        return names.index(column)

    def _rows(self) -> Rows:
        if isinstance(self._kept, Sums):
            raise InvalidArgument("games must have been kept: run with keep='rows'")
        return self._kept

    def _columns_of_values(self) -> Iterator[tuple[Column, list[Any]]]:
        """Yield each column with its values in the order of the games."""
        rows = self._rows()
        for column, numbers in zip(rows.columns, rows.data, strict=True):
            yield column, column.values(numbers)

    def _numbers(self) -> Sequence[int]:
        if len(self.ranges) == 1:
            return range(*self.ranges[0])
        return list(chain.from_iterable([range(*one) for one in self.ranges]))

    def _chunks(self) -> Iterator[Chunk]:
        return self._rows().parts(self.ranges)


def _together(first: Result, second: Result) -> Rows | Sums:
    mine, its = first._kept, second._kept
    if isinstance(mine, Sums) and isinstance(its, Sums):
        return mine.plus(its)
    return Rows(mine.columns, [*first._chunks(), *second._chunks()])


def mean_of(column: Column, tally: Tally) -> Mean:
    """Return the mean of a column with at least one value."""
    n, total, squares = tally
    unit = MICROSECONDS if column.kind is Kind.TIME else 1
    variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    return Mean(
        n,
        total / (n * unit),
        sqrt(variance) / unit,
        least=column.least,
        most=column.most,
        whole=column.kind is not Kind.TIME,
    )


def result_of(
    experiment: Experiment, seed: str, chunks: Iterable[Chunk], notes: Iterable[str] = ()
) -> Result:
    """Return the result of disjoint chunks, at least one."""
    known = list(chunks)
    return Result(
        experiment=experiment,
        seed=seed,
        ranges=disjoint([(chunk.start, chunk.stop) for chunk in known]),
        kept=Rows(columns_of(experiment), [joined(known)]),
        notes=tuple(notes),
    )
