"""Numbers that no float holds and no text tells, and survivals that make no sense."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import themind as tm
from themind import odds
from wording import about

HUGE = 10**400  # larger than any float
UNPRINTABLE = 10**5000  # and too long for a text
START = tm.new_game(tm.Rules(players=2, levels=2, lives=2, stars=0, cards=4))
SEEN = tm.view(tm.deal(START, (2, 3, 1, 4)).state, seat=0)


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


def silence(seconds: Any, survival: Any = 1.0) -> float:
    return odds.chance_lowest_after_silence(SEEN, seconds, lambda gap, silence: survival)


@pytest.mark.parametrize("number", [HUGE, UNPRINTABLE], ids=["huge", "unprintable"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda number: odds.chance_holds(SEEN, number, 3),
        lambda number: odds.chance_holds(SEEN, 1, number),
        lambda number: odds.chance_none_between(SEEN, number, 1),
        lambda number: odds.chance_none_between(SEEN, 1, -number),
        silence,
        lambda number: silence(-number),
        lambda number: silence(1.0, number),
        lambda number: odds.sample_hands(SEEN, number),
    ],
)
def test_a_number_without_sense_is_refused(ask: Callable[[int], Any], number: int) -> None:
    with pytest.raises(tm.InvalidArgument) as refused:
        ask(number)
    assert len(str(refused.value)) < 200


def test_the_ends_need_not_be_cards() -> None:
    assert odds.chance_none_between(SEEN, -UNPRINTABLE, UNPRINTABLE) == 0


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: odds.chance_holds(SEEN, [UNPRINTABLE], 3), "seat"),
        (lambda: odds.chance_holds(SEEN, 0, Unspeakable()), "card"),
        (lambda: odds.chance_holds(SEEN, 0, "x" * 1000), "card"),
        (lambda: silence("1"), "silence"),
        (lambda: silence(1.0, "a"), "survival"),
    ],
)
def test_another_type_is_told(ask: Callable[[], Any], told: str) -> None:
    with pytest.raises(TypeError, match=about(told)) as refused:
        ask()
    assert len(str(refused.value)) < 300


def test_a_survival_may_be_a_fraction() -> None:
    assert silence(1, Fraction(1, 2)) == pytest.approx(2 / 3)
