"""What a caller of the transitions gets, and what no caller can write."""

from __future__ import annotations

from typing import assert_never, assert_type

import themind as tm

rules = tm.Rules.standard(players=3)
assert_type(rules, tm.Rules)
assert_type(rules.reward(2), tm.Reward | None)

state = tm.new_game(rules)
assert_type(state, tm.GameState)
assert_type(tm.deck_for(state, seed="friday"), tuple[int, ...])

state, events = tm.deal(state, tm.deck_for(state, seed="friday"))
assert_type(state, tm.GameState)
assert_type(events, tuple[tm.Event, ...])

assert_type(tm.begin(state), tm.Step)
assert_type(tm.apply(state, tm.Play(1), by=1).state, tm.GameState)
assert_type(tm.check(state, tm.Play(1)), tm.Illegality | None)
assert_type(tm.is_legal(state, tm.Play(1)), bool)
assert_type(tm.legal_actions(state), tuple[tm.Action, ...])
assert_type(tm.forced_action(state), tm.Action | None)
assert_type(tm.outcome(state), tm.Outcome | None)


def what(action: tm.SeatAction) -> str:
    """A match that names every seat action has nothing left over."""
    match action:
        case tm.Ready(seat) | tm.Unready(seat) | tm.Refocus(seat):
            return f"{seat} at the table"
        case tm.Play(seat, card):
            assert_type(card, int | None)
            return f"{seat} plays"
        case tm.ProposeStar(seat) | tm.AgreeToStar(seat) | tm.DeclineStar(seat):
            return f"{seat} on the star"
        case never:
            assert_never(never)


tm.Rules(3, 10, 3, 1)  # type: ignore[call-arg]
tm.play(state, seat="1")  # type: ignore[arg-type]
tm.deal(state)  # type: ignore[call-arg]
tm.apply(state, "play")  # type: ignore[arg-type]
state.lives = 5  # type: ignore[misc]
