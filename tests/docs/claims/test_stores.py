"""What the page on stores says of their files, which other programs may read."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest

import store_files
import themind as tm
from claims import claim
from odd_policies import Counted, Keeping
from themind import codec
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    Landing,
    LogNormal,
    Race,
    Ticks,
    learn,
    open_store,
    play_game,
    run,
)

pytestmark = pytest.mark.once

RULES = tm.Rules(players=2, levels=2, lives=1, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))
LINE = re.compile(rb'\{"sha256":"([0-9a-f]{64})","(store|games)":(\{.*\})\}')
NAME = re.compile(r"(\d{8}T\d{6}\.\d{6}Z)-[0-9a-f]{8}\.jsonl")
FIRST_KEYS = ["run", "start", "stop", "recorded"]


def objects_in(file: Path) -> list[dict[str, Any]]:
    """The inner objects of the lines of a file, with their checksums compared."""
    found = []
    for line in store_files.lines_in(file):
        match = LINE.fullmatch(line)
        assert match is not None
        assert line.isascii()
        assert sha256(match[3]).hexdigest() == match[1].decode()
        found.append(json.loads(match[3]))
    return found


def plainly(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


@claim("stores.md", "The files")
def test_a_file_is_as_the_page_says(tmp_path: Path) -> None:
    result = run(TABLE, 6, "pilot", store=tmp_path, keep_records=True, chunk=4)
    (file,) = tmp_path.iterdir()
    header, *lines = objects_in(file)
    name = NAME.fullmatch(file.name)
    assert name is not None
    written = datetime.strptime(name[1], "%Y%m%dT%H%M%S.%fZ").replace(tzinfo=UTC)
    assert abs((datetime.now(UTC) - written).total_seconds()) < 600
    assert header.keys() == {"type", "format", "version", "seed", "deterministic", "experiment"}
    version = header.pop("version")
    assert isinstance(version, str)
    key = sha256(plainly(header).encode()).hexdigest()
    assert [(line["run"], line["start"], line["stop"]) for line in lines] == [
        (key, 0, 4),
        (key, 4, 6),
    ]
    for line in lines:
        assert [*line] == [*FIRST_KEYS, "columns", "records"]
        assert rows_of(line) == result.rows()[line["start"] : line["stop"]]
        games = [play_game(TABLE, "pilot", game) for game in range(line["start"], line["stop"])]
        assert line["records"] == [codec.to_data(game) for game in games]


def rows_of(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a line, made as the page says."""
    rows = []
    for place, game in enumerate(range(line["start"], line["stop"])):
        row: dict[str, Any] = {"game": game}
        for name, values in line["columns"].items():
            is_time = name == "microseconds"
            assert not is_time or type(values[place]) is int
            row["seconds" if is_time else name] = values[place] / 1e6 if is_time else values[place]
        rows.append(row)
    return rows


@claim("stores.md", "`games`: the results of a chunk")
def test_a_number_that_is_missing_is_null_and_a_line_can_lack_records(tmp_path: Path) -> None:
    run(TABLE, 12, "pilot", store=tmp_path)
    _, *lines = objects_in(*tmp_path.iterdir())
    assert not any("records" in line or line["recorded"] for line in lines)
    second = [number for line in lines for number in line["columns"]["mistakes_2"]]
    reached = [level for line in lines for level in line["columns"]["level"]]
    assert second.count(None) == reached.count(1) > 0


@claim("stores.md", "`games`: the results of a chunk")
def test_the_first_line_of_a_file_counts(tmp_path: Path) -> None:
    class Person(Clock):
        deterministic = False

    table = Experiment(RULES, (Person(0.3), Clock(0.3)))
    rows = run(table, 2, "pilot", store=tmp_path).rows()
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()
    store_files.rewritten(tmp_path, 2, lambda line: line["columns"].update(lives=[0, 1]))
    file.write_bytes(content + store_files.lines_in(file)[1] + b"\n")
    store = open_store(tmp_path)
    assert (list(store.rows()), len(store.notes)) == (rows, 1)


