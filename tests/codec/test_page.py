"""The page on JSON lists every type with its fields, as the code has them."""

from __future__ import annotations

import re
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin

import pytest

import themind as tm
from codec.test_round_trip import all_names
from codec.write_schemas import fields_of, is_union

pytestmark = [pytest.mark.tree, pytest.mark.once]

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
ROW = re.compile(r"^\| `(\w+)` \| (.*?) ?\|$", re.MULTILINE)
ENUMS = (tm.Phase, tm.AsideReason, tm.Reward, tm.BlindPenalty, tm.IllegalCode)
INSIDE = (tm.PlayedCard, tm.SeenCard, tm.AsideCard, tm.Entry)


@pytest.fixture(scope="module")
def rows() -> dict[str, str]:
    """What the page says of each name that begins a row."""
    found = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(dict(found)) == len(found)
    return dict(found)


def spelled(what: Any) -> str:
    """A type as the page spells it."""
    if is_union(what):
        parts = [part for part in get_args(what) if part is not NoneType]
        return f"{spelled(parts[0])}?" if len(parts) == 1 else "Action"
    if get_origin(what) is frozenset:
        return f"{{{spelled(*get_args(what))}}}"
    if get_origin(what) is tuple:
        *items, last = get_args(what)
        if last is Ellipsis:
            return f"[{spelled(items[0])}]"
        return f"({', '.join(map(spelled, get_args(what)))})"
    return str(what.__name__)


def test_the_page_lists_the_fields_of_every_type(rows: dict[str, str]) -> None:
    kinds = [getattr(tm, name) for name in sorted(all_names())]
    for kind in (*kinds, *INSIDE):
        fields = [f"`{name}: {spelled(what)}`" for name, what in fields_of(kind).items()]
        assert rows[kind.__name__] == ", ".join(fields)


def test_the_page_lists_every_name(rows: dict[str, str]) -> None:
    for enum in ENUMS:
        assert rows[enum.__name__] == ", ".join(f'`"{name}"`' for name in enum.__members__)


def test_the_page_lists_nothing_else(rows: dict[str, str]) -> None:
    others = {kind.__name__ for kind in (*ENUMS, *INSIDE)}
    assert rows.keys() == all_names() | others
