"""Exact chances take views, never states; pictures take both."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_type

import themind as tm
from themind import odds, render

state = tm.new_game(tm.Rules.standard(players=2))
seen = tm.view(state, 0)

assert_type(odds.chance_lowest(seen), Fraction)
assert_type(odds.chance_none_between(seen, 2, 40), Fraction)
assert_type(odds.chance_holds(seen, 1, 40), Fraction)
assert_type(odds.lowest_other(seen), dict[int, Fraction])
assert_type(odds.sample_hands(seen, key=7), tuple[tuple[int, ...], ...])
assert_type(odds.chance_lowest_after_silence(seen, 2.5, lambda gap, seconds: 1.0), float)

assert_type(render.text(state), str)
assert_type(render.svg(seen, names=["Ada", "Ben"]), str)
assert_type(render.timeline(tm.Record(state)), str)
assert_type(render.Table(seen), render.Table)

odds.chance_lowest(state)  # type: ignore[arg-type]
odds.chance_lowest_after_silence(seen, 2.5, 1.0)  # type: ignore[arg-type]
render.timeline(state)  # type: ignore[arg-type]
render.text("state")  # type: ignore[arg-type]
render.text(state, names=[0, 1])  # type: ignore[list-item]
