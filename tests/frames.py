"""Tables of games, events and risks in which numbers are there, come late, or never come."""

from __future__ import annotations

from functools import cache
from math import nan
from typing import Any

import themind as tm
from odd_policies import Fixed
from themind.experiments import Clock, Experiment, event_table, play_game, risk_table, run

Table = dict[str, list[Any]]

# Seats that play in their order: level 1 is completed where the cards lie in that order too.
IN_ORDER = Experiment(
    tm.Rules(players=6, levels=2, lives=1, stars=0, max_stars=0),
    tuple(Fixed(float(seat + 1)) for seat in range(6)),
)
WON_GAMES, FIRST_LOST, NEXT_WON = 745, 1250, 2330

NAMES = Experiment(tm.Rules(players=2, levels=2, lives=3, stars=0), (Fixed(1.0), Fixed(2.0)))
BLIND = Experiment(
    tm.Rules(players=2, levels=12, lives=5, stars=0, cards=24), (Clock(1.0),) * 2, blind=True
)


@cache
def _results() -> list[Any]:
    late = run(IN_ORDER, NEXT_WON + 1 - FIRST_LOST, "late", start=FIRST_LOST)
    return [run(IN_ORDER, 1, "late", start=WON_GAMES), late, run(IN_ORDER, 4, "late")]


def GAMES(missing: Any = nan) -> list[Table]:  # noqa: N802
    """Games of which the first, the last of a thousand, and none reached level 2."""
    return [result.table(missing=missing) for result in _results()]


def EVENTS(missing: Any = nan) -> list[Table]:  # noqa: N802
    """Events with times, with times after a thousand of them, and without."""
    timed = [play_game(NAMES, "e", index) for index in range(3)]
    untimed = [
        tm.Record(record.start, tuple(tm.Entry(entry.action) for entry in record.entries))
        for record in timed
    ]
    orders = timed, [*untimed * 40, *timed], untimed
    return [event_table(records, missing=missing) for records in orders]


def RISKS(missing: Any = nan) -> list[Table]:  # noqa: N802
    """Waits with chances, with chances after a thousand of them, and without."""
    table = risk_table([play_game(BLIND, "b")], missing=None)
    rows = list(zip(*table.values(), strict=True))
    place = list(table).index("chance_lowest")
    known = [row for row in rows if row[place] is not None]
    unknown = [row for row in rows if row[place] is None]
    orders = known, [*unknown * (1 + 1000 // len(unknown)), *known], unknown
    tables = [
        dict(zip(table, map(list, zip(*order, strict=True)), strict=True)) for order in orders
    ]
    if missing is not None:
        for one in tables:
            one["chance_lowest"] = [missing if v is None else v for v in one["chance_lowest"]]
    return tables


def filled_from_rows(rows: list[dict[str, Any]]) -> Table:
    """Rows as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]}


def same(found: list[Any], wanted: list[Any]) -> bool:
    """Whether two columns hold the same, NaN and None being one."""
    none = [[None if value != value else value for value in one] for one in (found, wanted)]  # noqa: PLR0124
    return none[0] == none[1]
