"""Sweeps: every point of a grid on the same seeds, and one table of all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from odd_policies import Raising
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    LogNormal,
    PolicyError,
    Scripted,
    StoreError,
    Sweep,
    Weber,
    open_store,
    paired,
    run,
    sweep,
)
from wording import NOT_FOUND, about

GRID: dict[str, Any] = {"tempo": [0.3, 0.4], "noise": [None, Weber(0.2), LogNormal(0.1)]}


def table(tempo: float, noise: Any, levels: int = 2) -> Experiment:
    rules = tm.Rules(players=2, levels=levels, lives=2, stars=0, max_stars=0)
    return Experiment(rules, (Clock(0.3, noise), Clock(tempo, noise)))


@pytest.fixture(scope="module")
def found() -> Sweep:
    return sweep(table, GRID, games=20, seed="grid")


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


class TestPoints:
    def test_every_combination_is_a_run_of_the_same_games(self, found: Sweep) -> None:
        combinations = [(tempo, noise) for tempo in GRID["tempo"] for noise in GRID["noise"]]
        assert [tuple(point.values()) for point in found.points] == combinations
        assert list(found) == list(zip(found.points, found.results, strict=True))
        for point, result in found:
            assert result == run(table(**point), 20, "grid")
        assert (len(found), repr(found)) == (6, "<Sweep: 6 experiments>")

    def test_a_point_is_found_by_its_parameters(self, found: Sweep) -> None:
        result = found.result(tempo=0.4, noise=Weber(0.2))
        assert result == found.results[4]
        other = found.result(tempo=0.3, noise=Weber(0.2))
        assert paired(result, other).won.trials == 20
        for wrong in ({"tempo": 0.4}, {"tempo": 0.5, "noise": None}, {"pace": 0.4}):
            with pytest.raises(tm.InvalidArgument, match=about(*wrong)):
                found.result(**wrong)

    @pytest.mark.parametrize("chunk", [None, 3])
    def test_executors_change_nothing(
        self, found: Sweep, processes: Executor, chunk: int | None
    ) -> None:
        with ThreadPoolExecutor(3) as threads:
            for executor in (threads, processes):
                again = sweep(table, GRID, 20, "grid", executor=executor, chunk=chunk)
                assert again.results == found.results

    def test_the_points_share_the_executor(self) -> None:
        """No worker waits for the end of a point: one window spans points."""
        under_way: list[set[Any]] = []

        class Slow(ThreadPoolExecutor):
            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
                under_way.append({job.experiment for job in args})
                return super().submit(fn, *args, **kwargs)

        with Slow(2) as executor:
            sweep(table, GRID, 4, "grid", executor=executor, chunk=4, window=6)
        assert len(under_way) == 6

    def test_counts_are_enough_for_a_table(self, found: Sweep) -> None:
        counted = sweep(table, GRID, 20, "grid", keep="counts")
        assert counted.table() == found.table()
        with pytest.raises(tm.InvalidArgument, match=about("'rows'")):
            counted.results[0].rows()

    def test_progress_is_of_all_points(self) -> None:
        told: list[tuple[int, int]] = []
        sweep(table, GRID, 10, "p", chunk=5, progress=lambda *done: told.append(done))
        assert told == [(done, 60) for done in range(0, 65, 5)]

    def test_a_policy_that_breaks_is_named(self) -> None:
        def build(last: int) -> Experiment:
            rules = tm.Rules(players=2, levels=last, lives=2, stars=0)
            return Experiment(rules, (CardBlind(), Raising() if last > 1 else CardBlind()))

        with pytest.raises(PolicyError, match=about("seat 1", Raising)):
            sweep(build, {"last": [1, 2]}, 4, "p")

    @pytest.mark.parametrize(
        ("arguments", "error", "words"),
        [
            ({"grid": {}}, tm.InvalidArgument, ["grid"]),
            ({"grid": {"tempo": [], "noise": [None]}}, tm.InvalidArgument, ["grid"]),
            ({"grid": [1]}, TypeError, ["grid", list]),
            ({"grid": {"tempo": count()}}, tm.InvalidArgument, ["grid", "100,000"]),
            (
                {"grid": {"tempo": range(1_000), "noise": range(101)}},
                tm.InvalidArgument,
                ["grid", "100,000"],
            ),
            (
                {"grid": {"games": [1], "lives": [2]}},
                tm.InvalidArgument,
                ["grid", "games", "lives"],
            ),
            ({"grid": {"won_low": [1.0]}}, tm.InvalidArgument, ["grid", "won_low"]),
            ({"grid": {1: [1.0]}}, TypeError, ["grid", int]),
            ({"games": 0}, tm.InvalidArgument, ["games", 0]),
            ({"keep": "all"}, tm.InvalidArgument, ["keep", "'all'"]),
            ({"chunk": 0}, tm.InvalidArgument, ["chunk", 0]),
            ({"executor": 5}, TypeError, ["executor", int]),
            ({"seed": b"s"}, TypeError, ["seed", bytes]),
            ({"build": lambda tempo, noise: "table"}, TypeError, ["experiment", str]),
        ],
    )
    def test_bad_arguments_are_refused(
        self, arguments: dict[str, Any], error: type[Exception], words: list[object]
    ) -> None:
        with pytest.raises(error, match=about(*words)):
            sweep(**({"build": table, "grid": GRID, "games": 2, "seed": "s"} | arguments))


class TestTables:
    def test_a_row_for_each_point_with_intervals(self, found: Sweep) -> None:
        columns = found.table("won", "lives")
        assert list(columns) == [
            *("tempo", "noise", "games"),
            *("won", "won_low", "won_high", "lives", "lives_low", "lives_high"),
        ]
        for place, (point, result) in enumerate(found):
            row = {name: values[place] for name, values in columns.items()}
            assert row["tempo"] == point["tempo"]
            assert row["noise"] == repr(point["noise"])
            assert row["games"] == 20
            assert (row["won_low"], row["won_high"]) == result.won.interval()
            assert (row["won"], row["lives"]) == (result.won.value, result.lives.value)
        narrow = found.table("won", confidence=0.5)
        assert narrow["won_low"][1] > columns["won_low"][1]

    def test_without_columns_it_has_those_that_all_results_have(self, found: Sweep) -> None:
        estimates = ("won", "stalled", "level", "lives", "stars", "mistakes", "seconds")
        wanted = [f"{name}{end}" for name in estimates for end in ("", "_low", "_high")]
        assert list(found.table()) == ["tempo", "noise", "games", *wanted]

    def test_a_column_that_a_result_has_not(self, found: Sweep) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("'mistakes_9'")):
            found.table("mistakes_9")

    def test_a_column_that_is_a_parameter_too(self) -> None:
        rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        one = sweep(lambda attempts: Experiment(rules, (CardBlind(),) * 2), {"attempts": [1]}, 1, 1)
        assert one.table("won")["attempts"] == [1]
        with pytest.raises(tm.InvalidArgument, match=about("'attempts'")):
            one.table("attempts")

    def test_what_there_is_not_is_nan(self) -> None:
        def build(tempo: float) -> Experiment:
            rules = tm.Rules(players=2, levels=2, lives=1, stars=0, max_stars=0)
            return Experiment(rules, (Scripted([2.0]), Scripted([tempo])))

        (result,) = (one := sweep(build, {"tempo": [1.0]}, 1, "b")).results
        assert result.values("level") == (1,)
        columns = one.table("mistakes_2", "mistakes_1", "won")
        assert all(math.isnan(columns[f"mistakes_2{end}"][0]) for end in ("", "_low", "_high"))
        assert columns["mistakes_1"] == [1.0]
        assert math.isnan(columns["mistakes_1_low"][0]), "a single game"
        assert columns["won_high"][0] > 0

    @pytest.mark.parametrize(
        ("values", "told"),
        [
            ([0.5, 2], [0.5, 2.0]),
            ([1, 2], [1, 2]),
            ([True, False], [True, False]),
            ([True, 2], ["True", "2"]),
            (["a", None], ["a", "None"]),
            ([Weber(0.5)], ["Weber(fraction=0.5)"]),
        ],
    )
    def test_parameters_are_columns_of_one_type(self, values: list[Any], told: list[Any]) -> None:
        found = sweep(lambda x: table(0.3, None, levels=1), {"x": values}, 1, "t").table("won")
        assert found["x"] == told
        assert len({type(value) for value in found["x"]}) == 1

    def test_numpy_makes_grids_and_frames_take_tables(self) -> None:
        numpy = pytest.importorskip("numpy")
        polars = pytest.importorskip("polars")
        tempos = numpy.linspace(0.2, 0.4, 3)
        found = sweep(table, {"tempo": tempos, "noise": [None]}, 3, "n").table()
        assert all(type(value) is float for value in found["tempo"])
        frame = polars.DataFrame(found)
        assert not {polars.Object, polars.Null} & set(frame.dtypes)
        assert frame["tempo"].to_list() == list(tempos)


class TestStores:
    @claim("howto/sweeps.md", "Large grids")
    def test_a_sweep_goes_on_from_its_store(self, found: Sweep, tmp_path: Path) -> None:
        store = tmp_path / "grid"
        small = {"tempo": [0.3], "noise": GRID["noise"]}
        sweep(table, small, 12, "grid", store=store)
        told: list[tuple[int, int]] = []
        again = sweep(table, GRID, 20, "grid", store=store, progress=lambda *d: told.append(d))
        assert (told[0], told[-1]) == ((36, 120), (120, 120))
        assert again.results == found.results
        assert len(list(store.iterdir())) == 6
        for folder in store.iterdir():
            one = open_store(folder)
            experiment = Experiment.from_json(
                Experiment.to_json(run_of(found, one.header["experiment"]))
            )
            assert list(one.rows()) == run(experiment, 20, "grid").rows()

    def test_another_seed_has_folders_of_its_own(self, tmp_path: Path) -> None:
        for seed in ("a", "b"):
            sweep(table, {"tempo": [0.3], "noise": [None]}, 2, seed, store=tmp_path)
        assert len(list(tmp_path.iterdir())) == 2

    def test_a_store_that_cannot_be(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        places = {
            tmp_path / "file": "file",
            tmp_path / "a" / "b": NOT_FOUND,
            "": "''",
            "a\0b": "a\0b",
        }
        for place, told in places.items():
            with pytest.raises(StoreError, match=about(told)):
                sweep(table, {"tempo": [0.3], "noise": [None]}, 2, "s", store=place)


def run_of(found: Sweep, data: Any) -> Experiment:
    """The experiment that a header tells of."""
    (one,) = [its.experiment for its in found.results if its.experiment.to_data() == data]
    return one
