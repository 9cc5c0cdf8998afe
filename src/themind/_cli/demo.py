"""The demo game of `python -m themind`: three simple players and the five-level introduction.

A player sees only a view. Players wait about a second for each card between the pile and their
lowest card. All randomness comes from the seed, so the game is always the same.
"""

from __future__ import annotations

from typing import NamedTuple

import themind as tm
from themind.rng import seed_key, splitmix64

SEED = "friday 13"
NAMES = ("Ada", "Ben", "Cleo")
RULES = tm.Rules.standard(players=3).five_levels()

PACE_MS = 1_000
FOCUS_MS = 4_000
NOD_MS = 1_500
FAR = 15


class Move(NamedTuple):
    """An action of a player or of the table, and the wait before it if nothing else happens."""

    wait_ms: int
    action: tm.Action


def play_game(seed: str = SEED) -> tm.Record:
    """Play the five-level introduction and return its record with times."""
    state = tm.new_game(RULES)
    record, now = tm.Record(state), 0
    while not state.is_over:
        wait, action = _next_move(state, seed)
        now += wait
        record = record.add(action, now)
        state = tm.apply(state, action).state
    return record


def _next_move(state: tm.GameState, seed: str) -> Move:
    forced = tm.forced_action(state)
    if forced is not None:
        return Move(0, forced)
    if state.phase is tm.Phase.DEALING:
        return Move(FOCUS_MS, tm.Deal(tm.deck_for(state, seed)))
    if state.phase is tm.Phase.FOCUSING:
        return Move(FOCUS_MS, tm.Begin())
    if state.agreed:
        voter = min(set(range(state.players)) - state.agreed)
        return Move(NOD_MS, tm.AgreeToStar(voter))
    holders = [seat for seat, hand in enumerate(state.hands) if hand]
    plans = [plan(tm.view(state, seat), seat, seed) for seat in holders]
    return min(plans, key=lambda move: move.wait_ms)


def plan(seen: tm.SeatView, seat: tm.Seat, seed: str) -> Move:
    """Return the next action of a player with this view, and the wait before it."""
    gap = seen.hand[0] - (seen.top or 0)
    wait = gap * PACE_MS * _percent(seen, seat, seed) // 100
    if seen.stars and _is_unsure(seen):
        return Move(wait // 2, tm.ProposeStar(seat))
    return Move(wait, tm.Play(seat, seen.hand[0]))


def _is_unsure(seen: tm.SeatView) -> bool:
    """Return whether a player proposes a star: after a mistake, before a long wait."""
    is_after_a_mistake = bool(seen.aside) and seen.aside[-1].reason is tm.AsideReason.SKIPPED
    return is_after_a_mistake and seen.hand[0] - (seen.top or 0) >= FAR


def _percent(seen: tm.SeatView, seat: tm.Seat, seed: str) -> int:
    """Return the player's current pace in percent of the usual wait, from 70 to 129."""
    key = splitmix64(splitmix64(seed_key(seed), seen.level), seat)
    return 70 + splitmix64(key, len(seen.pile) + len(seen.aside)) % 60
