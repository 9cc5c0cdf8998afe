"""The machine plays whole games of every kind and tells its subclass of each step."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

import themind as tm
from themind import testing

SEEN = Counter[Any]()


class Listener(testing.GameMachine):
    """Follows the game by what the hooks tell it, and counts."""

    def after_start(self) -> None:
        self.followed = [self.state]
        SEEN["games"] += 1

    def after_step(self, step: tm.Step, action: tm.Action) -> None:
        assert tm.apply(self.followed[-1], action) == step
        assert step.state == self.state
        self.followed.append(step.state)
        assert self.followed == [self.record.start, *[s.state for s in tm.replay(self.record)]]
        SEEN.update(["steps", step.state.phase, *map(type, step.events)])

    def after_refusal(self, illegality: tm.Illegality, by: tm.Seat | tm.Host | None) -> None:
        assert tm.check(self.state, illegality.action, by=by) == illegality
        assert self.followed[-1] == self.state
        SEEN.update(["steps", illegality.code])


def test_whole_games_are_played_and_told() -> None:
    SEEN.clear()
    runs = settings.default.max_examples
    run_state_machine_as_test(Listener)
    assert SEEN["steps"] >= 25 * runs  # 50,000 with the deep profile
    assert SEEN["games"] > runs
    assert all(SEEN[phase] for phase in (tm.Phase.CLEARED, tm.Phase.WON))
    assert all(SEEN[event] for event in (tm.MistakeMade, tm.RewardTaken, tm.StarThrown))
    assert SEEN[tm.IllegalCode.NOT_YOURS]


class TwoAtATime(testing.GameMachine):
    """Without hooks of its own, and with rules of its own."""

    tables = testing.rules(least_players=2)


TestTwoAtATime = TwoAtATime.TestCase
TestTwoAtATime.settings = settings(max_examples=5)
