"""What the documentation site makes of docstrings and signatures."""

from __future__ import annotations

import docstrings
import pytest

import themind as tm
from themind import words

pytestmark = pytest.mark.once


def test_a_plural_is_parted_from_its_name_but_not_in_examples() -> None:
    lines = ["All `Play`s, the `seat`.", ">>> print('`Play`s')"]
    docstrings.part_plurals(None, "class", "Play", tm.Play, None, lines)
    assert lines == ["All `Play`\\ s, the `seat`.", ">>> print('`Play`s')"]


def test_an_enumeration_is_shown_without_arguments() -> None:
    shown = docstrings.clear_signature(None, "class", "Phase", tm.Phase, None, "(value)", None)
    assert shown == ("", None)


def test_the_name_of_a_union_is_shown_bare() -> None:
    wrapped = "tuple[TypeAliasForwardRef('themind.Action'), ...]"
    shown = docstrings.clear_signature(None, "function", "f", tm.play, None, "()", wrapped)
    assert shown == ("()", "tuple[themind.Action, ...]")


def test_a_default_is_shown_by_its_name() -> None:
    default = f"(rule=<function plural>, catalogue={words.ENGLISH!r})"
    shown = docstrings.clear_signature(None, "function", "f", tm.play, None, default, None)
    assert shown == ("(rule=plural, catalogue=ENGLISH)", None)


def test_what_has_no_signature_is_left_alone() -> None:
    assert docstrings.clear_signature(None, "data", "Card", tm.Card, None, None, None) is None
