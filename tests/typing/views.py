"""A view is a type of its own: it cannot stand in for the state, nor the state for it."""

from __future__ import annotations

from typing import assert_type

import themind as tm

state = tm.new_game(tm.Rules.standard(players=2))
mine = tm.view(state, 0)
assert_type(mine, tm.SeatView)
assert_type(tm.view(state), tm.SeatView)
assert_type(mine.hand, tuple[int, ...])
assert_type(mine.hand_sizes, tuple[int, ...])
assert_type(mine.unseen, tuple[int, ...])
assert_type(mine.pile, tuple[tm.SeenCard, ...])
assert_type(tm.legal_actions(mine), tuple[tm.Action, ...])

for event in tm.begin(state).events:
    seen = tm.redact(event, 0)
    assert_type(seen, tm.SeatEvent)
    assert_type(tm.evolve_view(mine, seen), tm.SeatView)

tm.begin(mine)  # type: ignore[arg-type]
tm.view(mine)  # type: ignore[arg-type]
tm.evolve(state, tm.HiddenCardPlayed(1))  # type: ignore[arg-type]
print(mine.hands)  # type: ignore[attr-defined]
