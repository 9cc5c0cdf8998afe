"""How actions and positions are made, and that nothing of them can be changed."""

from __future__ import annotations

from typing import assert_type

import themind as tm

assert_type(tm.Play(1), tm.Play)
assert_type(tm.Play(seat=1, card=36).card, int | None)
assert_type(tm.AgreeToStar(0, 4).cards_down, int | None)
assert_type(tm.Deal(range(1, 101)).deck, tuple[int, ...])
assert_type(tm.Deal([3, 1, 2]).deck, tuple[int, ...])
assert_type(tm.Star({0, 1}).agreed, frozenset[int])
assert_type(tm.PlayTogether([tm.Play(0), tm.Play(1)]).plays, tuple[tm.Play, ...])

rules = tm.Rules(players=2, levels=3, lives=2, stars=0, rewards={2: tm.Reward.LIFE})
assert_type(rules.rewards, tuple[tuple[int, tm.Reward], ...])
assert_type(rules.blind_penalty, tm.BlindPenalty)
assert_type(rules.five_levels(), tm.Rules)
assert_type(rules.is_full_stack, bool)

state = tm.new_game(rules)
assert_type(state.phase, tm.Phase)
assert_type(state.hands, tuple[tuple[int, ...], ...])
assert_type(state.pile, tuple[tm.PlayedCard, ...])
assert_type(state.aside, tuple[tm.AsideCard, ...])
assert_type(state.ready, frozenset[int])
assert_type(state.top, int | None)
assert_type(state.undealt, tuple[int, ...])

middle_of_a_game = tm.GameState(
    rules=rules,
    phase=tm.Phase.PLAYING,
    level=1,
    lives=2,
    stars=0,
    hands=[[37], [62]],
    agreed={0},
)
assert_type(middle_of_a_game.hands, tuple[tuple[int, ...], ...])
assert_type(middle_of_a_game.agreed, frozenset[int])
assert_type(state.aside[0].reason, tm.AsideReason)

assert_type(tm.shuffled_deck(b"friday", level=2, blind=True), tuple[int, ...])
assert_type(tm.random_deck(), tuple[int, ...])
assert_type(tm.stacked_deck([(37,), (62,)]), tuple[int, ...])
assert_type(tm.rng.splitmix64(tm.rng.seed_key(42), 0), int)

tm.Play()  # type: ignore[call-arg]
tm.Play("1")  # type: ignore[arg-type]
tm.Play(1, 36, 2)  # type: ignore[call-arg]
tm.Deal(7)  # type: ignore[arg-type]
tm.Begin(0)  # type: ignore[call-arg]
tm.PlayTogether([tm.Begin()])  # type: ignore[list-item]
tm.Rules(players=2)  # type: ignore[call-arg]
tm.Rules(players=2, levels=3, lives=2, stars=0, rewards=7)  # type: ignore[arg-type]
tm.GameState(
    rules=rules,
    phase=tm.Phase.PLAYING,
    level=1,
    lives=2,
    stars=0,
    hands=[37, 62],  # type: ignore[list-item]
)
tm.Play(1).seat = 2  # type: ignore[misc]
tm.shuffled_deck("friday", 2)  # type: ignore[call-arg]
tm.shuffled_deck(1.5, level=2)  # type: ignore[arg-type]
