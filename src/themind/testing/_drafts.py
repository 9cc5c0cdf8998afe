"""Scripts of generated games, which are the same in every run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import attrs
from hypothesis import Phase as Stage
from hypothesis import given, seed, settings
from hypothesis.strategies import SearchStrategy

import themind as tm
from themind import Phase
from themind._model.checks import require_int
from themind.testing._choices import BITS, Digits, goes_on, legal_action, quick_action
from themind.testing._questions import any_action
from themind.testing._scripts import EVERY_CHECK, Request, Script, after
from themind.testing._tables import (
    ALONE,
    CHARTS,
    FIVE,
    FULL,
    LIMITS,
    SMALL,
    SPARE_CARDS,
    Stack,
    Tables,
    Variant,
    box_limits,
    own_ways,
    table_for,
    tables_of,
)

MOST_REQUESTS = 60
LONG = 140
QUESTIONS_AT_THE_END = 6


@attrs.frozen
class Style:
    """How a game is played.

    Args:
        hurry: The share of levels that are completed in order, in one step.
        questions: The share of requests that can be illegal.
        detours: The share of other requests that do not advance the game, outside play.
    """

    hurry: float
    questions: float
    detours: float


CARELESS = [
    Style(0.0, 0.3, 0.1),
    Style(0.0, 0.4, 0.2),
    Style(0.05, 0.3, 0.1),
    Style(0.1, 0.5, 0.1),
    Style(0.4, 0.1, 0.3),
]
STEADY = [Style(0.9, 0.1, 0.05), Style(1.0, 0.0, 0.0), Style(0.8, 0.1, 0.1)]


def scripts(
    tables: Tables | None,
    games: int,
    *,
    questions: bool = False,
    askers: bool = False,
    later: bool = False,
) -> Iterator[Script]:
    """Generate scripts of games with many kinds of rules.

    With `questions` they also contain illegal requests, with `askers` also requests of seats and
    spectators; with `later` some start with a later level, also in a blind run.
    """
    games = require_int("games", games, least=1)
    for number, table in enumerate(_tables(tables, games)):
        dice = Random(f"game {number}")  # noqa: S311
        steady = table.levels - table.first_level > 3 and dice.random() < 0.6
        style = dice.choice(STEADY if steady else CARELESS)
        if not questions:
            style = attrs.evolve(style, questions=0.0)
        writer = _Writer(dice, style, askers=askers)
        start = tm.new_game(table)
        if later and dice.random() < 0.4:
            start = _later(dice, start)
        yield writer.script(start, LONG if steady else MOST_REQUESTS)


def _later(dice: Random, new: tm.GameState) -> tm.GameState:
    """Return a state before the deal of a later level, or after a win that allows a blind run."""
    rules = new.rules
    level = dice.randint(rules.first_level, rules.levels)
    lives, stars = dice.randint(1, rules.max_lives), dice.randint(0, rules.max_stars)
    state = attrs.evolve(new, level=level, lives=lives, stars=stars)
    if not rules.is_full_stack or rules.starts_blind:
        return state
    if dice.random() < 0.3:
        return attrs.evolve(state, phase=Phase.WON, level=rules.levels)
    return attrs.evolve(state, blind=dice.random() < 0.5)


def _tables(tables: Tables | None, games: int) -> Iterator[tm.Rules]:
    if isinstance(tables, tm.Rules):
        yield from [tables] * games
    elif tables is not None:
        yield from _drawn(tables_of(tables), games)
    else:
        for number in range(games):
            yield _table(Random(f"table {number}"), number)  # noqa: S311


def _drawn(tables: SearchStrategy[tm.Rules], games: int) -> list[tm.Rules]:
    """Return rules from a strategy, as many as requested if it has enough."""
    drawn: list[tm.Rules] = []

    @seed(0)
    @settings(
        max_examples=games,
        database=None,
        deadline=None,
        phases=[Stage.generate],
        suppress_health_check=EVERY_CHECK,
    )
    @given(tables)
    def draw(table: tm.Rules) -> None:
        drawn.append(table)

    draw()
    return drawn[:games]


# Every kind of stack is repeated after a few games.
_STACKS: list[Sequence[Stack]] = [SMALL, ALONE, (FULL,), SMALL, ALONE, ALONE, (FIVE, FULL)]


def _table(dice: Random, number: int) -> tm.Rules:
    """Return the rules of a game by its number."""
    stack = dice.choice(_STACKS[number % len(_STACKS)])
    own = stack not in (FIVE, FULL)
    players = dice.choice([2, 2, 3, 3, 4, 5, 1] if own else [2, 3, 4])
    limits = box_limits(players) if dice.random() < 0.5 else dice.choice(LIMITS)
    variant = Variant(
        blind_penalty=dice.choice([*tm.BlindPenalty]),
        mistake_penalty=dice.choice([*tm.MistakePenalty]),
        auto_refocus=dice.random() < 0.6,
        with_stars=dice.random() < 0.85,
        starts_blind=dice.random() < 0.3,
    )
    table = table_for(stack, players, limits, variant)
    return own_ways(table, dice.choice(CHARTS), dice.choice(SPARE_CARDS)) if own else table


class _Writer:
    """Writes a script with random choices, in one style."""

    def __init__(self, dice: Random, style: Style, *, askers: bool) -> None:
        self.dice = dice
        self.style = style
        self.askers = askers

    def script(self, start: tm.GameState, most: int) -> Script:
        """Return a game of at most this many requests, plus some possibly illegal ones."""
        state, requests = start, list[Request]()
        while goes_on(state) and len(requests) < most:
            requests.append(self._request(state))
            state = after(state, requests[-1])
        if self.style.questions:
            requests += [self._question(state) for _ in range(QUESTIONS_AT_THE_END)]
        return Script(start, tuple(requests))

    def _request(self, state: tm.GameState) -> Request:
        often = 0.6 if state.agreed and self.style.questions else self.style.questions
        if self.dice.random() < often:
            return self._question(state)
        straight = 1 - self.style.detours
        if self.dice.random() < (self.style.hurry if state.phase is Phase.PLAYING else straight):
            return Request(quick_action(state))
        return Request(legal_action(state, self._digits()))

    def _question(self, state: tm.GameState) -> Request:
        action = any_action(state, self._digits())
        if not self.askers or self.dice.random() < 0.7:
            return Request(action)
        return Request(action, self.dice.choice([*range(state.players), None]))

    def _digits(self) -> Digits:
        return Digits(self.dice.getrandbits(BITS))
