"""Sweeps: experiments for every combination of some parameters, all with the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from itertools import islice, product
from math import nan, prod
from numbers import Integral, Real
from pathlib import Path
from typing import Any, SupportsIndex

from themind import InvalidArgument
from themind._model.checks import require_callable, require_instance, require_iterable, shown
from themind.experiments._columns import Table
from themind.experiments._experiment import Experiment
from themind.experiments._folder import run_of
from themind.experiments._journal import header_of
from themind.experiments._places import make, require_owner
from themind.experiments._play import checked_seed
from themind.experiments._rates import Mean, Rate
from themind.experiments._results import Result
from themind.experiments._run import (
    Keep,
    Progress,
    Run,
    StorePath,
    checked_options,
    checked_range,
    follow,
)
from themind.experiments._store import folder_of

Point = dict[str, Any]

MOST_POINTS = 100_000

ESTIMATES = ("won", "stalled", "level", "lives", "stars", "mistakes", "seconds")
_TAKEN = {"games", *[f"{name}{end}" for name in ESTIMATES for end in ("", "_low", "_high")]}


class Sweep:
    """The results of a grid of experiments, in the order of the grid.

    Iteration yields pairs of a point, which is a dict of parameters, and its `Result`.
    """

    def __init__(self, points: Iterable[Point], results: Iterable[Result]) -> None:
        self.points: tuple[Point, ...] = tuple(require_iterable("points", points))
        self.results: tuple[Result, ...] = tuple(require_iterable("results", results))
        for place, point in enumerate(self.points):
            require_instance(f"points[{place}]", point, Mapping)
        for place, result in enumerate(self.results):
            require_instance(f"results[{place}]", result, Result)
        if len(self.points) != len(self.results):
            must = f"results must have {len(self.points)} items, one for each point"
            raise InvalidArgument(f"{must}, got {len(self.results)}")

    def __iter__(self) -> Iterator[tuple[Point, Result]]:
        return iter(zip(self.points, self.results, strict=True))

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"<Sweep: {len(self)} experiments>"

    def result(self, **parameters: Any) -> Result:
        """Return the result of the only point with these parameters.

        Raises:
            InvalidArgument: No point or more than one has these parameters.
        """
        pairs = parameters.items()
        found = [its for point, its in self if all(point.get(k, _NONE) == v for k, v in pairs)]
        if len(found) != 1:
            given = f"{shown(parameters, 200)}, which matches {len(found)} points"
            raise InvalidArgument(f"parameters must match exactly one point, got {given}")
        return found[0]

    def table(self, *columns: str, confidence: float = 0.95) -> Table:
        """Return a row for each point, with its parameters and estimates with intervals.

        Each column becomes three: the estimate, and the ends of its interval as `..._low` and
        `..._high`, with NaN for a missing number. A parameter that is not plain data becomes its
        repr.

        Args:
            columns: Columns of a `Result`. By default they are won, stalled, level, lives, stars,
                mistakes and seconds.
            confidence: The confidence of the intervals.

        Raises:
            InvalidArgument: A column does not exist or is a parameter too, or `confidence` is not
                between 0 and 1.
            TypeError: `confidence` is not a number.

        Example:
            >>> from themind import Rules
            >>> from themind.experiments import Clock, Experiment, Weber, sweep
            >>> def pair(fraction):
            ...     rules = Rules.standard(players=2).five_levels()
            ...     return Experiment(rules, (Clock(0.3, Weber(fraction)),) * 2)
            >>> grid = sweep(pair, {"fraction": [0.05, 0.2]}, games=50, seed="pilot")
            >>> grid.table("won")["won"]
            [0.96, 0.72]
        """
        names = [name for point in self.points[:1] for name in point]
        table = {name: _plain([point[name] for point in self.points]) for name in names}
        table["games"] = [result.games for result in self.results]
        for column in columns or ESTIMATES:
            if not {column, f"{column}_low", f"{column}_high"}.isdisjoint(names):
                raise InvalidArgument(f"columns must not be parameters too, got {shown(column)}")
            rows = [_estimate(result, column, confidence) for result in self.results]
            for end, values in zip(("", "_low", "_high"), zip(*rows, strict=True), strict=True):
                table[f"{column}{end}"] = list(values)
        return table


_NONE = object()


def _estimate(result: Result, column: str, confidence: float) -> tuple[float, float, float]:
    estimate: Rate | Mean | None = result.estimate(column)
    if estimate is None:
        return nan, nan, nan
    if estimate.trials == 1 and isinstance(estimate, Mean):
        return estimate.value, nan, nan
    return estimate.value, *estimate.interval(confidence)


def _plain(values: list[Any]) -> list[Any]:
    """Return values as a column of bools, ints, floats or texts."""
    if all(isinstance(value, bool) for value in values):
        return values
    if not any(isinstance(value, bool) for value in values):
        for kind, make in ((Integral, int), (Real, float)):
            if all(isinstance(value, kind) for value in values):
                return [make(value) for value in values]
    return [value if isinstance(value, str) else repr(value) for value in values]


def sweep(
    build: Callable[..., Experiment],
    grid: Mapping[str, Iterable[Any]],
    games: SupportsIndex,
    seed: str | SupportsIndex,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    store: StorePath | None = None,
    keep: Keep = "rows",
    chunk: SupportsIndex | None = None,
    window: SupportsIndex | None = None,
) -> Sweep:
    """Play the same games of the same seed for every combination of some parameters.

    All points have the same deals and the same random numbers, so that they differ only in their
    parameters, and two of them can be `paired`.

    Args:
        build: A function from parameters, given by name, to an experiment. It is called in this
            process.
        grid: The values of each parameter by its name; at most 100,000 combinations.
        games: The number of games at each point.
        seed: The seed of the decks and draws of all games.
        executor: As for `run`. The points share its workers, so that no worker waits for the end
            of a point.
        progress: Called with (games done, all games of all points).
        store: A folder with a store for each point. An interrupted sweep continues from there, and
            a larger grid plays only its new points.
        keep: As for `run`.
        chunk: As for `run`.
        window: As for `run`.

    Raises:
        InvalidArgument: The grid has no point or too many, a parameter has the name of a result's
            column (call it `first_lives`, not `lives`), or a number is out of bounds.
        TypeError: An argument has a wrong type.
        PolicyError: As for `run`.
        StoreError: As for `run`.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import Clock, Experiment, LogNormal, sweep
        >>> def pair(tempo, sigma):
        ...     clocks = Clock(0.3, LogNormal(sigma)), Clock(tempo, LogNormal(sigma))
        ...     return Experiment(Rules.standard(players=2).five_levels(), clocks)
        >>> found = sweep(pair, {"tempo": [0.3, 0.6], "sigma": [0.1]}, games=50, seed="pilot")
        >>> [(point["tempo"], result.won.value) for point, result in found]
        [(0.3, 0.94), (0.6, 0.16)]
    """
    checked_options(executor, keep, chunk=chunk, window=window)
    wanted = checked_range(0, games)
    points = _points(grid)
    require_callable("build", build)
    runs = [Run(build(**point), wanted, seed, keep) for point in points]
    if store is not None:
        for one in runs:
            one.open(_folder_in(store, one.experiment, seed))
    follow(runs, executor, progress, chunk=chunk, window=window)
    return Sweep(points, [one.result() for one in runs])


def _points(grid: Mapping[str, Iterable[Any]]) -> list[Point]:
    require_instance("grid", grid, Mapping)
    for name in grid:
        require_instance("each key of grid", name, str)
    taken = [name for name in grid if name in _TAKEN]
    if taken:
        raise InvalidArgument(
            f"grid must not use names of a result's columns, got {', '.join(taken)}"
        )
    iterables = [require_iterable(f"grid[{shown(k)}]", its) for k, its in grid.items()]
    values: list[list[Any]] = []
    for its in iterables:
        values.append(list(islice(its, MOST_POINTS + 1)))
        if prod(map(len, values)) > MOST_POINTS:
            raise InvalidArgument(f"grid must have at most {MOST_POINTS:,} combinations, got more")
    if not all(values) or not values:
        raise InvalidArgument("grid must have at least one parameter and one value for each")
    return [dict(zip(grid, combination, strict=True)) for combination in product(*values)]


def _folder_in(store: StorePath, experiment: Experiment, seed: str | SupportsIndex) -> Path:
    """Return the folder of a point, whose name is a hash of its experiment and the seed."""
    folder = folder_of(store).absolute()
    require_owner(folder, "sweep")
    make(folder)
    return folder / run_of(header_of(experiment, checked_seed(seed)))[:16]
