"""The index of the code that implements each rule, and of the tests that check it.

The code of a rule is the code that contains its id in a docstring, a comment or a string. Its tests
are those with its `rule` mark, and the rule cases.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from source_pages import ROOT, SOURCE, Place, Span, outline, spans

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

sys.path.append(str(ROOT / "tests"))

from rule_ids import RULES_PAGE, rules_on

TESTS = ROOT / "tests"
CASES = TESTS / "cases" / "rule_cases.json"
ID = r"(SET|LVL|ERR|STAR|END|BLD|VAR|TALK)-(\d+)"
IDS = re.compile(rf"\b{ID}(?: to \1-(\d+))?")

Places = dict[str, dict[str, list[str]]]
"""A mapping from rule id and file to the names in the file."""


def ids_in(text: str) -> Iterator[str]:
    """Yield the rule ids in a text; for "SET-1 to SET-3" all three."""
    for match in IDS.finditer(text):
        chapter, first, last = match[1], int(match[2]), int(match[3] or match[2])
        for number in range(first, last + 1):
            yield f"{chapter}-{number}"


def owner(places: list[Span], line: int) -> str:
    """Return the innermost definition around a line, or the next one for a comment between two."""
    around = [span for span in places if span.first <= line <= span.last]
    if around:
        return around[-1].name
    return next((span.name for span in places if span.first > line), "")


def in_source(text: str) -> Iterator[tuple[str, str]]:
    """Yield each rule in a module, with the definition that mentions it."""
    tree = ast.parse(text)
    intro = ast.get_docstring(tree)
    last_of_intro = tree.body[0].end_lineno or 0 if intro else 0
    places = list(spans(tree.body))
    for number, line in enumerate(text.splitlines(), start=1):
        name = owner(places, number) if number > last_of_intro else ""
        for rule in ids_in(line):
            yield rule, name


def in_tests(text: str) -> Iterator[tuple[str, str]]:
    """Yield each rule in the marks of a test file, with the test or class that is marked."""
    tree = ast.parse(text)
    places = list(spans(tree.body))
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args
            ):
                for arg in args:
                    if isinstance(arg, ast.Constant):
                        name = owner(places, node.lineno)
                        yield str(arg.value), "" if name == "pytestmark" else name


@functools.cache
def places_of_code() -> Places:
    """Return the places in the package that mention each rule."""
    found: Places = defaultdict(dict)
    for file in sorted(SOURCE.rglob("*.py")):
        for rule, name in in_source(file.read_text(encoding="utf-8")):
            _note(found, rule, file.relative_to(SOURCE.parent).as_posix(), name)
    return found


@functools.cache
def places_of_tests() -> Places:
    """Return the places in the tests that cite each rule."""
    found: Places = defaultdict(dict)
    for file in sorted(TESTS.rglob("test_*.py")):
        for rule, name in in_tests(file.read_text(encoding="utf-8")):
            _note(found, rule, file.relative_to(ROOT).as_posix(), name)
    for case in json.loads(CASES.read_text(encoding="utf-8")):
        _note(found, case["rule"], CASES.relative_to(ROOT).as_posix(), case["id"])
    return found


def _note(found: Places, rule: str, file: str, name: str) -> None:
    names = found[rule].setdefault(file, [])
    if name and name not in names:
        names.append(name)


def rule_ids(chapter: str) -> list[str]:
    """Return the rules of a chapter of the rules page, in order."""
    page = RULES_PAGE.read_text(encoding="utf-8")
    return [rule.id for rule in rules_on(page) if rule.id.startswith(f"{chapter}-")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive `rule-index CHAPTER`, and stack the columns of the rules on phones."""
    from docutils import nodes
    from site_nodes import Cell, code, table, words
    from sphinx.util.docutils import SphinxDirective

    def linked(file: str, name: str, shown: Node) -> Node:
        place = Place(file, outline(file).lines.get(name, 1))
        return nodes.inline("", "", shown, source_place=place)

    def line(file: str, names: list[str]) -> nodes.paragraph:
        parts: list[Node | str] = [linked(file, "", code(file)), " "]
        for name in names:
            parts += [linked(file, name, nodes.Text(name)), ", "]
        return words(*parts[:-1])

    def cell(places: dict[str, list[str]]) -> Cell:
        return [line(file, names) for file, names in places.items()] or [words("none of its own")]

    class RuleIndex(SphinxDirective):
        required_arguments = 1

        def run(self) -> list[Node]:
            self.env.note_reread()
            by_code, by_tests = places_of_code(), places_of_tests()
            lines = [
                [[words(code(rule))], cell(by_code.get(rule, {})), cell(by_tests.get(rule, {}))]
                for rule in rule_ids(self.arguments[0])
            ]
            return [table(["rule", "code", "tests"], lines, style="stacked")]

    def stack_rules(app: Sphinx, doctree: nodes.document) -> None:
        if app.env.docname == RULES_PAGE.stem:
            for rules in doctree.findall(nodes.table):
                rules["classes"].append("stacked")

    app.add_directive("rule-index", RuleIndex)
    app.connect("doctree-read", stack_rules)
    return {"parallel_read_safe": True}
