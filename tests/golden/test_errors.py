"""The texts of errors are those that were written down, and no text of the package is left out."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import themind as tm
from golden.errors import ENVIRONMENTS, FILE, chapters, envs, heading, shown

HOW = "python tests/golden/errors.py writes the file again"
PACKAGE = Path(tm.__file__).parent

# What no expression brings about: the standard streams closed, a full disk, and classes of actions
# and events that are not finished.
ELSEWHERE = {
    "standard input is closed",
    "cannot create ",
    "cannot write ",
    "cannot write: ",
    "which must be final",
    "must have the constant",
    "must have a strategy for",
}

Texts = ast.Constant | ast.JoinedStr


WRITTEN = FILE.read_text(encoding="utf-8")
if envs is None:
    WRITTEN = WRITTEN.partition(f"\n\n== {ENVIRONMENTS}")[0] + "\n"
BLOCKS = WRITTEN.removesuffix("\n").split("\n\n")
CASE = {block.partition("\n")[0]: block for block in BLOCKS}
TOGETHER = 10
PARTS = [
    pytest.param(cases[begin : begin + TOGETHER], id=f"{chapter}, from {begin + 1}")
    for chapter, cases in chapters().items()
    for begin in range(0, len(cases), TOGETHER)
]


@pytest.mark.parametrize("cases", PARTS)
@pytest.mark.skipif(os.name != "posix", reason="some texts hold paths and words of POSIX systems")
def test_the_errors_are_as_they_were_written_down(cases: list[str]) -> None:
    assert [shown(case) for case in cases] == [CASE.get(case) for case in cases], HOW


def test_the_file_has_every_case_once_and_in_order() -> None:
    headings = {name: heading(name) for name in chapters()}
    known = [line for name, cases in chapters().items() for line in [headings[name], *cases]]
    assert [block.partition("\n")[0] for block in BLOCKS] == known, HOW
    assert {*headings.values()} <= {*BLOCKS}, HOW
    assert "\n\n".join(BLOCKS) + "\n" == WRITTEN, HOW
    assert len({*known}) == len(known)


def test_every_text_of_an_error_has_a_case() -> None:
    """Of texts that stand in a `raise`, and of faults that a function yields."""
    paths = [path for path in PACKAGE.rglob("*.py") if envs or path.parent.name != "envs"]
    sought = [text for path in paths for text in texts_in(path)]
    assert len(sought) > 100
    missed = [ast.unparse(text) for text in sought if not re.search(pattern(text), WRITTEN)]
    assert [text for text in missed if not any(known in text for known in ELSEWHERE)] == []


def texts_in(path: Path) -> Iterator[Texts]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise):
            yield from texts_of(node)
        if isinstance(node, ast.FunctionDef) and "ault" in header(node):
            for part in ast.walk(node):
                if isinstance(part, ast.Yield):
                    yield from texts_of(part)


def header(function: ast.FunctionDef) -> str:
    """The name and the result of a function, which tell of faults where it yields some."""
    result = function.returns
    return f"{function.name} {'' if result is None else ast.unparse(result)}"


def texts_of(node: ast.AST) -> Iterator[Texts]:
    """The outermost texts below a node."""
    if is_text(node):
        yield node
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts_of(child)


def is_text(node: ast.AST | None) -> bool:
    is_str = isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    return is_str or isinstance(node, ast.JoinedStr)


def pattern(text: Texts) -> str:
    """What a text looks like, whatever its placeholders hold."""
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    known = [re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in parts]
    return "".join(known).removeprefix(".*").removesuffix(".*")
