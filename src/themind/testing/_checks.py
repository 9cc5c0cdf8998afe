"""Checks for what others build: a state of theirs, a referee of theirs, a client of theirs."""

from __future__ import annotations

import attrs

import themind as tm


def assert_possible(state: tm.GameState) -> None:
    """Raise AssertionError for a state that no game can be in, with all that is wrong with it.

    Holds to the gate what a store, a codec or transitions of one's own give back.

    >>> import themind as tm
    >>> from themind import testing
    >>> testing.assert_possible(tm.new_game(tm.Rules.standard(players=2)))
    """
    if state.__class__ is not tm.GameState:
        raise AssertionError(f"a {type(state).__name__} is no GameState")
    fields = {field.name: getattr(state, field.name) for field in attrs.fields(tm.GameState)}
    try:
        tm.GameState(**fields)
    except tm.InvalidState as error:
        raise AssertionError(f"no game can be in this state: {error}") from None
