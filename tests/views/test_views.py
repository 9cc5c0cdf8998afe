"""What a view shows of a state, field by field."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from positions import laid, skipped, table, thrown

FIELDS = (
    "seat",
    "rules",
    "phase",
    "level",
    "lives",
    "stars",
    "hand",
    "hand_sizes",
    "pile",
    "aside",
    "blind",
    "attempt",
    "ready",
    "agreed",
)
OPEN = table(
    (40, 80),
    (66,),
    level=4,
    pile=laid((0, 5), (1, 30)),
    aside=(*thrown((0, 3)), *skipped((1, 20))),
    agreed={1},
)
BLIND = table(
    (60, 62),
    (71,),
    level=3,
    pile=laid((0, 31), (1, 9)),
    aside=thrown((1, 4)),
    blind=True,
    attempt=1,
)


@pytest.mark.parametrize(
    "state", [OPEN, BLIND, attrs.evolve(OPEN, phase=tm.Phase.FOCUSING, agreed=(), ready={0})]
)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_lies_open_is_shown_as_it_is(state: tm.GameState, seat: int | None) -> None:
    seen = tm.view(state, seat)
    assert seen.seat == seat
    assert seen.hand_sizes == (2, 1)
    for name in set(FIELDS) - {"seat", "hand", "hand_sizes", "pile"}:
        assert getattr(seen, name) is getattr(state, name)


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    assert [tm.view(OPEN, seat).hand for seat in (0, 1, None)] == [(40, 80), (66,), ()]
    assert tm.view(OPEN) == tm.view(OPEN, None) == tm.view(OPEN, seat=None)


def test_a_view_needs_no_more_than_a_state_does() -> None:
    """What a state may leave out when it is made by hand, a view may too."""
    fresh = table((40,), (66,))
    seen = tm.view(fresh, 0)
    shown = {name: getattr(seen, name) for name in FIELDS[:8]}
    assert tm.SeatView(**shown) == seen


@claim("explanation/what-a-view-shows.md")
def test_there_is_no_place_for_another_hand() -> None:
    """A view is a type of its own, with these fields and no room for more."""
    assert tuple(field.name for field in attrs.fields(tm.SeatView)) == FIELDS
    assert not isinstance(tm.view(OPEN, 0), tm.GameState)
    with pytest.raises(AttributeError):
        object.__setattr__(tm.view(OPEN, 0), "hands", OPEN.hands)


@pytest.mark.rule("LVL-6")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_pile_of_an_open_level_is_open(seat: int | None) -> None:
    seen = tm.view(OPEN, seat)
    assert seen.pile == (tm.SeenCard(0, 5), tm.SeenCard(1, 30))
    assert (seen.top, seen.middle) == (30, (3, 5, 20, 30))


@pytest.mark.rule("BLD-2")
@pytest.mark.parametrize(
    ("seat", "cards", "top"), [(None, (None, None), None), (0, (31, None), None), (1, (None, 9), 9)]
)
def test_a_blind_pile_shows_each_seat_its_own(
    seat: int | None, cards: tuple[int | None, ...], top: int | None
) -> None:
    seen = tm.view(BLIND, seat)
    assert [laid.card for laid in seen.pile] == list(cards)
    assert [laid.seat for laid in seen.pile] == [0, 1]
    assert (seen.top, seen.middle) == (top, None)


@pytest.mark.rule("BLD-4", "BLD-6")
@pytest.mark.parametrize(
    ("phase", "lives", "is_open"),
    [(tm.Phase.REVEALING, 2, False), (tm.Phase.CLEARED, 1, True), (tm.Phase.LOST, 0, True)],
)
def test_a_blind_pile_lies_open_from_the_reveal(phase: tm.Phase, lives: int, is_open: bool) -> None:
    state = attrs.evolve(BLIND, hands=((), ()), phase=phase, lives=lives)
    for seat in (None, 0, 1):
        seen = tm.view(state, seat)
        shown = [laid.card for laid in seen.pile]
        assert (shown == [31, 9]) is is_open
        assert seen.middle == ((4, 9, 31) if is_open else None)


@pytest.mark.rule("TALK-1")
def test_what_a_viewer_has_not_seen() -> None:
    deck = set(range(1, 101))
    assert set(tm.view(OPEN, 0).unseen) == deck - {40, 80, 5, 30, 3, 20}
    assert set(tm.view(OPEN, 1).unseen) == deck - {66, 5, 30, 3, 20}
    assert set(tm.view(OPEN).unseen) == deck - {5, 30, 3, 20}
    assert set(tm.view(BLIND, 0).unseen) == deck - {60, 62, 31, 4}
    assert set(tm.view(BLIND, 1).unseen) == deck - {71, 9, 4}
    assert set(tm.view(BLIND).unseen) == deck - {4}
    assert tm.view(OPEN, 1).unseen == tuple(sorted(tm.view(OPEN, 1).unseen))
    new = tm.new_game(tm.Rules(players=1, levels=1, lives=1, stars=0, cards=3))
    assert tm.view(new, 0).unseen == (1, 2, 3)


@pytest.mark.parametrize("state", [None, tm.view(OPEN, 0), tm.Rules.standard(2), tm.GameState])
def test_a_view_is_of_a_state(state: Any) -> None:
    with pytest.raises(TypeError, match="GameState"):
        tm.view(state, 0)


@pytest.mark.parametrize(
    ("seat", "error"),
    [
        (2, tm.InvalidArgument),
        (-1, tm.InvalidArgument),
        (10**30, tm.InvalidArgument),
        (True, TypeError),
        (1.0, TypeError),
        ("1", TypeError),
        ([0], TypeError),
    ],
)
def test_a_viewer_is_a_seat_of_the_table_or_none(seat: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        tm.view(OPEN, seat)
