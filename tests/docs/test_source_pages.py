"""Source links lead to the definition of a public name, wherever it is imported from."""

from __future__ import annotations

import pytest
import source_pages
from source_pages import Place, place_of

pytestmark = pytest.mark.once


def line(place: Place | None) -> str:
    assert place is not None
    return source_pages.path_of(place.file).read_text("utf-8").splitlines()[place.line - 1].strip()


@pytest.mark.parametrize(
    ("module", "name", "text"),
    [
        ("themind", "play", "def play("),
        ("themind", "replay", "def replay("),  # imported on first access
        ("themind", "Card", "Card: TypeAlias = int"),
        ("themind", "Rules.standard", "@classmethod"),
        ("themind", "GameState.is_over", "@property"),  # of a private base class
        ("themind.codec", "dumps", "def dumps("),
        ("themind.experiments", "Experiment.rules", "rules: Rules"),
        ("themind.envs", "PLAY", "WAIT, PLAY, STAR = 0, 1, 2"),
    ],
)
def test_a_name_is_found_where_it_is_defined(module: str, name: str, text: str) -> None:
    assert line(place_of(module, name)).startswith(text)


@pytest.mark.parametrize(
    ("module", "name"), [("themind", "nothing"), ("themind", "Rules.nothing"), ("json", "loads")]
)
def test_what_is_not_of_the_package_has_no_place(module: str, name: str) -> None:
    assert place_of(module, name) is None


def test_a_rule_case_has_a_line() -> None:
    file = "tests/cases/rule_cases.json"
    at = source_pages.outline(file).lines["four-cards-one-life"]
    assert line(Place(file, at)).startswith('{"id": "four-cards-one-life"')


def test_the_package_and_the_cited_tests_have_pages() -> None:
    files = set(source_pages.files())
    assert {"themind/_play/mistakes.py", "tests/cases/rule_cases.json"} < files
    assert all(source_pages.path_of(file).is_file() for file in files)
