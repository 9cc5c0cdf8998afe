"""Positions set up by hand, and what every refusal must be like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import pytest

import themind as tm

NEAR_STANDARD = {"players": 2, "levels": 12, "lives": 2, "stars": 1}


def laid(*cards: tuple[int, int]) -> tuple[tm.PlayedCard, ...]:
    """A pile of (seat, card) pairs."""
    return tuple(tm.PlayedCard(seat, card) for seat, card in cards)


def skipped(*cards: tuple[int, int]) -> tuple[tm.AsideCard, ...]:
    """Cards that a mistake set aside, as (seat, card) pairs."""
    return tuple(tm.AsideCard(seat, card, tm.AsideReason.SKIPPED) for seat, card in cards)


def thrown(*cards: tuple[int, int]) -> tuple[tm.AsideCard, ...]:
    """Cards that a star set aside, as (seat, card) pairs."""
    return tuple(tm.AsideCard(seat, card, tm.AsideReason.STAR) for seat, card in cards)


def table(*hands: Sequence[int], **fields: Any) -> tm.GameState:
    """A standard table at play in level 3 with 2 lives and a star, unless fields say otherwise."""
    rules = fields.get("rules") or tm.Rules.standard(players=len(hands))
    usual: dict[str, Any] = {"phase": tm.Phase.PLAYING, "level": 3, "lives": 2, "stars": 1}
    return tm.GameState(
        **usual | {"rules": rules, "hands": tuple(map(tuple, hands))} | fields,
    )


def rules_of(**fields: Any) -> tm.Rules:
    """The rules of two players, with some fields of another kind."""
    return tm.Rules(**NEAR_STANDARD | fields)


def changed(state: tm.GameState, **fields: Any) -> tm.GameState:
    """The state with other fields, if that is one that can be."""
    return attrs.evolve(state, **fields)


def tampered(value: Any, **fields: Any) -> Any:
    """A value, some of whose fields were changed behind its back."""
    for name, field in fields.items():
        object.__setattr__(value, name, field)
    return value


def after(state: tm.GameState, actions: Iterable[tm.Action]) -> tm.GameState:
    """The state after some actions."""
    for action in actions:
        state = tm.apply(state, action).state
    return state


By = int | tm.Host | None


def assert_refused(
    state: tm.GameState,
    action: tm.Action,
    code: str,
    rule: str,
    *,
    detail: str | None = None,
    by: By = tm.HOST,
) -> None:
    """An action is refused with this code by this rule, by each function, and changes nothing."""
    before = attrs.evolve(state)
    detail = state.phase.name if code == "WRONG_PHASE" else detail
    expected = tm.Illegality(tm.IllegalCode(code), rule, action, detail)
    assert tm.check(state, action, by=by) == expected
    assert tm.is_legal(state, action, by=by) is False
    with pytest.raises(tm.IllegalAction) as refused:
        tm.apply(state, action, by=by)
    assert refused.value.illegality == expected
    assert state == before


def assert_allowed(state: tm.GameState, action: tm.Action, *, by: By = tm.HOST) -> None:
    """An action is legal, whichever function says so."""
    assert tm.check(state, action, by=by) is None
    assert tm.is_legal(state, action, by=by) is True
    assert tm.apply(state, action, by=by).state != state
