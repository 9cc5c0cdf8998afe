"""Courses of games in which policies are carried over."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import attrs
import pytest

import themind as tm
from odd_policies import Closure, Impatient, Keeping, Raising
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    Learning,
    LogNormal,
    Mean,
    PolicyError,
    Rate,
    learn,
    run,
)
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Keeping(), Clock(0.3, LogNormal(0.3))))
ONE = tm.Rules(players=1, levels=2, first_level=2, lives=1, stars=0)


@pytest.fixture(scope="module")
def learning() -> Learning:
    return learn(TABLE, 6, "course", repeats=4)


@pytest.fixture
def in_small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand every course out a game at a time."""
    clock = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))


class TestCourses:
    def test_what_was_learned_is_carried_over(self) -> None:
        experiment = Experiment(ONE, (Impatient(),))
        alone = [run(experiment, 1, "s/0", start=index).values("seconds")[0] for index in range(3)]
        carried = learn(experiment, 3, "s").courses[0].values("seconds")
        assert carried[0] == alone[0]
        assert carried[1] < alone[1] / 2
        assert carried[2] < alone[2] / 3

    def test_each_begins_with_the_policies_of_the_experiment(self, learning: Learning) -> None:
        table = learning.table()
        firsts = [n for n, game in enumerate(table["game"]) if game == 0]
        assert [table["seat_0_games"][n] for n in firsts] == [
            len(dealt_levels(table, n)) for n in firsts
        ]

    def test_policies_that_do_not_learn_make_a_run(self) -> None:
        experiment = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))
        courses = learn(experiment, 5, "s", repeats=3).courses
        for repeat, course in enumerate(courses):
            plain = run(experiment, 5, f"s/{repeat}")
            assert course.rows() == plain.rows()
            assert course.digest == plain.digest
        assert len({course.digest for course in courses}) == 3

    def test_policies_are_what_came_out(self, learning: Learning) -> None:
        table = learning.table()
        assert len(learning.policies) == 4
        for repeat, policies in enumerate(learning.policies):
            last = 6 * (repeat + 1) - 1
            assert isinstance(policies[0], Keeping)
            assert policies[0].games == table["seat_0_games"][last] > 6
            assert policies[0].waited == table["seat_0_waited"][last] > 0
            assert policies[1] == TABLE.policies[1]

    def test_games_are_those_that_the_policies_play(self) -> None:
        """Game 1 of a course is a game of the policies that game 0 left."""
        first = learn(TABLE, 1, "course")
        second = attrs.evolve(TABLE, policies=first.policies[0])
        row = run(second, 1, "course/0", start=1).rows()
        assert learn(TABLE, 2, "course").courses[0].rows()[1:] == row

    def test_more_games_go_on_as_before(self, learning: Learning) -> None:
        longer = learn(TABLE, 9, "course", repeats=4)
        for course, more in zip(learning.courses, longer.courses, strict=True):
            assert more.rows()[:6] == course.rows()

    def test_courses_do_not_add_up(self, learning: Learning) -> None:
        with pytest.raises(tm.InvalidArgument):
            learning.courses[0] + run(TABLE, 5, "course/0", start=6)

    def test_records_are_kept_on_demand(self, learning: Learning) -> None:
        kept = learn(TABLE, 2, "course", repeats=2, keep_records=True)
        assert all(len(course.records) == 2 for course in kept.courses)
        with pytest.raises(tm.InvalidArgument):
            learning.courses[0].records  # noqa: B018


def dealt_levels(table: dict[str, list[Any]], row: int) -> list[int]:
    return [level for level in (1, 2) if table[f"mistakes_{level}"][row] is not None]


class TestTables:
    def test_a_table_is_by_repeat_and_game(self, learning: Learning) -> None:
        table = learning.table()
        assert list(table) == list(learning.columns)
        assert table["repeat"] == [repeat for repeat in range(4) for _ in range(6)]
        assert table["game"] == [*range(6)] * 4
        assert list(table)[-2:] == ["seat_0_games", "seat_0_waited"]
        assert {type(number) for number in table["seat_0_games"]} == {float}

    def test_rows_are_the_same_by_game(self, learning: Learning) -> None:
        rows, table = learning.rows(), learning.table()
        assert len(rows) == 24
        assert rows[7] == {column: values[7] for column, values in table.items()}

    def test_a_missing_number_does_not_change_a_type(self) -> None:
        """As in the table of a result: floats, and NaN where a level was not reached."""
        table = Experiment(attrs.evolve(RULES, lives=1), (CardBlind(), CardBlind()))
        reached = learn(table, 10, "types", repeats=2)
        column = reached.table()["mistakes_2"]
        assert {type(value) for value in column} == {float}
        plain = [row["mistakes_2"] for row in reached.rows()]
        assert plain == reached.table(missing=None)["mistakes_2"]
        assert None in plain
        assert [math.isnan(value) for value in column] == [value is None for value in plain]

    def test_means_are_of_each_course(self, learning: Learning) -> None:
        table = learning.table()
        for column in ("won", "seconds", "seat_0_waited"):
            expected = [
                Mean.of(map(float, table[column][6 * repeat + 2 : 6 * repeat + 5])).value
                for repeat in range(4)
            ]
            assert learning.means(column, 2, 5) == pytest.approx(expected)
        assert learning.means("repeat") == (0.0, 1.0, 2.0, 3.0)

    def test_a_mean_leaves_out_what_was_not_reached(self, learning: Learning) -> None:
        for mean, course in zip(learning.means("mistakes_2"), learning.courses, strict=True):
            known = [value for value in course.values("mistakes_2") if value is not None]
            assert mean == pytest.approx(sum(known) / len(known))

    def test_wins_by_game(self, learning: Learning) -> None:
        rates = learning.won_by_game()
        assert [rate.trials for rate in rates] == [4] * 6
        won = [course.values("won") for course in learning.courses]
        assert rates[3] == Rate(sum(course[3] for course in won), 4)

    @pytest.mark.parametrize(
        ("arguments", "error", "words"),
        [
            (("wins",), tm.InvalidArgument, ["column", "'wins'"]),
            (("won", 6), tm.InvalidArgument, ["start", 5, 6]),
            (("won", -1), tm.InvalidArgument, ["start", -1]),
            (("won", 0, 7), tm.InvalidArgument, ["stop", 6, 7]),
            (("won", 3, 3), tm.InvalidArgument, ["stop", 3]),
            (("won", 1.0), TypeError, ["start", float]),
        ],
    )
    def test_what_there_is_not_has_no_mean(
        self, learning: Learning, arguments: Any, error: type[Exception], words: list[object]
    ) -> None:
        with pytest.raises(error, match=about(*words)):
            learning.means(*arguments)

    def test_its_text_is_short(self, learning: Learning) -> None:
        assert repr(learning) == "<Learning: 4 courses of 6 games>"
        assert (learning.games, learning.repeats) == (6, 4)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


