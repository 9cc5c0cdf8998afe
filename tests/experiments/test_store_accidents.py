"""Stores survive: many writers, kill -9, a full disk, closed folders, foreign files, bad bytes."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from store_files import files, lines_in, stored
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    LogNormal,
    StoreError,
    open_store,
    run,
)
from wording import NOT_FOUND, about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))
SLOW = pytest.mark.slow
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and users of POSIX")

TABLE_AS_CODE = """
import sys
import themind as tm
from themind.experiments import CardBlind, Clock, Experiment, LogNormal, StoreError, run
RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))
"""
RUN = """
start, games = int(sys.argv[2]), int(sys.argv[3])
print(run(TABLE, games, "s", start=start, store=sys.argv[1], chunk=5).digest)
"""

Ranges = list[tuple[int, int]]


def started(path: Path, start: int, games: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", TABLE_AS_CODE + RUN, str(path), str(start), str(games)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen[str]) -> str | None:
    """The digest that a process told, None for one that was killed."""
    told, _ = process.communicate(timeout=120)
    return told.strip() if process.returncode == 0 else None


class TestManyWriters:
    """Eight processes share a store, without knowing of each other."""

    @pytest.mark.unmeasured
    @pytest.mark.parametrize(
        "ranges",
        [[(0, 250)] * 8, [(40 * k, 200 - 10 * k) for k in range(8)]],
        ids=["the same range", "ranges that overlap"],
    )
    @claim("howto/clusters.md", "Array jobs")
    def test_all_end_with_the_digest_of_a_run_alone(self, tmp_path: Path, ranges: Ranges) -> None:
        path = tmp_path / "shared"
        processes = [started(path, *one) for one in ranges]
        digests = [finished(process) for process in processes]
        assert digests == [run(TABLE, games, "s", start=start).digest for start, games in ranges], (
            "four of these once left 40 of 2,500 games, and a broken line"
        )
        self.check(path, ranges)

    @pytest.mark.unmeasured
    @POSIX
    @pytest.mark.parametrize("seed", [1, *[pytest.param(k, marks=SLOW) for k in (2, 3, 4)]])
    def test_so_do_those_that_are_killed_at_random_and_started_again(
        self, tmp_path: Path, seed: int
    ) -> None:
        luck, path = random.Random(seed), tmp_path / "shared"
        ranges = [(0, 300)] * 4 + [(80 * k, 200) for k in range(4)]
        left = {place: started(path, *one) for place, one in enumerate(ranges)}
        kills, known, deadline = 16, 0, time.monotonic() + 120
        while left and time.monotonic() < deadline:
            time.sleep(luck.uniform(0.0, 0.2))
            before = self.games_of_whole_lines(path)
            assert known <= len(before), "what was written is never taken away"
            known = len(before)
            place = luck.choice(sorted(left))
            if kills and known:
                left[place].kill()
                kills -= 1
            elif left[place].poll() is None:
                continue
            if finished(left.pop(place)) is None:
                left[place] = started(path, *ranges[place])
        assert not left
        assert kills <= 12, "at least four runs were killed before they ended"
        self.check(path, ranges)

    def games_of_whole_lines(self, path: Path) -> set[int]:
        """What each of the lines that end with a line break holds, read by themselves."""
        return set(stored(path)) if path.exists() else set()

    def check(self, path: Path, ranges: Ranges) -> None:
        start, stop = min(ranges)[0], max(first + games for first, games in ranges)
        told: list[tuple[int, int]] = []
        last = run(
            TABLE,
            stop - start,
            "s",
            start=start,
            store=path,
            progress=lambda *done: told.append(done),
        )
        assert told == [(stop - start, stop - start)], "no game is missing"
        assert last == run(TABLE, stop - start, "s", start=start)
        assert all("torn off" in note for note in last.notes)
        store = open_store(path)
        assert store.ranges == ((start, stop),)
        assert list(store.rows()) == last.rows()


@POSIX
@claim("stores.md", "Guarantees")
def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """SIGKILL in the middle of a run of 100,000 games; then its first games, finished here."""
    path = tmp_path / "pilot"
    process = started(path, 0, 100_000)
    deadline = time.monotonic() + 60
    while len(files(path)) == 0 or len(lines_in(files(path)[0])) < 6:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert finished(process) is None
    done = len(stored(path))
    told: list[int] = []
    result = run(
        TABLE, done + 15, "s", store=path, chunk=5, progress=lambda now, _: told.append(now)
    )
    assert told == [done, done + 5, done + 10, done + 15]
    assert result == run(TABLE, done + 15, "s")


LIMITED = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
most = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
played = []
try:
    run(TABLE, 1000, "s", store=sys.argv[1], chunk=5, progress=lambda now, _: played.append(now))
except StoreError as error:
    print(played[-1] if played else "none", error.problem)
"""


