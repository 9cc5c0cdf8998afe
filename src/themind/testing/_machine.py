"""A machine of hypothesis that plays whole games, to drive something else beside the referee."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy

import themind as tm
from themind.testing._asking import actions, any_actions, goes_on, onward
from themind.testing._checks import assert_possible
from themind.testing._tables import rules, seats


class GameMachine(RuleBasedStateMachine):
    """Plays games action by action, legal ones and refused ones, and starts a new one after each.

    Subclass it, drive your own app in the hooks `after_start`, `after_step` and `after_refusal`,
    and compare it there with `state` and `record`. `tables` chooses the rules. The position must
    be possible after every step.

    >>> from hypothesis import settings
    >>> from themind import testing
    >>> class Scoreboard(testing.GameMachine):
    ...     def after_start(self):
    ...         self.lives = self.state.lives
    ...
    ...     def after_step(self, step, action):
    ...         for event in step.events:
    ...             self.lives = getattr(event, "lives", self.lives)
    ...         assert self.lives == self.state.lives
    >>> TestScoreboard = Scoreboard.TestCase  # what pytest and unittest collect
    >>> TestScoreboard.settings = settings(max_examples=5)
    >>> TestScoreboard().runTest()
    """

    tables: ClassVar[SearchStrategy[tm.Rules]] = rules()

    state: tm.GameState
    record: tm.Record

    def after_start(self) -> None:
        """Do what an app does at a new game, which has just been set up as `state`."""

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        """Do what an app does after a legal action; `state` and `record` hold it already."""

    def after_refusal(self, illegality: tm.Illegality, by: tm.Seat | tm.Host | None) -> None:
        """Do what an app does after a refused action of `by`; nothing has changed."""

    @initialize(data=st.data())
    def start(self, data: DataObject) -> None:
        """Set up a new game."""
        self.state = tm.new_game(data.draw(self.tables, label="rules"))
        self.record = tm.Record(self.state)
        self.after_start()

    @precondition(lambda self: not goes_on(self.state))
    @rule(data=st.data())
    def start_again(self, data: DataObject) -> None:
        """Set up the next game after one that is over for good."""
        self.start(data)

    @precondition(lambda self: goes_on(self.state))
    @rule(data=st.data())
    def act(self, data: DataObject) -> None:
        """Do something legal."""
        self._ask(data.draw(actions(self.state), label="action"))

    @precondition(lambda self: goes_on(self.state))
    @rule(data=st.data())
    def go_on(self, data: DataObject) -> None:
        """Do what leads on."""
        self._ask(data.draw(onward(self.state), label="action"))

    @rule(data=st.data())
    def ask(self, data: DataObject) -> None:
        """Ask for something, whether or not it is legal."""
        action = data.draw(any_actions(self.state), label="action")
        self._ask(action, by=data.draw(st.just(tm.HOST) | seats(self.state.rules), label="by"))

    @invariant()
    def position_is_possible(self) -> None:
        """The state passes the gate."""
        assert_possible(self.state)

    def _ask(self, action: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST) -> None:
        try:
            step = tm.apply(self.state, action, by=by)
        except tm.IllegalAction as error:
            self.after_refusal(error.illegality, by)
            return
        self.state = step.state
        self.record = self.record.add(action)
        self.after_step(step, action)
