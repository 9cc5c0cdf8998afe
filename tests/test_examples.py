"""Every example that the README, the documentation and the docstrings show runs as shown."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

import themind

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(themind.__path__, "themind.")
    if not module.name.endswith("__main__")
]
NEEDED_BY_ENVS = ("gymnasium", "numpy", "pettingzoo")
NEEDED_BY_BATCHES = ("numba", "numpy")
NEEDED_BY_FRAMEWORKS = ("msgspec", "orjson", "pydantic")
OPTIONS = doctest.ELLIPSIS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Python blocks of a page run in order, as one session, in a folder for their files."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    if "themind.envs" in text:
        skip_without(*NEEDED_BY_ENVS)
    if "themind.experiments.batch import" in text:
        skip_without(*NEEDED_BY_BATCHES)
    if page.stem == "frameworks":
        skip_without(*NEEDED_BY_FRAMEWORKS)
    parsers = [PythonCodeBlockParser(doctest_optionflags=OPTIONS), SkipParser()]
    for example in Sybil(parsers=parsers).parse(page).examples():
        example.evaluate()


@pytest.mark.parametrize("name", ["themind", *MODULES])
def test_the_examples_of_a_module(name: str) -> None:
    if name.startswith("themind.envs"):
        skip_without(*NEEDED_BY_ENVS)
    if name.startswith("themind.experiments.batch"):
        skip_without(*NEEDED_BY_BATCHES)
    assert doctest.testmod(importlib.import_module(name), optionflags=OPTIONS).failed == 0


def skip_without(*packages: str) -> None:
    """Some examples need what an extra brings."""
    for package in packages:
        pytest.importorskip(package, reason=f"{package} is not installed")