@POSIX
class TestFullDisk:
    """The system lets a file grow to so many bytes and then refuses, as a full disk does."""

    def limited(self, path: Path, most: int) -> str:
        command = [sys.executable, "-c", TABLE_AS_CODE + LIMITED, str(path), str(most)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    @claim("stores.md", "Guarantees")
    def test_what_was_finished_is_kept_and_the_rest_is_said(self, tmp_path: Path) -> None:
        path = tmp_path / "pilot"
        told = self.limited(path, 5000)
        done = stored(path)
        assert told == f"{len(done)} cannot be written: File too large"
        assert done == list(range(len(done)))
        assert 5 <= len(done) < 1000
        result = run(TABLE, len(done) + 4, "s", store=path)
        assert result == run(TABLE, len(done) + 4, "s")
        assert result.notes == (f"{files(path)[0].name}: line {len(done) // 5 + 2} is truncated",)
        assert stored(path) == list(range(len(done) + 4))

    def test_where_not_even_a_header_can_be_written_no_game_is_played(self, tmp_path: Path) -> None:
        assert self.limited(tmp_path / "pilot", 100) == "none cannot be written: File too large"
        result = run(TABLE, 5, "s", store=tmp_path / "pilot")
        assert result == run(TABLE, 5, "s")
        assert (result.notes, len(files(tmp_path / "pilot"))) == ((), 1)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder to which other users find the way."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def another_user() -> Iterator[None]:
    """Nobody, where this is root, who may do everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@POSIX
class TestClosedFolders:
    @claim("stores.md", "Guarantees")
    def test_a_finished_run_can_be_read_where_nothing_can_be_written(
        self, open_folder: Path
    ) -> None:
        path = open_folder / "pilot"
        result = run(TABLE, 10, "s", store=path)
        path.chmod(0o555)
        with another_user():
            assert run(TABLE, 10, "s", store=path) == result
            assert open_store(path).games == 10

    def test_one_that_is_not_finished_says_so_before_it_plays(self, open_folder: Path) -> None:
        path = open_folder / "pilot"
        run(TABLE, 10, "s", store=path)
        path.chmod(0o555)
        told: list[int] = []
        with another_user(), pytest.raises(StoreError) as caught:
            run(TABLE, 11, "s", store=path, progress=lambda done, _: told.append(done))
        assert caught.value.path == str(path)
        assert "Permission denied" in caught.value.problem
        assert told == []

    @pytest.mark.parametrize("which", ["folder", "file"])
    def test_one_that_cannot_be_read(self, open_folder: Path, which: str) -> None:
        path = open_folder / "pilot"
        run(TABLE, 10, "s", store=path)
        (path if which == "folder" else files(path)[0]).chmod(0)
        with another_user(), pytest.raises(StoreError, match=about("Permission denied")):
            open_store(path)

    def test_one_that_goes_away_during_the_run(self, tmp_path: Path) -> None:
        path = tmp_path / "pilot"
        with pytest.raises(StoreError, match=about(NOT_FOUND)):
            run(TABLE, 10, "s", store=path, chunk=5, progress=lambda *_: shutil.rmtree(path))


class TestForeignFiles:
    @claim("stores.md", "The files")
    def test_a_folder_of_other_things_is_left_alone(self, tmp_path: Path) -> None:
        for name in ("letter.txt", "thesis.tex"):
            (tmp_path / name).write_text("mine")
        with pytest.raises(StoreError, match=about("letter.txt", "thesis.tex")):
            run(TABLE, 10, "s", store=tmp_path)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "thesis.tex"]

    @pytest.mark.parametrize("content", [b"hello", b'{"a":1}\n{"a":2}\n', b"\n\n", b"\0" * 999])
    def test_so_is_one_whose_lines_of_json_are_others(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "data.jsonl").write_bytes(content)
        with pytest.raises(StoreError, match=about("data.jsonl", "line 1")):
            run(TABLE, 10, "s", store=tmp_path)
        assert (tmp_path / "data.jsonl").read_bytes() == content

    def test_an_empty_folder_will_do_whatever_is_hidden_in_it(self, tmp_path: Path) -> None:
        (tmp_path / ".gitkeep").touch()
        (tmp_path / "empty.jsonl").touch()
        assert run(TABLE, 10, "s", store=tmp_path).notes == ()

    def test_in_a_store_they_are_passed_over_and_lines_of_json_named(self, tmp_path: Path) -> None:
        result = run(TABLE, 10, "s", store=tmp_path)
        (tmp_path / "README.txt").write_text("games of the pilot")
        (tmp_path / "z.jsonl").write_text('{"who":"knows"}\nand what')
        (tmp_path / "folder.jsonl").mkdir()
        again = run(TABLE, 10, "s", store=tmp_path)
        assert again == result
        assert again.notes == ("z.jsonl: line 1 is corrupt", "z.jsonl: line 2 is truncated")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Any], str]:
    path = tmp_path_factory.mktemp("whole") / "pilot"
    result = run(TABLE, 6, "s", store=path, chunk=2)
    return files(path)[0].read_bytes(), result.rows(), result.digest


class TestBadBytes:
    """A store of three lines of games, and everything that can happen to one of its bytes."""

    def spoiled(self, folder: Path, content: bytes, rows: list[Any]) -> tuple[list[int], int]:
        """Which games are lost, and how many faults are named; what is left has to be right."""
        (folder / "a.jsonl").write_bytes(content)
        try:
            store = open_store(folder)
        except StoreError:
            return list(range(len(rows))), 1
        left = list(store.rows())
        assert all(row == rows[row["game"]] for row in left)
        return [k for k in range(len(rows)) if rows[k] not in left], len(store.notes)

    def test_a_line_break_that_is_spoiled_costs_nothing(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, _ = whole
        assert self.spoiled(tmp_path, content.replace(b"\n", b" ", 2), rows) == ([], 0)

    @pytest.mark.unmeasured
    @claim("stores.md", "Guarantees")
    def test_a_byte_that_flips_costs_its_line_and_no_other(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, _ = whole
        luck, ends = random.Random(0), self.ends(content)
        for place in range(len(content)):
            bad = bytearray(content)
            bad[place] ^= 1 << luck.randrange(8)
            lost, faults = self.spoiled(tmp_path, bytes(bad), rows)
            line = sum(end <= place for end in ends)
            assert lost in ([], [2 * line - 2, 2 * line - 1]), f"byte {place}"
            at_its_end = place in (ends[line] - 1, ends[line] - 2)
            assert (faults >= 1) is not at_its_end, "which is not what the checksum is of"

    @pytest.mark.unmeasured
    def test_a_file_that_is_cut_costs_what_is_cut_off(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, _ = whole
        ends = self.ends(content)
        for size in range(len(content)):
            lost, faults = self.spoiled(tmp_path, content[:size], rows)
            kept = sum(size >= end - 1 for end in ends[1:])
            assert lost == list(range(2 * kept, 6)), f"cut to {size} bytes"
            at_an_end = size in (*ends, *[end - 1 for end in ends])
            assert faults == (not at_an_end)

    def test_a_run_plays_what_was_lost_and_nothing_else(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, digest = whole
        for place in range(0, len(content), 23):
            folder = tmp_path / str(place)
            folder.mkdir()
            (folder / "a.jsonl").write_bytes(
                content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]
            )
            told: list[int] = []
            result = run(TABLE, 6, "s", store=folder, progress=lambda done, _: told.append(done))  # noqa: B023
            assert (result.digest, result.rows()) == (digest, rows)
            assert told[0] >= 4

    def test_a_row_that_was_changed_is_not_believed(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, digest = whole
        changed = content.replace(b'"lives":[0,', b'"lives":[1,', 1)
        assert changed != content
        lost, faults = self.spoiled(tmp_path, changed, rows)
        assert (len(lost), faults) == (2, 1)
        assert run(TABLE, 6, "s", store=tmp_path).digest == digest

    def test_noise_between_the_lines_costs_nothing(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, _ = whole
        noisy = content.replace(b"\n", b"\n\0\0\0\n\xff\xfe\n")
        assert self.spoiled(tmp_path, noisy, rows) == ([], 8)

    def test_the_header_alone_is_no_loss(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        content, rows, digest = whole
        (tmp_path / "a.jsonl").write_bytes(content.replace(b"true", b"True", 1))
        store = open_store(tmp_path)
        assert (list(store.rows()), store.notes) == (rows, ("a.jsonl: line 1 is corrupt",))
        with pytest.raises(StoreError, match=about("header")):
            _ = store.header
        assert run(TABLE, 6, "s", store=tmp_path).digest == digest
        with pytest.raises(StoreError, match=about("line 2", "experiment", "seed")):
            run(TABLE, 6, "t", store=tmp_path)

    def test_lines_of_two_runs_without_a_header(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str]
    ) -> None:
        headless = [whole[0].partition(b"\n")[2]]
        run(TABLE, 2, "t", store=tmp_path / "t")
        headless.append(files(tmp_path / "t")[0].read_bytes().partition(b"\n")[2])
        both = tmp_path / "both"
        both.mkdir()
        (both / "a.jsonl").write_bytes(b"".join(headless))
        with pytest.raises(StoreError, match="line 4 belongs to a different experiment or seed"):
            open_store(both)

    def test_edited_code_is_noticed_without_a_header_too(
        self, tmp_path: Path, whole: tuple[bytes, list[Any], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a.jsonl").write_bytes(whole[0].partition(b"\n")[2])
        monkeypatch.setattr(CardBlind, "_planned", lambda *_: 5.0)
        with pytest.raises(
            StoreError, match=r"the code of a policy has changed, or a policy depends"
        ):
            run(TABLE, 6, "s", store=tmp_path)

    def ends(self, content: bytes) -> list[int]:
        """The places after each line break."""
        return [place + 1 for place, byte in enumerate(content) if byte == ord("\n")]
