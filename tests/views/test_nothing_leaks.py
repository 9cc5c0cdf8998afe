"""Law 9: what a seat is shown tells nothing of what is hidden from it; and the check can fail."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from claims import claim
from views.leaks import Library, Moment, Twins, check_nothing_leaks, some_twins
from views.leaky import LEAKS, refusing, showing, viewing

pytestmark = pytest.mark.unmeasured

REAL = Library()


@given(st.integers(0, 2**32))
@claim("explanation/what-a-view-shows.md", "Other leaks")
def test_law_9_nothing_leaks(number: int) -> None:
    check_nothing_leaks(some_twins(Random(number)), REAL)


@pytest.fixture(scope="module")
def many_twins() -> list[Twins]:
    return [some_twins(Random(f"twins {number}")) for number in range(200)]


def test_the_twins_differ_in_what_is_hidden(many_twins: list[Twins]) -> None:
    """Else law 9 would compare games that are the same: they are not in nine of ten pairs."""
    hidden = Counter[Any]()
    differing = 0
    for twins in many_twins:
        moments = [moment for moment in twins.moments() if moment.differ]
        differing += bool(moments)
        hidden.update((moment.one.blind, moment.one.phase) for moment in moments)
    assert differing > 0.7 * len(many_twins)
    assert min(hidden[False, phase] for phase in HIDING) >= 3, hidden
    assert min(hidden[True, phase] for phase in HIDING_BLIND) >= 3, hidden


HIDING = (tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.LOST)
HIDING_BLIND = (tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.REVEALING)


def test_twins_begin_alike_and_are_dealt_the_same_hand(many_twins: list[Twins]) -> None:
    for twins in many_twins:
        first: Moment = next(twins.moments())
        assert first.one == first.other == twins.start
        if twins.viewer is not None:
            for moment in twins.moments():
                hands = [state.hands[twins.viewer] for state in moment]
                assert hands[0] == hands[1]


@pytest.mark.parametrize("leak", LEAKS)
def test_the_check_finds(leak: str, many_twins: list[Twins]) -> None:
    """The code broken on purpose: the check says what it is that tells."""
    what, library = LEAKS[leak]
    with pytest.raises(AssertionError, match=f"the {what} tells of what is hidden"):
        hold(library, many_twins)


def hold(library: Library, many: list[Twins]) -> None:
    for twins in many:
        check_nothing_leaks(twins, library)


def test_an_event_that_shows_a_hidden_card_leaves_no_twins(many_twins: list[Twins]) -> None:
    """Told too much, a seat can tell the games apart: the twins part before they are compared."""
    blind = [twins for twins in many_twins if twins.start.blind]

    def unveiled(event: tm.Event, seat: int | None) -> Any:
        return event

    assert any(moment.differ for twins in blind for moment in twins.moments())
    assert not any(moment.differ for twins in blind for moment in twins.moments(unveiled))


def test_showing_nothing_else_is_found_to_be_sound(many_twins: list[Twins]) -> None:
    """What the broken ones are built on is not what is found."""
    for library in (showing(), viewing(), refusing(lambda state, action, by: None)):
        hold(library, many_twins[:8])
