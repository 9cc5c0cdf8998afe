"""The strategies and checks of the testing kit know what they make and take."""

from __future__ import annotations

from typing import assert_type

from hypothesis.strategies import SearchStrategy

import themind as tm
from themind import testing

rules = tm.Rules.standard(players=2)
state = tm.new_game(rules)

assert_type(testing.rules(), SearchStrategy[tm.Rules])
assert_type(testing.states(rules, phases={tm.Phase.PLAYING}), SearchStrategy[tm.GameState])
assert_type(testing.positions(testing.rules(full=True)), SearchStrategy[tm.GameState])
assert_type(testing.views(), SearchStrategy[tm.SeatView])
assert_type(testing.records(), SearchStrategy[tm.Record])
assert_type(testing.events(state), SearchStrategy[tm.Event])
assert_type(testing.actions(state), SearchStrategy[tm.Action])
assert_type(testing.any_actions(state), SearchStrategy[tm.Action])
assert_type(testing.decks(rules, level=2), SearchStrategy[tuple[int, ...]])
assert_type(testing.seats(rules), SearchStrategy[int | None])


class Scoreboard(testing.GameMachine):
    """A machine of one's own sees steps."""

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        """Look at what happened."""
        assert_type(self.state, tm.GameState)
        assert_type(self.record, tm.Record)
        testing.assert_possible(step.state)


testing.check_view_client(lambda view: view, tm.evolve_view)
testing.check_hiding(view=tm.view, redact=tm.redact, dumps=repr, games=50)
testing.check_hiding(redact=tm.evolve)  # type: ignore[arg-type]
testing.actions(rules)  # type: ignore[arg-type]
testing.states(phases="PLAYING")  # type: ignore[arg-type]
testing.assert_possible(tm.view(state))  # type: ignore[arg-type]
