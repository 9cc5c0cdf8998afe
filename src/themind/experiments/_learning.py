"""The results of `learn`: courses of games, the reports of policies, and the final policies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import nan
from typing import Any, SupportsIndex

import attrs

from themind import InvalidArgument
from themind._model.checks import instance_of, require_instance, require_int, shown
from themind.experiments._columns import Table
from themind.experiments._experiment import Experiment
from themind.experiments._kept import Chunk
from themind.experiments._policy import Policy
from themind.experiments._rates import Mean, Rate
from themind.experiments._reports import columns_of_reports, report_names
from themind.experiments._results import Result, result_of


@attrs.frozen
class Slice:
    """Some games of a course, with their reports and the policies before and after them."""

    repeat: int
    chunk: Chunk
    reports: tuple[tuple[float, ...], ...]
    before: tuple[Policy, ...]
    policies: tuple[Policy, ...]


def _are_results(_instance: object, _attribute: object, courses: tuple[Result, ...]) -> None:
    require_instance("courses", courses, tuple)
    for place, course in enumerate(courses):
        require_instance(f"courses[{place}]", course, Result)
    require_int("the number of courses", len(courses), least=1)


@attrs.frozen(kw_only=True, repr=False)
class Learning:
    """Courses of games in which policies were carried over from game to game.

    Attributes:
        experiment: The experiment; each course begins with its policies.
        seed: The seed as a text; course r has the seed `f"{seed}/{r}"`.
        courses: A `Result` for each course, with its games in order.
        policies: For each course, the policies after its last game.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import CardBlind, Experiment, learn
        >>> rules = Rules(players=2, levels=1, lives=1, stars=0)
        >>> learning = learn(Experiment(rules, (CardBlind(), CardBlind())), 5, "pilot", repeats=2)
        >>> [course.games for course in learning.courses]
        [5, 5]
        >>> learning.table()["repeat"]
        [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    """

    experiment: Experiment = attrs.field(validator=instance_of(Experiment))
    seed: str = attrs.field(validator=instance_of(str))
    courses: tuple[Result, ...] = attrs.field(validator=_are_results)
    policies: tuple[tuple[Policy, ...], ...] = attrs.field(validator=instance_of(tuple))
    _reports: tuple[tuple[tuple[float, ...], ...], ...] = attrs.field(
        alias="reports", validator=instance_of(tuple)
    )

    def __repr__(self) -> str:
        return f"<Learning: {self.repeats} courses of {self.games} games>"

    @property
    def games(self) -> int:
        """The number of games of each course."""
        return self.courses[0].games

    @property
    def repeats(self) -> int:
        """The number of courses."""
        return len(self.courses)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of `table()`.

        They are `repeat`, the columns of a `Result`, and the reports of policies, such as
        `seat_0_tempo` for a `tempo` that the policy of seat 0 reports.
        """
        names = report_names(self.experiment.policies)
        return ("repeat", *self.courses[0].columns, *columns_of_reports(names))

    @property
    def digest(self) -> str:
        """The SHA-256 of the lines of all courses' digests, as 64 hexadecimal digits."""
        text = "".join([f"{course.digest}\n" for course in self.courses])
        return sha256(text.encode()).hexdigest()

    def table(self, *, missing: Any = nan) -> Table:
        """Return the columns of all games by name, ordered by repeat and game.

        A column that can lack a number contains floats, with `missing` for a missing number; see
        `Result.table`.
        """
        tables = [course.table(missing=missing) for course in self.courses]
        results = {name: [value for one in tables for value in one[name]] for name in tables[0]}
        mine = (name for name in self.columns if name not in results)
        return {"repeat": [], **results, **{name: self._flat(name) for name in mine}}

    def rows(self) -> list[dict[str, Any]]:
        """Return a dict for each game, ordered by repeat and game; see `Result.rows`."""
        table = self.table(missing=None)
        return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]

    def _flat(self, column: str) -> list[Any]:
        return [value for course in self._values(column) for value in course]

    def means(
        self, column: str, start: SupportsIndex = 0, stop: SupportsIndex | None = None
    ) -> tuple[float, ...]:
        """Return the mean of a column over games `start` to `stop` - 1 for each course.

        Courses are independent of each other, but the games of a course are not. `Mean.of`
        these means therefore gives a valid interval. Values that are None are ignored.

        Raises:
            InvalidArgument: The column or the games do not exist, or a course has only None.
            TypeError: `start` or `stop` is not an int.
        """
        first = require_int("start", start, least=0, most=self.games - 1)
        last = self.games if stop is None else stop
        end = require_int("stop", last, least=first + 1, most=self.games)
        return tuple([Mean.of(_known(values[first:end])).value for values in self._values(column)])

    def won_by_game(self) -> tuple[Rate, ...]:
        """Return the share of courses that won, for each game."""
        won = zip(*self._values("won"), strict=True)
        return tuple([Rate(sum(courses), self.repeats) for courses in won])

    def _values(self, column: str) -> list[tuple[Any, ...]]:
        """Return a column as one tuple for each course."""
        if column not in self.columns:
            raise InvalidArgument(
                f"column must be one of {', '.join(self.columns)}, got {shown(column)}"
            )
        if column == "repeat":
            return [(repeat,) * self.games for repeat in range(self.repeats)]
        results = self.courses[0].columns
        if column in results:
            return [course.values(column) for course in self.courses]
        place = self.columns.index(column) - len(results) - 1
        return [tuple([game[place] for game in course]) for course in self._reports]


def _known(values: Iterable[Any]) -> list[float]:
    return [float(value) for value in values if value is not None]


def learning_of(
    experiment: Experiment,
    seed: str,
    slices: Iterable[Slice],
    notes: Sequence[Sequence[str]] = (),
) -> Learning:
    """Combine the slices of all courses with the notes of their stores."""
    courses: dict[int, list[Slice]] = {}
    for one in sorted(slices, key=lambda one: (one.repeat, one.chunk.start)):
        courses.setdefault(one.repeat, []).append(one)
    noted = dict(enumerate(notes))
    results = [
        result_of(
            experiment, f"{seed}/{repeat}", [one.chunk for one in course], noted.get(repeat, ())
        )
        for repeat, course in courses.items()
    ]
    return Learning(
        experiment=experiment,
        seed=seed,
        courses=tuple([attrs.evolve(result, carried=True) for result in results]),
        policies=tuple([course[-1].policies for course in courses.values()]),
        reports=tuple([_reports_of(course) for course in courses.values()]),
    )


def _reports_of(course: list[Slice]) -> tuple[tuple[float, ...], ...]:
    return tuple([game for one in course for game in one.reports])
