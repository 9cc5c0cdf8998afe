"""Tools for testing code that uses `themind`: strategies, a state machine, and checks.

The module needs Hypothesis: install `themind[testing]`.

Strategies: `rules`, `seats`, `decks`, `positions`, `states`, `views`, `records`, `actions`,
`any_actions` and `events`. `GameMachine` plays games action by action against your app.
Checks of your own code: `check_referee`, `check_view_client`, `check_hiding`, `assert_possible`.

>>> import themind as tm
>>> from hypothesis import given
>>> from themind import testing
>>> @given(testing.states(phases=[tm.Phase.PLAYING]))
... def test_lives_are_left(state):
...     assert state.lives > 0
>>> test_lives_are_left()
"""

try:
    import hypothesis as _hypothesis  # noqa: F401 - the parts below need it
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        f"themind.testing needs {_missing.name}: pip install 'themind[testing]'",
        name=_missing.name,
    ) from _missing

from themind._model.publishing import publish
from themind.testing import _register
from themind.testing._actions import actions, any_actions
from themind.testing._checks import assert_possible
from themind.testing._clients import check_view_client
from themind.testing._games import records, states, views
from themind.testing._hiding import check_hiding
from themind.testing._kinds import events
from themind.testing._machine import GameMachine
from themind.testing._positions import positions
from themind.testing._referees import check_referee
from themind.testing._tables import decks, rules, seats

__all__ = [
    "GameMachine",
    "actions",
    "any_actions",
    "assert_possible",
    "check_hiding",
    "check_referee",
    "check_view_client",
    "decks",
    "events",
    "positions",
    "records",
    "rules",
    "seats",
    "states",
    "views",
]

publish(__name__, {name: globals()[name] for name in __all__})
_register.register()


def __dir__() -> list[str]:
    return [*__all__]
