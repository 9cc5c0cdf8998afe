"""What the documentation site makes of docstrings and signatures."""

from __future__ import annotations

import docstrings
import pytest

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
