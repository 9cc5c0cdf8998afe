"""A strategy for each class of value, action and event, for `st.from_type`."""

from __future__ import annotations

from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind.testing._actions import any_actions
from themind.testing._games import records, states, views
from themind.testing._kinds import ACTIONS, CARDS, EVENTS, SEATS
from themind.testing._tables import rules, seats


@st.composite
def _refusals(draw: DrawFn) -> tm.Illegality:
    state = draw(states())
    by = draw(st.just(tm.HOST) | seats(state.rules))
    refused = tm.check(state, draw(any_actions(state)), by=by)
    assume(refused is not None)
    return refused  # type: ignore[return-value]


VALUES: dict[type[Any], SearchStrategy[Any]] = {
    tm.Rules: rules(),
    tm.GameState: states(),
    tm.SeatView: views(),
    tm.Record: records(),
    tm.Illegality: _refusals(),
    tm.Outcome: st.builds(
        tm.Outcome, victory=st.booleans(), blind=st.booleans(), level=st.integers(0, 12)
    ),
    tm.Entry: st.builds(
        tm.Entry, st.one_of([*ACTIONS.values()]), st.none() | st.integers(0, 10**7)
    ),
    tm.PlayedCard: st.builds(tm.PlayedCard, SEATS, CARDS),
    tm.AsideCard: st.builds(tm.AsideCard, SEATS, CARDS, st.sampled_from(tm.AsideReason)),
    tm.SeenCard: st.builds(tm.SeenCard, SEATS, st.none() | CARDS),
}

STRATEGIES: dict[type[Any], SearchStrategy[Any]] = {**VALUES, **ACTIONS, **EVENTS}
