"""The game that `python -m themind` tells: three simple players and the five-level introduction.

A player sees a view and nothing else, and waits about a second for each step from the pile to the
own lowest card, a little more or less. All chance is keyed by the seed, so it is one game for all.
"""

from __future__ import annotations

from typing import NamedTuple

from themind import (
    Action,
    AgreeToStar,
    AsideReason,
    Begin,
    Deal,
    GameState,
    Phase,
    Play,
    ProposeStar,
    Record,
    Rules,
    Seat,
    SeatView,
    apply,
    deck_for,
    forced_action,
    new_game,
    view,
)
from themind.rng import seed_key, splitmix64

SEED = "friday 13"
NAMES = ("Ada", "Ben", "Cleo")
RULES = Rules.standard(players=3).five_levels()

PACE_MS = 1_000
FOCUS_MS = 4_000
NOD_MS = 1_500
FAR = 15


class Move(NamedTuple):
    """What somebody will do, and how long they wait before it if nothing happens first."""

    wait_ms: int
    action: Action


def play_game(seed: str = SEED) -> Record:
    """Play the introduction to its end and return it as a record with times."""
    state = new_game(RULES)
    record, now = Record(state), 0
    while not state.is_over:
        wait, action = _next_move(state, seed)
        now += wait
        record = record.add(action, now)
        state = apply(state, action).state
    return record


def _next_move(state: GameState, seed: str) -> Move:
    owed = forced_action(state)
    if owed is not None:
        return Move(0, owed)
    if state.phase is Phase.DEALING:
        return Move(FOCUS_MS, Deal(deck_for(state, seed)))
    if state.phase is Phase.FOCUSING:
        return Move(FOCUS_MS, Begin())
    if state.agreed:
        voter = min(set(range(state.players)) - state.agreed)
        return Move(NOD_MS, AgreeToStar(voter))
    holders = [seat for seat, hand in enumerate(state.hands) if hand]
    return min(wish(view(state, seat), seat, seed) for seat in holders)


def wish(seen: SeatView, seat: Seat, seed: str) -> Move:
    """What a player means to do next, and when."""
    gap = seen.hand[0] - (seen.top or 0)
    wait = gap * PACE_MS * _percent(seen, seat, seed) // 100
    if seen.stars and _is_unsure(seen):
        return Move(wait // 2, ProposeStar(seat))
    return Move(wait, Play(seat, seen.hand[0]))


def _is_unsure(seen: SeatView) -> bool:
    """After a mistake a player with a long wait before the next card would rather have a star."""
    shaken = bool(seen.aside) and seen.aside[-1].reason is AsideReason.SKIPPED
    return shaken and seen.hand[0] - (seen.top or 0) >= FAR


def _percent(seen: SeatView, seat: Seat, seed: str) -> int:
    """How fast this player is now, from 70 to 129 percent of the usual wait."""
    key = splitmix64(splitmix64(seed_key(seed), seen.level), seat)
    return 70 + splitmix64(key, len(seen.pile) + len(seen.aside)) % 60
