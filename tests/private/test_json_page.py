"""The page on JSON lists every type with its fields, as the format has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from themind.codec import FORMATS
from themind.codec._lists import Many, Pair, SeatSet, Texts
from themind.codec._rows import Inner, OneOf
from themind.codec._shapes import BOOLEAN, INTEGER, Leaf, Maybe, Name, Shape

pytestmark = pytest.mark.tree

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
ROW = re.compile(r"^\| `(\w+)` \| (.*?) ?\|$", re.MULTILINE)
ENUMS = (
    tm.Phase,
    tm.AsideReason,
    tm.Reward,
    tm.BlindPenalty,
    tm.MistakePenalty,
    tm.IllegalCode,
)
ROWS = FORMATS.newest.rows


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rows(page: str) -> dict[str, str]:
    """What the page says of each name that begins a row of its tables of types and names."""
    types = page.partition("## Types")[2].partition("## Following a game")[0]
    found = ROW.findall(types)
    assert len(dict(found)) == len(found)
    return dict(found)


def spelled(shape: Shape) -> str:
    """A shape as the page spells it."""
    if isinstance(shape, Maybe):
        return f"{spelled(shape.shape)}?"
    if isinstance(shape, Many):
        return f"[{spelled(shape.item)}]"
    if isinstance(shape, Pair):
        return f"({', '.join(map(spelled, shape.shapes))})"
    if isinstance(shape, Inner):
        return shape.name
    if isinstance(shape, OneOf):
        return shape.union
    if isinstance(shape, Name):
        return shape.kind.__name__
    if isinstance(shape, Leaf):
        return "int" if shape.quick == INTEGER.quick else "bool" if shape is BOOLEAN else "str"
    return "{int}" if isinstance(shape, SeatSet) else "{str: str}"


@claim("json.md", "Types")
def test_the_page_lists_the_fields_of_every_type(rows: dict[str, str]) -> None:
    for name, row in ROWS.items():
        fields = [f"`{field}: {spelled(shape)}`" for field, shape in row.fields.items()]
        assert rows[name] == ", ".join(fields)


def test_the_page_lists_every_name(rows: dict[str, str]) -> None:
    for enum in ENUMS:
        assert rows[enum.__name__] == ", ".join(f'`"{name}"`' for name in enum.__members__)


def test_the_page_lists_nothing_else(rows: dict[str, str]) -> None:
    assert rows.keys() == {*ROWS} | {enum.__name__ for enum in ENUMS}


def test_the_page_says_of_each_event_what_it_changes_in_a_view(page: str) -> None:
    table = page.partition("## Following a game")[2].partition("\n## ")[0]
    events, _, actions = table.partition("| action |")
    for rows, union in ((events, tm.SeatEvent), (actions, tm.SeatAction)):
        named = re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)
        assert sorted(named) == sorted([kind.__name__ for kind in union.__args__])


def test_every_shape_is_spelled() -> None:
    assert spelled(SeatSet(INTEGER)) == "{int}"
    assert spelled(Texts(most=1, longest_key=1, longest_text=1)) == "{str: str}"
