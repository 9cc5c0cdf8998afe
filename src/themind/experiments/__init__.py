"""Simulate games between policies, and compute statistics of the results.

Provisional: until 1.0, names and results can change in any version. Policies and drivers use only
the public interface of `themind`, `themind.codec` and `themind.odds`.

An `Experiment` has rules, a `Policy` for each seat (`Clock`, `AbsoluteClock`, `CardBlind`,
`Confident`, `Scripted`, or your own) and a driver (`Race`, `Ticks`). `run` plays games and returns
a `Result`, `sweep` plays a grid of experiments, and `learn` carries policies over from game to
game. `event_table` and `risk_table` turn records into tables, and `log_likelihood` compares clocks
with recorded waits. `themind.experiments.exact` computes distributions without simulation, and
`themind.experiments.batch` is a compiled version of `run`.

>>> from themind import Rules
>>> from themind.experiments import Clock, Experiment, LogNormal, run
>>> table = Experiment(
...     rules=Rules.standard(players=2).without_stars(),
...     policies=(Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2,
... )
>>> result = run(table, games=100, seed="pilot")
>>> result.won
Rate(successes=83, trials=100)
"""

from __future__ import annotations

from typing import ClassVar  # noqa: F401 - for get_type_hints

from themind import Rules, SeatView  # noqa: F401 - for get_type_hints
from themind._model.publishing import publish
from themind.experiments import exact
from themind.experiments._columns import Table
from themind.experiments._draws import Draw
from themind.experiments._drivers import Driver, Landing, Race, Ticks
from themind.experiments._errors import PolicyError, StoreError
from themind.experiments._experiment import Experiment
from themind.experiments._kept import Range, Rows, Sums  # noqa: F401 - for get_type_hints
from themind.experiments._learn import learn
from themind.experiments._learning import Learning
from themind.experiments._likelihood import log_likelihood
from themind.experiments._noise import Additive, LogNormal, Noise, Weber
from themind.experiments._paired import Paired, paired
from themind.experiments._play import play_game
from themind.experiments._policies import (
    AbsoluteClock,
    CardBlind,
    Clock,
    Confident,
    Scripted,
    Waits,  # noqa: F401 - for get_type_hints
    policy,
)
from themind.experiments._policy import Moment, Policy
from themind.experiments._rates import Difference, Mean, Rate
from themind.experiments._records import Records
from themind.experiments._results import Result
from themind.experiments._rows import event_rows, risk_rows
from themind.experiments._run import run
from themind.experiments._store import Store, open_store
from themind.experiments._sweep import Sweep, sweep
from themind.experiments._tables import event_table, risk_table

__all__ = [
    "AbsoluteClock",
    "Additive",
    "CardBlind",
    "Clock",
    "Confident",
    "Difference",
    "Draw",
    "Driver",
    "Experiment",
    "Landing",
    "Learning",
    "LogNormal",
    "Mean",
    "Moment",
    "Noise",
    "Paired",
    "Policy",
    "PolicyError",
    "Race",
    "Rate",
    "Records",
    "Result",
    "Scripted",
    "Store",
    "StoreError",
    "Sweep",
    "Table",
    "Ticks",
    "Weber",
    "event_rows",
    "event_table",
    "exact",
    "learn",
    "log_likelihood",
    "open_store",
    "paired",
    "play_game",
    "policy",
    "risk_rows",
    "risk_table",
    "run",
    "sweep",
]

publish(__name__, {name: globals()[name] for name in __all__})


def __dir__() -> list[str]:
    return [*__all__]
