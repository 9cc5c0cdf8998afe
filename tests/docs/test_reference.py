"""Every public name is in the reference, once, and has an example there that runs."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from source_pages import place_of

import themind

pytestmark = pytest.mark.once

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
HEADING = re.compile(r"^#+ ", re.MULTILINE)
DIRECTIVE = re.compile(
    r"^\.\. (?:auto(?:class|exception|function)|py:(?:data|type)):: ([\w.]+)"
    r"(?:\n   :module: ([\w.]+))?$",
    re.MULTILINE,
)
EXAMPLES = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULES = [
    "themind",
    "themind.codec",
    "themind.odds",
    "themind.rng",
    "themind.render",
    "themind.testing",
    "themind.words",
    "themind.experiments",
    "themind.envs",
    "themind.experiments.batch",
    "themind.experiments.exact",
]
NEEDED = {"themind.envs": ("gymnasium", "numpy", "pettingzoo")}  # else there is no such module
HERE = [name for name in MODULES if all(map(find_spec, NEEDED.get(name, ())))]


@dataclass(frozen=True)
class Entry:
    """A name of the reference, and the examples of the section that it stands in."""

    name: str
    examples: str


def entries(page: str) -> Iterator[Entry]:
    for section in HEADING.split(page):
        examples = "".join(EXAMPLES.findall(section))
        for name, module in DIRECTIVE.findall(section):
            yield Entry(f"{module}.{name}" if module else name, examples)


def all_entries() -> list[Entry]:
    pages = sorted(REFERENCE.glob("*.md"))
    found = [entry for page in pages for entry in entries(page.read_text(encoding="utf-8"))]
    return [entry for entry in found if entry.name.rpartition(".")[0] in HERE]


def public_names() -> Iterator[str]:
    for module in HERE:
        names = importlib.import_module(module).__all__
        yield from (f"{module}.{name}" for name in names)


def documented(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def has_example(entry: Entry) -> bool:
    """Whether the docstring has an example, or those of the section use the name."""
    value = documented(entry.name)
    ours = str(getattr(value, "__module__", "")).startswith("themind")
    own = (value.__doc__ or "") if ours else ""
    short = entry.name.rpartition(".")[2]
    return ">>> " in own or re.search(rf"\b{short}\b", entry.examples) is not None


@pytest.mark.parametrize("module", HERE)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    named = {entry.name for entry in all_entries()}
    exports = importlib.import_module(module).__all__
    public = {
        f"{module}.{name}"
        for name in exports
        if not isinstance(documented(f"{module}.{name}"), ModuleType)
    }
    assert public - named == set()


@pytest.mark.parametrize("module", HERE)
def test_every_public_name_has_a_line_of_source(module: str) -> None:
    names = importlib.import_module(module).__all__
    values = [name for name in names if not isinstance(documented(f"{module}.{name}"), ModuleType)]
    assert [name for name in values if place_of(module, name) is None] == []


def test_every_name_of_the_reference_is_public() -> None:
    assert {entry.name for entry in all_entries()} - set(public_names()) == set()


def test_no_name_is_there_twice() -> None:
    times = Counter(entry.name for entry in all_entries())
    assert [name for name, number in times.items() if number > 1] == []


def test_every_name_of_the_reference_has_an_example() -> None:
    assert [entry.name for entry in all_entries() if not has_example(entry)] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_public_module_has_an_entry(module: str) -> None:
    pages = [page.read_text(encoding="utf-8") for page in REFERENCE.glob("*.md")]
    assert "".join(pages).count(f".. py:module:: {module}\n") == 1


def title(page: str) -> str:
    return HEADING.sub("", page.partition("\n")[0])


def test_no_two_pages_have_one_title() -> None:
    pages = [page for page in REFERENCE.parent.rglob("*.md") if "examples" not in page.parts]
    titles = Counter(title(page.read_text(encoding="utf-8")) for page in pages)
    assert [title for title, number in titles.items() if number > 1] == []


@pytest.mark.parametrize("module", HERE)
def test_the_help_of_a_module_opens_with_its_names_and_an_example(module: str) -> None:
    intro = importlib.import_module(module).__doc__ or ""
    names = importlib.import_module(module).__all__
    named = [name for name in names if re.search(rf"\b{name}\b", intro)]
    assert ">>> " in intro
    assert len(named) >= min(len(names), 5)


def test_the_help_of_the_package_names_every_module() -> None:
    parts = {name.partition(".")[2].partition(".")[0] for name in MODULES[1:]}
    found = set(re.findall(r"^    themind\.(\w+)  ", themind.__doc__ or "", re.MULTILINE))
    assert found == parts


PAGE = """\
# One
```python
>>> tm.Play(0)
Play(seat=0, card=None)
```
.. autoclass:: themind.Play
## Two
.. py:type:: Card
   :module: themind
   :canonical: int
"""


def test_an_entry_has_the_examples_of_its_own_section_only() -> None:
    play, card = entries(PAGE)
    assert play == Entry("themind.Play", ">>> tm.Play(0)\nPlay(seat=0, card=None)\n")
    assert card == Entry("themind.Card", "")
    assert has_example(play)
    assert not has_example(card)


def test_the_package_says_which_of_its_parts_are_public() -> None:
    parts = {path.stem if path.is_file() else path.name for path in package_parts()}
    assert parts == {name.rpartition(".")[2] for name in MODULES[1:-2]}


def package_parts() -> Iterator[Path]:
    folder = Path(themind.__file__).parent
    yield from (file for file in folder.glob("*.py") if not file.stem.startswith("_"))
    yield from (part.parent for part in folder.glob("[!_]*/__init__.py"))
