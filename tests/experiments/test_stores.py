"""Stores: a run that was stopped, however rudely, goes on, and plays no finished game again."""

from __future__ import annotations

import errno
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from enum import Enum
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from odd_policies import Closure, Dated, Fixed, NamedClosure, Plain, Uneasy
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    Landing,
    LogNormal,
    Policy,
    PolicyError,
    Race,
    Scripted,
    StoreError,
    Ticks,
    Weber,
    run,
)
from wording import about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pilot.jsonl"


def played(path: Path, experiment: Experiment = TABLE, games: int = 20, **rest: Any) -> list[int]:
    """Run with a store; the indices of the games that were really played."""
    before = stored(path)
    options = {"seed": "s", "chunk": 4} | rest
    result = run(experiment, games, store=path, **options)
    start = options.get("start", 0)
    del options["chunk"]
    assert result == run(experiment, games, **options)
    assert result.ranges == ((start, start + games),)
    return [index for index in stored(path) if index not in before]


def stored(path: Path) -> list[int]:
    if not path.exists():
        return []
    lines = [line for line in path.read_bytes().splitlines()[1:] if line[:1] == b"{"]
    chunks = [json.loads(line) for line in lines]
    return [index for chunk in chunks for index in range(chunk["start"], chunk["stop"])]


class TestResume:
    def test_a_finished_run_plays_nothing_again(self, path: Path) -> None:
        assert played(path) == list(range(20))
        content = path.read_bytes()
        told: list[tuple[int, int]] = []
        assert played(path, progress=lambda *done: told.append(done)) == []
        assert (told[0], path.read_bytes()) == ((20, 20), content)

    def test_a_run_goes_on_where_it_was_cut(self, path: Path) -> None:
        played(path)
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:2] + lines[4:5]))
        assert played(path) == [*range(4, 12), *range(16, 20)]

    @pytest.mark.parametrize("cut", [1, 7, 60])
    def test_a_torn_last_line_is_dropped(self, path: Path, cut: int) -> None:
        played(path)
        whole = path.read_bytes()
        path.write_bytes(whole[:-cut])
        told: list[int] = []
        run(TABLE, 20, "s", store=path, chunk=4, progress=lambda done, _: told.append(done))
        assert told[0] == 16
        assert path.read_bytes() == whole

    def test_a_last_line_of_nonsense_is_dropped_too(self, path: Path) -> None:
        played(path)
        whole = path.read_bytes()
        path.write_bytes(whole + b"\0\0\0\n")
        assert played(path) == []
        assert played(path, games=24) == list(range(20, 24))
        assert path.read_bytes().startswith(whole)

    @pytest.mark.parametrize("kept", [0, 1, 30])
    def test_a_torn_first_line_is_written_anew(self, path: Path, kept: int) -> None:
        played(path)
        whole = path.read_bytes()
        path.write_bytes(whole[:kept])
        played(path)
        assert path.read_bytes() == whole

    def test_a_longer_run_and_another_range_use_what_is_there(self, path: Path) -> None:
        played(path, games=8)
        assert played(path, games=12) == [8, 9, 10, 11]
        assert played(path, games=8, start=8) == [12, 13, 14, 15]

    def test_a_part_of_a_stored_chunk_is_played_but_not_stored_twice(self, path: Path) -> None:
        played(path)
        content = path.read_bytes()
        assert played(path, games=5, start=2) == []
        assert path.read_bytes() == content

    def test_records_are_stored_on_request(self, path: Path) -> None:
        played(path, keep_records=True)
        assert played(path, keep_records=True) == []
        assert played(path) == []

    def test_records_that_are_not_there_are_missed(self, path: Path) -> None:
        played(path)
        with pytest.raises(StoreError, match="records"):
            run(TABLE, 20, "s", store=path, keep_records=True)

    def test_what_was_finished_before_a_policy_broke_is_kept(self, path: Path) -> None:
        table = Experiment(RULES, (Uneasy(), Uneasy()))
        with pytest.raises(PolicyError, match="too high"):
            run(table, 400, "s", store=path, chunk=1)
        finished = stored(path)
        assert finished == list(range(len(finished)))
        assert len(finished) > 0
        with pytest.raises(PolicyError, match="too high"):
            run(table, 400, "s", store=path, chunk=1)
        assert stored(path) == finished


RUN_AND_BE_KILLED = """
import sys
from themind.experiments import run
run(TABLE, 100_000, "s", store=sys.argv[1], chunk=5)
"""


