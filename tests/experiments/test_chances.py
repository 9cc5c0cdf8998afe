"""The page on the chances of clocks: its figures are those of the file, and of the games."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from claims import claim
from themind.experiments import Rate, run

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

SCRIPT = Path(__file__).parents[2] / "docs" / "examples" / "chances" / "chances.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("chances_example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def found(example: ModuleType) -> Any:
    return example.known()


def test_the_file_has_a_million_games_of_each_cell(example: ModuleType, found: Any) -> None:
    assert list(found) == [cell for cell in example.CELLS if cell in found]
    assert {cell.won.trials for cell in found.values()} == {1_000_000}


@claim("chances.md", "Results")
def test_the_page_shows_the_file(example: ModuleType, found: Any) -> None:
    page = example.PAGE.read_text("utf-8")
    assert example.with_tables(page, example.tables(found)) == page
    rows = [row for stack in example.STACKS for row in example.played(found, stack)]
    assert page.count("\n| lognormal") + page.count("\n| Weber") == len(rows) >= 12


def test_the_exact_chances_are_met(example: ModuleType, found: Any) -> None:
    known = {cell: it for cell, it in found.items() if it.exact is not None}
    assert {cell.players for cell in known} == {2}
    assert len(known) >= 12
    for won, chance in known.values():
        assert abs(won.value - chance) <= 4 * (chance * (1 - chance) / won.trials) ** 0.5 + 1e-6


def test_games_of_the_ordinary_way_agree(example: ModuleType, found: Any) -> None:
    cell = example.Cell("five levels", "lognormal", 0.30, 4)
    low, high = run(cell.experiment, 300, example.SEED).won.interval(0.9999)
    assert low < found[cell].won.value < high


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@claim("chances.md", "Method")
def test_a_cell_is_found_again(example: ModuleType, found: Any, players: int) -> None:
    pytest.importorskip("numba", reason="numba is not installed: the session `laws` has it")
    cell = example.Cell("full stack", "Weber", 0.30, players)
    assert example.batch(cell.experiment, example.GAMES, example.SEED).won == found[cell].won


def test_the_picture_is_the_one_that_is_shown(
    example: ModuleType, found: Any, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    example.draw(found, tmp_path / "chances.svg")
    drawn, kept = (path.read_text("utf-8") for path in (tmp_path / "chances.svg", example.PICTURE))
    assert shape_of(drawn) == shape_of(kept)


def test_a_share_is_shown_with_its_interval(example: ModuleType) -> None:
    assert example.percent(Rate(858_000, 1_000_000)) == "85.80 (85.73 to 85.87)"


def shape_of(svg: str) -> tuple[int, list[str]]:
    """What does not depend on the version of the library that draws: marks and texts."""
    return svg.count("<use "), re.findall(r">([^<>\n]+)</text>", svg)
