"""What the pages say of behaviour is shown by an example on the page, or by a test that cites it.

A test cites a page with `claim`. Only a reader can tell whether each sentence is true, but a page
without any example or test is found here, and so is a section that promises something and shows
nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from claims import claim

pytestmark = [pytest.mark.once, pytest.mark.tree]

TESTS = Path(__file__).parents[1]
DOCS = TESTS.parent / "docs"
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# The docstrings that a reference page shows have examples, too.
EXAMPLE = re.compile(r"^(```python\n|\.\. auto\w+::)", re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
RULE = re.compile(r"^\| [A-Z]+-\d+ \|.*$", re.MULTILINE)  # its tests cite it in another way
PROMISE = re.compile(r"\b(always|never|raises?|rejects?|refuses?)\b")


def citations_in(text: str) -> Iterator[tuple[str, str]]:
    """The page and the section, "" for none, of each mark in the text of tests."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for mark in node.decorator_list:
                match mark:
                    case ast.Call(func=ast.Name("claim"), args=[ast.Constant(page), *rest]):
                        yield page, "".join([ast.literal_eval(heading) for heading in rest])


TEXTS = [file.read_text(encoding="utf-8") for file in sorted(TESTS.rglob("test_*.py"))]
CITED = {cited for text in TEXTS if "@claim(" in text for cited in citations_in(text)}
# Text of other pages and lists that are generated.
WITHOUT_TEXT = {"changelog.md", "reference/names.md"}
PAGES = {
    page.relative_to(DOCS).as_posix(): page.read_text(encoding="utf-8")
    for page in sorted(DOCS.rglob("*.md"))
    if "_build" not in page.parts and "```{include}" not in page.read_text(encoding="utf-8")
}
# Sections whose promises are not about this library.
OF_OTHERS = {("install.md", "Problems")}


def sections_of(text: str) -> dict[str, str]:
    """The text of a page by its headings of the second level; "" is the part before the first."""
    parts = re.split(r"^## (.+)\n", BLOCK.sub(shielded, text), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def shielded(block: re.Match[str]) -> str:
    """A block without lines that look like headings."""
    return block[0].replace("\n#", "\n #")


def is_cited(page: str, section: str, text: str) -> bool:
    """Whether a test cites a section or one of the sections inside of it."""
    inside = {section, *HEADING.findall(text)} if section else {""}
    return any((page, heading) in CITED for heading in inside)


def is_unshown(page: str, section: str, text: str) -> bool:
    """Whether a section promises something, and shows nothing."""
    prose = RULE.sub("", BLOCK.sub("", text))
    shown = EXAMPLE.search(text) or is_cited(page, section, text)
    return PROMISE.search(prose) is not None and not shown and (page, section) not in OF_OTHERS


@pytest.mark.parametrize(("page", "heading"), sorted(CITED))
def test_the_cited_section_exists(page: str, heading: str) -> None:
    assert heading in {"", *HEADING.findall(PAGES[page])}


@pytest.mark.parametrize("page", sorted(PAGES.keys() - WITHOUT_TEXT))
def test_a_page_has_an_example_or_a_test(page: str) -> None:
    assert EXAMPLE.search(PAGES[page]) or page in {cited for cited, _ in CITED}


@pytest.mark.parametrize("page", PAGES)
def test_a_section_that_promises_something_has_an_example_or_a_test(page: str) -> None:
    """If not: show it on the page, or write a test with `@claim(page, section)`."""
    sections = sections_of(PAGES[page])
    assert [name for name, text in sections.items() if is_unshown(page, name, text)] == []


@claim("contributing.md", "Write a page or a docstring")
def test_what_is_shown_and_what_is_not_are_told_apart() -> None:
    page = (
        "# P\n## A\nIt never fails.\n## B\nIt raises.\n```python\n# ## C\n```\n### D\nIt works.\n"
    )
    sections = sections_of(page)
    assert list(sections) == ["", "A", "B"]
    assert [name for name, text in sections.items() if is_unshown("p", name, text)] == ["A"]
    assert is_cited("stores.md", "Guarantees", "")
    assert {name for name, _ in OF_OTHERS} <= PAGES.keys()


def test_a_mark_counts_where_it_is_on_a_test() -> None:
    marked = '@claim("a.md", "B")\nclass TestA:\n    @claim("c.md")\n    def test_d(self): ...\n'
    assert [*citations_in(marked)] == [("a.md", "B"), ("c.md", "")]
    assert [*citations_in(f"TEXT = {marked!r}\n")] == []
