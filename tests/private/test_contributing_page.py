"""The page for contributors names modules, classes and functions that there are."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from themind._model import rules
from themind._play import bases, mistakes, playing

pytestmark = [pytest.mark.once, pytest.mark.tree]

ROOT = Path(__file__).parents[2]
PATH = r"`((?:docs|tests|themind|codec|testing|words|_model)/[\w/.-]+)`"
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@claim("contributing.md", "The core")
def test_the_page_has_a_row_for_each_module_of_the_rules() -> None:
    rows = re.findall(r"^\| (`.+?`) \|", section("The core"), re.MULTILINE)
    told = re.findall(r"`(\w+)`", " ".join(rows))
    folder = ROOT / "src" / "themind" / "_play"
    assert sorted(told) == sorted({path.stem for path in folder.glob("*.py")} - {"__init__"})


@claim("contributing.md", "The path of an action")
def test_the_parts_of_an_action_and_of_an_event_are_there() -> None:
    for name in ("phases", "seats_exist", "table_refusal", "own_refusal", "perform"):
        assert hasattr(tm.Play, name)
        assert name in section("The path of an action")
    event = ("can_follow", "applied_to", "redacted_for", "can_follow_view", "applied_to_view")
    for name in event:
        assert hasattr(tm.CardPlayed, name)
        assert f"`{name}`" in section("The path of an action")
    assert {"fits", "change"} <= set(dir(bases.PlainEvent))
    assert hasattr(playing, "undisturbed_play")
    for kind in (bases.BaseSeatAction, bases.BaseTableAction, bases.PublicEvent):
        assert kind.__name__ in PAGE


@claim("contributing.md", "Add a field of `Rules`")
def test_the_places_of_a_field_of_rules_are_there() -> None:
    assert hasattr(mistakes, "price_of")
    assert "`price_of`" in section("Add a field of `Rules`")
    source = Path(str(rules.__file__)).read_text(encoding="utf-8")
    assert "def _type_faults" in source
    assert "def _number_faults" in source
    assert "starts_blind" in (ROOT / "src/themind/_model/validation.py").read_text(encoding="utf-8")


@claim("contributing.md", "Write a page or a docstring")
def test_each_file_that_the_page_names_is_there() -> None:
    paths = re.findall(PATH, PAGE)
    places = (ROOT, ROOT / "src", ROOT / "src" / "themind")
    future = {"codec/format_2.py"}  # the page tells how to write it
    missing = [path for path in paths if not any((place / path).exists() for place in places)]
    assert set(missing) == future
    assert len(paths) > 10
    assert import_module("themind._play.chapters")
