"""Records, their replay, and what an error says of a move or a record that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_type

import themind as tm

start = tm.new_game(tm.Rules.standard(players=2))
record = tm.Record(start).add(tm.Deal(tm.stacked_deck([(37,), (62,)])), at_ms=0)
assert_type(record, tm.Record)
assert_type(record.start, tm.GameState)
assert_type(record.entries, tuple[tm.Entry, ...])
assert_type(record.entries[0].action, tm.Action)
assert_type(record.entries[0].at_ms, int | None)
assert_type(tm.Record(start, [tm.Entry(tm.Begin())]), tm.Record)

assert_type(tm.replay(record), Iterator[tm.Step])
assert_type(tm.final_state(record), tm.GameState)
for state, events in tm.replay(record):
    assert_type(state, tm.GameState)
    assert_type(events, tuple[tm.Event, ...])

try:
    tm.play(start, seat=0)
except tm.IllegalAction as refused:
    assert_type(refused.illegality, tm.Illegality)
    assert_type(refused.code, tm.IllegalCode)
    assert_type(refused.rule, str)
    assert_type(refused.action, tm.Action)

try:
    tm.final_state(record)
except tm.InvalidRecord as wrong:
    assert_type(wrong.index, int)
    assert_type(wrong.illegality, tm.Illegality | None)

try:
    tm.evolve(start, tm.PlayStarted())
except (tm.InvalidState, tm.InvalidRules) as faulty:
    assert_type(faulty.faults, tuple[str, ...])
except tm.InvalidEvent as strange:
    assert_type(strange.event, tm.Event | tm.SeatEvent)
except tm.InvalidDocument as unread:
    assert_type((unread.path, unread.reason), tuple[str, str])

if (over := tm.outcome(tm.final_state(record))) is not None:
    assert_type((over.victory, over.blind, over.level), tuple[bool, bool, int])

tm.Record()  # type: ignore[call-arg]
tm.Record(record)  # type: ignore[arg-type]
tm.Entry("play")  # type: ignore[arg-type]
record.add(tm.Play(0), at_ms=1.5)  # type: ignore[arg-type]
record.entries = ()  # type: ignore[misc]
tm.replay(start)  # type: ignore[arg-type]
