"""Registration with hypothesis, so that `st.from_type(themind.GameState)` works.

Hypothesis calls `register` as a plugin when it is imported. The kit also calls it, because plugins
can be disabled. Each strategy is created on first use, so the plugin loads quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

import themind as tm

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

VALUES: tuple[type[Any], ...] = (
    tm.AsideCard,
    tm.Entry,
    tm.GameState,
    tm.Illegality,
    tm.Outcome,
    tm.PlayedCard,
    tm.Record,
    tm.Rules,
    tm.SeatView,
    tm.SeenCard,
)
UNIONS = (tm.Action, tm.Event, tm.SeatEvent)


def register() -> None:
    """Register a strategy for each class of value, action and event."""
    # Hypothesis loads this module as a plugin during its first import, so import it only here.
    from hypothesis import strategies as st

    members = [kind for union in UNIONS for kind in get_args(union)]
    for kind in dict.fromkeys([*VALUES, *members]):
        st.register_type_strategy(kind, _strategy_of)


def _strategy_of(kind: type[Any]) -> SearchStrategy[Any]:
    strategies: dict[type[Any], SearchStrategy[Any]]
    strategies = import_module("themind.testing._registry").STRATEGIES
    if kind not in strategies:
        raise LookupError(f"themind.testing must have a strategy for {kind.__name__}")
    return strategies[kind]
