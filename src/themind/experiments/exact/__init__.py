"""Exact laws of mistakes, which need no simulation and certify every simulation.

A law is a tuple: entry k is the chance of exactly k mistakes in a level that is played to its
end, however many lives that takes. Two kinds of play have one:

- `card_blind`: players who look at no card, any number of them;
- `race` and `race_laws`: two players in a memoryless race, in which the chance that the nearer
  card goes first depends on the two gaps alone. `lognormal`, `weber` and `additive` are such
  chances, for two equal clocks; `RaceChances` is for races of your own in which plays can land
  together.

`win` puts the laws of the levels together into the chance to win a game.

>>> from themind import Rules
>>> laws = race_laws(weber(0.15), levels=range(1, 4), cards=30)
>>> three_levels = Rules(players=2, levels=3, lives=2, stars=0, max_stars=0, cards=30)
>>> round(win(laws, three_levels), 4)
0.96
"""

from __future__ import annotations

from themind._model.publishing import publish
from themind.experiments.exact._card_blind import card_blind
from themind.experiments.exact._chances import (
    ChanceFirst,  # noqa: F401 - for get_type_hints
    RaceChances,
    additive,
    lognormal,
    weber,
)
from themind.experiments.exact._race import race, race_laws
from themind.experiments.exact._win import Law, win

__all__ = [
    "Law",
    "RaceChances",
    "additive",
    "card_blind",
    "lognormal",
    "race",
    "race_laws",
    "weber",
    "win",
]

publish(__name__, {name: globals()[name] for name in __all__})


def __dir__() -> list[str]:
    return [*__all__]
