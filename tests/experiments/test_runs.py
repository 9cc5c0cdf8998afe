"""Runs: the same digest however they are cut up and wherever they are played."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from multiprocessing import get_context
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from odd_policies import Closure, Lethal, Raising, Uneasy
from themind.experiments import (
    CardBlind,
    Clock,
    Draw,
    Experiment,
    LogNormal,
    Moment,
    Policy,
    PolicyError,
    Race,
    play_game,
    run,
)
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))
GAMES = 60


@pytest.fixture(scope="module")
def expected() -> str:
    return run(TABLE, GAMES, "digest").digest


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


class Inline(Executor):
    """Runs what it is given at once, is false, and writes down how it is used."""

    def __init__(self, *, fail_at: int | None = None, refuse_at: int | None = None) -> None:
        self.submitted: list[Any] = []
        self.open = 0
        self.most_open = 0
        self._fail_at = fail_at
        self._refuse_at = refuse_at

    def __bool__(self) -> bool:
        return False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert not kwargs
        if len(self.submitted) == self._refuse_at:
            raise RuntimeError("closed")
        self.submitted.append(args)
        future: Future[Any] = Future()
        if len(self.submitted) - 1 == self._fail_at:
            future.cancel()
            future.set_running_or_notify_cancel()
            return future
        try:
            future.set_result(fn(*args))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future

    def map(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("map is not there on every executor")

    def shutdown(self, *_: Any, **__: Any) -> None:
        raise AssertionError("the executor is the caller's")


class TestDigest:
    @pytest.mark.parametrize("chunk", [1, 7, GAMES, 1000])
    def test_any_chunk_size(self, expected: str, chunk: int) -> None:
        assert run(TABLE, GAMES, "digest", chunk=chunk).digest == expected

    @pytest.mark.parametrize("chunk", [None, 1, 11])
    def test_threads(self, expected: str, chunk: int | None) -> None:
        with ThreadPoolExecutor(3) as executor:
            assert run(TABLE, GAMES, "digest", executor=executor, chunk=chunk).digest == expected

    @pytest.mark.parametrize("chunk", [None, 11])
    def test_processes(self, expected: str, processes: Executor, chunk: int | None) -> None:
        result = run(TABLE, GAMES, "digest", executor=processes, chunk=chunk)
        assert result.digest == expected
        assert result == run(TABLE, GAMES, "digest")

    def test_an_executor_that_is_false_is_used_all_the_same(self, expected: str) -> None:
        executor = Inline()
        assert run(TABLE, GAMES, "digest", executor=executor).digest == expected
        assert executor.submitted

    def test_another_seed_or_policy_has_another(self, expected: str) -> None:
        assert run(TABLE, GAMES, "Digest").digest != expected
        other = Experiment(RULES, (CardBlind(), CardBlind()))
        assert run(other, GAMES, "digest").digest != expected

    def test_it_is_the_same_on_every_python(self, expected: str) -> None:
        """Written down once; it may change when games do, but not with interpreter or system."""
        assert expected == "3780d8bcbe469f9340d624d58307ce9fc7a7be1f29df813d8adec015d4b29da9"

    def test_records_come_back_from_workers(self, processes: Executor) -> None:
        kept = run(TABLE, 5, "digest", executor=processes, keep_records=True)
        assert kept.records == run(TABLE, 5, "digest", keep_records=True).records

    def test_counts_come_back_with_the_digest(self, expected: str, processes: Executor) -> None:
        counted = run(TABLE, GAMES, "digest", executor=processes, keep="counts")
        assert counted == run(TABLE, GAMES, "digest", keep="counts")
        assert counted.digest == expected


class TestChunks:
    def jobs(self, executor: Inline, **options: Any) -> list[range]:
        run(TABLE, GAMES, "chunks", executor=executor, **options)
        return [range(job.start, job.stop) for (job,) in executor.submitted]

    def test_every_game_is_played_once(self) -> None:
        for options in ({}, {"chunk": 7}, {"window": 1}):
            played = [index for job in self.jobs(Inline(), **options) for index in job]
            assert sorted(played) == list(range(GAMES))

    def test_no_more_than_a_window_is_under_way(self) -> None:
        class Slow(Executor):
            def __init__(self) -> None:
                self.waiting: list[tuple[Future[Any], Any]] = []
                self.most = 0

            def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
                future: Future[Any] = Future()
                self.waiting.append((future, args))
                self.most = max(self.most, sum(not f.done() for f, _ in self.waiting))
                if sum(not f.done() for f, _ in self.waiting) == 3:
                    for waiting, arguments in self.waiting:
                        if not waiting.done():
                            waiting.set_result(fn(*arguments))
                return future

        slow = Slow()
        run(TABLE, 30, "window", executor=slow, chunk=5, window=3)
        assert slow.most == 3
        assert len(slow.waiting) == 6

    def test_the_last_chunks_are_small_enough_for_all(self) -> None:
        sizes = [len(job) for job in self.jobs(Inline(), window=4)]
        assert sizes[-1] == 1

    def test_progress_is_told_at_the_start_and_after_each_chunk(self) -> None:
        told: list[tuple[int, int]] = []
        run(TABLE, 10, "p", chunk=4, progress=lambda *done: told.append(done))
        assert told == [(0, 10), (4, 10), (8, 10), (10, 10)]


MEETING = threading.Barrier(8)


@attrs.frozen
class Meeting(Policy):
    """Waits, when it is first asked, until eight of its kind have been asked at once."""

    deterministic = False  # so that no game is played twice

    def wait(self, moment: Moment, draw: Draw) -> float:
        if moment.lowest and not moment.view.pile and moment.view.seat == 0:
            MEETING.wait(timeout=60)
        return float(moment.gap)


class TestThreads:
    """Policies that wait for something else, a language model over the network, gain by threads."""

    def test_eight_threads_ask_eight_policies_at_the_same_time(self) -> None:
        """None would get past the barrier if games were played one after the other."""
        rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        table = Experiment(rules, (Meeting(), Clock(0.5)))
        with ThreadPoolExecutor(8) as executor:
            result = run(table, 16, "threads", executor=executor, chunk=1)
        assert (result.games, MEETING.broken) == (16, False)

    def test_a_plan_that_stands_is_asked_for_a_third_as_often(self) -> None:
        rules = tm.Rules.standard(players=2)
        asked = []
        for driver in (Race(), Race(redraw=False)):
            policy = Counting([])
            play_game(Experiment(rules, (policy, policy), driver), "asked")
            asked.append(len(policy.asked))
        assert 0.25 < asked[1] / asked[0] < 0.6


@attrs.frozen(eq=False)
class Counting(Policy):
    """Plays like a clock, and keeps what it was asked for."""

    asked: list[int]

    def wait(self, moment: Moment, draw: Draw) -> float:
        self.asked.append(moment.gap)
        return float(moment.gap)


class TestFailures:
    @pytest.mark.parametrize("workers", [None, 1, 2])
    def test_a_policy_that_raises_is_named(self, workers: int | None, processes: Executor) -> None:
        table = Experiment(RULES, (CardBlind(), Raising()))
        executor = processes if workers else None
        with pytest.raises(PolicyError, match=about("seat 1", Raising, "no idea")):
            run(table, 20, "f", executor=executor)

    @claim("howto/clusters.md", "Processes on one machine")
    def test_a_policy_that_cannot_be_sent_is_named(self, processes: Executor) -> None:
        table = Experiment(RULES, (CardBlind(), Closure(lambda gap: gap + 0.5)))
        with pytest.raises(PolicyError, match=about("seat 1", Closure)) as caught:
            run(table, 20, "f", executor=processes)
        assert caught.value.__cause__ is not None
        assert run(table, 20, "f").games == 20, "here it can be used"

    def test_a_worker_that_dies_is_the_executors_own_error(self) -> None:
        table = Experiment(RULES, (CardBlind(), Lethal()))
        one = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        with one as executor, pytest.raises(BrokenProcessPool):
            run(table, 20, "f", executor=executor)

    @pytest.mark.parametrize(
        ("executor", "error"),
        [(Inline(fail_at=2), CancelledError), (Inline(refuse_at=2), RuntimeError)],
    )
    @claim("howto/clusters.md", "Dask and other executors")
    def test_what_an_executor_raises_comes_after_all_that_was_under_way(
        self, executor: Inline, error: type[Exception]
    ) -> None:
        told: list[int] = []
        with pytest.raises(error):
            run(
                TABLE,
                40,
                "f",
                executor=executor,
                chunk=10,
                window=3,
                progress=lambda done, _: told.append(done),
            )
        assert told[-1] == 20, "two chunks were finished, and nothing was begun after the failure"

    def test_after_a_failure_nothing_new_is_begun(self) -> None:
        table = Experiment(RULES, (Uneasy(), Uneasy()))
        bad = next(i for i in range(400) if breaks(table, i))
        executor = Inline()
        with pytest.raises(PolicyError, match="too high for me"):
            run(table, 100, "u", start=bad, executor=executor, chunk=1, window=2)
        assert len(executor.submitted) == 2

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({"games": 0}, tm.InvalidArgument),
            ({"games": 2.0}, TypeError),
            ({"games": True}, TypeError),
            ({"start": -1}, tm.InvalidArgument),
            ({"chunk": 0}, tm.InvalidArgument),
            ({"window": 0}, tm.InvalidArgument),
            ({"seed": b"s"}, TypeError),
            ({"experiment": "TABLE"}, TypeError),
        ],
    )
    def test_bad_arguments_are_refused(
        self, arguments: dict[str, Any], error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            run(**({"experiment": TABLE, "games": 5, "seed": "s"} | arguments))


def breaks(table: Experiment, index: int) -> bool:
    try:
        run(table, 1, "u", start=index)
    except PolicyError:
        return True
    return False


def third_party(name: str) -> AbstractContextManager[Executor]:
    if name == "loky":
        return pytest.importorskip("loky").ProcessPoolExecutor(2)
    return dask_executor()


def dask_executor() -> AbstractContextManager[Executor]:
    from contextlib import contextmanager

    distributed = pytest.importorskip("distributed")

    @contextmanager
    def started() -> Iterator[Executor]:
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()

    return started()


@pytest.mark.filterwarnings("default")  # theirs, as they start and stop
@pytest.mark.parametrize("name", ["loky", "dask"])
def test_clusters_give_the_same_digest(expected: str, name: str) -> None:
    with third_party(name) as executor:
        for chunk in (None, 13):
            result = run(TABLE, GAMES, "digest", executor=executor, chunk=chunk)
            assert result.digest == expected
        with pytest.raises(PolicyError, match="no idea"):
            run(Experiment(RULES, (CardBlind(), Raising())), 9, "f", executor=executor)


def test_this_machine_is_not_needed_to_know_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert run(TABLE, 5, "digest", executor=Inline()).games == 5
