"""Experiments: policies play each other by the rules, and everything that happened is counted.

Provisional: until 1.0, what is here may change from any version to the next. It uses `themind`,
`themind.codec` and `themind.odds` as everybody can, and nothing private of theirs.

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

from themind._model.publishing import publish
from themind.experiments import exact
from themind.experiments._draws import Draw
from themind.experiments._drivers import Driver, Landing, Race, Ticks
from themind.experiments._errors import PolicyError, StoreError
from themind.experiments._experiment import Experiment
from themind.experiments._noise import Additive, LogNormal, Noise, Weber
from themind.experiments._play import play_game, play_games
from themind.experiments._policies import (
    AbsoluteClock,
    CardBlind,
    Clock,
    Confident,
    Scripted,
)
from themind.experiments._policy import Moment, Policy
from themind.experiments._rates import Difference, Mean, Rate
from themind.experiments._results import Result, paired
from themind.experiments._rows import event_rows, risk_rows
from themind.experiments._run import run

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
    "LogNormal",
    "Mean",
    "Moment",
    "Noise",
    "Policy",
    "PolicyError",
    "Race",
    "Rate",
    "Result",
    "Scripted",
    "StoreError",
    "Ticks",
    "Weber",
    "event_rows",
    "exact",
    "paired",
    "play_game",
    "play_games",
    "risk_rows",
    "run",
]

publish(__name__, {name: globals()[name] for name in __all__})
