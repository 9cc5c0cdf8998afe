"""What the pages promise about themselves: code that fits, commands of one form, words to find."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.once, pytest.mark.tree]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WIDEST = 88
SHOWN_AS_CODE = {"console", "javascript", "json", "python", "text", ""}

# The commands of one line that make the environment which they use.
WITH_ENVIRONMENT = re.compile(r"python3 -m venv \.venv && \.venv/bin/pip install --quiet \S+ && ")
COMMANDS = re.compile(
    r"python -m (themind|pytest)\b|python docs/examples/\S+\.py\b|pip install |nox\b"
    r"|(python3|py) -m venv \.venv$|source \.venv/bin/activate$|\.venv\\Scripts\\activate$"
    r"|grep \S+ \S+ \| python -m themind "
)

# What a reader may search for, and a page that answers.
FOUND_ON = {
    "save": "howto/storing.md",
    "serialize": "json.md",
    "serialization": "glossary.md",
    "probability": "howto/bot.md",
    "deterministic": "explanation/values-and-events.md",
    "websocket": "howto/web.md",
    "llm": "glossary.md",
    "language model": "howto/clusters.md",
    "gymnasium": "environments.md",
    "install": "install.md",
    "undo": "howto/replay.md",
    "cite": "research.md",
    "spectator": "security.md",
    "upgrade": "compatibility.md",
    "openspiel": "comparison.md",
}


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def shown(line: str) -> str:
    """A line as the site shows it, without the flags of doctest."""
    return line.partition("  # doctest:")[0]


def code_of(text: str) -> Iterator[tuple[str, str]]:
    """Each line of the code blocks of a page, with the language of its block."""
    language: str | None = None
    for line in text.splitlines():
        if line.startswith("```"):
            language = line.removeprefix("```") if language is None else None
        elif language in SHOWN_AS_CODE:
            yield language, line


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_code_is_too_wide_for_a_page(name: str) -> None:
    assert [line for _, line in code_of(text_of(name)) if len(shown(line)) > WIDEST] == []


@pytest.mark.parametrize("name", NAMES)
def test_commands_have_one_form(name: str) -> None:
    """Those of the environment that the page on installation activates."""
    lines = [line for language, line in code_of(text_of(name)) if language == "console"]
    odd = [line for line in lines if not (COMMANDS.match(line) or WITH_ENVIRONMENT.match(line))]
    assert odd == []


def test_lines_of_code_are_found() -> None:
    page = "a\n```console\nls\n```\nb\n```{note}\nc\n```\n```python\n1\n```"
    assert list(code_of(page)) == [("console", "ls"), ("python", "1")]
    assert sum(1 for name in NAMES for _ in code_of(text_of(name))) > 1000


@pytest.mark.parametrize("name", NAMES)
def test_no_page_uses_an_option_that_old_versions_of_pip_lack(name: str) -> None:
    assert not re.search(r"pip install[^\n`]*--group", text_of(name))


@pytest.mark.parametrize("word", FOUND_ON)
def test_a_search_for_a_common_word_finds_a_page(word: str) -> None:
    assert word in text_of(f"docs/{FOUND_ON[word]}").lower()


@pytest.mark.parametrize("word", ["save", "serialize", "install", "llm", "websocket", "gymnasium"])
def test_the_glossary_leads_to_the_page(word: str) -> None:
    """The words of a newcomer are in the glossary, each with a link."""
    glossary = text_of("docs/glossary.md").lower()
    entries = [entry for entry in glossary.split("\n\n") if word in entry]
    assert any("](" in entry for entry in entries)


def test_every_page_is_in_the_navigation() -> None:
    listed = set(re.findall(r"^[\w/-]+$", text_of("docs/index.md"), re.MULTILINE))
    listed |= {f"reference/{name}" for name in reference_pages()}
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")}
    hidden = {page for page in pages if page.startswith(("examples/", "_build/"))}
    assert pages - hidden - listed == {"index"}


def reference_pages() -> list[str]:
    return re.findall(r"^[\w-]+$", text_of("docs/reference/index.md"), re.MULTILINE)


class TestInstallation:
    PAGE = text_of("docs/install.md")

    def test_it_names_each_extra_with_its_packages(self) -> None:
        rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", self.PAGE, re.MULTILINE))
        extras = PROJECT["optional-dependencies"]
        wanted = {name: [re.split(r"[><]", one)[0] for one in extras[name]] for name in extras}
        assert {name: cell.split(", ") for name, cell in rows.items()} == wanted

    def test_it_names_the_supported_pythons(self) -> None:
        classifiers = [line.rpartition(" ")[2] for line in PROJECT["classifiers"]]
        pythons = [text for text in classifiers if re.fullmatch(r"3\.\d+", text)]
        assert f"the tests run on {', '.join(pythons[:-1])} and {pythons[-1]}" in self.PAGE

    def test_it_names_the_dependencies(self) -> None:
        names = [re.split(r"[><]", one)[0] for one in PROJECT["dependencies"]]
        assert " and ".join(names) in self.PAGE
