"""The look of the studies' plots: `docs/examples/plots.py`."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.once

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PLOTS = [
    *(EXAMPLES / name for name in ("envs/curve.svg", "common_ground/mistakes.svg")),
    EXAMPLES / "study" / "waits.svg",
    *(EXAMPLES.parent / "pictures" / name for name in ("chances.svg", "sweep.svg")),
]


@pytest.fixture(scope="module")
def plots() -> Any:
    spec = importlib.util.spec_from_file_location("plots", EXAMPLES / "plots.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("path", PLOTS, ids=lambda path: path.stem)
def test_every_colour_of_a_plot_has_a_dark_form(plots: Any, path: Path) -> None:
    picture = path.read_text(encoding="utf-8")
    used = set(re.findall(r"(?:fill|stroke): ([^;\"]+)", picture)) - {"none"}
    known = {f"var(--{name}, {light})" for name, (light, _) in plots.COLOURS.items()}
    assert used <= known
    assert plots.STYLE in picture


@pytest.mark.parametrize("path", PLOTS, ids=lambda path: path.stem)
def test_a_plot_styles_no_page_and_depends_on_no_version(path: Path) -> None:
    picture = path.read_text(encoding="utf-8")
    assert ">*{" not in picture
    assert "metadata" not in picture
    assert re.search(r"<title>[A-Z].+</title>", picture)


@pytest.mark.parametrize("form", [0, 1], ids=["light", "dark"])
def test_words_and_lines_stand_out(plots: Any, form: int) -> None:
    def contrast(name: str) -> float:
        low, high = sorted(luminance(plots.COLOURS[one][form]) for one in (name, "paper"))
        return (high + 0.05) / (low + 0.05)

    assert min(contrast("ink"), contrast("soft")) >= 4.5
    assert min(map(contrast, ("first", "second", "third"))) >= 3
