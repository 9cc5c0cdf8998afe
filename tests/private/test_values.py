"""How values are compared where True is not 1."""

from __future__ import annotations

import pytest

import themind as tm
from themind._values import same


@pytest.mark.parametrize(
    ("value", "expected", "alike"),
    [
        (1, 1, True),
        (1, 2, False),
        (1, True, False),
        (1, 1.0, False),
        ((), (), True),
        ((1, (2,)), (1, (2,)), True),
        ((1, (2,)), (1, (2.0,)), False),
        ((1,), (1, 2), False),
        ((1, 2), (1,), False),
        ([1], (1,), False),
        (tm.PlayedCard(0, 5), tm.PlayedCard(0, 5), True),
        (tm.PlayedCard(0, 5), tm.PlayedCard(False, 5), False),
        (tm.PlayedCard(0, 5), tm.PlayedCard(0, 6), False),
        (tm.Play(1), tm.Play(1), True),
        (tm.Play(1), tm.Play(True), False),
        (tm.Begin(), tm.Begin(), True),
        (tm.Begin(), tm.Reveal(), False),
        (tm.Reward.STAR, "STAR", False),
    ],
)
def test_true_is_not_one(value: object, expected: object, alike: bool) -> None:
    """Events are compared with what can be by class too, all the way down."""
    assert same(value, expected) is alike
