"""Courses in a store: stopped and gone on with, read again, and not believed when they differ."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pytest

import store_files
import themind as tm
from claims import claim
from odd_policies import Keeping, double_gap
from themind.experiments import (
    Clock,
    Draw,
    Experiment,
    Learning,
    LogNormal,
    Moment,
    PolicyError,
    StoreError,
    learn,
    open_store,
    policy,
    run,
)
from wording import NOT_FOUND, about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Keeping(), Clock(0.3, LogNormal(0.3))))
GAMES, REPEATS = 6, 2


@pytest.fixture(autouse=True)
def in_small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand every course out, and write it down, a game at a time."""
    clock = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))


@pytest.fixture(scope="module")
def whole() -> Learning:
    return learn(TABLE, GAMES, "course", repeats=REPEATS)


def learned(folder: Path, games: int = GAMES, **options: Any) -> tuple[Learning, int]:
    """Learn with a store, and count the games that were played."""
    told: list[int] = []
    options = {"repeats": REPEATS, "progress": lambda done, total: told.append(done)} | options
    learning = learn(TABLE, games, "course", store=folder, **options)
    return learning, told[-1] - told[0]


class Stopped(Exception):
    pass


def stop_after(folder: Path, games: int) -> None:
    def progress(done: int, _total: int) -> None:
        if done == games:
            raise Stopped

    with pytest.raises(Stopped):
        learned(folder, progress=progress)


class TestGoingOn:
    def test_what_is_stored_is_not_played_again(self, whole: Learning, tmp_path: Path) -> None:
        assert learned(tmp_path) == (whole, GAMES * REPEATS)
        assert learned(tmp_path) == (whole, 0)

    @pytest.mark.parametrize("games", [1, 4, 6, 7, 11])
    def test_a_course_goes_on_where_it_was_stopped(
        self, whole: Learning, tmp_path: Path, games: int
    ) -> None:
        stop_after(tmp_path, games)
        again, played = learned(tmp_path)
        assert again == whole
        assert again.digest == whole.digest
        assert again.policies == whole.policies
        assert again.rows() == whole.rows()
        assert played == GAMES * REPEATS - games

    def test_a_longer_course_goes_on(self, tmp_path: Path) -> None:
        learned(tmp_path, 4)
        longer, played = learned(tmp_path, 9)
        assert longer == learn(TABLE, 9, "course", repeats=REPEATS)
        assert played == 5 * REPEATS

    def test_a_shorter_one_is_there_if_a_line_ends_with_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        learned(tmp_path, 6)
        assert learned(tmp_path, 3) == (learn(TABLE, 3, "course", repeats=REPEATS), 0)
        monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
        learned(tmp_path / "long", 6)
        shorter = learn(TABLE, 3, "course", repeats=REPEATS)
        assert learned(tmp_path / "long", 3) == (shorter, 3 * REPEATS)
        assert learned(tmp_path / "long", 3) == (shorter, 0)

    def test_more_courses_are_added(self, whole: Learning, tmp_path: Path) -> None:
        learned(tmp_path, repeats=1)
        assert learned(tmp_path, repeats=3)[1] == 2 * GAMES
        assert learned(tmp_path) == (whole, 0)

    def test_records_are_stored_on_demand(self, tmp_path: Path) -> None:
        learned(tmp_path, 2)
        kept, played = learned(tmp_path, 2, keep_records=True)
        assert played == 2 * REPEATS, "without records they are played again"
        assert learned(tmp_path, 2, keep_records=True) == (kept, 0)
        assert list(kept.courses[0].records) == list(
            learn(TABLE, 2, "course", keep_records=True).courses[0].records
        )

    def test_several_processes_share_a_store(self, whole: Learning, tmp_path: Path) -> None:
        with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as executor:
            work = partial(executor.submit, learn, TABLE, GAMES, "course", repeats=REPEATS)
            futures = [work(store=tmp_path) for _ in range(4)]
            assert {future.result().digest for future in futures} == {whole.digest}
        assert learned(tmp_path) == (whole, 0)

    def test_a_course_can_be_read_without_its_code(self, whole: Learning, tmp_path: Path) -> None:
        learned(tmp_path)
        store = open_store(tmp_path / "course-1")
        assert store.header["seed"] == "course/1"
        assert list(store.rows()) == whole.courses[1].rows()


def line_of(folder: Path, number: int) -> dict[str, Any]:
    """Return a line of games of a store, with all its keys."""
    import json

    line = store_files.lines_in(store_files.files(folder)[0])[number - 1]
    games: dict[str, Any] = json.loads(line)["games"]
    return games


