"""Batches: a compiled `run` for millions of games with the built-in clocks.

Provisional: until 1.0, this module can change in any version. It needs the extra `batch`: numba,
which is imported at the first call.

>>> from themind import Rules
>>> from themind.experiments import CardBlind, Experiment
>>> from themind.experiments.batch import batch
>>> rules = Rules(players=2, levels=1, lives=1, stars=0)
>>> batch(Experiment(rules, (CardBlind(), CardBlind())), games=10_000, seed="pilot").won
Rate(successes=4897, trials=10000)
"""

from __future__ import annotations

from themind._model.publishing import publish
from themind.experiments.batch._batch import batch

__all__ = ["batch"]

publish(__name__, {name: globals()[name] for name in __all__})


def __dir__() -> list[str]:
    return [*__all__]
