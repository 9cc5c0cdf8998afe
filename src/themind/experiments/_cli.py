"""`python -m themind simulate`: run an experiment with clocks."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from importlib import import_module
from typing import Any

from themind import InvalidArgument, Rules, TheMindError
from themind._model.checks import require_int
from themind.experiments._experiment import Experiment
from themind.experiments._noise import Additive, LogNormal, Noise, Weber
from themind.experiments._policies import Clock
from themind.experiments._rates import Mean, Rate
from themind.experiments._results import Result
from themind.experiments._run import Progress, run
from themind.experiments._workers import Workers

FAILED = 2
# The rows of the table: the name and the meaning of each.
ROWS = {
    "won": ("won", "share of games whose last level was completed"),
    "stalled": ("stalled", "share of games that ended because no seat would ever have played"),
    "level": ("level reached", "last level that was dealt"),
    "lives": ("lives left", "lives at the end, 0 in a game that was lost"),
    "stars": ("stars left", "stars at the end"),
    "seconds": ("seconds", "seconds of play, without pauses"),
}
MOST_SECONDS = 1_000_000.0  # for each card; twelve days
NOISES: dict[str, Callable[[float], Noise]] = {
    "lognormal": LogNormal,
    "additive": Additive,
    "weber": Weber,
}
DESCRIPTION = """\
Play many games with equal clocks. A clock waits a number of seconds for each card between its
lowest card and the top of the pile, with noise. The output shows the settings, and the results with
95 % confidence intervals. With the same options, the games and the digest are the same for any
number of workers. This command is provisional until version 1.0."""


def add_parser(commands: Any, show: Callable[[Iterable[str]], None]) -> None:
    """Add `simulate` to the commands; `show` prints lines."""
    parser = commands.add_parser(
        "simulate", help="simulate many games with clocks", description=DESCRIPTION
    )
    _add_options(parser)
    parser.set_defaults(run=simulate, show=show)


def _add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--players", type=int, default=2, metavar="N", help="2, 3 or 4 (2)")
    add("--tempo", type=float, default=0.3, metavar="S", help="seconds for each card (0.3)")
    add(
        "--noise",
        type=noise_option,
        default="lognormal:0.10",
        metavar="KIND:SIZE",
        help=f"{', '.join(NOISES)} with its size, or none (lognormal:0.10)",
    )
    add("--games", type=int, default=1000, metavar="N", help="number of games (1000)")
    add("--seed", default="themind", help="any text (themind)")
    add("--workers", type=int, default=1, metavar="N", help="number of processes (1)")
    add("--store", metavar="FOLDER", help="store finished games in this folder, and resume from it")
    add("--json", action="store_true", help="print the results as JSON")


def noise_option(text: str) -> Noise | None:
    """The value of `--noise`."""
    if text == "none":
        return None
    kind, _, size = text.partition(":")
    try:
        make, number = NOISES[kind], float(size)
    except (KeyError, ValueError):
        known = ", ".join(f"{name}:SIZE" for name in NOISES)
        raise argparse.ArgumentTypeError(f"must be {known} or none, got {text!r}") from None
    try:
        return make(number)
    except InvalidArgument as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None


def simulate(options: argparse.Namespace) -> int:
    """Play and show the results; return the exit status, 0 or 2."""
    try:
        result = _play(options)
    except TheMindError as error:
        print(f"python -m themind simulate: {error}", file=sys.stderr)  # noqa: T201
        return FAILED
    options.show([json.dumps(findings(result))] if options.json else table(result))
    return 0


def _play(options: argparse.Namespace) -> Result:
    policy = Clock(options.tempo, options.noise)
    if policy.tempo > MOST_SECONDS:
        raise InvalidArgument(
            f"tempo must be at most {MOST_SECONDS:,.0f} seconds, got {policy.tempo:g}"
        )
    rules = Rules.standard(players=options.players)
    experiment = Experiment(rules, (policy,) * options.players)
    with ExitStack() as stack:
        executor = stack.enter_context(_workers(options.workers))
        progress = stack.enter_context(_progress_bar(options.games))
        return run(
            experiment,
            options.games,
            options.seed,
            executor=executor,
            progress=progress,
            store=options.store,
            keep="counts",
        )


def _workers(number: int) -> AbstractContextManager[Executor | None]:
    require_int("workers", number, least=1)
    if number == 1:
        return nullcontext()
    return Workers(number)


def _progress_bar(games: int) -> AbstractContextManager[Progress | None]:
    """Return a progress bar if standard error is a terminal and tqdm is installed."""
    if not sys.stderr.isatty():
        return nullcontext()
    try:
        tqdm = import_module("tqdm").tqdm
    except ImportError:
        return nullcontext()
    return _Bar(tqdm(total=games, unit="game"))


class _Bar(AbstractContextManager[Progress]):
    """Updates a bar of tqdm with the progress of a run."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def __enter__(self) -> Progress:
        return lambda done, _total: self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        self._bar.close()


def findings(result: Result) -> dict[str, Any]:
    """Return the settings and results of a run as plain data."""
    return {
        "experiment": result.experiment.to_data(),
        "games": result.games,
        "seed": result.seed,
        "digest": result.digest,
        "notes": list(result.notes),
        **{name: _as_data(estimate) for name, estimate in _estimates(result)},
        "mistakes": {level: _as_data(mean) for level, mean in result.mistakes.items()},
    }


def _estimates(result: Result) -> Iterator[tuple[str, Rate | Mean]]:
    for name in ROWS:
        yield name, getattr(result, name)


def _as_data(estimate: Rate | Mean) -> dict[str, Any]:
    interval = _interval(estimate)
    return {"value": estimate.value, "trials": estimate.trials, "interval": interval}


def _interval(estimate: Rate | Mean) -> tuple[float, float] | None:
    """Return the 95 % interval, or None for the mean of a single value."""
    if isinstance(estimate, Mean) and estimate.trials == 1:
        return None
    return estimate.interval(0.95)


def table(result: Result) -> list[str]:
    """Return the settings and results of a run as lines of text."""
    lines = [_row(*ROWS[name], estimate) for name, estimate in _estimates(result)]
    lines += [
        _row(f"mistakes, {level}", f"mistakes in level {level}, if reached", mean)
        for level, mean in result.mistakes.items()
    ]
    return [
        *_settings(result),
        "",
        f"{'':16}{'value':>10}   {'95 % interval':22}{'games':>7}",
        *lines,
        "",
        *[f"note: {note}" for note in result.notes],
        f"seed {result.seed!r}, digest {result.digest}",
    ]


def _settings(result: Result) -> list[str]:
    rules, experiment = result.experiment.rules, result.experiment
    stack = f"{rules.players} players, levels {rules.first_level} to {rules.levels}"
    return [
        (
            f"rules     {stack}, lives {rules.lives} of {rules.max_lives}, stars {rules.stars} of "
            f"{rules.max_stars}"
        ),
        f"policies  {experiment.policies[0]} in every seat",
        f"driver    {experiment.driver}",
        f"games     {result.games}",
    ]


def _row(name: str, meaning: str, estimate: Rate | Mean) -> str:
    interval = _interval(estimate)
    ends = "" if interval is None else f"{interval[0]:.4f} to {interval[1]:.4f}"
    return f"{name:16}{estimate.value:10.4f}   {ends:22}{estimate.trials:7}   {meaning}"
