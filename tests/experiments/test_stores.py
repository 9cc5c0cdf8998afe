"""Stores: a run that was stopped goes on, plays no finished game again, and believes no fault."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from odd_policies import Closure, Dated, Fixed, NamedClosure, Plain, Uneasy
from store_files import files, games_in, rewritten, stored
from themind.experiments import (
    CardBlind,
    Clock,
    Experiment,
    Landing,
    LogNormal,
    Moment,
    Policy,
    PolicyError,
    Race,
    Result,
    Scripted,
    StoreError,
    Ticks,
    Weber,
    open_store,
    play_game,
    run,
)
from wording import NOT_FOUND, about

RULES = tm.Rules(players=2, levels=2, lives=2, stars=0, max_stars=0)
TABLE = Experiment(RULES, (Clock(0.3, LogNormal(0.3)), CardBlind()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pilot"


def played(path: Path, experiment: Experiment = TABLE, games: int = 20, **rest: Any) -> list[int]:
    """Run with a store; the numbers of the games that were really played."""
    before = stored(path)
    options = {"seed": "s", "chunk": 4} | rest
    result = run(experiment, games, store=path, **options)
    start = options.get("start", 0)
    del options["chunk"]
    assert result == run(experiment, games, **options)
    assert result.digest == run(experiment, games, **options).digest
    assert result.ranges == ((start, start + games),)
    return stored(path)[len(before) :]


class TestResume:
    def test_a_finished_run_plays_nothing_again_and_writes_nothing(self, path: Path) -> None:
        assert played(path) == list(range(20))
        before = {file: file.read_bytes() for file in files(path)}
        told: list[tuple[int, int]] = []
        assert played(path, progress=lambda *done: told.append(done)) == []
        assert told[0] == (20, 20)
        assert {file: file.read_bytes() for file in files(path)} == before

    def test_each_run_that_plays_has_a_file_of_its_own(self, path: Path) -> None:
        for games in (4, 8, 12):
            played(path, games=games)
        assert [games_in(file) for file in files(path)] == [
            list(range(4)),
            list(range(4, 8)),
            list(range(8, 12)),
        ]

    def test_a_longer_run_and_another_range_use_what_is_there(self, path: Path) -> None:
        played(path, games=8)
        assert played(path, games=12) == [8, 9, 10, 11]
        assert played(path, games=8, start=8) == [12, 13, 14, 15]

    def test_a_part_of_a_stored_chunk_is_used_too(self, path: Path) -> None:
        played(path)
        assert played(path, games=5, start=2) == []
        assert played(path, games=6, start=17) == [20, 21, 22]

    def test_records_are_stored_on_request(self, path: Path) -> None:
        played(path, keep_records=True)
        assert played(path, keep_records=True) == []
        assert played(path) == []

    @claim("stores.md", "Guarantees")
    def test_games_without_records_are_played_again_for_them(self, path: Path) -> None:
        played(path, games=8)
        assert played(path, games=12, keep_records=True) == list(range(12))
        assert played(path, games=12, keep_records=True) == []
        store = open_store(path)
        assert (store.games, store.ranges, store.recorded) == (12, ((0, 12),), ((0, 12),))

    def test_counts_are_added_up_from_a_store(self, path: Path) -> None:
        played(path, games=10)
        counted = run(TABLE, 15, "s", store=path, keep="counts")
        assert counted == run(TABLE, 15, "s", keep="counts")
        assert stored(path)[10:] == list(range(10, 15))

    def test_blind_games_and_other_tables(self, path: Path) -> None:
        rules = tm.Rules(players=2, levels=12, lives=5, stars=0, cards=24)
        played(path, Experiment(rules, (Clock(1.0), Clock(1.0)), blind=True), games=3)
        alone = tm.Rules(players=1, levels=3, first_level=2, lives=300, max_lives=10_000, stars=0)
        played(path.with_name("alone"), Experiment(alone, (Clock(1e9),)), games=3)

    def test_numbers_that_no_array_holds_are_kept_all_the_same(self, path: Path) -> None:
        rules = tm.Rules(players=1, levels=1, lives=1, stars=0)
        table = Experiment(rules, (Scripted([9e15]),))
        played(path, table, games=2)
        result = run(table, 3, "s", store=path)
        assert result.values("seconds") == (9e15,) * 3
        assert (run(table, 2, "s") + run(table, 1, "s", start=2)) == result
        assert result.seconds.value == 9e15

    def test_what_was_finished_before_a_policy_broke_is_kept(self, path: Path) -> None:
        table = Experiment(RULES, (Uneasy(), Uneasy()))
        with pytest.raises(PolicyError, match=about("too high for me")):
            run(table, 400, "s", store=path, chunk=1)
        finished = stored(path)
        assert finished == list(range(len(finished)))
        assert len(finished) > 0
        with pytest.raises(PolicyError, match=about("too high for me")):
            run(table, 400, "s", store=path, chunk=1)
        assert stored(path) == finished


@attrs.frozen
class Edited(Policy):
    """Its code can be changed from outside, as an editor would."""

    pace = 0.5

    def wait(self, moment: Moment, draw: Any) -> float:
        return self.pace * moment.gap


class TestEditedCode:
    TABLE = Experiment(RULES, (Edited(), Edited()))

    @claim("stores.md", "Guarantees")
    def test_another_body_of_a_policy_is_noticed(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Clocks win every game; had the store answered for the new code, it would lie."""
        assert run(self.TABLE, 20, "s", store=path).won.value == 1.0
        before = files(path)
        monkeypatch.setattr(Edited, "wait", lambda self, moment, draw: 100.0 - moment.lowest)
        assert run(self.TABLE, 20, "s").won.value == 0.0
        for games in (20, 30):
            with pytest.raises(StoreError, match=about("won", "policy", True, False)):
                run(self.TABLE, games, "s", store=path)
        assert files(path) == before

    def test_a_change_of_time_alone_is_noticed_too(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run(self.TABLE, 5, "s", store=path)
        monkeypatch.setattr(Edited, "pace", 0.500001)
        with pytest.raises(StoreError, match=about("seconds", "policy")):
            run(self.TABLE, 5, "s", store=path)

    def test_columns_of_another_version_are_refused(self, path: Path) -> None:
        run(TABLE, 4, "s", store=path)
        rewritten(path, 2, lambda told: told["columns"].pop("stalled"))
        with pytest.raises(StoreError, match=about("line 2", "columns")):
            run(TABLE, 4, "s", store=path)


CALLS: list[float] = []


@attrs.frozen
class Moody(Policy):
    """Answers whatever the list above says next, as a person or a language model would."""

    deterministic = False

    def wait(self, moment: Moment, draw: Any) -> float:
        CALLS.append(len(CALLS))
        return moment.gap * (1.0 + 0.001 * len(CALLS))


class TestTwoResults:
    TABLE = Experiment(RULES, (Moody(), Clock(1.0)))

    def two_stores_in_one(self, table: Experiment, path: Path, games: int = 6) -> list[Result]:
        """Two runs that did not know of each other."""
        other = path.with_name("other")
        results = [run(table, games, "s", store=place, chunk=2) for place in (path, other)]
        for file in files(other):
            file.rename(path / file.name)
        return results

    @claim("stores.md", "Guarantees")
    def test_are_a_fault_where_policies_are_deterministic(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Two runs of a policy whose code was changed in between, brought together later."""
        table, other = Experiment(RULES, (Edited(), Edited())), path.with_name("other")
        run(table, 6, "s", store=path, chunk=2)
        monkeypatch.setattr(Edited, "pace", 0.7)
        run(table, 6, "s", store=other, chunk=2)
        files(other)[0].rename(path / files(other)[0].name)
        names = [file.name for file in files(path)]
        for use in (open_store, lambda place: run(table, 6, "s", store=place)):
            with pytest.raises(StoreError, match=about("game 0")) as caught:
                use(path)
            assert all(f"{name} (line 2)" in str(caught.value) for name in names)

    def test_otherwise_the_first_file_counts_and_the_others_are_listed(self, path: Path) -> None:
        first, second = self.two_stores_in_one(self.TABLE, path)
        assert first != second
        asked = len(CALLS)
        result = run(self.TABLE, 6, "s", store=path)
        assert (result, len(CALLS)) == (first, asked), "and nobody was asked again"
        one, two = [file.name for file in files(path)]
        assert result.notes == tuple(
            f"{two} (line {line}) has another result of game {games} than {one} (line {line}), "
            "which counts"
            for line, games in ((2, "0, 1"), (3, "2, 3"), (4, "4, 5"))
        )
        assert open_store(path).notes == result.notes
        assert list(open_store(path).rows()) == first.rows()

    def test_many_of_them_are_not_all_named(self, path: Path) -> None:
        other = path.with_name("other")
        for place in (path, other):
            run(self.TABLE, 9, "s", store=place, chunk=9)
        files(other)[0].rename(path / "z.jsonl")
        (note,) = open_store(path).notes
        assert "of game 0, 1, 2, 3, 4, ... than" in note

    def test_games_that_cannot_be_played_again_have_no_records(self, path: Path) -> None:
        run(self.TABLE, 4, "s", store=path)
        with pytest.raises(StoreError, match=about("records")):
            run(self.TABLE, 4, "s", store=path, keep_records=True)
        with_them = run(self.TABLE, 4, "s", store=path.with_name("b"), keep_records=True)
        assert run(self.TABLE, 4, "s", store=path.with_name("b"), keep_records=True) == with_them

    def test_a_line_counts_around_one_that_was_there_before(self, path: Path) -> None:
        other = path.with_name("other")
        first = run(self.TABLE, 3, "s", start=4, store=path, chunk=3)
        second = run(self.TABLE, 12, "s", store=other, chunk=12)
        files(other)[0].rename(path / "z.jsonl")
        rows = list(open_store(path).rows())
        assert rows == [*second.rows()[:4], *first.rows(), *second.rows()[7:]]

    def test_equal_results_count_once(self, path: Path) -> None:
        other = path.with_name("other")
        run(TABLE, 10, "s", store=path, chunk=4)
        run(TABLE, 14, "s", store=other, chunk=3)
        files(other)[0].rename(path / "copy.jsonl")
        store = open_store(path)
        assert (store.games, store.ranges, store.notes) == (14, ((0, 14),), ())
        assert [row["game"] for row in store.rows()] == list(range(14))
        told: list[tuple[int, int]] = []
        run(TABLE, 16, "s", store=path, progress=lambda *done: told.append(done))
        assert told[0] == (14, 16)


class TestOpening:
    def test_it_needs_no_code_of_the_experiment(self, path: Path) -> None:
        result = run(TABLE, 6, "s", start=3, store=path, keep_records=True, chunk=2)
        store = open_store(str(path))
        assert store.path == path
        assert (store.ranges, store.games, store.notes) == (((3, 9),), 6, ())
        assert list(store.rows()) == result.rows()
        assert list(store.records()) == [play_game(TABLE, "s", index) for index in range(3, 9)]
        assert store.header == {
            "type": "Store",
            "format": 1,
            "version": store.header["version"],
            "seed": "s",
            "deterministic": True,
            "experiment": json.loads(TABLE.to_json()),
        }

    def test_records_are_there_where_they_were_kept(self, path: Path) -> None:
        run(TABLE, 4, "s", store=path)
        run(TABLE, 2, "s", start=6, store=path, keep_records=True)
        store = open_store(path)
        assert (store.ranges, store.recorded) == (((0, 4), (6, 8)), ((6, 8),))
        assert [row["game"] for row in store.rows()] == [0, 1, 2, 3, 6, 7]
        assert list(store.records()) == [play_game(TABLE, "s", k) for k in (6, 7)]

    def test_rows_of_blind_games_have_no_holes(self, path: Path) -> None:
        rules = tm.Rules(players=2, levels=12, lives=5, stars=0, cards=24)
        table = Experiment(rules, (Clock(1.0), CardBlind()), blind=True)
        result = run(table, 3, "b", store=path)
        assert list(open_store(path).rows()) == result.rows()

    @pytest.mark.parametrize("content", [{}, {"readme.txt": "hi"}, {".hidden": ""}])
    def test_a_folder_without_games_is_none(self, path: Path, content: dict[str, str]) -> None:
        path.mkdir()
        for name, text in content.items():
            (path / name).write_text(text)
        with pytest.raises(StoreError, match=about("games")):
            open_store(path)

    def test_a_folder_that_is_not_there(self, path: Path) -> None:
        with pytest.raises(StoreError, match=about(path.name)):
            open_store(path)
        assert not path.exists()

    def test_two_experiments_in_one_folder(self, path: Path) -> None:
        other = path.with_name("other")
        run(TABLE, 2, "s", store=path)
        run(TABLE, 2, "t", store=other)
        files(other)[0].rename(path / "z.jsonl")
        with pytest.raises(StoreError, match=about("z.jsonl", "seed", "'t'", "'s'")):
            open_store(path)


class TestRefused:
    @pytest.mark.parametrize(
        ("experiment", "seed", "words"),
        [
            (TABLE, "other", ["seed", "'s'", "'other'"]),
            (
                attrs.evolve(TABLE, driver=Race(redraw=False)),
                "s",
                ["experiment.driver.redraw", True, False],
            ),
            (
                attrs.evolve(TABLE, driver=Ticks(1.0)),
                "s",
                ["experiment.driver.type", "'Race'", "'Ticks'"],
            ),
            (
                attrs.evolve(TABLE, policies=(CardBlind(), CardBlind())),
                "s",
                ["experiment.policies[0].type", "'Clock'", "'CardBlind'"],
            ),
            (
                attrs.evolve(TABLE, rules=attrs.evolve(RULES, lives=3)),
                "s",
                ["experiment.rules.lives", 2, 3],
            ),
        ],
    )
    def test_a_store_of_something_else(
        self, path: Path, experiment: Experiment, seed: str, words: list[object]
    ) -> None:
        played(path)
        before = files(path)
        with pytest.raises(StoreError, match=about(*words)) as caught:
            run(experiment, 20, seed, store=path)
        assert caught.value.path == str(before[0])
        assert files(path) == before

    def test_a_store_of_another_format(self, path: Path) -> None:
        played(path)
        rewritten(path, 1, lambda told: told.update(format=2))
        with pytest.raises(StoreError, match=about("format", 2)):
            run(TABLE, 20, "s", store=path)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda told: told["rules"].pop("lives"), ["experiment.rules.lives", "None", 2]),
            (lambda told: told.pop("rules"), ["experiment.rules", "None"]),
            (lambda told: told.update(rules=5), ["experiment.rules", 5]),
            (lambda told: told.update(policies=[]), ["experiment.policies", "[]"]),
        ],
    )
    def test_a_header_that_tells_of_no_experiment(
        self, path: Path, change: Any, words: list[object]
    ) -> None:
        played(path)
        rewritten(path, 1, lambda header: change(header["experiment"]))
        with pytest.raises(StoreError, match=about(*words)):
            run(TABLE, 20, "s", store=path)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda told: told.pop("seed"), ["line 1", "header"]),
            (lambda told: told.update(seed=float("nan")), ["line 1", "header"]),
            (lambda told: told.update(type="Shop"), ["store"]),
        ],
    )
    def test_a_header_that_is_none(self, path: Path, change: Any, words: list[object]) -> None:
        played(path)
        rewritten(path, 1, change)
        with pytest.raises(StoreError, match=about(*words)):
            run(TABLE, 20, "s", store=path)

    @pytest.mark.parametrize(
        "change",
        [
            lambda told: told.update(start=4),
            lambda told: told.update(start="0"),
            lambda told: told.update(columns={}),
            lambda told: told.update(columns=[1]),
            lambda told: told["columns"]["won"].pop(),
            lambda told: told.update(recorded=True),
            lambda told: told.update(recorded=True, records=[1]),
            lambda told: told["columns"].update(level=["a", "b", "c", "d"]),
        ],
    )
    def test_a_line_that_holds_no_games_for_all_its_right_checksum(
        self, path: Path, change: Callable[[Any], Any]
    ) -> None:
        played(path)
        rewritten(path, 2, change)
        with pytest.raises(StoreError, match=about("line 2")):
            run(TABLE, 20, "s", store=path, keep_records=True)

    @pytest.mark.parametrize("body", [b"nonsense", b"[" * 100_000, b"5"])
    def test_nor_one_that_holds_no_json(self, path: Path, body: bytes) -> None:
        played(path)
        rewritten(path, 2, body)
        with pytest.raises(StoreError, match=about("line 2")):
            run(TABLE, 20, "s", store=path)
        rewritten(path, 1, body)
        with pytest.raises(StoreError, match=about("store")):
            run(TABLE, 20, "s", store=path)

    def test_games_that_turn_to_nonsense_while_they_are_read(self, path: Path) -> None:
        run(TABLE, 4, "s", store=path)
        store = open_store(path)
        (file,) = files(path)
        file.write_bytes(b"#" * file.stat().st_size)
        with pytest.raises(StoreError, match=about("line 2")):
            list(store.rows())
        file.unlink()
        with pytest.raises(StoreError, match=about(file.name, NOT_FOUND)):
            list(store.rows())

    @pytest.mark.parametrize("where", ["file", os.devnull])
    def test_a_file_or_a_device(self, tmp_path: Path, where: str) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StoreError, match=about("file", "folder")):
            run(TABLE, 20, "s", store=tmp_path / where)

    def test_a_folder_in_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match=about("pilot", NOT_FOUND)):
            run(TABLE, 20, "s", store=tmp_path / "nowhere" / "pilot")

    @pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000])
    def test_a_name_that_no_folder_can_have(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(StoreError, match=about("written")):
            run(TABLE, 20, "s", store=tmp_path / name)

    def test_a_folder_without_a_name(self) -> None:
        with pytest.raises(StoreError, match=about("''")):
            run(TABLE, 20, "s", store="")

    @pytest.mark.parametrize("path", [5, b"store"])
    def test_what_is_no_path(self, path: Any) -> None:
        with pytest.raises(TypeError, match=about("path", type(path))):
            open_store(path)
        with pytest.raises(TypeError, match=about("store", type(path))):
            run(TABLE, 1, "s", store=path)

    def test_its_error_can_be_pickled(self) -> None:
        error = pickle.loads(pickle.dumps(StoreError("pilot", "is full")))
        assert (error.path, error.problem) == ("pilot", "is full")
        assert str(error) == str(StoreError("pilot", "is full"))
        assert isinstance(error, tm.TheMindError)
        assert isinstance(error, ValueError)


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


class TestHeaders:
    """What makes two experiments different for a store."""

    def test_each_of_these_is_another_experiment(self) -> None:
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
            Odd(1.0, {1: 2}),
            Odd(1.0, Clock(0.3)),
            Odd(1.0, Fixed(0.3)),
            Odd(1.0, Fixed(0.4)),
            Odd(1.0, Landing.RANDOM),
            Odd(1.0, "RANDOM"),
            Odd(1.0, float("inf")),
            Odd(1.0, float("nan")),
            Odd(1.0, 10**30),
            Odd(1.0, -(10**30)),
            Odd(1.0, True),
            Odd(1.0, 1),
            Odd(1.0, None),
            NamedClosure(float),
            NamedClosure(float, name="another"),
        ]
        tables = [Experiment(RULES, (policy, CardBlind())) for policy in policies]
        first = tables[0]
        drivers = (Race(redraw=False), Ticks(0.1), Ticks(0.1, Landing.LOWEST_FIRST))
        tables += [attrs.evolve(first, driver=driver) for driver in drivers]
        tables.append(attrs.evolve(first, policies=first.policies[::-1]))
        assert len({table.to_json() for table in tables}) == len(tables)

    @pytest.mark.parametrize(
        "make", [lambda: Dated({5: 1.0, 6: 2.0}), lambda: Plain(1.0), lambda: Clock(0.3)]
    )
    def test_equal_values_are_the_same(self, make: Callable[[], Policy], path: Path) -> None:
        for games in (2, 4):
            run(Experiment(RULES, (make(), CardBlind())), games, "s", store=path)
        assert stored(path) == [0, 1, 2, 3]

    @pytest.mark.parametrize(
        "policy", [Closure(float), Odd(1.0, [float]), Slotted(), Odd(1.0, object())]
    )
    def test_a_field_that_is_not_plain_asks_for_a_name(self, policy: Policy, path: Path) -> None:
        table = Experiment(RULES, (CardBlind(), policy))
        with pytest.raises(PolicyError, match=about("seat 1", "name")):
            run(table, 5, "s", store=path)
        assert not path.exists()
        assert run(table, 5, "s").games == 5
