"""Pictures of positions and records, as text and as SVG.

`text` and `svg` show a state or a view, `timeline` shows a record, and `Table` shows any of them in
a notebook.

>>> import themind as tm
>>> from themind import render
>>> state = tm.new_game(tm.Rules.standard(players=2))
>>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
>>> print(render.text(tm.view(state, seat=1)))
Level 1 of 12: the game is waiting for everyone to be ready
Lives 2 of 5, stars 1 of 3
<BLANKLINE>
  Pile              -
  Aside             -
<BLANKLINE>
  Seat 0            ##
  Seat 1            62  (you)
"""

from themind import Record  # noqa: F401 - for get_type_hints
from themind._model.position import Position  # noqa: F401 - for get_type_hints
from themind._model.publishing import publish
from themind.render._svg import svg
from themind.render._table import Table
from themind.render._text import text
from themind.render._timeline import timeline
from themind.words._names import Names  # noqa: F401 - for get_type_hints

__all__ = ["Table", "svg", "text", "timeline"]

publish(__name__, {name: globals()[name] for name in __all__})


def __dir__() -> list[str]:
    return [*__all__]
