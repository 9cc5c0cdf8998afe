"""The study of `docs/examples/common_ground` says what its code finds."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from claims import claim
from themind.experiments import Rate

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "common_ground"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("common_ground", FOLDER / "study.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "figures.json").read_text(encoding="utf-8"))
    return found


def test_the_figures_are_those_of_the_code(study: ModuleType, figures: dict[str, Any]) -> None:
    """The first pairs of each kind play again as they did for the figures."""
    for ratio in study.RATIOS:
        for kind in study.KINDS:
            again = study.details(study.pairs(kind, ratio, study.CHECKED))
            assert again == figures["cells"][str(ratio)][kind]["first pairs"], (ratio, kind)


def test_there_were_enough_pairs(study: ModuleType, figures: dict[str, Any]) -> None:
    assert figures["pairs"] == study.PAIRS
    for kinds in figures["cells"].values():
        for cell in kinds.values():
            for name in ("won early", "won late"):
                _, low, high = cell[name]
                assert (high - low) / 2 <= 0.02


def test_the_readme_tells_how_well_mistakes_are_known(figures: dict[str, Any]) -> None:
    """The conclusions rest on them, and their intervals are wider than those of wins."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    cells = [cell for kinds in figures["cells"].values() for cell in kinds.values()]
    found = [[cell[f"mistakes {when}"] for cell in cells] for when in ("early", "late")]
    answers = figures["answers"].values()
    found += [
        [answer[name] for answer in answers]
        for name in ("early, with minus without", "late, with minus without")
    ]
    found.append([answer["late, model minus permanent model"] for answer in answers])
    told = [float(number) for number in re.findall(r"±(\.\d+)", readme)]
    assert told[0] == 0.02
    for width, estimates in zip(told[1:], found, strict=True):
        widest = max((high - low) / 2 for _, low, high in estimates)
        assert width - 0.001 < widest <= width


@claim("examples/common_ground/README.md", "Results")
def test_the_readme_has_the_figures(study: ModuleType, figures: dict[str, Any]) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert "\n".join(study.table(figures)) in readme
    told = "\n".join([*study.table(figures), *study.answers(figures)])
    number = re.compile(r"(?<![\d.])\d\.\d{3}(?!\d)")
    known, used = set(number.findall(told)), number.findall(readme)
    assert len(used) > 100
    assert set(used) <= known


def test_an_estimate_is_a_mean_with_its_interval(study: ModuleType) -> None:
    """For zeros and ones it is Wilson's interval."""
    low, high = Rate(200, 400).interval()
    assert study.estimate((0.0, 1.0) * 200, **study.SHARE) == [
        0.5,
        pytest.approx(low, abs=1e-3),
        pytest.approx(high, abs=1e-3),
    ]


@claim("examples/common_ground/README.md", "The agents")
def test_agents_learn_what_they_say(study: ModuleType) -> None:
    """Without a model tempos go together in steps of 1.15; with one they meet; a clock stays."""
    fixed = study.pairs("never learns", 3.6, 1).policies[0]
    assert [agent.tempo for agent in fixed] == pytest.approx([3.6**0.5, 3.6**-0.5])
    for kind in ("without a model", "with a model"):
        slow, fast = study.pairs(kind, 7.5, 1).policies[0]
        assert slow.tempo / fast.tempo < 1.5
    frozen, going = (
        study.pairs(kind, 7.5, 1).policies[0][0]
        for kind in ("with a model", "with a permanent model")
    )
    assert (frozen.settled, going.settled) == (True, False)


def test_the_picture_is_the_one_that_is_shown(
    study: ModuleType, figures: dict[str, Any], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    study.draw(figures, tmp_path / "mistakes.svg")
    drawn = (tmp_path / "mistakes.svg").read_text(encoding="utf-8")
    kept = (FOLDER / "mistakes.svg").read_text(encoding="utf-8")
    assert shape_of(drawn) == shape_of(kept)


def shape_of(svg: str) -> tuple[int, list[str]]:
    """What does not depend on the version of the library that draws: marks and texts."""
    return svg.count("<use "), re.findall(r">([^<>\n]+)</text>", svg)
