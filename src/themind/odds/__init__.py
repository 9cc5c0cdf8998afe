"""Exact probabilities of the hidden hands, given a view.

A view bounds each hidden hand from below: in an open level by the top of the pile, and after a
star by the card that its seat threw. All deals that fit these bounds and the sizes of the hands
are equally likely, because the deck was shuffled. The functions ignore how the others play, except
`chance_lowest_after_silence`. Chances are `Fraction`s.

`chance_lowest` is the chance that the viewer holds the lowest card, and `lowest_other` is the
distribution of the lowest card of the others. `chance_holds` and `chance_none_between` are about
single cards and gaps, and `sample_hands` draws hands.

Every function raises InvalidArgument for a view that no deal fits, and for a view of a blind level
in which another seat has played a card face down: that card was the lowest of its hand, and the
viewer does not know it.

>>> import themind as tm
>>> state = tm.new_game(tm.Rules(players=3, levels=3, lives=3, stars=0, cards=12))
>>> state, _ = tm.deal(state, tm.stacked_deck([(3,), (7,), (9,)]))
>>> state, _ = tm.begin(state)
>>> chance_lowest(tm.view(state, seat=0))
Fraction(36, 55)
"""

from __future__ import annotations

from themind._model.publishing import publish
from themind.odds._chances import (
    chance_holds,
    chance_lowest,
    chance_none_between,
    lowest_other,
)
from themind.odds._sample import sample_hands
from themind.odds._silence import Survival, chance_lowest_after_silence

__all__ = [
    "Survival",
    "chance_holds",
    "chance_lowest",
    "chance_lowest_after_silence",
    "chance_none_between",
    "lowest_other",
    "sample_hands",
]

publish(__name__, {name: globals()[name] for name in __all__})


def __dir__() -> list[str]:
    return [*__all__]
