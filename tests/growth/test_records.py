"""Records and documents take steps in proportion to their length, at most."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

import themind as tm
from claims import claim
from growth.steps import FACTOR, SLACK, steps_of, too_fast
from growth.walks import Moment, moments_of_cards, moments_of_seats
from themind import codec, render
from themind.experiments import (
    Clock,
    LogNormal,
    event_rows,
    event_table,
    log_likelihood,
    risk_rows,
    risk_table,
)

pytestmark = [pytest.mark.unmeasured, pytest.mark.once]

RULES = tm.Rules(players=3, levels=5, lives=3, stars=2, max_stars=5)
SMALL = 40


@cache
def long_record(entries: int, *, timed: bool = True) -> tm.Record:
    """A record of many entries: a level is gathered and dealt again, with stops and mistakes."""
    state = tm.new_game(RULES)
    kept: list[tm.Entry] = []
    while len(kept) < entries:
        if state.phase is tm.Phase.DEALING:
            action: tm.Action = tm.Deal((10, 40, 70))
        elif state.phase is tm.Phase.FOCUSING:
            action = tm.Begin()
        elif len(state.pile) < 2:
            action = tm.Play(len(state.pile))
        else:
            action = tm.Gather()
        kept.append(tm.Entry(action, 500 * len(kept) if timed else None))
        state = tm.apply(state, action).state
    return tm.Record(tm.new_game(RULES), kept, ended_at_ms=500 * entries if timed else None)


@cache
def with_mistakes(levels: int) -> tm.Record:
    """A record of one level with a mistake by every second card."""
    rules = tm.Rules(
        players=2,
        levels=levels,
        first_level=levels,
        lives=levels,
        max_lives=levels,
        stars=0,
        cards=1_000,
    )
    record = tm.Record(tm.new_game(rules)).add(tm.Deal(range(1, 2 * levels + 1))).add(tm.Begin())
    entries = [*record.entries]
    for _ in range(levels - 1):
        entries += [tm.Entry(tm.Play(1)), tm.Entry(tm.Begin())]
    return tm.Record(record.start, entries)


def read(text: str) -> Callable[[], object]:
    return lambda: codec.loads(text, tm.Record)


RECORDS: dict[str, Callable[[tm.Record], Callable[[], object]]] = {
    "Record": lambda record: lambda: tm.Record(record.start, record.entries),
    "replay": lambda record: lambda: list(tm.replay(record)),
    "final_state": lambda record: lambda: tm.final_state(record),
    "repr": lambda record: lambda: repr(record),
    "dumps": lambda record: lambda: codec.dumps(record),
    "loads": lambda record: read(codec.dumps(record)),
    "loads with spaces": lambda record: read(codec.dumps(record).replace(",", ", ")),
    "from_data": lambda record: partial(codec.from_data, codec.to_data(record), tm.Record),
    "timeline": lambda record: lambda: render.timeline(record),
    "event_rows": lambda record: lambda: event_rows(record),
    "event_table": lambda record: lambda: event_table([record, record]),
    "risk_rows": lambda record: lambda: risk_rows(record),
    "risk_table": lambda record: lambda: risk_table([record, record]),
}


@pytest.mark.parametrize("operation", RECORDS)
def test_steps_of_a_record(operation: str) -> None:
    small, large = [steps_of(RECORDS[operation](long_record(n))) for n in (SMALL, FACTOR * SMALL)]
    assert large <= SLACK * FACTOR * small


@pytest.mark.parametrize("timed", [True, False])
@claim("explanation/speed.md", "Records")
def test_one_more_entry_takes_as_many_steps_after_any_number(timed: bool) -> None:
    """It copies the entries, which is a single instruction."""
    small, large = [long_record(n, timed=timed) for n in (SMALL, FACTOR * SMALL)]
    time = None if not timed else 10**6
    records = [tm.Record(record.start, record.entries) for record in (small, large)]
    steps = [steps_of(lambda r=record: r.add(tm.Begin(), time)) for record in records]
    assert steps[0] == steps[1]


def test_an_entry_with_a_time_looks_at_those_without_one_before_it() -> None:
    records = [long_record(n, timed=False) for n in (SMALL, FACTOR * SMALL)]
    steps = [steps_of(lambda r=record: r.add(tm.Begin(), 1)) for record in records]
    assert steps[1] <= SLACK * FACTOR * steps[0]


def test_steps_of_a_timeline_with_many_mistakes() -> None:
    """Elements are drawn elsewhere: what remains is the search for the skipped cards."""
    records = [with_mistakes(n) for n in (40, 160)]
    steps = [steps_of(lambda r=r: render.timeline(r), within="_timeline.py") for r in records]
    assert steps[1] <= SLACK * FACTOR * steps[0]


def test_steps_of_the_likelihood_of_waits() -> None:
    clock = Clock(0.3, LogNormal(0.2))
    rows = [risk_rows(long_record(n)) for n in (SMALL, FACTOR * SMALL)]
    for redraw in (True, False):
        steps = [
            steps_of(lambda its=its, r=redraw: log_likelihood(clock, its, redraw=r)) for its in rows
        ]
        assert steps[1] <= SLACK * FACTOR * steps[0]


def documents(found: list[Moment]) -> dict[str, Any]:
    """States, views, actions and events of a table, with the kinds to read them as."""
    values: dict[str, Any] = {}
    for name, state, action in found[1::5]:
        values[f"{name} state"] = state
        values[f"{name} view"] = tm.view(state, 0)
        values[f"{name} action"] = action
        values[f"{name} events"] = tm.apply(state, action).events
    return values


def kind_of(value: object) -> Any:
    return tuple[tm.Event, ...] if isinstance(value, tuple) else type(value)


@pytest.mark.parametrize("found", [moments_of_seats, moments_of_cards])
def test_steps_of_documents(found: Callable[[int], list[Moment]]) -> None:
    written, told = [], []
    for size in (12, 12 * FACTOR):
        values = documents(found(size))
        written.append({name: steps_of(lambda v=v: codec.dumps(v)) for name, v in values.items()})
        texts = {name: (codec.dumps(value), kind_of(value)) for name, value in values.items()}
        told.append(
            {
                name: steps_of(lambda text=text, kind=kind: codec.loads(text, kind))
                for name, (text, kind) in texts.items()
            }
        )
    assert too_fast(*written) == {}
    assert too_fast(*told) == {}


def hostile(size: int) -> dict[str, str]:
    """Documents that are refused late: a fault at the end, a key twice, too many seats."""
    state = codec.dumps(
        tm.new_game(tm.Rules(players=size, levels=1, lives=1, stars=0, cards=1_000))
    )
    return {
        "a fault at the end": state.replace('"type":"GameState"', '"type":"GameStates"'),
        "a key twice": state[:-1] + ',"type":"GameState"}',
        "a fault in each hand": state.replace("[]", "[0,0]"),
        "no JSON at the end": state[:-1] + "]",
        "nested": "[" * size + "]" * size,
    }


def test_steps_of_documents_that_are_refused() -> None:
    def refused(text: str) -> None:
        with pytest.raises(tm.InvalidDocument):
            codec.loads(text, tm.GameState)

    small, large = [
        {name: steps_of(lambda text=text: refused(text)) for name, text in hostile(size).items()}
        for size in (100, 100 * FACTOR)
    ]
    assert too_fast(small, large) == {}


def test_steps_of_faults() -> None:
    """A position with a fault for every card tells them all."""

    def refuse(size: int) -> None:
        state = tm.new_game(tm.Rules(players=size, levels=2, lives=1, stars=0, cards=1_000))
        with pytest.raises(tm.InvalidState) as caught:
            tm.GameState(
                rules=state.rules,
                phase=tm.Phase.PLAYING,
                level=1,
                lives=1,
                stars=0,
                hands=[(900, 800)] * size,
                pile=[tm.PlayedCard(size + 1, 0)] * size,
            )
        assert len(caught.value.faults) > size

    steps = [steps_of(lambda n=n: refuse(n)) for n in (50, 200)]
    assert steps[1] <= SLACK * FACTOR * steps[0]
