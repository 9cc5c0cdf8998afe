"""Rule ids are found in the text of pages and docstrings, and every one of them is a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import rule_index
import rule_links
import source_pages

from rule_ids import RULES_PAGE, rules_on

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs"
RULES = {rule.id for rule in rules_on(RULES_PAGE.read_text(encoding="utf-8"))}
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def ids(text: str) -> set[str]:
    return {piece for piece, is_rule in rule_links.pieces(text) if is_rule}


def test_a_text_is_parted_into_ids_and_the_rest() -> None:
    assert list(rule_links.pieces("(SET-1 to SET-6) and LVL-10.")) == [
        ("(", False),
        ("SET-1", True),
        (" to ", False),
        ("SET-6", True),
        (") and ", False),
        ("LVL-10", True),
        (".", False),
    ]


@pytest.mark.parametrize("text", ["", "OFFSET-1", "SET-1-2", "SHA-256", "LVL"])
def test_what_only_looks_like_an_id_is_none(text: str) -> None:
    assert ids(text) == set()


def texts() -> Iterator[tuple[str, str]]:
    """Pages without their code blocks, and docstrings."""
    for page in DOCS.rglob("*.md"):
        yield str(page), FENCED.sub("", page.read_text(encoding="utf-8"))
    for file in source_pages.SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield (
                    f"{file}:{node.lineno if hasattr(node, 'lineno') else 1}",
                    (ast.get_docstring(node) or ""),
                )


def test_every_id_in_pages_and_docstrings_is_a_rule() -> None:
    found = {where: ids(text) - RULES for where, text in texts()}
    assert {where: unknown for where, unknown in found.items() if unknown} == {}


def test_the_ids_of_the_links_are_those_of_the_rules_page() -> None:
    page = RULES_PAGE.read_text(encoding="utf-8")
    assert ids(page) == RULES == {rule for rule in RULES if re.fullmatch(rule_index.ID, rule)}
