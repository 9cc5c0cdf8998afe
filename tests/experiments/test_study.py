"""The study of `docs/examples/study` finds what is there, and tells what it finds."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from claims import claim
from themind.experiments import Clock, LogNormal

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "study"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("study", FOLDER / "study.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


@pytest.fixture(scope="module")
def found(study: ModuleType) -> Any:
    return study.study()


def test_a_known_clock_is_found_again_but_not_from_plays_alone(study: ModuleType) -> None:
    games = study.simulated(Clock(0.5, LogNormal(0.5)), Clock(0.4), 300, "known")
    rows = study.waits_of(study.PERSON, games.records)
    assert study.fit(rows) == pytest.approx((0.5, 0.5), abs=0.04)
    assert study.naive_fit(rows).tempo < 0.45


def test_the_chance_for_a_deal_is_the_share_of_games_that_are_won(study: ModuleType) -> None:
    """Averaged over the deals of simulated games, it is what these games show."""
    person = study.Fit(0.4, 0.5)
    games = study.simulated(person.clock(), Clock(0.3), 500, "deals")
    played = [study.human_games.HumanGame(1, 1, record, True) for record in games.records]
    foretold = np.mean([study.chance_on(hands, person, 0.3) for hands in study.deals(played)])
    low, high = games.won.interval(0.9999)
    assert low < foretold < high


@claim("examples/study/README.md", "The fit")
@claim("examples/study/README.md", "Games of the fitted model")
def test_the_readme_tells_what_the_study_finds(study: ModuleType, found: Any) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"\d+\.\d+|\d+", readme))
    for line in study.told(found):
        for number in re.findall(r"\d+\.\d+|\d+", line.partition(":")[2]):
            assert number in numbers, line


def test_the_picture_is_the_one_that_is_shown(
    study: ModuleType, found: Any, tmp_path: Path
) -> None:
    study.draw(found, tmp_path / "waits.svg")
    drawn = (tmp_path / "waits.svg").read_text(encoding="utf-8")
    kept = (FOLDER / "waits.svg").read_text(encoding="utf-8")
    assert shape_of(drawn) == shape_of(kept)


def shape_of(svg: str) -> tuple[int, list[str]]:
    """What does not depend on the version of the library that draws: marks and texts."""
    return svg.count("<use "), re.findall(r">([^<>\n]+)</text>", svg)