def test_a_run_that_was_killed_ends_with_the_same_digest(path: Path) -> None:
    """SIGKILL in the middle of a run of 100,000 games; then its first games, finished here."""
    code = TABLE_AS_CODE + RUN_AND_BE_KILLED
    process = subprocess.Popen([sys.executable, "-c", code, str(path)])
    deadline = time.monotonic() + 60
    while len(stored_lines(path)) < 6 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    finished = len(stored_lines(path)) - 1
    games = 5 * finished + 15
    told: list[int] = []
    result = run(TABLE, games, "s", store=path, chunk=5, progress=lambda done, _: told.append(done))
    assert told == [5 * finished, 5 * finished + 5, 5 * finished + 10, games]
    assert result == run(TABLE, games, "s")


TABLE_AS_CODE = """
import themind as tm
from themind.experiments import CardBlind, Clock, Experiment, LogNormal
RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))
"""


def stored_lines(path: Path) -> list[bytes]:
    content = path.read_bytes() if path.exists() else b""
    return content.split(b"\n")[:-1]


class TestRefused:
    @pytest.mark.parametrize(
        ("experiment", "seed", "what"),
        [
            (TABLE, "other", "seed"),
            (attrs.evolve(TABLE, driver=Race(redraw=False)), "s", "experiment"),
            (attrs.evolve(TABLE, policies=(CardBlind(), CardBlind())), "s", "experiment"),
            (attrs.evolve(TABLE, rules=attrs.evolve(RULES, lives=3)), "s", "experiment"),
        ],
    )
    def test_a_store_of_something_else(
        self, path: Path, experiment: Experiment, seed: str, what: str
    ) -> None:
        played(path)
        content = path.read_bytes()
        with pytest.raises(StoreError, match=about(path.name, what)) as caught:
            run(experiment, 20, seed, store=path)
        assert caught.value.path == str(path)
        assert path.read_bytes() == content

    def test_a_store_of_another_format(self, path: Path) -> None:
        played(path)
        path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2', 1))
        with pytest.raises(StoreError, match=about(path.name, "format")):
            run(TABLE, 20, "s", store=path)

    @pytest.mark.parametrize("content", [b"hello", b"hello\n", b"[1]\n", b'{"format":1}\n', b"\n"])
    def test_another_file_is_left_alone(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        with pytest.raises(StoreError, match=about(path.name, "store")):
            run(TABLE, 20, "s", store=path)
        assert path.read_bytes() == content

    @pytest.mark.parametrize(
        "change",
        [
            {"rows": []},
            {"rows": [[0]]},
            {"rows": 5},
            {"rows": [5]},
            {"start": 1},
            {"stop": "4"},
            {"digest": "0"},
            {"digest": "g" * 64},
            {"digest": 7},
            {"records": ["{}"]},
            {"records": None},
        ],
    )
    def test_a_line_in_the_middle_that_is_no_chunk(
        self, path: Path, change: dict[str, Any]
    ) -> None:
        played(path)
        lines = path.read_bytes().splitlines()
        lines[1] = json.dumps(json.loads(lines[1]) | change).encode()
        path.write_bytes(b"\n".join(lines) + b"\n")
        with pytest.raises(StoreError, match=about(path.name, "line 2")):
            run(TABLE, 20, "s", store=path)

    @pytest.mark.parametrize("line", [b"", b"5", b"{}", b"nonsense"])
    def test_so_is_what_is_no_line(self, path: Path, line: bytes) -> None:
        played(path)
        lines = path.read_bytes().splitlines()
        path.write_bytes(b"\n".join([*lines[:1], line, *lines[1:]]) + b"\n")
        with pytest.raises(StoreError, match=about(path.name, "line 2")):
            run(TABLE, 20, "s", store=path)

    def test_a_game_that_is_there_twice(self, path: Path) -> None:
        played(path)
        lines = path.read_bytes().splitlines()
        path.write_bytes(b"\n".join([*lines, lines[-1]]) + b"\n")
        with pytest.raises(StoreError, match=about(path.name, "twice")):
            run(TABLE, 20, "s", store=path)

    def test_a_folder_or_a_device(self, tmp_path: Path) -> None:
        for where in (tmp_path, Path(os.devnull)):
            with pytest.raises(StoreError, match=about("file")):
                run(TABLE, 20, "s", store=where)

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="No such file"):
            run(TABLE, 20, "s", store=tmp_path / "nowhere" / "pilot.jsonl")

    @pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000])
    def test_a_name_that_no_file_can_have(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(StoreError, match=re.escape(name[:100])):
            run(TABLE, 20, "s", store=tmp_path / name)

    def test_a_file_without_a_name(self) -> None:
        with pytest.raises(StoreError, match=about("''")):
            run(TABLE, 20, "s", store="")

    def test_a_file_that_cannot_be_read(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        played(path)

        def refuse(_: Path) -> bytes:
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr(Path, "read_bytes", refuse)
        with pytest.raises(StoreError, match=about(path.name, "Permission denied")):
            run(TABLE, 20, "s", store=path)

    def test_its_error_can_be_pickled(self) -> None:
        error = pickle.loads(pickle.dumps(StoreError("a.jsonl", "is full")))
        assert (error.path, error.problem) == ("a.jsonl", "is full")
        assert str(error) == str(StoreError("a.jsonl", "is full"))
        assert isinstance(error, tm.TheMindError)
        assert isinstance(error, ValueError)


FILL_THE_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
from themind.experiments import StoreError, run
try:
    run(TABLE, 1000, "s", store=sys.argv[1], chunk=5)
except StoreError as error:
    print(error.problem)
"""


def test_on_a_full_disk_what_was_finished_is_kept(path: Path) -> None:
    """The system lets the file grow to 3,000 bytes and then refuses, as a full disk does."""
    code = TABLE_AS_CODE + FILL_THE_DISK
    command = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert os.strerror(errno.EFBIG) in done.stdout
    finished = stored(path)
    assert finished == list(range(len(finished)))
    assert 5 <= len(finished) < 1000
    assert path.read_bytes().endswith(b"\n"), "and no line is torn"
    assert played(path, games=len(finished) + 4) == [len(finished) + k for k in range(4)]


class Mood(Enum):
    CALM = 1
    WILD = 2


@attrs.frozen
class Odd(Fixed):
    """Has fields of many kinds."""

    extra: Any = None


class Slotted(Policy):
    """Hides its fields from everybody."""

    __slots__ = ("secret",)

    def wait(self, moment: Any, draw: Any) -> float:
        return 1.0


class TestFingerprints:
    """What makes two experiments different for a store."""

    def test_each_of_these_is_another_experiment(self, tmp_path: Path) -> None:
        policies: list[Policy] = [
            Clock(0.3),
            Clock(0.4),
            Clock(0.3, LogNormal(0.1)),
            Clock(0.3, Weber(0.1)),
            CardBlind(),
            Scripted([1.0, 2.0]),
            Scripted([2.0, 1.0]),
            Scripted({1: 2.0}),
            Dated({5: 1.0}, frozenset({1, 2})),
            Dated({5: 2.0}, frozenset({1, 2})),
            Dated({5: 1.0}, frozenset({1})),
            Plain(1.0),
            Plain(2.0),
            Odd(1.0, Mood.CALM),
            Odd(1.0, Mood.WILD),
            Odd(1.0, "CALM"),
            Odd(1.0, (1, 2)),
            Odd(1.0, Clock(0.3)),
            NamedClosure(float),
            NamedClosure(float, name="another"),
        ]
        tables = [Experiment(RULES, (policy, CardBlind())) for policy in policies]
        first = tables[0]
        tables += [
            attrs.evolve(first, driver=driver)
            for driver in (Race(redraw=False), Ticks(0.1), Ticks(0.1, Landing.LOWEST_FIRST))
        ]
        tables.append(attrs.evolve(first, policies=first.policies[::-1]))
        hashes = {self.hash_of(table, tmp_path) for table in tables}
        assert len(hashes) == len(tables)

    def hash_of(self, table: Experiment, folder: Path) -> str:
        path = folder / "one.jsonl"
        run(table, 1, "s", store=path)
        header = json.loads(path.read_bytes().splitlines()[0])
        path.unlink()
        return header["experiment"]

    def test_equal_values_are_the_same(self, tmp_path: Path) -> None:
        for make in (lambda: Dated({5: 1.0, 6: 2.0}), lambda: Plain(1.0), lambda: Clock(0.3)):
            tables = [Experiment(RULES, (make(), CardBlind())) for _ in range(2)]
            assert self.hash_of(tables[0], tmp_path) == self.hash_of(tables[1], tmp_path)

    @pytest.mark.parametrize("policy", [Closure(float), Odd(1.0, [float]), Slotted()])
    def test_a_field_that_is_not_plain_asks_for_a_name(self, policy: Policy, path: Path) -> None:
        table = Experiment(RULES, (CardBlind(), policy))
        with pytest.raises(PolicyError, match=about("seat 1", "name")):
            run(table, 5, "s", store=path)
        assert not path.exists()
        assert run(table, 5, "s").games == 5
