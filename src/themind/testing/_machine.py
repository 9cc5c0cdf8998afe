"""A Hypothesis state machine that plays whole games, to test an app alongside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import ClassVar, TypeAlias, get_args

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind import Phase
from themind.testing._choices import (
    BITS,
    Chooser,
    Digits,
    cards_down,
    goes_on,
    legal_action,
    pick,
    quick_action,
)
from themind.testing._diff import brief
from themind.testing._questions import any_action
from themind.testing._replays import Replayed
from themind.testing._scripts import Asker, Request, Script, after
from themind.testing._tables import rules


@st.composite
def _moves(draw: DrawFn) -> list[Move]:
    """Return the moves of a step, which first reaches a position in which its requests make sense.

    Hypothesis can therefore omit any other step of a failing game. Each step makes only two draws,
    from strategies that are created once, because draws take most of the time.
    """
    machine: GameMachine = draw(_RUNNER)
    state = machine.state
    choose = _choices(state, draw(_NUMBERS), draw(_NUMBERS))
    if choose.below(24) == 1 if goes_on(state) else choose.below(4):
        return [NewGame(draw(machine.tables))]
    way, state = _way(choose, state)
    moves: list[Move] = [*map(Request, way)]
    most = MOST_REQUESTS if goes_on(state) else 2
    for _ in range(1 + choose.below(most)):
        request = _request(choose, state)
        moves.append(request)
        state = after(state, request)
    return moves


def _request(choose: Chooser, state: tm.GameState) -> Request:
    kinds = ("legal", "any", "by", "any", "legal", "legal")
    kind = pick(choose, kinds[:4] if state.agreed else kinds)
    if kind == "legal" and goes_on(state):
        return Request(legal_action(state, choose))
    action = any_action(state, choose)
    if kind != "by":
        return Request(action)
    seat: Asker = getattr(action, "seat", None)
    own = [seat] * state.players if isinstance(action, SEAT_ACTIONS) else []
    return Request(action, pick(choose, [*own, *range(state.players), None]))


MOST_REQUESTS = 6
SEAT_ACTIONS = get_args(tm.SeatAction)
_RUNNER = st.runner()
_NUMBERS = st.integers(0, 2**32 - 1)


def _choices(state: tm.GameState, number: int, mixer: int) -> Digits:
    """Return the choices of a step: the number itself, or mixed to be evenly distributed.

    Hypothesis draws small numbers and repeated numbers more often than others.
    """
    if not mixer:
        return Digits(number)
    sizes = (state.level, state.lives, state.stars, cards_down(state), len(state.agreed))
    dice = Random(hash((number, mixer, *sizes)))  # noqa: S311
    return Digits(dice.getrandbits(MOST_REQUESTS * BITS))


_ENDS = (Phase.WON, Phase.LOST)
_HERE, _PLAY, _END_OF_LEVEL = tuple(Phase), (Phase.PLAYING, *_ENDS), (Phase.CLEARED, *_ENDS)
_FOCUS = (Phase.FOCUSING, *_ENDS)
_GOALS: Sequence[tuple[Phase, ...]] = (
    *(_HERE, _PLAY, _PLAY, _FOCUS, _PLAY, _END_OF_LEVEL),
    *(_HERE, _PLAY, _PLAY, _PLAY, _END_OF_LEVEL, _ENDS),
)


def _way(choose: Chooser, state: tm.GameState) -> tuple[list[tm.Action], tm.GameState]:
    """Return the shortest sequence of actions to a goal, and the state after them."""
    way: list[tm.Action] = []
    goal = pick(choose, _GOALS)
    while state.phase not in goal:
        way.append(quick_action(state))
        state = tm.apply(state, way[-1]).state
    return way, state


class NewGame:
    """The start of another game."""

    def __init__(self, rules: tm.Rules) -> None:
        self.rules = rules

    def __repr__(self) -> str:
        return brief(self.rules)


Move: TypeAlias = NewGame | Request


class _Drawer:
    """Draws rules when the game starts.

    If Hypothesis drew them as an argument, it would vary them hundreds of times at the end to
    explain a failure.
    """

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def __repr__(self) -> str:
        return "..."


@st.composite
def _drawers(draw: DrawFn) -> _Drawer:
    return _Drawer(draw)


class GameMachine(RuleBasedStateMachine):
    """Play games action by action, with legal and illegal actions.

    Subclass it, call your app in the hooks `after_start`, `after_step` and `after_refusal`, and
    compare it there with `state` and `record`. `TestCase` is the test to collect: it shows the
    shortest failing game found.

    Attributes:
        tables: The strategy for the rules of each game.
        state: The state of the game.
        record: The game so far.

    Example:
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

    _usual_tables = tables
    _failed: ClassVar[tuple[Script, ...]] = ()
    _games: tuple[Script, ...] = ()
    _place: int
    _requests: list[Request]

    TestCase: Replayed = Replayed()

    def after_start(self) -> None:
        """Set up the app for a new game, whose first state is `state`."""

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        """Process a legal action; `state` and `record` already include it."""

    def after_refusal(self, illegality: tm.Illegality, by: tm.Seat | tm.Host | None) -> None:
        """Process an illegal action that `by` requested; nothing has changed."""

    @initialize(rules=_drawers())
    def start(self, rules: _Drawer) -> None:
        """Start the first game."""
        table = rules.draw(self.tables)
        note(brief(table))
        self._start(table)

    @rule(moves=_moves())
    def play(self, moves: list[Move]) -> None:
        """Request an action, legal or not, after the actions before it; or start a new game."""
        for move in moves:
            if isinstance(move, NewGame):
                self._start(move.rules)
            else:
                self._ask(move)

    def _replay(self, games: tuple[Script, ...]) -> None:
        for script in games:
            self._start(script.start.rules)
            for request in script.requests:
                self._ask(request)

    def _start(self, rules: tm.Rules) -> None:
        if hasattr(self, "record"):
            self._games += (self._script(),)
        self.state = tm.new_game(rules)
        self.record = tm.Record(self.state)
        self._requests = []
        self._place = -1
        with self._keeping_failures():
            self.after_start()

    def _ask(self, request: Request) -> None:
        self._requests.append(request)
        self._place += 1
        try:
            step = tm.apply(self.state, request.action, by=request.by)
        except tm.IllegalAction as error:
            illegality = error.illegality
        else:
            self.state = step.state
            self.record = self.record.add(request.action)
            with self._keeping_failures():
                self.after_step(step, request.action)
            return
        with self._keeping_failures():
            self.after_refusal(illegality, request.by)

    def _script(self) -> Script:
        return Script(self.record.start, tuple(self._requests))

    @contextmanager
    def _keeping_failures(self) -> Iterator[None]:
        """Keep the games if the last one fails in a hook."""
        try:
            yield
        except BaseException:
            type(self)._failed = (*self._games, self._script())
            raise
