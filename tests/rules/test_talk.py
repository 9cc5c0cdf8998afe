"""What people may say and show, as far as the library has a part in it: TALK-1 to TALK-3."""

from __future__ import annotations

import re

import attrs
import pytest

import themind as tm
from positions import laid, table

STATE = table((11, 44), (22, 55), (33,), pile=laid((2, 9)), lives=1)


@pytest.mark.rule("TALK-1")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_view_tells_nothing_of_other_hands(seat: int | None) -> None:
    """TALK-1: whatever the others hold, a view is the same, and so is all that it says."""
    hands = [(61, 62), (63, 64), (65,)]
    if seat is not None:
        hands[seat] = STATE.hands[seat]
    seen, same = tm.view(STATE, seat), tm.view(attrs.evolve(STATE, hands=tuple(hands)), seat)
    assert (seen, repr(seen), hash(seen)) == (same, repr(same), hash(same))
    shown = {int(number) for number in re.findall(r"\b[1-6]\d\b", repr(seen.hand))}
    assert shown == set(() if seat is None else STATE.hands[seat])


@pytest.mark.rule("TALK-1")
def test_a_refusal_tells_nothing_of_other_hands() -> None:
    """TALK-1: what is asked for another seat is refused alike, whatever that seat holds."""
    others = attrs.evolve(STATE, hands=(STATE.hands[0], (77,), ()))
    for action in (tm.Play(1), tm.Play(1, 22), tm.Play(2), tm.AgreeToStar(1), tm.Play(0, 22)):
        refused = tm.check(STATE, action, by=0)
        assert refused is not None
        assert refused == tm.check(others, action, by=0)
        assert str(refused) == str(tm.check(others, action, by=0))


@pytest.mark.rule("TALK-2")
def test_the_signals_of_the_game_are_actions() -> None:
    """TALK-2: hand on the table, "stop", raised hand, nod and no are there; nothing else is."""
    names = {kind.__name__ for kind in tm.SeatAction.__args__}
    assert names == {
        "Ready",
        "Unready",
        "Refocus",
        "Play",
        "ProposeStar",
        "AgreeToStar",
        "DeclineStar",
    }


@pytest.mark.rule("TALK-3")
def test_other_hands_are_numbers_of_cards() -> None:
    """TALK-3: a view shows how many cards the others hold, and no gaps between them."""
    seen = tm.view(STATE, seat=0)
    assert seen.hand == (11, 44)
    assert seen.hand_sizes == (2, 2, 1)
