"""Compare transitions of this game with those of OpenSpiel's Hanabi, measured in turns.

    pip install open-spiel . && python tests/benchmarks/hanabi.py

Both replay recorded actions of three players and keep every position: `clone` then
`apply_action` there, `apply` here, on a whole level without a mistake. The figures are medians of
eleven turns, in CPU time; the last line is how many transitions this library makes in the time of
one of Hanabi's.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import attrs
import pyspiel

import themind as tm

TURNS, LEVEL, GAMES = 11, 6, 300


def level() -> tuple[Callable[[], None], int]:
    """Return the replay of a level, and how many actions it has."""
    rules = tm.Rules.standard(players=3)
    start = state = attrs.evolve(tm.new_game(rules), level=LEVEL)
    actions: list[tm.Action] = [tm.Deal(tm.deck_for(state, "bench")), tm.Begin()]
    for action in actions:
        state = tm.apply(state, action).state
    while state.phase is tm.Phase.PLAYING:
        seat = min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1]
        actions.append(tm.Play(seat))
        state = tm.apply(state, actions[-1]).state
    actions.append(tm.CompleteLevel())

    def replay() -> None:
        state = start
        for action in actions:
            state = tm.apply(state, action).state

    return replay, len(actions)


def hanabi() -> tuple[Callable[[], None], int]:
    """Return the replay of a game of Hanabi played at random, and how many actions it has."""
    game, luck = pyspiel.load_game("hanabi", {"players": 3}), random.Random(0)
    state, actions = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            choices, weights = zip(*state.chance_outcomes(), strict=True)
            actions.append(luck.choices(choices, weights)[0])
        else:
            actions.append(luck.choice(state.legal_actions()))
        state.apply_action(actions[-1])

    def replay() -> None:
        state = game.new_initial_state()
        for action in actions:
            state = state.clone()
            state.apply_action(action)

    return replay, len(actions)


def seconds(replay: Callable[[], None], actions: int) -> float:
    """Return the CPU time of a transition."""
    start = time.process_time()
    for _ in range(GAMES):
        replay()
    return (time.process_time() - start) / GAMES / actions


def main() -> None:
    """Measure and print."""
    ours, theirs = level(), hanabi()
    turns = [(seconds(*ours), seconds(*theirs)) for _ in range(TURNS)]
    here, there = (statistics.median(column) for column in zip(*turns, strict=True))
    print(f"themind  {here * 1e6:.2f} us a transition")
    print(f"hanabi   {there * 1e6:.2f} us a transition")
    print(f"ratio    {there / here:.2f}")


if __name__ == "__main__":
    main()
