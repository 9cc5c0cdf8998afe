"""Stores that another version of the library has written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from experiments.test_stores import RULES, Edited
from store_files import files, games_in
from themind import codec
from themind.experiments import (
    Experiment,
    StoreError,
    open_store,
    run,
)
from themind.experiments._folder import columns_in
from wording import about

TABLE = Experiment(RULES, (Edited(), Edited()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pilot"


class LaterCodec:
    """The codec of a version that has one more field in its rules."""

    @staticmethod
    def to_data(value: Any) -> Any:
        return {**codec.to_data(value), "later": 1}

    @staticmethod
    def from_data(data: Any, kind: Any) -> Any:
        return codec.from_data({key: data[key] for key in data if key != "later"}, kind)


def test_another_version_is_no_error_if_the_game_agrees(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("themind.experiments._journal.version", lambda _: "0.0.7")
    run(TABLE, 5, "s", store=path)
    monkeypatch.undo()
    assert open_store(path).header["version"] == "0.0.7"
    assert run(TABLE, 8, "s", store=path) == run(TABLE, 8, "s")
    monkeypatch.setattr(Edited, "pace", 0.7)
    with pytest.raises(StoreError, match=about("themind", "0.0.7")):
        run(TABLE, 8, "s", store=path)


def test_a_tree_that_was_never_installed_has_no_version(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.metadata import PackageNotFoundError

    def missing(_: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr("themind.experiments._journal.version", missing)
    run(TABLE, 1, "s", store=path)
    assert open_store(path).header["version"] == "unknown"


def test_rules_as_an_earlier_version_wrote_them_are_the_same_rules(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version has one more field in its rules, and still reads the document of now."""
    run(TABLE, 5, "s", store=path)
    for module in ("_experiment_json", "_folder"):
        monkeypatch.setattr(f"themind.experiments.{module}.codec", LaterCodec)
    assert json.loads(TABLE.to_json())["rules"]["later"] == 1
    assert run(TABLE, 8, "s", store=path) == run(TABLE, 8, "s")
    assert [games_in(file) for file in files(path)] == [[0, 1, 2, 3, 4], [5, 6, 7]]
    other = attrs.evolve(TABLE, rules=attrs.evolve(RULES, lives=3))
    with pytest.raises(StoreError, match=about("experiment.rules.lives", 2, 3)):
        run(other, 5, "s", store=path)


def test_rules_of_a_later_version_have_no_known_columns() -> None:
    """Their rows are read as they are."""
    rules = codec.to_data(tm.Rules.standard(players=2))
    header: dict[str, Any] = {"experiment": {"rules": rules, "blind": False}}
    known = columns_in(header)
    assert known is not None
    assert [column.name for column in known][:2] == ["won", "stalled"]
    assert columns_in({"experiment": {"rules": {**rules, "format": 2}, "blind": False}}) is None
    assert columns_in({"experiment": {}}) is None
