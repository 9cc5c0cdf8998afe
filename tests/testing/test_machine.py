"""The machine plays whole games of every kind and tells its subclass of each step."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import rule, run_state_machine_as_test

import themind as tm
from claims import claim
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
        SEEN.update(["steps", illegality.code, by])


@pytest.mark.property
def test_whole_games_are_played_and_told() -> None:
    SEEN.clear()
    runs = settings.default.max_examples
    run_state_machine_as_test(Listener)
    assert SEEN["steps"] >= 25 * runs  # 50,000 with the deep profile
    assert SEEN["games"] > runs
    assert all(SEEN[phase] for phase in (tm.Phase.CLEARED, tm.Phase.WON))
    assert all(SEEN[event] for event in (tm.MistakeMade, tm.RewardTaken, tm.StarThrown))
    assert all(SEEN[by] for by in (tm.HOST, None, 0, 1))
    assert SEEN[tm.IllegalCode.NOT_YOURS]


class TwoAtATime(testing.GameMachine):
    """Without hooks of its own, and with rules of its own."""

    tables = testing.rules(least_players=2)


TestTwoAtATime = TwoAtATime.TestCase
TestTwoAtATime.settings = settings(max_examples=5)


def text_of(machine: type[testing.GameMachine], **changes: Any) -> tuple[BaseException, str]:
    """The error of a machine's test, and what it shows."""
    test: Any = machine.TestCase
    test.settings = settings(test.settings, max_examples=50, derandomize=True, database=None)
    test.settings = settings(test.settings, **changes)
    with pytest.raises(BaseException) as raised:  # noqa: PT011 - pytest's own failures too
        test().runTest()
    return raised.value, "\n".join([str(raised.value), *getattr(raised.value, "__notes__", [])])


class TestFailures:
    def test_the_shortest_game_is_shown(self) -> None:
        class NoSecondMistake(testing.GameMachine):
            """Fails at the second mistake of a game."""

            def after_start(self) -> None:
                self.mistakes = 0

            def after_step(self, step: tm.Step, action: tm.Action) -> None:
                self.mistakes += sum(isinstance(event, tm.MistakeMade) for event in step.events)
                assert self.mistakes < 2, "two mistakes"

        error, text = text_of(NoSecondMistake)
        assert type(error) is AssertionError
        head, *game = text.partition("the shortest failing game found:\n")[2].splitlines()
        assert head.startswith("  Rules(")
        actions = [re.sub(r".*\d\. |\(.*", "", line) for line in game]
        assert actions[:2] == ["Deal", "Begin"]
        assert actions[-1] in {"Play", "PlayTogether"}
        assert len(actions) <= 8  # 5 with most versions of hypothesis, 7 with some

    def test_the_games_before_are_shown_where_they_matter(self) -> None:
        class NeverTwice(testing.GameMachine):
            """Fails where a game is lost after another one was."""

            losses = 0

            def after_step(self, step: tm.Step, action: tm.Action) -> None:
                self.losses += step.state.phase is tm.Phase.LOST
                assert self.losses < 2

        _, text = text_of(NeverTwice)
        shown = text.partition("the shortest failing game found:\n")[2]
        assert shown.count("Rules(") == 2
        assert len(shown.splitlines()) <= 12

    def test_failures_of_pytest_are_failures(self) -> None:
        class NoStars(testing.GameMachine):
            """Fails at a star."""

            def after_step(self, step: tm.Step, action: tm.Action) -> None:
                if isinstance(action, tm.Star):
                    pytest.fail("a star")

        error, text = text_of(NoStars)
        assert type(error) is pytest.fail.Exception
        assert re.search(r"^  [34]\. Star\(", text, flags=re.MULTILINE)

    def test_the_tables_of_a_subclass_stay(self) -> None:
        class ForFour(testing.GameMachine):
            """Fails at once, with four players."""

            tables = st.just(tm.Rules.standard(4))

            def after_start(self) -> None:
                raise LookupError("no table")

        error, text = text_of(ForFour)
        assert type(error) is LookupError
        assert text.splitlines()[-1] == "  Rules(players=4, levels=8, lives=4, stars=1)"

    @claim("testing.md", "Whole games against your app")
    def test_rules_of_a_subclass_are_shrunk_by_hypothesis(self) -> None:
        class WithARule(testing.GameMachine):
            """Fails in a rule of its own."""

            @rule()
            def count(self) -> None:
                assert not self.record.entries

        error, text = text_of(WithARule)
        assert type(error) is AssertionError
        assert "state.count()" in text
        assert "the shortest failing game" not in text

    def test_without_shrinking_the_game_is_as_it_was_found(self) -> None:
        class AtOnce(testing.GameMachine):
            """Fails at the first deal."""

            def after_step(self, step: tm.Step, action: tm.Action) -> None:
                raise LookupError(action)

        error, text = text_of(AtOnce, phases=[Phase.generate])
        assert type(error) is LookupError
        assert "the shortest failing game" not in text

    def test_what_does_not_fail_again_is_raised_all_the_same(self) -> None:
        failures = iter([True])

        class Once(testing.GameMachine):
            """Fails once."""

            def after_start(self) -> None:
                if next(failures, False):
                    raise LookupError("once")

        error, _ = text_of(Once)
        assert isinstance(error, LookupError | Flaky)

    def test_an_interrupt_is_none(self) -> None:
        class Interrupted(testing.GameMachine):
            """Is stopped at the keyboard."""

            def after_start(self) -> None:
                raise KeyboardInterrupt

        error, _ = text_of(Interrupted)
        assert type(error) is KeyboardInterrupt
