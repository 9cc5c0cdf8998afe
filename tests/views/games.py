"""Whole games at every kind of table, played by dice: what the laws of views are tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import attrs
from hypothesis import strategies as st

import themind as tm

SMALL_BLIND = tm.Rules(players=2, levels=12, lives=4, stars=2, cards=24)
TABLES = {
    "two": tm.Rules.standard(2),
    "three": tm.Rules.standard(3),
    "four": tm.Rules.standard(4),
    "five levels": tm.Rules.standard(4).five_levels(),
    "without stars": tm.Rules.standard(3).without_stars(),
    "without refocus": attrs.evolve(tm.Rules.standard(2), auto_refocus=False),
    "one life a blind level": attrs.evolve(
        tm.Rules.standard(3), blind_penalty=tm.BlindPenalty.PER_LEVEL
    ),
    "small deck": SMALL_BLIND,
    "alone": tm.Rules(players=1, levels=4, lives=2, stars=2, cards=9),
    "five": tm.Rules(players=5, levels=4, lives=5, stars=3, cards=24),
    "last level alone": tm.Rules(players=3, levels=5, first_level=5, lives=3, stars=1, cards=20),
}


class Moved(NamedTuple):
    """One step of a game, and what it came from."""

    before: tm.GameState
    action: tm.Action
    step: tm.Step


class Game(list[Moved]):
    """A whole game, which shows as what it was made from: its steps fill pages."""

    def __init__(self, moves: Iterator[Moved], name: str) -> None:
        super().__init__(moves)
        self.name = name

    def __repr__(self) -> str:
        return f"<{len(self)} steps at the table {self.name}>"


def starts(dice: Random, rules: tm.Rules) -> tm.GameState:
    """Before the deal of any level, in a blind run too where the rules know one."""
    new = tm.new_game(rules)
    level = dice.randint(rules.first_level, rules.levels)
    lives = dice.randint(1, rules.max_lives)
    blind = rules.is_full_stack and dice.random() < 0.5
    return attrs.evolve(new, level=min(level, 8), lives=lives, blind=blind)


def won(rules: tm.Rules) -> tm.GameState:
    """The end of a base run."""
    return attrs.evolve(tm.new_game(rules), level=rules.levels, phase=tm.Phase.WON)


def game(dice: Random, state: tm.GameState, steps: int) -> Iterator[Moved]:
    """Play on with dice, for so many steps or to the end."""
    care = dice.choice([0.5, 0.9, 0.98])
    for _ in range(steps):
        action = some_action(dice, state, care)
        if action is None:
            return
        step = tm.apply(state, action)
        yield Moved(state, action, step)
        state = step.state


def some_action(dice: Random, state: tm.GameState, care: float) -> tm.Action | None:
    """Any action that is legal, the likely ones more often; None where the game is over."""
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(some_deck(dice, state))
    if state.phase is tm.Phase.FOCUSING and dice.random() < 0.5:
        return tm.Begin()
    if state.phase is tm.Phase.PLAYING and dice.random() < care:
        return tm.Play(next_seat(state))
    choices = [*tm.legal_actions(state), *(whole(dice, state) for whole in _WHOLE)]
    choices = [action for action in choices if action and tm.is_legal(state, action)]
    if tm.Gather() in choices and dice.random() < 0.8:
        choices.remove(tm.Gather())
    return dice.choice(choices) if choices else None


def some_deck(dice: Random, state: tm.GameState) -> tuple[int, ...]:
    """A deck that deals this level, often with no card to spare."""
    needed = state.players * state.level
    size = dice.choice([needed, dice.randint(needed, state.rules.cards), state.rules.cards])
    return tuple(dice.sample(range(1, state.rules.cards + 1), size))


def next_seat(state: tm.GameState) -> int:
    """The seat that holds the lowest card."""
    return min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1]


def _landed(dice: Random, state: tm.GameState) -> tm.Action | None:
    cards = [tm.Play(seat) for seat, hand in enumerate(state.hands) for _ in hand]
    dice.shuffle(cards)
    return tm.PlayTogether(cards[: dice.randint(1, 4)]) if cards else None


def _vote(dice: Random, state: tm.GameState) -> tm.Action:
    return tm.Star(range(state.players))


_WHOLE: tuple[Callable[[Random, tm.GameState], tm.Action | None], ...] = (_landed, _vote)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of up to 120 steps at any table, from any level, from a victory too."""
    table = draw(st.sampled_from(sorted(TABLES)))
    number = draw(st.integers(0, 2**32))
    rules, dice = TABLES[table], Random(number)
    first = won(rules) if rules.is_full_stack and dice.random() < 0.2 else starts(dice, rules)
    return Game(
        game(dice, first, draw(st.sampled_from([20, 60, 120]))), f"{table!r}, dice {number}"
    )


def viewers(state: tm.GameState) -> list[int | None]:
    """Every seat, and a spectator."""
    return [None, *range(state.players)]
