"""Tables: the same columns and types whatever happened, in pandas and in polars."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import themind as tm
from frames import EVENTS, GAMES, NAMES, RISKS, Table, filled_from_rows, same
from themind.experiments import (
    CardBlind,
    Draw,
    Experiment,
    Moment,
    event_rows,
    event_table,
    play_game,
    policy,
    risk_rows,
    risk_table,
    run,
)
from wording import about

TABLES = {"games": GAMES, "events": EVENTS, "risks": RISKS}
each_table = pytest.mark.parametrize("name", TABLES)


class TestColumns:
    def test_the_games_are_the_rows(self) -> None:
        result = run(
            Experiment(tm.Rules(players=2, levels=3, lives=1, stars=0), (CardBlind(),) * 2), 30, "c"
        )
        table = result.table()
        assert list(table) == list(result.columns)
        for name, column in table.items():
            assert same(column, list(result.values(name)))
        assert None in result.values("mistakes_3")
        assert all(type(v) is float for v in table["mistakes_1"]), "which every game has"
        assert result.table(missing=None)["mistakes_3"] == list(result.values("mistakes_3"))
        assert result.table(missing=-9)["mistakes_3"].count(-9) == result.values(
            "mistakes_3"
        ).count(None)

    def test_the_rows_of_many_records_follow_each_other(self) -> None:
        result = run(NAMES, 4, "r", start=6, keep_records=True)
        for table, rows_of in ((event_table, event_rows), (risk_table, risk_rows)):
            rows = [
                {"game": game, **row}
                for game, record in zip(range(6, 10), result.records, strict=True)
                for row in rows_of(record)
            ]
            found = table(result.records)
            assert list(found) == list(rows[0])
            assert table(result.records, missing=None) == filled_from_rows(rows)
            for name, column in found.items():
                assert same(column, [row[name] for row in rows])
            assert {*found["game"]} == {6, 7, 8, 9}
            assert {*table(result.records[2:])["game"]} == {8, 9}

    def test_other_records_are_numbered_from_0(self) -> None:
        records = (play_game(NAMES, "r", index) for index in (3, 9))
        assert {*event_table(records)["game"]} == {0, 1}
        assert event_table([]) == {
            name: [] for name in ["game", *event_rows(play_game(NAMES, 1))[0]]
        }

    @pytest.mark.parametrize("table", [event_table, risk_table])
    def test_what_is_no_records_is_refused(self, table: Callable[[Any], Any]) -> None:
        with pytest.raises(TypeError, match=about("records", tm.Record)):
            table(play_game(NAMES, "r"))
        with pytest.raises(TypeError, match=about("records", int)):
            table([1])


@each_table
class TestFrames:
    """Of each kind three tables: all numbers are there; late, after a thousand rows; never."""

    def test_there_is_nothing_for_a_thousand_rows(self, name: str) -> None:
        full, late, never = TABLES[name]()
        column = {"games": "mistakes_2", "events": "at_ms", "risks": "chance_lowest"}[name]
        assert not any(math.isnan(value) for value in full[column][:2])
        assert all(math.isnan(value) for value in late[column][:1000])
        assert not all(math.isnan(value) for value in late[column])
        assert all(math.isnan(value) for value in never[column])

    def test_pandas_takes_them_as_they_are(self, name: str) -> None:
        pandas = pytest.importorskip("pandas")
        frames = [pandas.DataFrame(table) for table in TABLES[name]()]
        kinds = [list(zip(frame.columns, map(str, frame.dtypes), strict=True)) for frame in frames]
        assert kinds[0] == kinds[1] == kinds[2]
        assert not [kind for kind in kinds[0] if kind[1] == "object"]
        self.check_pandas(pandas.concat(frames), kinds[0])

    def check_pandas(self, joined: Any, kinds: list[tuple[str, str]]) -> None:
        assert list(zip(joined.columns, map(str, joined.dtypes), strict=True)) == kinds

    def test_polars_takes_them_as_they_are(self, name: str) -> None:
        polars = pytest.importorskip("polars")
        tables = TABLES[name]()
        frames = [polars.DataFrame(table) for table in tables]
        assert frames[0].schema == frames[1].schema == frames[2].schema
        assert not {polars.Object, polars.Null} & set(frames[0].dtypes)
        joined = polars.concat(frames)
        assert joined.schema == frames[0].schema
        for column in joined.columns:
            wanted = [value for table in tables for value in table[column]]
            assert same(joined[column].to_list(), wanted)

    def test_with_none_a_late_number_changes_no_type_either(self, name: str) -> None:
        polars = pytest.importorskip("polars")
        pandas = pytest.importorskip("pandas")
        full, late, _ = TABLES[name](missing=None)
        one, other = polars.DataFrame(full), polars.DataFrame(late)
        assert one.schema == other.schema
        assert polars.concat([one, other]).height == one.height + other.height
        assert other.rows(named=True) == [
            dict(zip(late, row, strict=True)) for row in zip(*late.values(), strict=True)
        ]
        assert len(pandas.concat([pandas.DataFrame(full), pandas.DataFrame(late)])) == (
            one.height + other.height
        )


def test_rows_need_all_of_them_to_be_looked_at() -> None:
    """By default polars looks at the first hundred rows, in which a column can be all None."""
    polars = pytest.importorskip("polars")
    rules = tm.Rules(players=2, levels=2, lives=1, stars=0)
    losing = Experiment(rules, (policy(late_from(1_100)),) * 2)
    result = run(losing, 1_105, "rows")
    reached = [row["mistakes_2"] is not None for row in result.rows()]
    assert not any(reached[:1_100])
    assert any(reached[1_100:])
    with pytest.raises(Exception, match=r"mistakes_2|null|infer"):
        polars.DataFrame(result.rows())
    whole = polars.DataFrame(result.rows(), infer_schema_length=None)
    table = polars.DataFrame(result.table(missing=None))
    assert whole.equals(table)
    assert polars.DataFrame(result.table())["mistakes_2"].dtype == polars.Float64
    sent = polars.DataFrame(run(losing, 5, "rows").table())
    assert polars.concat([sent, polars.DataFrame(result.table())]).height == 1_110


def late_from(game: int) -> Callable[[Moment, Draw], float]:
    """A wait that loses the first level of all games but the last ones."""
    keys = {tm.rng.game_key("rows", game=game + k, seat=seat) for k in range(5) for seat in (0, 1)}

    def wait(moment: Moment, draw: Draw) -> float:
        if draw.game.key in keys:
            return float(moment.gap)
        return float(100 - moment.lowest)

    return wait


@pytest.mark.parametrize("table", [event_table, risk_table])
def test_an_empty_table_has_no_types_and_joins_others_all_the_same(
    table: Callable[[Any], Table],
) -> None:
    polars = pytest.importorskip("polars")
    full = polars.DataFrame(table([play_game(NAMES, "r")]))
    empty = polars.DataFrame(table([]))
    assert empty.columns == full.columns
    assert set(empty.dtypes) == {polars.Null}
    assert polars.concat([empty, full], how="vertical_relaxed").equals(full)


def test_a_joined_table_tells_one_run_from_another() -> None:
    """As the page on experiments does it."""
    polars = pytest.importorskip("polars")
    results = {seed: run(NAMES, 5, seed) for seed in ("a", "b")}
    frame = polars.concat(
        [
            polars.DataFrame({**result.table(), "seed": [seed] * 5})
            for seed, result in results.items()
        ]
    )
    shares = dict(frame.group_by("seed").agg(polars.col("won").mean()).iter_rows())
    assert shares == {seed: result.won.value for seed, result in results.items()}
    parts: list[Table] = [run(NAMES, 3, "a", start=start).table() for start in (0, 3)]
    both = polars.concat([polars.DataFrame(part) for part in parts])
    assert both.equals(polars.DataFrame(run(NAMES, 6, "a").table()), null_equal=True)