class TestExecutors:
    def test_slices_of_any_size_give_the_same(
        self, learning: Learning, in_small_slices: None
    ) -> None:
        assert learn(TABLE, 6, "course", repeats=4) == learning
        with ThreadPoolExecutor(3) as threads:
            again = learn(TABLE, 6, "course", repeats=4, executor=threads)
        assert again == learning
        assert again.digest == learning.digest

    def test_processes(self, learning: Learning, processes: Executor) -> None:
        again = learn(TABLE, 6, "course", repeats=4, executor=processes)
        assert again == learning

    def test_a_course_is_played_in_order(self, in_small_slices: None) -> None:
        """No course has two jobs under way, and one that began is finished first."""
        begun: list[tuple[int, int]] = []

        class Noting(ThreadPoolExecutor):
            def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
                begun.append((args[0].repeat, args[0].start))
                return super().submit(fn, *args, **kwargs)

        with Noting(1) as executor:
            learn(TABLE, 3, "course", repeats=60, executor=executor)
        for repeat in range(60):
            assert [start for course, start in begun if course == repeat] == [0, 1, 2]
        assert begun.index((0, 2)) < begun.index((59, 0))

    def test_progress_counts_all_games(self, in_small_slices: None) -> None:
        told: list[tuple[int, int]] = []
        learn(TABLE, 2, "p", repeats=2, progress=lambda *done: told.append(done))
        assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


class TestFailures:
    def test_a_policy_that_raises_is_named(self, processes: Executor) -> None:
        table = Experiment(RULES, (CardBlind(), Raising()))
        for executor in (None, processes):
            with pytest.raises(PolicyError, match=about("seat 1", Raising, "no idea")):
                learn(table, 3, "f", executor=executor)

    def test_a_policy_that_cannot_be_sent_is_named(self, processes: Executor) -> None:
        table = Experiment(RULES, (CardBlind(), Closure(lambda gap: gap + 0.5)))
        with pytest.raises(PolicyError, match=about("seat 1", Closure)):
            learn(table, 3, "f", executor=processes)

    def test_a_policy_that_is_no_function_is_noticed(self) -> None:
        asked: list[int] = []
        odd = Closure(lambda gap: asked.append(1) or float(len(asked)))  # type: ignore[func-returns-value]
        with pytest.raises(PolicyError, match=about("seat 1", Closure)):
            learn(Experiment(RULES, (CardBlind(), odd)), 3, "f")

    @pytest.mark.parametrize(
        ("report", "words"),
        [
            (lambda policy: {"games": math.nan}, ["nan"]),
            (lambda policy: {"games": 10**400}, ["number"]),
            (lambda policy: {"games": "many"}, ["'many'"]),
            (lambda policy: {"games": None}, ["None"]),
            (lambda policy: {"games": True}, ["True"]),
            (lambda policy: [1.0], ["report", "[1.0]"]),
            (lambda policy: {1: 1.0}, ["report", "{1: 1.0}"]),
            (
                lambda policy: dict.fromkeys("abc"[: policy.games], 1.0),
                ["'a'"],
            ),
            (lambda policy: 1 / 0, ["report", ZeroDivisionError]),
        ],
    )
    def test_a_report_that_is_none_is_refused(self, report: Any, words: list[object]) -> None:
        table = Experiment(RULES, (Clock(1.0), Keeping(reports=report)))
        with pytest.raises(PolicyError, match=about("seat 1", *words)):
            learn(table, 2, "f")

    def test_numbers_of_any_kind_are_reported_as_floats(self) -> None:
        np = pytest.importorskip("numpy")
        table = Experiment(ONE, (Keeping(reports=lambda policy: {"x": np.float32(0.5), "y": 3}),))
        reported = learn(table, 1, "f").table()
        assert (reported["seat_0_x"], reported["seat_0_y"]) == ([0.5], [3.0])
        assert {type(number) for number in reported["seat_0_x"]} == {float}

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({"games": 0}, tm.InvalidArgument),
            ({"games": 2.0}, TypeError),
            ({"repeats": 0}, tm.InvalidArgument),
            ({"repeats": True}, TypeError),
            ({"seed": b"s"}, TypeError),
            ({"experiment": "TABLE"}, TypeError),
            ({"executor": 3}, TypeError),
        ],
    )
    def test_bad_arguments_are_refused(
        self, arguments: dict[str, Any], error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            learn(**({"experiment": TABLE, "games": 5, "seed": "s"} | arguments))
