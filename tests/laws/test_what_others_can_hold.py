"""What a viewer can tell of others' hands from what they have laid."""

from __future__ import annotations

import pytest

import themind as tm

AFTER_A_STAR = tm.SeatView(
    seat=0,
    rules=tm.Rules.standard(players=2),
    phase=tm.Phase.PLAYING,
    level=3,
    lives=2,
    stars=1,
    hand=(60, 70),
    hand_sizes=(2, 2),
    aside=(tm.AsideCard(0, 10, tm.AsideReason.STAR), tm.AsideCard(1, 50, tm.AsideReason.STAR)),
)


def test_who_threw_a_card_holds_none_below_it() -> None:
    thrown = tm.evolve_view(AFTER_A_STAR, tm.StarThrown((60, 55), stars=0))
    assert thrown.hand_sizes == (1, 1)
    with pytest.raises(tm.InvalidEvent):
        tm.evolve_view(AFTER_A_STAR, tm.StarThrown((60, 30), stars=0))


def test_who_threw_a_card_plays_none_below_it() -> None:
    assert tm.evolve_view(AFTER_A_STAR, tm.CardPlayed(1, 55, face_down=False)).top == 55
    with pytest.raises(tm.InvalidEvent):
        tm.evolve_view(AFTER_A_STAR, tm.CardPlayed(1, 30, face_down=False))
