"""Exact distributions of mistakes ("laws"), without simulation.

A law is a tuple: entry k is the chance of exactly k mistakes in a level that is played to its
end, regardless of lives. Two kinds of play have laws:

- `card_blind`: any number of players who ignore their cards;
- `race` and `race_laws`: two players in a memoryless race, in which the chance that the nearer
  card goes first depends only on the two gaps. `lognormal`, `weber` and `additive` return such
  chances for two equal clocks; `RaceChances` is for your own races in which plays can land
  together.

`win` combines the laws of the levels into the chance of winning a game.

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
