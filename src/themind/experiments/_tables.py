"""Tables of recorded games: the same columns for all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from math import nan
from typing import Any

from themind import Record
from themind._model.checks import require_instance, require_iterable
from themind.experiments._columns import GAME, Table, filled
from themind.experiments._records import Records
from themind.experiments._rows import event_rows, risk_rows

# The columns of each table, and which of them can lack a number.
_EVENTS = {
    "entry": False,
    "at_ms": True,
    "event": False,
    "seat": True,
    "card": True,
    "skipped": True,
    "blind": False,
    "level": False,
    "attempt": False,
    "phase": False,
    "lives": False,
    "stars": False,
}
_RISKS = {
    "blind": False,
    "level": False,
    "attempt": False,
    "seat": False,
    "start": False,
    "stop": False,
    "lowest": False,
    "gap": False,
    "cards": False,
    "others_cards": False,
    "chance_lowest": True,
    "event": False,
}


def event_table(records: Iterable[Record], *, missing: Any = nan) -> Table:
    """Return the rows of `event_rows` of many records as columns by name, each as a list.

    The first column is `game`: the number of the game in `Result.records`, otherwise the index of
    the record. The columns and their types are the same for all records; without any row, the lists
    are empty and have no type. Columns that can lack a number (`at_ms`, `seat`, `card`, `skipped`)
    contain floats, with NaN for a missing number; with `missing=None` they contain ints and None.

    Raises:
        InvalidRecord: A record breaks a rule.
        TypeError: `records` is not iterable, or contains a value that is not a record.

    Example:
        >>> import themind as tm
        >>> from themind.experiments import Clock, Experiment, run
        >>> rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        >>> table = Experiment(rules, (Clock(0.5), Clock(0.5)))
        >>> events = event_table(run(table, 2, "pilot", keep_records=True).records)
        >>> events["event"][2:4], events["card"][2:4]
        (['CardPlayed', 'CardPlayed'], [24.0, 65.0])
    """
    return _table(records, event_rows, _EVENTS, missing)


def risk_table(records: Iterable[Record], *, missing: Any = nan) -> Table:
    """Return the rows of `risk_rows` of many records as columns by name, each as a list.

    The first column is `game`, as in `event_table`. Only `chance_lowest` can be missing.

    Raises:
        InvalidArgument: An entry has no time.
        InvalidRecord: A record breaks a rule.
        TypeError: `records` is not iterable, or contains a value that is not a record.

    Example:
        >>> import themind as tm
        >>> from themind.experiments import Clock, Experiment, run
        >>> rules = tm.Rules(players=2, levels=1, lives=1, stars=0)
        >>> table = Experiment(rules, (Clock(0.5), Clock(0.5)))
        >>> risks = risk_table(run(table, 2, "pilot", keep_records=True).records)
        >>> risks["game"], risks["event"]
        ([0, 0, 0, 1, 1, 1], [1, 0, 1, 1, 0, 1])
    """
    return _table(records, risk_rows, _RISKS, missing)


def _table(
    records: Iterable[Record],
    rows_of: Callable[[Record], list[dict[str, Any]]],
    columns: dict[str, bool],
    missing: Any,
) -> Table:
    require_iterable("records", records)
    games = records.games if isinstance(records, Records) else count()
    table: Table = {GAME: [], **{name: [] for name in columns}}
    for place, (game, record) in enumerate(zip(games, records, strict=False)):
        require_instance(f"records[{place}]", record, Record)
        for row in rows_of(record):
            table[GAME].append(game)
            for name, value in row.items():
                table[name].append(value)
    for name in [name for name, optional in columns.items() if optional]:
        table[name] = filled(table[name], missing)
    return table
