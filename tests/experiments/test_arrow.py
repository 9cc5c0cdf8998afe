"""Tables in pyarrow and parquet files: `nox -s frames` runs this, where pyarrow is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims import claim
from frames import EVENTS, GAMES, RISKS, same

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

TABLES = {"games": GAMES, "events": EVENTS, "risks": RISKS}


@pytest.mark.parametrize("name", TABLES)
class TestArrow:
    @claim("experiments.md", "Tables for statistics")
    def test_it_takes_them_as_they_are_and_joins_them(self, name: str) -> None:
        tables = [pyarrow.table(table) for table in TABLES[name]()]
        assert tables[0].schema == tables[1].schema == tables[2].schema
        joined = pyarrow.concat_tables(tables)
        assert joined.schema == tables[0].schema
        assert pyarrow.null() not in joined.schema.types

    def test_a_file_of_parquet_gives_them_back(self, name: str, tmp_path: Path) -> None:
        for number, table in enumerate(TABLES[name]()):
            parquet.write_table(pyarrow.table(table), tmp_path / f"{number}.parquet")
        read = parquet.read_table(tmp_path)
        wanted = [value for table in TABLES[name]() for value in table["game"]]
        assert read["game"].to_pylist() == wanted
        for column in read.column_names:
            assert same(read[column].to_pylist(), [v for t in TABLES[name]() for v in t[column]])

    def test_polars_and_pandas_read_it_too(self, name: str, tmp_path: Path) -> None:
        polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
        table = TABLES[name]()[1]
        polars.DataFrame(table).write_parquet(tmp_path / "a.parquet")
        frame = pandas.read_parquet(tmp_path / "a.parquet")
        assert same(frame["game"].tolist(), table["game"])
        assert [str(kind) for kind in frame.dtypes] == [
            str(kind) for kind in pandas.DataFrame(table).dtypes
        ]
