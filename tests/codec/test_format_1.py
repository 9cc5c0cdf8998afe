"""Documents of format 1 load for ever, and are written as the same bytes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from codec.test_round_trip import all_names
from themind import codec

FOLDER = Path(__file__).parents[1] / "data" / "format-1"
FILES = sorted(FOLDER.glob("*.jsonl"))


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def strings_in(data: Any) -> set[str]:
    """All values of a document that are texts."""
    if isinstance(data, str):
        return {data}
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    return set().union(*map(strings_in, inner))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_document_loads_and_is_written_as_the_same_bytes(path: Path) -> None:
    kind = getattr(tm, path.stem)
    for line in lines_of(path):
        value = codec.loads(line, kind)
        assert type(value) is kind
        assert codec.dumps(value).encode() == line


def test_there_are_golden_documents_of_every_kind() -> None:
    assert {path.stem for path in FILES} == all_names()
    assert all(map(lines_of, FILES))


def test_the_golden_documents_use_every_name_there_is() -> None:
    used = set().union(*[strings_in(json.loads(line)) for path in FILES for line in lines_of(path)])
    enums = (tm.Phase, tm.AsideReason, tm.Reward, tm.BlindPenalty, tm.IllegalCode)
    assert {name for enum in enums for name in enum.__members__} <= used


def test_the_golden_records_replay_and_use_every_action() -> None:
    actions = set()
    for line in lines_of(FOLDER / "Record.jsonl"):
        record = codec.loads(line, tm.Record)
        assert len(list(tm.replay(record))) == len(record.entries)
        actions |= {type(entry.action) for entry in record.entries}
    assert actions == set(tm.Action.__args__)


def test_no_golden_document_has_changed() -> None:
    """If one has, put it back. New ones: see the README beside them."""
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FILES}
    noted = [line.split() for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines()]
    assert {name: digest for digest, name in noted} == sums
