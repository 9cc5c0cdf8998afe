"""The gate of views, and what can follow one, held to what trying every state says."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from private.behind import moments_behind, small_state, states_behind
from private.changes import changed, some_event
from views.games import some_action, viewers

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

dice_numbers = st.integers(0, 2**32)


def judged(view: tm.SeatView) -> bool:
    """Whether the gate takes a view."""
    try:
        return attrs.evolve(view) == view
    except tm.InvalidState:
        return False


def follows(view: tm.SeatView, event: tm.SeatEvent) -> bool:
    """Whether a view takes an event."""
    try:
        tm.evolve_view(view, event)
    except tm.InvalidEvent:
        return False
    return True


def told_by(state: tm.GameState, event: tm.SeatEvent, seat: int | None) -> bool:
    """Whether a state can be followed by what a viewer would know as this event."""
    whole = whole_event(state, event, seat)
    if whole is None or tm.redact(whole, seat) != event:
        return False
    try:
        tm.evolve(state, whole)
    except tm.InvalidEvent:
        return False
    return True


def whole_event(state: tm.GameState, event: tm.SeatEvent, seat: int | None) -> tm.Event | None:
    """What happened, if the state is this one: one event that redacts to the one that was told."""
    if isinstance(event, tm.HiddenCardPlayed):
        there = 0 <= event.seat < state.players and state.hands[event.seat]
        return tm.CardPlayed(event.seat, state.hands[event.seat][0], True) if there else None
    if isinstance(event, tm.HandDealt):
        rest = iter([card for card in range(1, state.rules.cards + 1) if card not in event.hand])
        hands = [
            event.hand if owner == seat else tuple(next(rest, 0) for _ in range(size))
            for owner, size in enumerate(event.hand_sizes)
        ]
        return tm.LevelDealt(event.level, tuple(hands))
    return event


def some_view(dice: Random, state: tm.GameState) -> tm.SeatView:
    return tm.view(state, dice.choice(viewers(state)))


def between(dice: Random, state: tm.GameState) -> tm.SeatView:
    """A view at some moment of the next step, a mistake not yet told for one."""
    seen = some_view(dice, state)
    action = rash(dice, state) or some_action(dice, state, care=0.3)
    events = tm.apply(state, action).events if action else ()
    for event in events[: dice.randint(0, 2)]:
        seen = tm.evolve_view(seen, tm.redact(event, seen.seat))
    return seen


def rash(dice: Random, state: tm.GameState) -> tm.Action | None:
    """A play of any seat, more often than not."""
    plays = [action for action in tm.legal_actions(state) if isinstance(action, tm.Play)]
    return dice.choice(plays) if plays and dice.random() < 0.7 else None


@given(dice_numbers)
def test_the_gate_takes_just_the_views_that_a_state_lies_behind(number: int) -> None:
    dice = Random(number)
    state = small_state(dice)
    for _ in range(6):
        view = changed(dice, some_view(dice, state))
        assert judged(view) is (next(states_behind(view), None) is not None)


@given(dice_numbers)
def test_a_view_takes_just_the_events_that_a_state_behind_it_takes(number: int) -> None:
    dice = Random(number)
    view = between(dice, small_state(dice))
    behind = list(moments_behind(view))
    for _ in range(25):
        event = some_event(dice, view)
        possible = any(told_by(state, event, view.seat) for state in behind)
        assert follows(view, event) is possible


def test_both_answers_are_given_often() -> None:
    """Else the tests above would compare no with no."""
    dice = Random("often")
    states = [small_state(dice) for _ in range(1_500)]
    views = [changed(dice, some_view(dice, state)) for state in states]
    assert 150 < sum(map(judged, views)) < 1_350
    seen = [between(dice, state) for state in states]
    told = [(view, some_event(dice, view)) for view in seen for _ in range(20)]
    taken = Counter(type(event).__name__ for view, event in told if follows(view, event))
    refused = Counter(type(event).__name__ for view, event in told if not follows(view, event))
    often = ("HandDealt", "CardPlayed", "MistakeMade", "StarThrown", "PileRevealed")
    assert all(taken[name] >= 3 and refused[name] >= 3 for name in often), (taken, refused)
