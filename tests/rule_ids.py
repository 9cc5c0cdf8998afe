"""Which rules the rules page has, and which of them a test file cites."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).parent
RULES_PAGE = TESTS.parent / "docs" / "rules.md"
HEADING = re.compile(r"(#+) (.*)")
ROW = re.compile(r"\| *`?([A-Z]{2,}-[0-9]+)`? *\|")


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the rules page."""

    id: str
    in_engine: bool


def rules_on(page: str) -> Iterator[Rule]:
    """The rules of a page; those below a heading "Not in the engine …" need no test."""
    outside_depth = 0
    for line in page.splitlines():
        if heading := HEADING.match(line):
            depth = len(heading[1])
            if "not in the engine" in heading[2].lower():
                outside_depth = depth
            elif depth <= outside_depth:
                outside_depth = 0
        elif row := ROW.match(line):
            yield Rule(row[1], in_engine=not outside_depth)


def citations(source: str) -> Iterator[str]:
    """The ids written out in each `pytest.mark.rule(...)` of a test file's source.

    Read from the text, so that the answer does not depend on which tests are selected.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args
            ):
                yield from (str(arg.value) for arg in args if isinstance(arg, ast.Constant))
