"""Differences of two runs with the same seed, game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf

from themind import InvalidArgument
from themind._model.checks import require_instance
from themind.experiments._columns import MISSING, Column, Kind
from themind.experiments._kept import tally_of, tally_of_counts
from themind.experiments._rates import Difference, Mean
from themind.experiments._results import Result, mean_of


class Paired(Mapping[str, Difference | Mean]):
    """The differences of two runs, first minus second, by column.

    A column of flags has a `Difference`, a column of numbers the `Mean` of the differences of the
    games. Columns without a game that has a number in both runs are left out.
    """

    def __init__(self, first: Result, second: Result) -> None:
        require_instance("first", first, Result)
        require_instance("second", second, Result)
        if (first.seed, first.ranges) != (second.seed, second.ranges):
            raise InvalidArgument("first and second must have the same games of the same seed")
        players = first.experiment.rules.players, second.experiment.rules.players
        if players[0] != players[1]:
            must = "first and second must have the same number of players"
            raise InvalidArgument(f"{must}, got {players[0]} and {players[1]}")
        mine, others = first._rows(), second._rows()
        self._columns = {column.name: column for column in mine.columns}
        pairs = zip(others.columns, others.data, strict=True)
        theirs = {column.name: numbers for column, numbers in pairs}
        self._pairs = {
            name: (numbers, theirs[name])
            for name, numbers in zip(self._columns, mine.data, strict=True)
            if name in theirs
        }
        for name, column in self._columns.items():
            if name in self._pairs and column.optional and not self._counts(name):
                del self._pairs[name]

    def __getitem__(self, name: str) -> Difference | Mean:
        key: object = name
        if not isinstance(key, str) or key not in self._pairs:
            raise KeyError(name)
        column = self._columns[name]
        if column.kind is Kind.FLAG:
            return self._flags(name)
        differences = Column(name, column.kind, least=-inf)
        if column.kind is Kind.TIME:
            pairs = zip(*self._pairs[name], strict=True)
            return mean_of(differences, tally_of([mine - its for mine, its in pairs]))
        counts: Counter[int] = Counter()
        for (mine, its), times in self._counts(name).items():
            counts[mine - its] += times
        return mean_of(differences, tally_of_counts(counts))

    def __iter__(self) -> Iterator[str]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __repr__(self) -> str:
        return f"<Paired: {', '.join(self)}>"

    @property
    def won(self) -> Difference:
        """The difference of the shares of games whose base run was won."""
        return self._flags("won")

    def _flags(self, name: str) -> Difference:
        pairs = self._counts(name)
        return Difference(pairs[1, 0], pairs[0, 1], sum(pairs.values()))

    def _counts(self, name: str) -> Counter[tuple[int, int]]:
        """Count the pairs of numbers, without those in which one is missing."""
        counts = Counter(zip(*self._pairs[name], strict=True))
        return Counter({pair: times for pair, times in counts.items() if MISSING not in pair})


def paired(first: Result, second: Result) -> Paired:
    """Return the difference of each column, game by game.

    Both runs have the same deals and the same random numbers, so much of the noise cancels out:
    the interval of a difference is narrower than two separate intervals.

    Raises:
        InvalidArgument: The runs have different seeds, games or numbers of players, or no rows
            were kept.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import CardBlind, Clock, Experiment, run
        >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
        >>> blind, clocks = (Experiment(rules, (policy,) * 2) for policy in (CardBlind(), Clock(1)))
        >>> differences = paired(run(clocks, 200, "pilot"), run(blind, 200, "pilot"))
        >>> differences.won
        Difference(gained=99, lost=0, trials=200)
        >>> round(differences["seconds"].value, 1)
        65.1
    """
    return Paired(first, second)
