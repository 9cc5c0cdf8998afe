"""Strategies for actions: the legal actions of a state, and any actions that can be requested."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import themind as tm
from themind._model.state import require_state
from themind.testing._choices import goes_on, legal_action
from themind.testing._questions import any_action
from themind.testing._tables import drawn_deck


class Drawn:
    """Choices that Hypothesis draws, and shrinks one by one."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def below(self, base: int) -> int:
        """Draw a number from 0 to `base` - 1."""
        return self.draw(st.integers(0, base - 1)) if base > 1 else 0


def actions(state: tm.GameState) -> SearchStrategy[tm.Action]:
    """Generate legal actions of a state; if the game is over, nothing can be drawn.

    Plays in the right order are drawn more often than others, so that games advance. Plays and
    agreements come with and without their guard. They shrink to the action that advances the game.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given, strategies as st
        >>> from themind import testing
        >>> @given(st.data(), testing.states(phases=[tm.Phase.PLAYING]))
        ... def test_legal_actions_are_accepted(data, state):
        ...     assert tm.is_legal(state, data.draw(testing.actions(state)))
        >>> test_legal_actions_are_accepted()
    """
    return _legal(state) if goes_on(require_state(state)) else st.nothing()


@st.composite
def _legal(draw: DrawFn, state: tm.GameState) -> tm.Action:
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(drawn_deck(draw, state.rules, state.level))
    return legal_action(state, Drawn(draw))


def any_actions(state: tm.GameState) -> SearchStrategy[tm.Action]:
    """Generate actions that can be requested, legal or not.

    They include seats that do not exist, cards that no seat holds, stale guards, invalid decks and
    actions of another phase: with `seats` and `HOST` for `by`, every illegal code occurs.

    Example:
        >>> import themind as tm
        >>> from hypothesis import given, strategies as st
        >>> from themind import testing
        >>> @given(st.data(), testing.states())
        ... def test_a_refusal_names_a_rule(data, state):
        ...     refused = tm.check(state, data.draw(testing.any_actions(state)))
        ...     assert refused is None or refused.rule
        >>> test_a_refusal_names_a_rule()
    """
    return _asked(require_state(state))


@st.composite
def _asked(draw: DrawFn, state: tm.GameState) -> tm.Action:
    if draw(_RARELY):
        return draw(_anything(state.players, state.rules.cards))
    return any_action(state, Drawn(draw))


_RARELY = st.sampled_from([False] * 6 + [True])


@cache
def _anything(players: int, cards: int) -> SearchStrategy[tm.Action]:
    """Return an action for rules of this size, regardless of the position."""
    seat = st.integers(-1, players)
    plays = st.builds(tm.Play, seat, st.none() | st.integers(0, cards + 1))
    together = st.builds(tm.PlayTogether, st.lists(plays, min_size=1, max_size=4))
    table = [tm.Begin(), tm.Reveal(), tm.CompleteLevel(), tm.ContinueBlind(), tm.Gather()]
    kinds = (tm.Ready, tm.Unready, tm.Refocus, tm.ProposeStar, tm.AgreeToStar, tm.DeclineStar)
    signals = [st.builds(kind, seat) for kind in kinds]
    deck = st.lists(st.integers(0, cards + 1), max_size=2 * players)
    star = st.builds(tm.Star, st.frozensets(seat, max_size=players))
    return st.one_of(
        st.sampled_from(table), *signals, plays, together, star, st.builds(tm.Deal, deck)
    )
