"""Law 12: what an event says to a seat is no more than the change that the seat sees.

Two games get one action each; only the deck of a deal may differ. Where a seat's views are equal
before and after it, the events of the step must be equal for that seat too. Law 9 alone would
pass a `redact` that hides nothing, since the two games then part at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from claims import claim
from views.leaks import Twins, some_twins
from views.leaky import OPEN_HANDED, Redact

Told = tuple[tuple[Any, ...], tuple[Any, ...]]


def told_of_equal_views(twins: Twins, redact: Redact = tm.redact) -> Iterator[Told]:
    """The redacted events of each step before and after which the viewer sees the same in both."""
    one = other = twins.start
    for action, its_twin in zip(twins.one, twins.other, strict=True):
        if not tm.is_legal(other, its_twin):
            return
        step, its_step = tm.apply(one, action), tm.apply(other, its_twin)
        one, other = step.state, its_step.state
        if tm.view(one, twins.viewer) != tm.view(other, twins.viewer):
            return
        yield (
            tuple([redact(event, twins.viewer) for event in step.events]),
            tuple([redact(event, twins.viewer) for event in its_step.events]),
        )


@given(st.integers(0, 2**32))
@claim("contributing.md", "Add an event")
def test_law_12_what_is_told_tells_nothing_more(number: int) -> None:
    for told, its_told in told_of_equal_views(some_twins(Random(number))):
        assert told == its_told


@pytest.fixture(scope="module")
def many_twins() -> list[Twins]:
    return [some_twins(Random(f"law 12 {number}")) for number in range(200)]


def test_the_compared_events_hide_something(many_twins: list[Twins]) -> None:
    """Else the law would hold of games that are the same."""
    hidden = Counter[type[Any]]()
    for twins in many_twins:
        for told, its_told in told_of_equal_views(twins, lambda event, seat: event):
            hidden.update(
                type(event) for event, twin in zip(told, its_told, strict=True) if event != twin
            )
    assert hidden[tm.LevelDealt] >= 50
    assert hidden[tm.CardPlayed] >= 10


@pytest.mark.parametrize("fault", OPEN_HANDED)
def test_a_redact_that_shows_too_much_is_found(fault: str, many_twins: list[Twins]) -> None:
    redact = OPEN_HANDED[fault]
    assert any(
        told != its_told
        for twins in many_twins
        for told, its_told in told_of_equal_views(twins, redact)
    )
