"""The test of a machine: hypothesis finds a failing game, and replays of it shorten it."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis.errors import HypothesisException
from hypothesis.stateful import (
    RuleBasedStateMachine,
    TestCaseProperty,
    run_state_machine_as_test,
)

from themind.testing._scripts import Difference, Script
from themind.testing._shrinking import shortened

if TYPE_CHECKING:
    from hypothesis.stateful import _StateMachineTestCase

SLOW_STAGES = {Stage.shrink, Stage.explain}


class Player(Protocol):
    """A machine that keeps its game as a script."""

    _place: int
    _failed: Script | None

    def _replay(self, script: Script) -> None:
        """Play a script, with all hooks."""

    def teardown(self) -> None:
        """Clean up."""


class Replayed(TestCaseProperty):
    """`TestCase` of a machine whose failing games are shortened by replaying them.

    Hypothesis would shrink its draws instead, and trace all code for its explanations meanwhile:
    that takes a minute where replays take a second, and leaves longer games.
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
        settings = settings(deadline=None, suppress_health_check=list(HealthCheck))

        def runTest(self) -> None:  # noqa: N802 - the name that unittest calls
            _run(machine, self.settings)

        runTest.is_hypothesis_test = True  # type: ignore[attr-defined]

    MachineTestCase.__name__ = f"{machine.__name__}.TestCase"
    MachineTestCase.__qualname__ = f"{machine.__qualname__}.TestCase"
    MachineTestCase.__module__ = machine.__module__
    return MachineTestCase


def _run(machine: type[Any], how: settings) -> None:
    """Run a machine; where its hooks fail, replay the shortest failing game found."""
    stages = tuple([stage for stage in how.phases if stage not in SLOW_STAGES])
    machine._failed = None
    failure = _failure(
        lambda: run_state_machine_as_test(machine, settings=settings(how, phases=stages))
    )
    if failure is None:
        return
    if Stage.shrink not in how.phases:
        raise failure
    script = machine._failed and _shortest(machine, machine._failed, type(failure))
    if script is None:  # rules or invariants of a subclass take part: hypothesis knows them
        run_state_machine_as_test(machine, settings=how)
        raise failure
    try:
        _replay(machine, script)
    except Exception as error:
        error.add_note(f"the shortest failing game found:\n{script}")
        raise


def _failure(call: Callable[[], None]) -> Exception | None:
    try:
        call()
    except Exception as error:  # noqa: BLE001 - whatever the app raises
        return error
    return None


def _shortest(machine: type[Any], script: Script, kind: type[Exception]) -> Script | None:
    def judge(script: Script) -> Difference | None:
        player = machine()
        error = _failure(lambda: _played(player, script))
        same = type(error) is kind and not isinstance(error, HypothesisException)
        return Difference(player._place, (str(error),)) if same else None

    free = machine.tables is machine._usual_tables
    found = judge(script)
    return shortened(script, found, judge, free=free)[0] if found else None


def _replay(machine: type[Player], script: Script) -> None:
    _played(machine(), script)


def _played(player: Player, script: Script) -> None:
    try:
        player._replay(script)
    finally:
        player.teardown()
