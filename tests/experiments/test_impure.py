"""Policies that are no function of what they are given: noticed, or begun anew for each game."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from odd_policies import Clumsy, Counted, OfProcess, OnlyThere, ready
from themind.experiments import (
    Clock,
    Draw,
    Experiment,
    LogNormal,
    Moment,
    Policy,
    PolicyError,
    StoreError,
    learn,
    open_store,
    play_game,
    run,
)
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
STEADY = Clock(0.3, LogNormal(0.1))


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=ready) as executor:
        yield executor


def table(policy: Policy) -> Experiment:
    return Experiment(RULES, (STEADY, policy))


class TestProcesses:
    """A policy that depends on its process, such as by the hash of a str."""

    @pytest.mark.parametrize("options", [{}, {"chunk": 1}, {"keep": "counts"}, {"start": 9}])
    @claim("howto/clusters.md")
    def test_one_that_depends_on_its_process_is_refused(
        self, processes: Executor, options: dict[str, Any], tmp_path: Path
    ) -> None:
        asked = table(OfProcess(os.getpid()))
        with pytest.raises(PolicyError, match=about("seat 1", "wait", "worker")) as caught:
            run(asked, 40, "p", executor=processes, store=tmp_path, **options)
        here, there = caught.value.value  # type: ignore[misc]
        assert here != there
        assert list(tmp_path.glob("*.jsonl")) == [], "its games are not stored"

    def test_so_it_is_in_a_course(self, processes: Executor) -> None:
        with pytest.raises(PolicyError, match=about("seat 1", "worker")):
            learn(table(OfProcess(os.getpid())), 5, "p", repeats=2, executor=processes)

    def test_a_store_of_another_process_says_so(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run(table(OfProcess(os.getpid())), 5, "p", store=tmp_path)
        again = table(OfProcess(os.getpid()))
        monkeypatch.setattr(os, "getpid", lambda: 1)
        with pytest.raises(StoreError, match="depends on its process"):
            run(again, 5, "p", store=tmp_path)

    def test_one_that_can_answer_only_there_is_played_there(self, processes: Executor) -> None:
        with pytest.raises(PolicyError, match="not ready"):
            run(table(OnlyThere()), 20, "p")
        assert run(table(OnlyThere()), 20, "p", executor=processes).games == 20

    def test_pure_ones_are_not_disturbed(self, processes: Executor) -> None:
        for policy in (STEADY, Clumsy(at=10**9)):
            for chunk in (None, 3):
                alone = run(table(policy), 30, "p", keep_records=True)
                there = run(
                    table(policy), 30, "p", keep_records=True, chunk=chunk, executor=processes
                )
                assert there == alone
        assert learn(table(STEADY), 4, "p", executor=processes) == learn(table(STEADY), 4, "p")

    def test_what_was_held_back_is_stored_if_the_executor_fails(self, tmp_path: Path) -> None:
        """The first chunk is lost with its worker, and the others are kept."""

        first = FirstLost()
        with pytest.raises(ConnectionError):
            run(table(STEADY), 12, "p", executor=first, store=tmp_path, chunk=4, window=3)
        assert open_store(tmp_path).ranges == ((4, 12),)


class FirstLost(Executor):
    """Loses the first job, after all others have been done."""

    def __init__(self) -> None:
        self._inner = ThreadPoolExecutor(1)
        self._jobs = 0

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Any:
        self._jobs += 1
        return self._inner.submit(lost if self._jobs == 1 else fn, *args)


def lost(_job: object) -> None:
    threading.Event().wait(0.5)
    raise ConnectionError("the worker is gone")


class Remembering(Policy):
    """Counts in itself how often it was asked, and says so."""

    deterministic = False

    def __init__(self) -> None:
        self.asked = 0

    def wait(self, moment: Moment, draw: Draw) -> float:
        self.asked += 1
        return float(self.asked)

    def report(self) -> dict[str, float]:
        return {"asked": self.asked}


class Unfrozen(Remembering):
    """Holds what nothing can copy."""

    def __init__(self) -> None:
        super().__init__()
        self.connection = threading.Lock()


@attrs.frozen(eq=False)
class Connected(Policy):
    """A frozen policy with a connection, as one that asks a language model has."""

    deterministic = False
    connection: Any = attrs.field(factory=threading.Lock)
    name = "a model"

    def wait(self, moment: Moment, draw: Draw) -> float:
        with self.connection:
            return float(moment.gap)


class Slotted(Policy):
    __slots__ = ("connection",)
    deterministic = False

    def __init__(self) -> None:
        self.connection = threading.Lock()

    def wait(self, moment: Moment, draw: Draw) -> float:
        return 1.0


class TestMemory:
    """Policies that are not deterministic begin each game, or course, as they are given."""

    def test_each_game_begins_with_the_policies_of_the_experiment(self) -> None:
        policy = Remembering()
        both = Experiment(RULES, (policy, policy))
        whole = run(both, 6, "m")
        assert [run(both, 1, "m", start=k).rows()[0] for k in range(6)] == whole.rows()
        with ThreadPoolExecutor(2) as executor:
            assert run(both, 6, "m", executor=executor, chunk=2) == whole
        assert play_game(both, "m") == play_game(both, "m")
        assert policy.asked == 0

    def test_two_seats_do_not_share_a_memory(self) -> None:
        policy = Remembering()
        shared = run(Experiment(RULES, (policy, policy)), 5, "m")
        assert shared.rows() == run(Experiment(RULES, (policy, Remembering())), 5, "m").rows()

    def test_each_course_begins_with_them_and_carries_them_on(self) -> None:
        policy = Remembering()
        learning = learn(table(policy), 4, "m", repeats=2)
        assert policy.asked == 0
        for course in range(2):
            asked = learning.table()["seat_1_asked"][4 * course : 4 * course + 4]
            assert asked == sorted(set(asked)), "the memory grows in a course"
            assert learning.policies[course][1].asked == asked[-1]  # type: ignore[attr-defined]
        assert learning.table()["seat_1_asked"][4] < learning.table()["seat_1_asked"][3]

    def test_stores_take_the_same_object_again(self, tmp_path: Path) -> None:
        policy = Remembering()
        first = run(table(policy), 5, "m", store=tmp_path / "run")
        assert run(table(policy), 5, "m", store=tmp_path / "run") == first
        course = learn(table(policy), 5, "m", store=tmp_path / "course")
        longer = learn(table(policy), 8, "m", store=tmp_path / "course")
        assert longer.table()["seat_1_asked"][:5] == course.table()["seat_1_asked"]
        whole = learn(table(policy), 8, "m")
        assert longer.table()["seat_1_asked"] == whole.table()["seat_1_asked"]

    @pytest.mark.parametrize("kind", [Unfrozen, Slotted])
    def test_one_that_cannot_be_copied_is_refused(self, kind: type[Policy]) -> None:
        for play in (run, learn):
            with pytest.raises(PolicyError, match=about("seat 1", kind.__name__, "deepcopy")):
                play(table(kind()), 5, "m")

    def test_a_frozen_one_is_used_as_it_is(self, tmp_path: Path) -> None:
        connected = table(Connected())
        assert run(connected, 5, "m", store=tmp_path / "run").games == 5
        for games in (3, 5):
            assert learn(connected, games, "m", store=tmp_path / "course").games == games
        both = Experiment(RULES, (Remembering(), connected.policies[1]))
        assert learn(both, 3, "m", store=tmp_path / "both").games == 3

    def test_a_copy_that_holds_what_nothing_can_pickle_is_the_same(self, tmp_path: Path) -> None:
        closure = Copied(lambda gap: 2.0 * gap)
        for games in (3, 5):
            kept = learn(table(closure), games, "m", store=tmp_path)
        assert kept.courses == learn(table(closure), 5, "m").courses


@attrs.frozen(eq=False)
class Copied(Policy):
    """Can be copied, and not pickled."""

    deterministic = False
    answer: Any
    name = "a function"

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.answer(moment.gap)


class TestChanged:
    """Policies that change themselves, and say that they are deterministic."""

    def test_one_that_shows_it_late_is_refused(self) -> None:
        with pytest.raises(PolicyError, match=about("seat 1", "changed itself", "'asked'")):
            run(table(Clumsy(at=60)), 5, "late")

    def test_so_is_one_in_a_course(self) -> None:
        with pytest.raises(PolicyError, match=about("changed itself")):
            learn(table(Clumsy(at=60)), 5, "late")

    def test_a_cached_property_is_no_change(self) -> None:
        assert run(table(Cached()), 5, "cached").games == 5

    def test_nor_is_a_field_that_is_not_plain(self) -> None:
        assert run(table(Counted([object()])), 5, "odd").games == 5


class Cached(Policy):
    """Computes something once."""

    def __init__(self) -> None:
        self.base = 2.0

    @cached_property
    def tempo(self) -> float:
        return self.base / 4

    def wait(self, moment: Moment, draw: Draw) -> float:
        return self.tempo * moment.gap


@pytest.mark.parametrize("answer", ["False", None, 0, 1])
def test_deterministic_is_a_bool(answer: object) -> None:
    unsure = type("Unsure", (Cached,), {"deterministic": answer})()
    with pytest.raises(TypeError, match=about("policies[1].deterministic", "bool")):
        table(unsure)
