"""The built site: `nox -s docs` builds it, and then runs these tests on it."""

from __future__ import annotations

import functools
import importlib
import os
import re
import tomllib
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import themind as tm
from rule_ids import RULES_PAGE, rules_on

if "THEMIND_SITE" not in os.environ:
    pytest.skip("THEMIND_SITE is not set to the folder of the site", allow_module_level=True)

SITE = Path(os.environ["THEMIND_SITE"]).resolve()
PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
MODULES = [
    *("themind", "themind.codec", "themind.envs", "themind.experiments"),
    *("themind.experiments.batch", "themind.experiments.exact", "themind.odds"),
    *("themind.render", "themind.rng", "themind.testing", "themind.words"),
]
PAGES = sorted(page for page in SITE.rglob("*.html") if "source" not in page.parts)
RULES = {rule.id for rule in rules_on(RULES_PAGE.read_text(encoding="utf-8"))}
RULE = re.compile(r"(?<![\w-])(?:SET|LVL|ERR|STAR|END|BLD|VAR|TALK)-\d+(?![\w-])")
# What is no running text: examples and titles are left as they are.
UNLINKED = {"h1", "h2", "h3", "pre", "title", "script"}
EMPTY = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page(HTMLParser):
    """The anchors, links and rule ids of a page, and the text of its signatures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.unlinked_rules: list[str] = []
        self.linked_rules: list[tuple[str, str]] = []
        self.signatures: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "dt" and "sig" in given.get("class", ""):
            self.signatures.append("")
        if tag not in EMPTY:
            self.open.append((tag, given.get("href") or given.get("class", "")))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _ in self.open]
        if "dt" in tags and self.signatures:
            self.signatures[-1] += data
        if "article" not in tags or UNLINKED & set(tags):
            return
        for match in RULE.finditer(data):
            links = [value for tag, value in self.open if tag == "a"]
            if links:
                self.linked_rules.append((match[0], links[-1]))
            elif "code" not in tags or data == match[0]:  # code with more in it is left alone
                self.unlinked_rules.append(match[0])


@functools.cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    return page(path).anchors


def inventory() -> Iterator[tuple[str, str, str]]:
    """Name, kind and address of each object that other sites can link to."""
    data = (SITE / "objects.inv").read_bytes()
    *_, compressed = data.split(b"\n", maxsplit=4)
    for line in zlib.decompress(compressed).decode().splitlines():
        name, kind, _, rest = line.split(" ", maxsplit=3)
        address = rest.split(" ")[0]
        yield name, kind, address.removesuffix("$") + (name if address.endswith("$") else "")


OBJECTS = {(kind, name): address for name, kind, address in inventory()}
PYTHON = {name for kind, name in OBJECTS if kind.startswith("py:")}


def broken(path: Path) -> Iterator[str]:
    """The links of a page to files and anchors of the site that do not exist."""
    for link in page(path).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        is_anchor = parts.fragment and target.suffix == ".html"
        if not target.is_file() or (is_anchor and unquote(parts.fragment) not in anchors(target)):
            yield link


def is_page(path: Path) -> bool:
    return path.name not in {"genindex.html", "search.html", "py-modindex.html"}


def test_every_link_of_the_site_leads_somewhere() -> None:
    found = {str(path.relative_to(SITE)): list(broken(path)) for path in PAGES}
    assert {where: links for where, links in found.items() if links} == {}


def test_every_rule_has_an_anchor_and_an_entry_in_the_inventory() -> None:
    found = {name: address for (kind, name), address in OBJECTS.items() if kind == "std:rule"}
    assert found == {rule: f"rules.html#{rule.lower()}" for rule in RULES}
    assert {rule.lower() for rule in RULES} <= page(SITE / "rules.html").anchors


def test_every_rule_id_is_a_link_to_its_rule() -> None:
    unlinked = {str(path.relative_to(SITE)): page(path).unlinked_rules for path in PAGES}
    assert {where: rules for where, rules in unlinked.items() if rules} == {}
    linked = [pair for path in PAGES for pair in page(path).linked_rules]
    assert all(link.endswith(f"#{rule.lower()}") for rule, link in linked)
    assert len(linked) > 300


def test_every_public_module_and_name_is_in_the_inventory() -> None:
    assert {name for kind, name in OBJECTS if kind == "py:module"} == set(MODULES)
    for module in MODULES:
        names = importlib.import_module(module).__all__
        assert {f"{module}.{name}" for name in names} - PYTHON == set()


def test_the_list_has_every_public_name_and_is_one_click_from_every_page() -> None:
    listed = {link.partition("#")[2] for link in page(SITE / "reference" / "names.html").links}
    modules = {name for kind, name in OBJECTS if kind == "py:module"}
    assert PYTHON - modules - listed == set()
    for path in filter(is_page, PAGES):
        assert any(link.endswith("names.html") or link == "#" for link in page(path).links), path


def test_the_index_of_rules_links_code_and_tests() -> None:
    links = page(SITE / "rule-index.html").links
    assert any(link.startswith("source/themind/_play/mistakes.py.html#line-") for link in links)
    assert any(link.startswith("source/tests/rules/") for link in links)
    assert any(link.startswith("source/tests/cases/rule_cases.json.html#") for link in links)


@pytest.mark.parametrize(
    ("where", "target"),
    [
        ("rules.html", "reference/states.html#themind.Rules"),
        ("json.html", "reference/codec.html#themind.codec.loads"),
        ("views.html", "reference/view.html#themind.SeatView"),
        ("reference/playing.html", "#themind.apply"),
        ("reference/states.html", "../source/themind/_model/rules.py.html#line-"),
        ("reference/odds.html", "https://docs.python.org/3/library/fractions.html"),
    ],
)
def test_names_and_signatures_are_linked(where: str, target: str) -> None:
    assert any(link.startswith(target) for link in page(SITE / where).links)


def test_signatures_show_no_internals() -> None:
    signatures = [text for path in PAGES for text in page(path).signatures]
    internal = re.compile(r"NOTHING|SupportsIndex|\btm\.|\bac\.|\._|<function|ForwardRef|Tables")
    assert [text for text in signatures if internal.search(text)] == []
    assert len(signatures) > 300


def test_every_page_shows_the_version() -> None:
    version = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]
    for path in PAGES:
        assert f"themind {version}" in path.read_text(encoding="utf-8"), path
    assert tm.__version__ in {version, "unknown"}
