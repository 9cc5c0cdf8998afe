"""Docstrings have sections in one style; what the documentation site makes of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import docstrings
import pytest
from source_pages import SOURCE

import themind as tm
from themind import words
from themind.experiments import Result

pytestmark = pytest.mark.once


def shown(signature: str | None, returned: str | None = None, value: object = tm.play) -> object:
    return docstrings.clear_signature(None, "function", "f", value, None, signature, returned)


def test_a_plural_is_parted_from_its_name_but_not_in_examples() -> None:
    lines = ["All `Play`s, the `seat`.", ">>> print('`Play`s')"]
    docstrings.clear_docstring(None, "class", "Play", tm.Play, None, lines)
    assert lines == ["All `Play`\\ s, the `seat`.", ">>> print('`Play`s')"]


def test_the_type_of_an_attribute_is_public() -> None:
    lines = [".. attribute:: tables", "   :type: ClassVar[SearchStrategy[tm.Rules]]"]
    docstrings.clear_docstring(None, "class", "GameMachine", object, None, lines)
    assert lines[1] == "   :type: hypothesis.strategies.SearchStrategy[themind.Rules]"


def test_an_enumeration_is_shown_without_arguments() -> None:
    assert shown("(value)", value=tm.Phase) == ("", None)


def test_a_class_that_only_the_library_makes_is_shown_without_arguments() -> None:
    assert shown("(*, kept: Rows | Sums)", value=Result) == ("", None)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("tuple[TypeAliasForwardRef('themind.Action'), ...]", "tuple[themind.Action, ...]"),
        ("(seat: SupportsIndex | None)", "(seat: int | None)"),
        ("(tempo: float | SupportsIndex)", "(tempo: float)"),
        ("(tempo: float | ~typing.SupportsIndex)", "(tempo: float)"),
        ("(event: tm.Event)", "(event: themind.Event)"),
        ("(e: concurrent.futures._base.Executor)", "(e: concurrent.futures.Executor)"),
        ("(f: Callable[[tm.Rules], Game])", "(f: collections.abc.Callable[[themind.Rules], Game])"),
        ("(f: ApplyBy[Game])", "(f: collections.abc.Callable[..., Game | None])"),
        ("(ready: set = frozenset({}))", "(ready: set = frozenset())"),
        ("(rule=<function plural>)", "(rule=plural)"),
        (f"(catalogue={words.ENGLISH!r})", "(catalogue=ENGLISH)"),
    ],
)
def test_types_and_defaults_are_shown_by_public_names(written: str, read: str) -> None:
    assert shown("()", written) == ("()", read)
    assert shown(written) == (read, None)


def test_what_has_no_signature_is_left_alone() -> None:
    assert shown(None, value=tm.Card) is None


SECTIONS = ["Args", "Attributes", "Returns", "Raises", "Example"]
HEADING = re.compile(r"^([A-Z][a-z]+):$", re.MULTILINE)


def written() -> Iterator[tuple[str, str]]:
    """The docstrings of functions and classes in the source."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield f"{file.relative_to(SOURCE)}: {node.name}", ast.get_docstring(node) or ""


def test_docstrings_have_the_sections_of_one_style_in_one_order() -> None:
    found = {name: HEADING.findall(text) for name, text in written()}
    known = {name: [each for each in SECTIONS if each in found[name]] for name in found}
    assert {name: found[name] for name in found if found[name] != known[name]} == {}


def test_examples_of_docstrings_are_in_their_section() -> None:
    examples = [text for _, text in written() if ">>> " in text]
    assert len(examples) > 150
    assert [text for text in examples if "\nExample:\n    >>> " not in text] == []
    assert [text for text in examples if text.count("\n>>> ")] == []
