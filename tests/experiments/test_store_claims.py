"""What a store belongs to: the experiment of its games, from the first of them on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from odd_policies import Fixed, Raising
from store_files import files, rewritten
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    LogNormal,
    Policy,
    PolicyError,
    Result,
    StoreError,
    learn,
    open_store,
    run,
    sweep,
)
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))


def pair(first: Policy) -> Experiment:
    return Experiment(RULES, (first, CardBlind()))


class TestPilot:
    @claim("stores.md", "Guarantees")
    def test_one_that_failed_claims_no_store(self, tmp_path: Path) -> None:
        for play in (run, learn):
            store = tmp_path / play.__name__
            with pytest.raises(PolicyError):
                play(pair(Raising()), 5, "s", store=store)
            assert list(store.rglob("*.jsonl")) == []
            play(TABLE, 5, "s", store=store)
        assert open_store(tmp_path / "run").games == 5

    def test_a_header_without_games_claims_none_either(self, tmp_path: Path) -> None:
        run(TABLE, 5, "s", store=tmp_path)
        (file,) = files(tmp_path)
        header = file.read_bytes().splitlines(keepends=True)[0]
        file.write_bytes(header)
        assert open_store(tmp_path).header["seed"] == "s"
        other = run(pair(Fixed(1.0)), 5, "t", store=tmp_path)
        assert open_store(tmp_path).header["seed"] == "t"
        assert list(open_store(tmp_path).rows()) == other.rows()

    def test_one_with_a_corrupt_line_does(self, tmp_path: Path) -> None:
        run(TABLE, 5, "s", store=tmp_path)
        (file,) = files(tmp_path)
        file.write_bytes(file.read_bytes()[:-9])
        with pytest.raises(StoreError, match=about("seed", "'s'", "'t'")):
            run(TABLE, 5, "t", store=tmp_path)


class TestOddValues:
    """Lines with the right checksum, and values that no game has."""

    @pytest.mark.parametrize(
        "change",
        [
            lambda columns: columns.update(microseconds=["1", "2", "3", "4"]),
            lambda columns: columns.update(microseconds=[1.5, 2.0, 3.0, 4.0]),
            lambda columns: columns.update(microseconds=[-1, 2, 3, 4]),
            lambda columns: columns.update(microseconds=[True, 2, 3, 4]),
            lambda columns: columns.update(microseconds=[None, 2, 3, 4]),
            lambda columns: columns.update(level=[1.0, 1, 1, 1]),
            lambda columns: columns.update(lives=[-1, 1, 1, 1]),
            lambda columns: columns.update(won=[0, 1, 0, 1]),
            lambda columns: columns.update(won=[None, True, False, True]),
            lambda columns: columns.update(mistakes_2=[-1, 1, 0, 1]),
            lambda columns: columns.update(mistakes_2=[[], 1, 0, 1]),
            lambda columns: columns.update(mistakes_3=[0, 1, 0, 1]),
            lambda columns: columns.update(odd=[0, 1, 0, 1]),
            lambda columns: columns.pop("won"),
            lambda columns: columns.update(won=columns.pop("won")),
        ],
    )
    def test_are_refused(self, tmp_path: Path, change: Any) -> None:
        run(TABLE, 4, "s", store=tmp_path)
        rewritten(tmp_path, 2, lambda line: change(line["columns"]))
        for read in (lambda: list(open_store(tmp_path).rows()), self.again(tmp_path)):
            with pytest.raises(StoreError, match=about("line 2")):
                read()

    @staticmethod
    def again(folder: Path) -> Any:
        return lambda: run(TABLE, 4, "s", store=folder)

    def test_without_a_readable_header_values_are_checked_too(self, tmp_path: Path) -> None:
        run(TABLE, 4, "s", store=tmp_path)
        rewritten(tmp_path, 2, lambda line: line["columns"].update(seconds=["1"] * 4))
        (file,) = files(tmp_path)
        file.write_bytes(file.read_bytes().partition(b"\n")[2])
        with pytest.raises(StoreError, match=about("line 1")):
            list(open_store(tmp_path).rows())

    def test_records_that_are_none(self, tmp_path: Path) -> None:
        run(TABLE, 2, "s", store=tmp_path, keep_records=True)
        rewritten(tmp_path, 2, lambda line: line.update(records=[5, {"type": "Record"}]))
        with pytest.raises(StoreError, match=about("line 2", "record")):
            list(open_store(tmp_path).records())

    @pytest.mark.parametrize(
        "change",
        [
            {"seed": 5},
            {"deterministic": "False"},
            {"version": None},
            {"experiment": []},
        ],
    )
    def test_headers(self, tmp_path: Path, change: dict[str, Any]) -> None:
        run(TABLE, 2, "s", store=tmp_path)
        rewritten(tmp_path, 1, lambda header: header.update(change))
        with pytest.raises(StoreError, match=about("line 1", "header")):
            open_store(tmp_path)


class TestFolders:
    def test_those_of_learn_and_sweep_point_to_their_stores(self, tmp_path: Path) -> None:
        learn(TABLE, 2, "s", repeats=2, store=tmp_path / "learn")
        with pytest.raises(StoreError, match=about("learn", "course-0")):
            open_store(tmp_path / "learn")
        sweep(lambda tempo: pair(Clock(tempo)), {"tempo": [1.0]}, 2, "s", store=tmp_path / "sweep")
        (inner,) = (tmp_path / "sweep").iterdir()
        with pytest.raises(StoreError, match=about(inner.name)):
            open_store(tmp_path / "sweep")
        assert open_store(inner).games == 2

    def test_a_sweep_takes_no_store_of_others(self, tmp_path: Path) -> None:
        run(TABLE, 2, "s", store=tmp_path / "run")
        learn(TABLE, 2, "s", store=tmp_path / "learn")
        for kind in ("run", "learn"):
            before = sorted((tmp_path / kind).iterdir())
            with pytest.raises(StoreError, match=about(f"games of {kind}")):
                sweep(
                    lambda tempo: pair(Clock(tempo)),
                    {"tempo": [1.0]},
                    2,
                    "s",
                    store=tmp_path / kind,
                )
            assert sorted((tmp_path / kind).iterdir()) == before

    def test_others_take_no_store_of_a_sweep(self, tmp_path: Path) -> None:
        sweep(lambda tempo: pair(Clock(tempo)), {"tempo": [1.0]}, 2, "s", store=tmp_path)
        for play in (run, learn):
            with pytest.raises(StoreError, match=about("sweep")):
                play(TABLE, 2, "s", store=tmp_path)


@pytest.mark.parametrize("kind", ["run", "learn", "sweep"])
@claim("stores.md", "The files")
def test_a_relative_path_is_that_of_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)

    def moved(done: int, _total: int) -> None:
        os.chdir(tmp_path / "other")

    if kind == "run":
        run(TABLE, 8, "s", chunk=4, store="pilot", progress=moved)
    elif kind == "learn":
        learn(TABLE, 3, "s", repeats=2, store="pilot", progress=moved)
    else:
        grid = {"tempo": [1.0, 2.0]}
        sweep(lambda tempo: pair(Clock(tempo)), grid, 8, "s", store="pilot", progress=moved)
    assert list((tmp_path / "other").iterdir()) == []
    assert list((tmp_path / "pilot").iterdir())


def test_an_open_store_is_read_from_where_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result: Result = run(TABLE, 4, "s", store="pilot")
    store = open_store("pilot")
    monkeypatch.chdir("/")
    assert list(store.rows()) == result.rows()
