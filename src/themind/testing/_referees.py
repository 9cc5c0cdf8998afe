"""Compare a referee with this library over generated games."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import themind as tm
from themind.testing._arguments import require_functions
from themind.testing._diff import differences
from themind.testing._drafts import scripts
from themind.testing._scripts import Asker, Difference, Request, Script
from themind.testing._shrinking import Freedom, first_difference
from themind.testing._tables import Tables

Game = TypeVar("Game")


class ApplyBy(Protocol[Game]):
    """A function like `themind.apply`, which takes an action and the seat that requests it."""

    def __call__(self, game: Game, action: tm.Action, /, *, by: Asker) -> Game | None:
        """Return the game after the action, or None if it is illegal."""


def check_referee(
    new_game: Callable[[tm.Rules], Game],
    apply: Callable[[Game, tm.Action], Game | None] | ApplyBy[Game],
    *,
    shown: Callable[[Game], object] | None = None,
    rules: Tables | None = None,
    games: int = 500,
) -> None:
    """Compare another referee with this library over generated games.

    Every run plays the same games. They reach every phase, event and illegal code, the last levels
    and the blind run.

    Args:
        new_game: Sets up a game from rules, before the first deal.
        apply: Applies an action and returns the game after it, which can be the same object. For
            an illegal action it returns None or raises `IllegalAction` with the code of this
            library. If it has a parameter `by`, it also gets requests of seats and spectators
            (LVL-11).
        shown: Turns a game into a `GameState`, or into a mapping of any of its fields by name:
            lists for tuples, strings for enums, `[seat, card]` and `[seat, card, reason]` for
            cards on the table, or the documents of the codec. By default the game must be such a
            value.
        rules: The rules of every game, or a strategy for them; all kinds by default.
        games: The number of games.

    Raises:
        AssertionError: The referees differ. The message shows the shortest game found. An
            exception of the referee also counts as a difference.
        InvalidArgument: `games` is not at least 1.
        TypeError: An argument has a wrong type, or a position has any other form.

    Example:
        >>> import themind as tm
        >>> from themind import testing
        >>> def lenient(state, action):
        ...     if isinstance(action, tm.Play):
        ...         action = tm.Play(action.seat)  # ignores the guard
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
        ours rejects it: NOT_HELD (LVL-6)
        theirs accepts it
    """
    require_functions(new_game=new_game, apply=apply, shown=shown)
    asks_by = _takes_by(apply)
    theirs = _Theirs(new_game, apply, shown, asks_by=asks_by)
    drafts = scripts(rules, games, questions=True, askers=asks_by)
    freedom = Freedom.TABLES if rules is None else Freedom.NONE
    found = first_difference(drafts, theirs.difference, freedom)
    if found:
        script, difference = found
        head = "the referees differ after this game, the shortest found:"
        raise AssertionError("\n".join([head, str(script), *difference.lines]))


def _takes_by(apply: Callable[..., object]) -> bool:
    try:
        return "by" in inspect.signature(apply).parameters
    except (TypeError, ValueError):  # some callables in C have no signature
        return False


class _Theirs:
    """The other referee, with its functions."""

    def __init__(
        self,
        new_game: Callable[[tm.Rules], Any],
        apply: Callable[..., Any],
        shown: Callable[[Any], object] | None,
        *,
        asks_by: bool,
    ) -> None:
        self.new_game = new_game
        self.apply = apply
        self.shown = shown
        self.asks_by = asks_by

    def difference(self, script: Script) -> Difference | None:
        """Play a script on both sides up to the first difference."""
        ours = script.start
        try:
            theirs = self.new_game(ours.rules)
        except Exception as error:  # noqa: BLE001 - any exception of theirs is a difference
            return Difference(-1, _raised(error))
        lines = self._differences(ours, theirs)
        if lines:
            return Difference(-1, lines)
        for place, request in enumerate(script.requests):
            refused = tm.check(ours, request.action, by=request.by)
            try:
                theirs, lines = _answer(refused, theirs, self._asked(theirs, request))
            except tm.IllegalAction as error:
                lines = _codes(refused, error.illegality)
            except Exception as error:  # noqa: BLE001 - as above
                lines = _raised(error)
            ours = ours if refused else tm.apply(ours, request.action).state
            lines = lines or self._differences(ours, theirs)
            if lines:
                return Difference(place, lines)
        return None

    def _asked(self, theirs: Any, request: Request) -> Any:
        if self.asks_by:
            return self.apply(theirs, request.action, by=request.by)
        return self.apply(theirs, request.action)

    def _differences(self, ours: tm.GameState, theirs: Any) -> tuple[str, ...]:
        if self.shown is not None:
            try:
                theirs = self.shown(theirs)
            except Exception as error:  # noqa: BLE001 - as above
                return _raised(error)
        return tuple(differences(ours, theirs))


def _raised(error: Exception) -> tuple[str, ...]:
    return (f"theirs raises {type(error).__name__}: {error}",)


def _answer(refused: tm.Illegality | None, before: Any, after: Any) -> tuple[Any, tuple[str, ...]]:
    """Return their next game, and the difference if only one side rejects the action."""
    if (after is None) is (refused is not None):
        return (before if after is None else after), ()
    theirs = "theirs rejects it" if after is None else "theirs accepts it"
    return before, (_ours(refused), theirs)


def _codes(refused: tm.Illegality | None, theirs: tm.Illegality) -> tuple[str, ...]:
    if refused and refused.code is theirs.code:
        return ()
    return (_ours(refused), f"theirs rejects it: {theirs.code}")


def _ours(refused: tm.Illegality | None) -> str:
    return f"ours rejects it: {refused.code} ({refused.rule})" if refused else "ours accepts it"
