"""`python -m themind simulate`: an experiment with clocks, from the command line."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
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
MOST_SECONDS = 1_000_000.0  # a card, twelve days
NOISES: dict[str, Callable[[float], Noise]] = {
    "lognormal": LogNormal,
    "additive": Additive,
    "weber": Weber,
}
DESCRIPTION = """\
Play many games of equal clocks, which wait so many seconds for each card of the gap between their
lowest card and the top of the pile, with noise. Shows the settings, and the findings with 95 %
intervals within the possible values. The same options give the same games and the same
digest, whatever the number of workers. Provisional until version 1.0."""


def add_parser(commands: Any, show: Callable[[Iterable[str]], None]) -> None:
    """Add `simulate` to the commands of the prompt, which has its own way to show lines."""
    parser = commands.add_parser(
        "simulate", help="play many games and count", description=DESCRIPTION
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
        help=f"{', '.join(NOISES)}, and how much of it; or none (lognormal:0.10)",
    )
    add("--games", type=int, default=1000, metavar="N", help="how many (1000)")
    add("--seed", default="themind", help="any text (themind)")
    add("--workers", type=int, default=1, metavar="N", help="processes that play (1)")
    add("--store", metavar="FOLDER", help="write finished games down, and go on from there")
    add("--json", action="store_true", help="print the findings as JSON")


def noise_option(text: str) -> Noise | None:
    """The value of `--noise`."""
    if text == "none":
        return None
    kind, _, size = text.partition(":")
    try:
        make, number = NOISES[kind], float(size)
    except (KeyError, ValueError):
        known = ", ".join(f"{name}:SIZE" for name in NOISES)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {known} or none") from None
    try:
        return make(number)
    except InvalidArgument as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None


def simulate(options: argparse.Namespace) -> int:
    """Play, and show the findings; the exit status is 0, or 2 where something is wrong."""
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
    return ProcessPoolExecutor(number, mp_context=multiprocessing.get_context("spawn"))


def _progress_bar(games: int) -> AbstractContextManager[Progress | None]:
    """A bar on a terminal, if tqdm is there; else nothing."""
    if not sys.stderr.isatty():
        return nullcontext()
    try:
        tqdm = import_module("tqdm").tqdm
    except ImportError:
        return nullcontext()
    return _Bar(tqdm(total=games, unit="game"))


class _Bar(AbstractContextManager[Progress]):
    """Moves a bar of tqdm to where the run is."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def __enter__(self) -> Progress:
        return lambda done, _total: self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        self._bar.close()


def findings(result: Result) -> dict[str, Any]:
    """Return the findings of a run as plain data, with the settings that they are of."""
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
    """Return the interval of 95 %; None for the mean of a single value."""
    if isinstance(estimate, Mean) and estimate.trials == 1:
        return None
    return estimate.interval(0.95)


def table(result: Result) -> list[str]:
    """Return the settings and the findings of a run as lines for people."""
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
    told = f"{rules.players} players, levels {rules.first_level} to {rules.levels}"
    return [
        (
            f"rules     {told}, lives {rules.lives} of {rules.max_lives}, stars {rules.stars} of "
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
