"""A state machine of hypothesis that plays whole games, to drive an app beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind import Phase
from themind.testing._choices import (
    Digits,
    any_action,
    goes_on,
    legal_action,
    quick_action,
)
from themind.testing._diff import brief
from themind.testing._tables import rules


class Request:
    """An action and who asks for it."""

    def __init__(self, action: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST) -> None:
        self.action = action
        self.by = by

    def __repr__(self) -> str:
        return str(self.action) if self.by is tm.HOST else f"{self.action} by {self.by}"


class NewGame:
    """The start of another game."""

    def __init__(self, rules: tm.Rules) -> None:
        self.rules = rules

    def __repr__(self) -> str:
        return brief(self.rules)


Move: TypeAlias = NewGame | Request


# Each step is drawn as a few numbers, as many in every position, by strategies that are made once.
# It leads on by itself to where its action is possible. So hypothesis can leave out any step of a
# failing game, and shrinks it in seconds. Arguments are drawn with the machine at hand, so that
# hypothesis prints one line a step.
MOST_MOVES = 16
_RUNNER = st.runner()
_NUMBERS = st.integers(0, 2**24 - 1)


@st.composite
def _moves(draw: DrawFn) -> list[Move]:
    machine: GameMachine = draw(_RUNNER)
    if machine.moves >= MOST_MOVES:
        return []
    digits, deck = Digits(draw(_NUMBERS)), Digits(draw(_NUMBERS))
    state = machine.state
    if digits.below(2 if not goes_on(state) else 24) == 1:
        return [NewGame(draw(machine.tables))]
    way, state = _way(digits, state)
    moves: list[Move] = [*map(Request, way)]
    kind = digits.pick(("legal", "any", "by", "legal", "legal"))
    if kind == "legal" and goes_on(state):
        deals = state.phase is Phase.DEALING
        return [*moves, Request(legal_action(state, deck if deals else digits))]
    by = digits.pick([*range(state.players), None, tm.HOST]) if kind == "by" else tm.HOST
    return [*moves, Request(any_action(state, digits), by)]


class _Drawer:
    """Draws rules when the game starts: drawn as an argument, hypothesis would vary them at the
    end, 300 times, to explain the failure.
    """

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def __repr__(self) -> str:
        return "..."


@st.composite
def _drawers(draw: DrawFn) -> _Drawer:
    return _Drawer(draw)


_GOALS: Sequence[tuple[Phase, ...]] = (
    tuple(Phase),
    (Phase.PLAYING, Phase.WON, Phase.LOST),
    tuple(Phase),
    (Phase.PLAYING, Phase.WON, Phase.LOST),
    (Phase.CLEARED, Phase.WON, Phase.LOST),
    tuple(Phase),
    (Phase.PLAYING, Phase.WON, Phase.LOST),
    tuple(Phase),
    (Phase.PLAYING, Phase.WON, Phase.LOST),
    (Phase.CLEARED, Phase.WON, Phase.LOST),
    (Phase.WON, Phase.LOST),
)


def _way(digits: Digits, state: tm.GameState) -> tuple[list[tm.Action], tm.GameState]:
    """Actions that lead to a goal in the shortest way, and the state after them."""
    way: list[tm.Action] = []
    goal = digits.pick(_GOALS)
    while state.phase not in goal:
        way.append(quick_action(state))
        state = tm.apply(state, way[-1]).state
    return way, state


class GameMachine(RuleBasedStateMachine):
    """Play games action by action, legal ones and refused ones, and start a new one after each.

    Subclass it, drive an app in the hooks `after_start`, `after_step` and `after_refusal`, and
    compare it there with `state` and `record`.

    Attributes:
        tables: The strategy for the rules of each game.
        state: The state of the game.
        record: The game up to here.

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
    >>> TestScoreboard = Scoreboard.TestCase  # pytest and unittest collect it
    >>> TestScoreboard.settings = settings(max_examples=5)
    >>> TestScoreboard().runTest()
    """

    tables: ClassVar[SearchStrategy[tm.Rules]] = rules()

    state: tm.GameState
    record: tm.Record
    moves: int = 0

    def after_start(self) -> None:
        """Set up the app for a new game, whose first state is `state`."""

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        """Follow a legal action; `state` and `record` hold it already."""

    def after_refusal(self, illegality: tm.Illegality, by: tm.Seat | tm.Host | None) -> None:
        """Follow a refused action; `by` asked for it, and nothing has changed."""

    @initialize(rules=_drawers())
    def start(self, rules: _Drawer) -> None:
        """Start a new game."""
        table = rules.draw(self.tables)
        note(brief(table))
        self._start(table)

    @rule(moves=_moves())
    def play(self, moves: list[Move]) -> None:
        """Ask for an action, legal or not, after those that lead to it; or start another game."""
        self.moves += 1
        for move in moves:
            if isinstance(move, NewGame):
                self._start(move.rules)
            else:
                self._ask(move.action, move.by)

    def _start(self, rules: tm.Rules) -> None:
        self.state = tm.new_game(rules)
        self.record = tm.Record(self.state)
        self.after_start()

    def _ask(self, action: tm.Action, by: tm.Seat | tm.Host | None) -> None:
        try:
            step = tm.apply(self.state, action, by=by)
        except tm.IllegalAction as error:
            self.after_refusal(error.illegality, by)
            return
        self.state = step.state
        self.record = self.record.add(action)
        self.after_step(step, action)
