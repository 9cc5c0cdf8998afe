"""What the pages tell of chances and of training is what comes of it."""

from __future__ import annotations

import importlib.util
import re
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

from claims import claim
from envs.agents import ONE_LEVEL
from themind.envs import reference_chance
from themind.experiments import LogNormal, Weber, exact

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples" / "envs"
NOISES = (None, LogNormal(0.15), LogNormal(0.3), Weber(0.3))
ROW = re.compile(r"^\| ([\d,]+) \| ([\d.]+(?: \| [\d.]+)+) \|$", re.MULTILINE)


def numbers(page: Path) -> list[tuple[int, list[float]]]:
    """The rows of numbers of a page's tables."""
    text = page.read_text(encoding="utf-8")
    return [
        (int(first.replace(",", "")), [float(number) for number in others.split(" | ")])
        for first, others in ROW.findall(text)
    ]


@pytest.mark.parametrize("level", [1, pytest.param(3, marks=pytest.mark.slow)])
@claim("environments.md", "Baselines")
def test_the_page_has_the_reference_chances(level: int) -> None:
    rules = attrs.evolve(ONE_LEVEL, levels=level, first_level=level)
    rows = numbers(DOCS / "environments.md")
    assert [horizon for horizon, _ in rows] == [10, 20, 100] * 2
    for horizon, told in rows[:3] if level == 1 else rows[3:]:
        found = [reference_chance(rules, horizon, noise) for noise in NOISES]
        assert found == pytest.approx(told, abs=6e-5)


@pytest.fixture(scope="module")
def train() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train", EXAMPLE / "train.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_learns(train: ModuleType) -> None:
    """In little: the whole run is a slow test."""
    trained = train.train(seed=1, games=600)
    assert trained.games == [0, 500]
    assert trained.chances[0] == pytest.approx(train.chance_to_win(0 * trained.weights))
    assert trained.chances[1] >= 0.65


@pytest.fixture(scope="module")
def pairs(train: ModuleType) -> Any:
    return [train.train(seed) for seed in train.SEEDS]


@pytest.mark.slow
def test_every_pair_wins_more_than_80_percent(train: ModuleType, pairs: Any) -> None:
    assert len(pairs) == 3
    for pair in pairs:
        assert pair.chances[-1] >= 0.80
        assert pair.chances[-1] == train.chance_to_win(pair.weights)
        assert max(pair.chances) < reference_chance(train.RULES, train.HORIZON)


@pytest.mark.slow
@claim("examples/envs/README.md")
def test_the_readme_tells_what_the_pairs_learn(train: ModuleType, pairs: Any) -> None:
    """Another version of NumPy can round otherwise, so to a percent or two."""
    told = numbers(EXAMPLE / "README.md")
    places = [pairs[0].games.index(games) for games, _ in told]
    assert len(places) == len(train.table(pairs)) - 2
    for place, (_, chances) in zip(places, told, strict=True):
        assert [pair.chances[place] for pair in pairs] == pytest.approx(chances, abs=0.02)


@pytest.mark.slow
@claim("environments.md", "Baselines")
def test_agents_that_trained_apart_play_together_as_well(train: ModuleType, pairs: Any) -> None:
    for one, other in combinations(pairs, 2):
        own = [train.chance_to_win(pair.weights) for pair in (one, other)]
        assert chance_of_both(train, one, other) == pytest.approx(sum(own) / 2, abs=0.02)


def chance_of_both(train: ModuleType, one: Any, other: Any) -> float:
    """The exact probability that an agent of each pair wins; either can hold the lower card."""
    odds = [train.odds_of(pair.weights) for pair in (one, other)]
    later = [1 - waits.cumsum(axis=1) + waits / 2 for waits in odds]
    first = (odds[0] @ later[1].T + odds[1] @ later[0].T) / 2
    return exact.race(lambda near, far: min(1.0, float(first[near - 1, far - 1])), level=1)[0]


@pytest.mark.slow
def test_the_picture_is_the_one_that_is_shown(
    train: ModuleType, pairs: Any, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    train.draw(pairs, tmp_path / "curve.svg")
    drawn, kept = (
        re.findall(r">([^<>\n]+)</text>", path.read_text(encoding="utf-8"))
        for path in (tmp_path / "curve.svg", EXAMPLE / "curve.svg")
    )
    assert drawn == kept
