"""Batches: the compiled games are those of `run`, row by row.

What needs no compiled code is tested in `tests/private/test_batch.py` as well, where the kernel
runs as plain Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from batch_settings import SETTINGS
from claims import claim
from odd_policies import Fixed
from themind.experiments import (
    CardBlind,
    Clock,
    Confident,
    Experiment,
    LogNormal,
    Result,
    Weber,
    play_game,
    run,
)
from themind.experiments.batch import batch
from wording import about

FEW, MANY = 100, 1_000

RULES = tm.Rules(players=2, levels=3, lives=2, stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.2)), CardBlind()))


@pytest.fixture
def numba() -> Any:
    return pytest.importorskip(
        "numba", reason="numba is not installed: the sessions `batch` and `laws` have it"
    )


def both(name: str, games: int) -> tuple[Result, Result]:
    """The same games of a setting by `batch` and by `run`."""
    experiment, seed, _ = SETTINGS[name]
    start = SETTINGS[name].start(games)
    return (
        batch(experiment, games, seed, start=start),
        run(experiment, games, seed, start=start),
    )


def lands_together(name: str, games: int) -> bool:
    """Whether cards land at the same moment in some game of a setting."""
    experiment, seed, _ = SETTINGS[name]
    records = [play_game(experiment, seed, index) for index in range(games)]
    return any(
        isinstance(entry.action, tm.PlayTogether) for record in records for entry in record.entries
    )


@pytest.mark.unmeasured
@pytest.mark.usefixtures("numba")
class TestEqualGames:
    @pytest.mark.parametrize("name", SETTINGS)
    @claim("howto/batches.md", "Equality with `run`")
    def test_a_batch_has_the_rows_of_a_run(self, name: str) -> None:
        batched, ordinary = both(name, FEW)
        assert batched == ordinary
        assert batched.digest == ordinary.digest

    @pytest.mark.slow
    @pytest.mark.parametrize("name", SETTINGS)
    def test_a_large_batch_has_the_rows_of_a_run(self, name: str) -> None:
        batched, ordinary = both(name, MANY)
        assert batched == ordinary
        assert batched.rows() == ordinary.rows()

    def test_cards_land_together_in_many_settings(self) -> None:
        assert len([name for name in SETTINGS if lands_together(name, 3)]) >= 5


@pytest.mark.unmeasured
@pytest.mark.usefixtures("numba")
class TestOptions:
    @pytest.mark.parametrize("threads", [1, 2, 5])
    def test_threads_change_nothing(self, threads: int) -> None:
        assert batch(TABLE, 777, "t", start=10**9, threads=threads) == run(
            TABLE, 777, "t", start=10**9
        )

    def test_counts_have_the_sums_and_the_digest(self) -> None:
        counted = batch(TABLE, 300, "c", keep="counts")
        assert counted == run(TABLE, 300, "c", keep="counts")
        assert counted.digest == run(TABLE, 300, "c").digest

    def test_progress_comes_to_all_games(self) -> None:
        told: list[tuple[int, int]] = []
        batch(TABLE, 50, "p", threads=2, progress=lambda *both: told.append(both))
        done = [games for games, _ in told]
        assert (done[0], done[-1]) == (0, 50)
        assert done == sorted(set(done))
        assert {total for _, total in told} == {50}

    def test_batches_and_runs_add_up(self) -> None:
        parts = [batch(TABLE, 40, "s"), run(TABLE, 20, "s", start=40)]
        assert sum(parts) == run(TABLE, 60, "s")

    def test_one_game_is_a_batch(self) -> None:
        assert batch(TABLE, 1, 5).rows() == run(TABLE, 1, "5").rows()


class TestRefusals:
    """None of them needs numba."""

    @pytest.mark.parametrize(
        "policy",
        [
            Confident(0.9, 5.0),
            Fixed(1.0),
            type("Quick", (Clock,), {"__slots__": ()})(0.3),
            Clock(0.3, type("Louder", (Weber,), {"__slots__": ()})(0.3)),
        ],
        ids=["Confident", "of one's own", "derived", "derived noise"],
    )
    def test_a_policy_that_is_not_built_in(self, policy: Any) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("policies")):
            batch(Experiment(RULES, (Clock(0.3), policy)), 1, "s")

    @pytest.mark.parametrize(
        "experiment",
        [
            Experiment(tm.Rules.standard(players=2), (Clock(0.3),) * 2, blind=True),
            Experiment(attrs.evolve(RULES, starts_blind=True), (Clock(0.3),) * 2),
        ],
        ids=["after the victory", "from the start"],
    )
    def test_blind_levels(self, experiment: Experiment) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("experiment")):
            batch(experiment, 1, "s")

    @pytest.mark.parametrize(
        ("options", "name"),
        [({"threads": 0}, "threads"), ({"keep": "all"}, "keep"), ({"start": -1}, "start")],
    )
    def test_numbers_out_of_bounds(self, options: Any, name: str) -> None:
        with pytest.raises(tm.InvalidArgument, match=about(name)):
            batch(TABLE, 1, "s", **options)

    @pytest.mark.parametrize(
        ("arguments", "name"),
        [((None, 1, "s"), "experiment"), ((TABLE, 1.0, "s"), "games"), ((TABLE, 1, None), "seed")],
    )
    def test_values_of_wrong_types(self, arguments: Any, name: str) -> None:
        with pytest.raises(TypeError, match=about(name)):
            batch(*arguments)

    def test_a_seed_that_has_no_bytes(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("seed")):
            batch(TABLE, 1, "\ud800")


def output(code: str, **environment: str) -> str:
    """What a process of its own prints, with warnings as errors."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_import_loads_neither_numba_nor_numpy() -> None:
    code = "import sys, themind.experiments.batch; print({'numba', 'numpy'} & {*sys.modules})"
    assert output(code) == "set()\n"


def test_without_numba_a_batch_names_the_extra() -> None:
    code = """
import sys
sys.modules["numba"] = None
from themind import Rules
from themind.experiments import CardBlind, Experiment
from themind.experiments.batch import batch
try:
    batch(Experiment(Rules(players=1, levels=1, lives=1, stars=0), (CardBlind(),)), 1, "s")
except ImportError as error:
    print(error.name, "|", error)
"""
    expected = "numba | themind.experiments.batch needs numba: pip install 'themind[batch]'\n"
    assert output(code) == expected


@pytest.mark.unmeasured
@pytest.mark.usefixtures("numba")
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    code = """
from themind import Rules
from themind.experiments import CardBlind, Experiment
from themind.experiments.batch import batch
print(batch(Experiment(Rules(players=1, levels=1, lives=1, stars=0), (CardBlind(),)), 9, "s").won)
"""
    options = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DEBUG_CACHE": "1"}
    first, second = output(code, **options), output(code, **options)
    assert first.count("data saved") == 1
    assert second.count("data loaded") == 1
    assert "data saved" not in second
    assert first.splitlines()[-1] == second.splitlines()[-1] == "Rate(successes=9, trials=9)"
