"""The test of a machine: Hypothesis finds a failing game, and replays shorten it."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

import attrs
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis.errors import HypothesisException
from hypothesis.stateful import (
    RuleBasedStateMachine,
    TestCaseProperty,
    run_state_machine_as_test,
)

from themind.testing._scripts import EVERY_CHECK, Difference, Script
from themind.testing._shrinking import Freedom, shortened

if TYPE_CHECKING:
    from hypothesis.stateful import _StateMachineTestCase

Games: TypeAlias = tuple[Script, ...]
Judge: TypeAlias = Callable[[Games], Difference | None]

SLOW_STAGES = {Stage.shrink, Stage.explain}


class Player(Protocol):
    """A machine that keeps its games as scripts: the earlier ones and the current one."""

    _games: Games
    _place: int

    def _replay(self, games: Games) -> None:
        """Play games one after the other, with all hooks."""

    def teardown(self) -> None:
        """Clean up."""


class Replayed(TestCaseProperty):
    """`TestCase` of a machine whose failing games are shortened by replaying them.

    Hypothesis itself would shrink its draws and trace all code for its explanations. That takes a
    minute instead of a second, and results in longer games.
    """

    def __get__(
        self,
        obj: RuleBasedStateMachine | None,
        typ: type[RuleBasedStateMachine] | None = None,
    ) -> type[_StateMachineTestCase]:
        machine: Any = type(obj) if typ is None else typ
        return cast("type[_StateMachineTestCase]", _test_case(machine))


@cache
def _test_case(machine: type[Any]) -> type[unittest.TestCase]:
    class MachineTestCase(unittest.TestCase):
        settings = settings(deadline=None, suppress_health_check=EVERY_CHECK)

        def runTest(self) -> None:  # noqa: N802 - the name that unittest calls
            _run(machine, self.settings)

        runTest.is_hypothesis_test = True  # type: ignore[attr-defined]

    MachineTestCase.__name__ = f"{machine.__name__}.TestCase"
    MachineTestCase.__qualname__ = f"{machine.__qualname__}.TestCase"
    MachineTestCase.__module__ = machine.__module__
    return MachineTestCase


def _run(machine: type[Any], how: settings) -> None:
    """Run a machine; if its hooks fail, replay the shortest failing game found."""
    stages = tuple([stage for stage in how.phases if stage not in SLOW_STAGES])
    search = settings(how, phases=stages, report_multiple_bugs=False)
    machine._failed = ()
    failure = _failure(lambda: run_state_machine_as_test(machine, settings=search))
    if failure is None:
        return
    if Stage.shrink not in how.phases:
        raise failure
    games = _shortest(machine, machine._failed, type(failure))
    if not games:  # rules or invariants of a subclass exist, which only Hypothesis can shrink
        run_state_machine_as_test(machine, settings=how)
        raise failure
    try:
        _played(machine(), games)
    except BaseException as error:
        error.add_note("\n".join(["the shortest failing game found:", *map(str, games)]))
        raise


def _failure(call: Callable[[], None]) -> BaseException | None:
    """Return the error that a call raises, including failures of pytest, or None."""
    try:
        call()
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # noqa: BLE001 - any exception of the app
        return error
    return None


def _played(player: Player, games: Games) -> None:
    try:
        player._replay(games)
    finally:
        player.teardown()


def _shortest(machine: type[Any], games: Games, kind: type[BaseException]) -> Games:
    """Return the shortest games of which the last one fails; none if a replay does not fail."""

    def judge(games: Games) -> Difference | None:
        player = machine()
        error = _failure(lambda: _played(player, games))
        same = type(error) is kind and not isinstance(error, HypothesisException)
        in_the_last = player._games == games[:-1]
        return Difference(player._place, (str(error),)) if same and in_the_last else None

    usual = machine.tables is machine._usual_tables
    freedom = Freedom.TABLES if usual else Freedom.NONE
    for least in (games[-1:], games):
        found = judge(least)
        if found:
            return _shortened_games(least, found, judge, freedom)
    return ()


def _shortened_games(games: Games, found: Difference, judge: Judge, freedom: Freedom) -> Games:
    """Omit games, then shorten each remaining one."""
    for place in reversed(range(len(games) - 1)):
        fewer = games[:place] + games[place + 1 :]
        games = fewer if judge(fewer) else games
    for place, script in enumerate(games[:-1]):
        judge_one = _judge_of_one(games, place, judge)
        whole = attrs.evolve(found, place=len(script.requests))
        shorter, _ = shortened(script, whole, judge_one, freedom)
        games = (*games[:place], shorter, *games[place + 1 :])
    last, _ = shortened(games[-1], found, lambda script: judge((*games[:-1], script)), freedom)
    return (*games[:-1], last)


def _judge_of_one(games: Games, place: int, judge: Judge) -> Callable[[Script], Difference | None]:
    """Return a judge of games with another script in one place before the last."""

    def judge_one(script: Script) -> Difference | None:
        found = judge((*games[:place], script, *games[place + 1 :]))
        return found and attrs.evolve(found, place=len(script.requests))

    return judge_one