class TestFaults:
    def test_a_spoiled_line_costs_what_follows_it_in_its_course(
        self, whole: Learning, tmp_path: Path
    ) -> None:
        learned(tmp_path)
        (file,) = store_files.files(tmp_path / "course-0")
        lines = store_files.lines_in(file)
        lines[3] = lines[3].replace(b'"start":2', b'"start":1')
        file.write_bytes(b"\n".join([*lines, b""]))
        again, played = learned(tmp_path)
        assert again == whole
        assert played == GAMES - 2
        assert again.courses[0].notes == (f"{file.name}: line 4 is corrupt",)
        assert again.courses[1].notes == ()

    def test_edited_code_is_noticed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        learned(tmp_path)
        monkeypatch.setattr(Keeping, "wait", lambda self, moment, draw: 1.0 + moment.gap)
        with pytest.raises(StoreError, match=about("game 0", "policy")):
            learned(tmp_path)

    def test_so_is_edited_learning(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        learned(tmp_path)

        def observe(self: Keeping, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Keeping:
            return attrs.evolve(self, games=self.games + isinstance(event, tm.HandDealt))

        monkeypatch.setattr(Keeping, "observe", observe)
        with pytest.raises(StoreError, match=about("policies")):
            learned(tmp_path)

    def test_another_experiment_or_seed_is_refused(self, tmp_path: Path) -> None:
        learned(tmp_path)
        with pytest.raises(StoreError, match=about("seed")):
            learn(TABLE, 3, "other", store=tmp_path)
        other = attrs.evolve(TABLE, policies=(Keeping(games=1), TABLE.policies[1]))
        with pytest.raises(StoreError, match=about("experiment.policies[0].fields.games", 0, 1)):
            learn(other, 3, "course", store=tmp_path)

    @claim("stores.md", "Stores of `learn`")
    def test_runs_and_courses_do_not_mix(self, tmp_path: Path) -> None:
        learned(tmp_path / "courses")
        run(TABLE, 3, "course/0", store=tmp_path / "games")
        with pytest.raises(StoreError, match=about("run")):
            learned(tmp_path / "games")
        with pytest.raises(StoreError, match=about("learn")):
            run(TABLE, 3, "course/0", store=tmp_path / "courses" / "course-0")
        with pytest.raises(StoreError, match=about("course-0")):
            run(TABLE, 3, "course/0", store=tmp_path / "courses")
        (tmp_path / "games").rename(tmp_path / "courses" / "course-7")
        with pytest.raises(StoreError, match=about("run")):
            learned(tmp_path / "courses", repeats=8)

    def test_lines_of_another_course_of_policies_are_not_put_together(
        self, whole: Learning, tmp_path: Path
    ) -> None:
        """A line whose policies do not come from the line before it is as good as none."""
        learned(tmp_path)
        store_files.rewritten(tmp_path / "course-0", 4, lambda told: told.update(before="0" * 64))
        again, played = learned(tmp_path)
        assert (again, played) == (whole, GAMES - 2)

    @pytest.mark.parametrize(
        "change",
        [
            {"reports": {}},
            {"reports": {"seat_0_games": [1.0], "seat_0_waited": []}},
            {"reports": {"seat_0_games": ["many"], "seat_0_waited": [0.0]}},
            {"reports": None},
            {"policies": []},
            {"policies": [{"seat": 0}]},
            {"policies": [{"seat": 0}, 5]},
            {"policies": [{"seat": 0}, {"class": "os:system", "fields": {}}]},
            {"policies": [{"seat": 0}, {"class": "themind.experiments:learn", "fields": {}}]},
            {"policies": [{"seat": 0}, {"odd": 1}]},
            {"policies": 7},
        ],
    )
    def test_a_line_that_does_not_fit_is_named(
        self, tmp_path: Path, change: dict[str, Any]
    ) -> None:
        learned(tmp_path)
        store_files.rewritten(tmp_path / "course-0", 2, lambda told: told.update(change))
        with pytest.raises(StoreError, match=about("line 2")):
            learned(tmp_path)

    def test_a_store_is_a_folder_that_can_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("no folder")
        with pytest.raises(StoreError, match=about("file")):
            learned(tmp_path / "file")
        with pytest.raises(StoreError, match=about("folder", NOT_FOUND)):
            learned(tmp_path / "missing" / "folder")

    def test_what_was_written_before_a_failure_stays(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[int] = []

        def report(self: Keeping) -> dict[str, float]:
            seen.append(self.games)
            return {"games": math.nan if self.games > 5 else 1.0, "waited": 0.0}

        monkeypatch.setattr(Keeping, "report", report)
        with pytest.raises(PolicyError, match=about("seat 0", "nan")):
            learned(tmp_path, repeats=1)
        assert store_files.games_in(store_files.files(tmp_path / "course-0")[0])


class TestPolicies:
    def test_a_policy_that_did_not_learn_needs_no_plain_fields(self, tmp_path: Path) -> None:
        steady = policy(double_gap)
        table = Experiment(RULES, (Keeping(), steady))
        kept = learn(table, 3, "fixed", store=tmp_path)
        assert learn(table, 3, "fixed", store=tmp_path) == kept
        assert line_of(tmp_path / "course-0", 2)["policies"][1] == {"seat": 1}

    def test_one_that_is_not_deterministic_is_not_checked(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Keeping, "deterministic", False, raising=False)
        first, _ = learned(tmp_path)
        monkeypatch.setattr(Keeping, "wait", lambda self, moment, draw: 1.0 + moment.gap)
        assert learned(tmp_path) == (first, 0)

    def test_one_that_is_made_otherwise_than_it_was_written_is_refused(
        self, tmp_path: Path
    ) -> None:
        with pytest.raises(PolicyError, match=about("seat 0", "Growing")):
            learn(Experiment(RULES, (Growing(), Clock(0.3))), 2, "course", store=tmp_path)


@attrs.frozen
class Growing(Keeping):
    """Keeps a pace that no store can give back."""

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Keeping:
        return attrs.evolve(self, games=self.games + 1, reports=Pace(1.0))


class Seconds(NamedTuple):
    seconds: float


class Pace(Seconds):
    """A named tuple that is made in a way of its own: each copy differs."""

    @classmethod
    def _make(cls, iterable: Iterable[float]) -> Pace:
        return cls(*(seconds + 1.0 for seconds in iterable))
