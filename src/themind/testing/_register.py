"""What hypothesis is told when it is imported: how to make the values of `themind`.

So `st.from_type(themind.GameState)` works for those who never import the kit. Each strategy is
made when it is first asked for, so that the plugin costs little.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import themind as tm


def register() -> None:
    """Register a strategy for each class of value, action and event."""
    for kind in _KINDS:
        st.register_type_strategy(kind, _strategy_of)


def _strategy_of(kind: type[Any]) -> SearchStrategy[Any]:
    by_kind: Callable[[type[Any]], SearchStrategy[Any]]
    by_kind = import_module("themind.testing._by_kind").strategy_of
    return by_kind(kind)


_NAMES = """
    AsideCard Entry GameState Illegality Outcome PlayedCard Record Rules SeatView SeenCard

    AgreeToStar Begin CompleteLevel ContinueBlind Deal DeclineStar Gather Play PlayTogether
    ProposeStar Ready Refocus Reveal Star Unready

    BlindStarted CardPlayed CardVoid DealGathered GameLost GameWon HandDealt HandsEmptied
    HiddenCardPlayed LevelCleared LevelCompleted LevelDealt MistakeMade PileRevealed PlayPaused
    PlayStarted RefocusCalled RewardForfeited RewardTaken SeatReady SeatUnready StarAgreed
    StarDeclined StarLapsed StarProposed StarThrown
"""
_KINDS = [getattr(tm, name) for name in _NAMES.split()]