@attrs.frozen
class Mood:
    """A value with fields inside a field."""

    calm: float


class Colour(Enum):
    """An enumeration of a user."""

    RED = 1


@claim("stores.md", "The experiment")
@pytest.mark.parametrize(
    ("value", "data"),
    [
        ((1, "a", None, True, 0.5), [1, "a", None, True, 0.5]),
        (frozenset({2, 1}), {"set": [1, 2]}),
        ({2: "b", 1: "a"}, {"mapping": [[1, "a"], [2, "b"]]}),
        (Colour.RED, {"enum": f"{__name__}.Colour", "name": "RED"}),
        (float("inf"), {"float": "Infinity"}),
        (2**63 - 1, 2**63 - 1),
        (2**63, {"integer": "0x8000000000000000"}),
        (Mood(0.5), {"class": f"{__name__}.Mood", "fields": {"calm": 0.5}}),
    ],
)
def test_a_field_of_a_custom_policy_is_as_the_page_says(value: Any, data: Any) -> None:
    told = Experiment(RULES, (Counted(value), CardBlind())).to_data()["policies"]
    assert told == [
        {"type": "custom", "class": "odd_policies.Counted", "fields": {"held": data}},
        {"type": "CardBlind"},
    ]


@claim("stores.md", "The experiment")
def test_the_drivers_are_as_the_page_says() -> None:
    for driver, text in (
        (Race(), '{"type":"Race","redraw":true}'),
        (Ticks(0.5, Landing.RANDOM), '{"type":"Ticks","seconds":0.5,"landing":"RANDOM"}'),
    ):
        assert attrs.evolve(TABLE, driver=driver).to_data()["driver"] == json.loads(text)


@claim("stores.md", "Stores of `learn`")
def test_a_course_is_as_the_page_says(tmp_path: Path) -> None:
    table = Experiment(RULES, (Keeping(), Clock(0.3)))
    for games in (2, 5):  # two lines
        learning = learn(table, games, "pilot", repeats=2, store=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["course-0", "course-1"]
    for repeat in range(2):
        course = tmp_path / f"course-{repeat}"
        lines = []
        for file in store_files.files(course):
            header, *games_of = objects_in(file)
            assert (header["carried"], header["seed"]) == (True, f"pilot/{repeat}")
            lines += games_of
        assert [(line["start"], line["stop"]) for line in lines] == [(0, 2), (2, 5)]
        require_chain(lines, learning.table(), repeat)


def require_chain(lines: list[dict[str, Any]], table: Any, repeat: int) -> None:
    """Compare each line with the one before it, and the reports with those of the table."""
    before: list[Any] = [{"seat": 0}, {"seat": 1}]
    own = [place for place, number in enumerate(table["repeat"]) if number == repeat]
    for line in lines:
        assert {*line} == {*FIRST_KEYS, "columns", "before", "reports", "policies"}
        assert line["before"] == sha256(plainly(before).encode()).hexdigest()
        before = line["policies"]
        assert before[1] == {"seat": 1}
        assert before[0]["class"] == "odd_policies:Keeping"
        assert before[0]["fields"]["games"] == line["reports"]["seat_0_games"][-1]
        for name, values in line["reports"].items():
            games = own[line["start"] : line["stop"]]
            assert values == [table[name][place] for place in games]


@claim("stores.md", "Read a store")
def test_the_memory_of_reading_does_not_grow_with_the_games(tmp_path: Path) -> None:
    peaks = []
    for games in (25, 100):  # five lines, of which four are kept, and twenty
        folder = tmp_path / str(games)
        run(TABLE, games, "pilot", store=folder, keep_records=True, chunk=5)
        store = open_store(folder)
        peaks.append(peak_of(store.rows()) + peak_of(store.records()))
    assert peaks[1] < 1.3 * peaks[0]


def peak_of(items: Iterable[object]) -> int:
    """The most bytes that are in use while items are read one after the other."""
    tracemalloc.start()
    try:
        for _ in items:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
