"""The grid of `docs/examples/sweep` shows what its page says of it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from claims import claim
from themind.experiments import Sweep, sweep

pytest.importorskip("matplotlib")

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

SCRIPT = Path(__file__).parents[2] / "docs" / "examples" / "sweep" / "sweep.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sweep_example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def found(example: ModuleType) -> Sweep:
    return sweep(example.pair, example.GRID, example.GAMES, example.SEED, keep="counts")


@claim("howto/sweeps.md", "Results as a picture")
def test_players_have_to_be_alike_more_than_steady(found: Sweep) -> None:
    def won(ratio: float, fraction: float) -> tuple[float, float]:
        return found.result(ratio=ratio, fraction=fraction).won.interval()

    assert won(1.0, 0.2)[1] < won(1.0, 0.0)[0], "noise costs games where the tempos are equal"
    assert won(1.5, 0.2)[1] > won(1.5, 0.0)[0], "and makes hardly a difference here"
    assert won(1.5, 0.0)[1] < won(1.25, 0.0)[0], "where the ratio does"
    assert won(3.0, 0.0)[1] < 0.06


def test_the_picture_is_the_one_that_is_shown(
    example: ModuleType, found: Sweep, tmp_path: Path
) -> None:
    example.draw(found.table("won"), tmp_path / "sweep.svg")
    drawn, kept = (path.read_text("utf-8") for path in (tmp_path / "sweep.svg", example.PICTURE))
    assert shape_of(drawn) == shape_of(kept)


def test_it_tells_a_line_for_each_point(example: ModuleType, found: Sweep) -> None:
    lines = example.told(found)
    assert len(lines) == 15
    assert lines[0] == "ratio    1, fraction   0: won 1.00 (0.98 to 1.00)"


def shape_of(svg: str) -> tuple[int, list[str]]:
    """What does not depend on the version of the library that draws: marks and texts."""
    return svg.count("<use "), re.findall(r">([^<>\n]+)</text>", svg)
