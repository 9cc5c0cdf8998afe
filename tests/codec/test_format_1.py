"""Documents of format 1 load in every version, and are written as the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import themind as tm
from claims import claim
from codec.test_round_trip import all_names
from themind import codec

FOLDER = Path(__file__).parents[1] / "data" / "format-1"
FILES = sorted(FOLDER.glob("*.jsonl"))
ARRAYS: dict[str, Any] = {
    "Actions": tuple[tm.Action, ...],
    "Events": tuple[tm.Event, ...],
    "SeatEvents": tuple[tm.SeatEvent, ...],
}


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def strings_in(data: Any) -> set[str]:
    """All values of a document that are texts."""
    if isinstance(data, str):
        return {data}
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    return set().union(*map(strings_in, inner))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@claim("compatibility.md", "JSON")
def test_a_golden_document_loads_and_is_written_as_the_same_bytes(path: Path) -> None:
    kind = ARRAYS.get(path.stem) or getattr(tm, path.stem)
    for line in lines_of(path):
        value = codec.loads(line, kind)
        assert type(value) is (tuple if path.stem in ARRAYS else kind)
        assert codec.dumps(value).encode() == line


def test_there_are_golden_documents_of_every_kind() -> None:
    assert {path.stem for path in FILES} == all_names() | ARRAYS.keys()
    assert all(map(lines_of, FILES))


def test_the_golden_documents_use_every_name_there_is() -> None:
    used = set().union(*[strings_in(json.loads(line)) for path in FILES for line in lines_of(path)])
    enums = (tm.Phase, tm.AsideReason, tm.Reward, tm.BlindPenalty, tm.MistakePenalty)
    names = {name for enum in (*enums, tm.IllegalCode) for name in enum.__members__}
    assert names | {"TOO_FEW", "TOO_MANY", "NOT_A_CARD", "TWICE"} <= used


def test_the_golden_refusals_have_every_detail() -> None:
    lines = map(json.loads, lines_of(FOLDER / "Illegality.jsonl"))
    details = {line["detail"] for line in lines}
    assert {*tm.Phase.__members__, "TOO_FEW", "TOO_MANY", "NOT_A_CARD", "TWICE", None} == details


def test_a_golden_record_has_what_people_keep_with_a_game() -> None:
    records = [codec.loads(line, tm.Record) for line in lines_of(FOLDER / "Record.jsonl")]
    (evening,) = [record for record in records if "Friday evening" in dict(record.tags).values()]
    assert evening.names == ("Ada", "Bj\u00f6rn")
    assert all(entry.at_ms is not None for entry in evening.entries)
    assert evening.ended_at_ms is not None
    assert tm.final_state(evening).phase is tm.Phase.WON
    assert any(record.start.rules.starts_blind for record in records)


def test_the_golden_records_replay_and_use_every_action() -> None:
    actions = set()
    for line in lines_of(FOLDER / "Record.jsonl"):
        record = codec.loads(line, tm.Record)
        assert len(list(tm.replay(record))) == len(record.entries)
        actions |= {type(entry.action) for entry in record.entries}
    assert actions == set(tm.Action.__args__)


def test_the_referee_tells_a_golden_record_with_its_names() -> None:
    (line,) = [line for line in lines_of(FOLDER / "Record.jsonl") if b"Friday evening" in line]
    assert Draft202012Validator(codec.schema(tm.Record)).is_valid(json.loads(line))
    command = [sys.executable, "-m", "themind", "replay", "-"]
    utf8 = os.environ | {"PYTHONUTF8": "1"}
    done = subprocess.run(command, input=line, capture_output=True, check=True, env=utf8)
    told = done.stdout.decode()
    assert "Ada" in told
    assert "Bj\u00f6rn" in told
    assert "0:08.1" in told


@claim("compatibility.md", "Version numbers")
@claim("contributing.md", "Add a format")
def test_no_golden_document_has_changed() -> None:
    """If one has, put it back. New ones: see the README beside them."""
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FILES}
    noted = [line.split() for line in (FOLDER / "SHA256SUMS").read_text("utf-8").splitlines()]
    assert {name: digest for digest, name in noted} == sums
