"""The pictures of the documentation are those that the library draws."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
HOW = "python docs/examples/pictures.py draws the pictures again"


def load_example() -> Any:
    path = ROOT / "docs" / "examples" / "pictures.py"
    spec = importlib.util.spec_from_file_location("pictures_of_the_page", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


example = load_example()


@pytest.mark.parametrize("name", [*example.pictures(), "first_game.svg"])
def test_a_picture_of_the_page_is_up_to_date(name: str, tmp_path: Path) -> None:
    example.PICTURES = tmp_path
    example.main()
    kept = ROOT / "docs" / "pictures" / name
    assert kept.read_bytes() == (tmp_path / name).read_bytes(), HOW


def test_the_page_shows_each_picture() -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    shown = {f"pictures/{name}" for name in example.pictures()}
    assert {part.partition(")")[0] for part in page.split("](")[1:]} == shown
