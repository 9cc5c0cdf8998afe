"""A pretended format 2: one more field in `Rules`, one more event. It reads all of format 1.

The values of today cannot hold the new field, so that its world has classes of its own for all
that holds rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from themind.codec import FORMATS
from themind.codec._faults import Fault
from themind.codec._formats import Formats
from themind.codec._rows import Row
from themind.codec._shapes import BOOLEAN, INTEGER

FOLDER = Path(__file__).parents[1] / "data" / "format-1"
FORMAT_1 = FORMATS.formats[0]


def later(kind: type[Any], *more: str) -> type[Any]:
    """A class of the later world: the fields of a class, and more."""
    names = [*[field.name for field in attrs.fields(kind)], *more]
    return attrs.make_class(f"Later{kind.__name__}", names, frozen=True, kw_only=True)


LaterRules = later(tm.Rules, "whispers")
LaterState = later(tm.GameState)
LaterView = later(tm.SeatView)
LaterRecord = later(tm.Record)


@attrs.frozen
class Whispered:
    """The new event."""

    seat: int


ROWS = FORMAT_1.documents
HOLDERS = {"GameState": LaterState, "SeatView": LaterView, "Record": LaterRecord}

# The module of a format 2 would say no more than this: what differs, and what brings format 1 up.
FORMAT_2 = FORMAT_1.changed(
    2,
    documents=[
        Row("Rules", LaterRules, {**ROWS["Rules"].fields, "whispers": BOOLEAN}),
        Row("Whispered", Whispered, {"seat": INTEGER}),
        *[Row(name, kind, ROWS[name].fields) for name, kind in HOLDERS.items()],
    ],
)
BROUGHT_UP = FORMAT_1.changed(
    1,
    documents=[
        ROWS["Rules"].upgraded(LaterRules, lambda **old: LaterRules(**old, whispers=False)),
        *[ROWS[name].upgraded(kind, kind) for name, kind in HOLDERS.items()],
    ],
)
BOTH = Formats(BROUGHT_UP, FORMAT_2)


def read(data: Any, *kinds: type[Any]) -> Any:
    return BOTH.kind_reader(kinds, is_array=False).read(data)


def written(value: Any) -> Any:
    return BOTH.writer(type(value))(value)


def upgraded(data: Any, name: str) -> Any:
    """A document of format 1 as format 2 has it: written by hand, not by the code."""
    rules = {
        "Rules": lambda document: document,
        "GameState": lambda document: document["rules"],
        "SeatView": lambda document: document["rules"],
        "Record": lambda document: document["start"]["rules"],
    }
    if name in rules:
        rules[name](data)["whispers"] = False
    if name == "Illegality":
        data["action"]["format"] = 2
    return data | {"format": 2}


STORED = [
    (path.stem, line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
    if line.startswith("{")
]


@claim("contributing.md", "Add a format")
def test_every_stored_document_of_format_1_is_read_and_brought_up() -> None:
    assert len(STORED) > 150
    for name, line in STORED:
        kind = FORMAT_2.kind(name)
        value = read(json.loads(line), kind)
        assert type(value) is kind
        expected = upgraded(json.loads(line), name)
        assert written(value) == expected
        assert read(expected, kind) == value


def test_an_array_can_hold_documents_of_both() -> None:
    old, new = {"format": 1, "seat": 0, "type": "Ready"}, {"format": 2, "seat": 1, "type": "Ready"}
    wanted = BOTH.kind_reader((tm.Ready,), is_array=True)
    assert wanted.read([old, new]) == (tm.Ready(0), tm.Ready(1))


@pytest.mark.parametrize(
    ("data", "kind", "path", "words"),
    [
        ({"format": 1, "seat": 0, "type": "Whispered"}, (Whispered, tm.Ready), ".type", "Ready"),
        ({"format": 1, "seat": 0, "type": "Whispered"}, (Whispered,), ".format", "format 2"),
        ({"format": 3, "seat": 0, "type": "Ready"}, (tm.Ready,), ".format", "format 1 or 2"),
        ({"format": 2, "seat": 0, "type": "Whispered", "to": 1}, (Whispered,), "", '"to"'),
    ],
)
def test_each_format_has_its_own_types_only(
    data: Any, kind: tuple[type[Any], ...], path: str, words: str
) -> None:
    with pytest.raises(Fault) as refused:
        read(data, *kind)
    assert refused.value.path == path
    assert words in refused.value.reason


@pytest.mark.parametrize("number", [1, 2])
def test_each_format_has_its_own_fields_only(number: int) -> None:
    line = next(line for name, line in STORED if name == "Rules")
    new = json.loads(line) | {"format": 2, "whispers": True}
    assert read(new, LaterRules).whispers is True
    if number == 1:
        new["format"] = 1
    else:
        del new["whispers"]
    with pytest.raises(Fault, match="whispers"):
        read(new, LaterRules)


def test_the_new_event_is_written_in_the_new_format() -> None:
    assert written(Whispered(1)) == {"format": 2, "seat": 1, "type": "Whispered"}
    assert written(tm.Ready(1)) == {"format": 2, "seat": 1, "type": "Ready"}


def test_a_key_that_stands_twice_in_an_old_document_takes_a_closer_look() -> None:
    """The count of keys goes by the newest format, so that no other is read without that look."""
    line = next(line for name, line in STORED if name == "Rules")
    with pytest.raises(Fault, match="format 2"):
        BOTH.kind_reader((LaterRules,), is_array=False).read_newest(json.loads(line))
