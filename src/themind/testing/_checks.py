"""A check for states that come from other code."""

from __future__ import annotations

import attrs

import themind as tm


def assert_possible(state: tm.GameState) -> None:
    """Raise AssertionError for a state that no game can reach; the message lists every fault.

    Use it to validate the results of a store, a codec or other code that creates states.

    Example:
        >>> import themind as tm
        >>> from themind import testing
        >>> testing.assert_possible(tm.new_game(tm.Rules.standard(players=2)))
    """
    if state.__class__ is not tm.GameState:
        raise AssertionError(f"state must be a GameState, got {type(state).__name__}")
    fields = {field.name: getattr(state, field.name) for field in attrs.fields(tm.GameState)}
    try:
        tm.GameState(**fields)
    except tm.InvalidState as error:
        raise AssertionError(f"state must be possible: {error}") from None
