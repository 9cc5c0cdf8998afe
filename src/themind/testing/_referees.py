"""Someone else's referee, held against ours over generated games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import themind as tm
from themind.testing._plain import differences
from themind.testing._scripts import Difference, Script, shortest_difference
from themind.testing._tables import Tables

Game = TypeVar("Game")


def check_referee(
    new_game: Callable[[tm.Rules], Game],
    apply: Callable[[Game, tm.Action], Game | None],
    *,
    shown: Callable[[Game], object] | None = None,
    rules: Tables | None = None,
    games: int = 500,
) -> None:
    """Compare a referee of someone else's with ours, over as many generated games.

    `new_game` sets up their game before the first deal. `apply` does what is asked for and
    returns their game, the same or another one, or refuses it with None or by raising
    `IllegalAction`, whose code must then be ours. `shown` turns their game into a `GameState` or a
    mapping of as many of its fields as they keep, by name: lists for tuples, strings for enums,
    `[seat, card]` and `[seat, card, reason]` for cards that lie, or what the codec makes of them.
    Without it their game is such a value itself.

    Raises AssertionError with the shortest game found in which the two differ; an exception of
    theirs is a difference too. Raises TypeError for a position that shows anything else.

    >>> import themind as tm
    >>> from themind import testing
    >>> def lenient(state, action):
    ...     if isinstance(action, tm.Play):
    ...         action = tm.Play(action.seat)  # forgets the guard
    ...     return tm.apply(state, action).state
    >>> duel = tm.Rules(players=2, levels=1, lives=2, stars=0)
    >>> testing.check_referee(tm.new_game, lenient, rules=duel)
    Traceback (most recent call last):
    ...
    AssertionError: the referees differ after this game, the shortest found:
      Rules(players=2, levels=1, lives=2, stars=0)
      1. Deal(deck=(...))
      2. Begin()
      3. Play(seat=0, card=...)
    ours refuses it: NOT_HELD (LVL-6)
    theirs does it
    """
    show = shown or _as_it_is
    found = shortest_difference(
        lambda script: _difference(script, new_game, apply, show),
        rules,
        games=games,
        refusals=True,
    )
    if found:
        script, difference = found
        head = "the referees differ after this game, the shortest found:"
        raise AssertionError("\n".join([head, str(script), *difference.lines]))


def _as_it_is(game: object) -> object:
    return game


def _difference(
    script: Script,
    new_game: Callable[[tm.Rules], Any],
    apply: Callable[[Any, tm.Action], Any],
    show: Callable[[Any], object],
) -> Difference | None:
    ours, theirs = tm.new_game(script.rules), new_game(script.rules)
    lines = tuple(differences(ours, show(theirs)))
    if lines:
        return Difference(-1, lines)
    for place, action in enumerate(script.actions):
        refused = tm.check(ours, action)
        try:
            theirs, lines = _answer(refused, theirs, apply(theirs, action))
        except tm.IllegalAction as error:
            lines = _codes(refused, error.illegality)
        except Exception as error:  # noqa: BLE001 - whatever theirs raises is a difference
            lines = (f"theirs raises {type(error).__name__}: {error}",)
        ours = ours if refused else tm.apply(ours, action).state
        lines = lines or tuple(differences(ours, show(theirs)))
        if lines:
            return Difference(place, lines)
    return None


def _answer(refused: tm.Illegality | None, before: Any, after: Any) -> tuple[Any, tuple[str, ...]]:
    """Their game from now on, and what differs where one side alone refuses."""
    if (after is None) is (refused is not None):
        return (before if after is None else after), ()
    theirs = "theirs refuses it" if after is None else "theirs does it"
    return before, (_ours(refused), theirs)


def _codes(refused: tm.Illegality | None, theirs: tm.Illegality) -> tuple[str, ...]:
    if refused and refused.code is theirs.code:
        return ()
    return (_ours(refused), f"theirs refuses it: {theirs.code}")


def _ours(refused: tm.Illegality | None) -> str:
    return f"ours refuses it: {refused.code} ({refused.rule})" if refused else "ours does it"
