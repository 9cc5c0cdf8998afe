"""The gate of views: each fault by its sentence, all at once, and nothing that breaks it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import themind as tm
from positions import laid, skipped, table, thrown
from themind import codec
from views.junk import ANYTHING
from wording import faulty_fields

STATE = table(
    (40, 80),
    (66,),
    level=4,
    pile=laid((0, 5), (1, 30)),
    aside=(*thrown((0, 3)), *skipped((1, 20))),
)
OPEN = tm.view(STATE, 0)
BLIND = tm.view(table((60,), (71,), pile=laid((0, 31), (1, 9)), blind=True), 0)


def faults_of(view: tm.SeatView, **fields: Any) -> tuple[str, ...]:
    """What the gate says of a view with other fields."""
    try:
        attrs.evolve(view, **fields)
    except tm.InvalidState as error:
        return error.faults
    return ()


def seen(*cards: tuple[int, int | None]) -> tuple[tm.SeenCard, ...]:
    return tuple(tm.SeenCard(seat, card) for seat, card in cards)


@pytest.mark.parametrize(
    ("view", "fields", "faults"),
    [
        (OPEN, {"seat": 2}, 2),
        (OPEN, {"seat": -1}, 2),
        (OPEN, {"seat": None}, 1),
        (OPEN, {"hand": (40,)}, 1),
        (OPEN, {"hand_sizes": (1, 1)}, 1),
        (OPEN, {"hand_sizes": (2,)}, 1),
        (OPEN, {"hand_sizes": (2, 1, 1)}, 1),
        (OPEN, {"hand_sizes": (2, 3)}, 1),
        (OPEN, {"hand": (80, 40)}, 1),
        (OPEN, {"hand": (30, 80)}, 1),
        (OPEN, {"hand": (29, 80)}, 1),
        (OPEN, {"lives": 0}, 1),
        (OPEN, {"lives": 6}, 1),
        (OPEN, {"pile": seen((0, 5), (1, None))}, 2),
        (BLIND, {"pile": seen((0, 31), (1, 9))}, 1),
        (BLIND, {"pile": seen((0, None))}, 1),
        (BLIND, {"aside": skipped((1, 20))}, 1),
    ],
)
def test_a_fault_is_named(view: tm.SeatView, fields: dict[str, Any], faults: int) -> None:
    assert len(faults_of(view, **fields)) == faults


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat", "0"),
        ("seat", True),
        ("hand", (40.0, 80)),
        ("hand_sizes", (2, -1)),
        ("hand_sizes", (2, True)),
        ("pile", laid((0, 5))),
        ("rules", None),
    ],
)
def test_a_field_of_a_wrong_type_is_named(field: str, value: Any) -> None:
    assert field in faulty_fields(faults_of(OPEN, **{field: value}))
    assert repr(value)[:30] in faults_of(OPEN, **{field: value})[0]


@pytest.mark.parametrize("view", [OPEN, BLIND, tm.view(STATE), tm.view(STATE, 1)])
def test_a_view_of_a_state_is_faultless(view: tm.SeatView) -> None:
    assert faults_of(view) == ()


def test_all_faults_are_named_at_once() -> None:
    found = faults_of(OPEN, lives=9, hand_sizes=(1, 1), pile="", attempt=1.0)
    assert {"pile", "attempt", "lives"} <= set(faulty_fields(found))
    assert set(faults_of(OPEN, hand_sizes=(1, 1))) <= set(found)
    assert len(found) == 4


def test_lists_and_sets_become_tuples_and_frozensets() -> None:
    view = attrs.evolve(BLIND, hand=[60], hand_sizes=[1, 1], pile=[*BLIND.pile], agreed={1})
    assert (view.hand, view.hand_sizes, view.pile) == (BLIND.hand, BLIND.hand_sizes, BLIND.pile)
    assert view.agreed == frozenset({1})


@pytest.mark.parametrize("played", [0, 5, 24])
def test_a_whole_deck_may_be_hidden(played: int) -> None:
    """All 24 cards are dealt: what seat 1 holds and has laid are all the unseen cards."""
    rules = tm.Rules(players=2, levels=12, lives=2, stars=1, cards=24)
    hands = [range(1, 25, 2), range(2, 25, 2)]
    state = table(
        *[[card for card in hand if card > played] for hand in hands],
        rules=rules,
        level=12,
        phase=tm.Phase.PLAYING if played < 24 else tm.Phase.REVEALING,
        pile=laid(*[((card + 1) % 2, card) for card in range(1, played + 1)]),
        blind=True,
    )
    for seat in (0, 1):
        seen = tm.view(state, seat)
        assert faults_of(seen) == ()
        assert len(seen.unseen) == 12


FIELDS = [field.name for field in attrs.fields(tm.SeatView)]
HUGE = 10**5_000  # Python does not write it in decimal digits


@pytest.mark.parametrize("field", FIELDS)
@example(view=OPEN, junk=HUGE)
@example(view=OPEN, junk=(2, HUGE))
@example(view=OPEN, junk=(tm.SeenCard(0, HUGE),))
@example(view=BLIND, junk=(tm.SeenCard(HUGE, None), tm.SeenCard(1, HUGE)))
@given(view=st.sampled_from([OPEN, BLIND]), junk=ANYTHING)
def test_no_junk_breaks_the_gate(field: str, view: tm.SeatView, junk: Any) -> None:
    """Whatever a field holds, the view is refused with InvalidState, or is sound."""
    hold_to_the_gate(view, {field: junk})


@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_no_junk_in_several_fields_breaks_the_gate(junk: dict[str, Any]) -> None:
    hold_to_the_gate(OPEN, junk)


def hold_to_the_gate(view: tm.SeatView, junk: dict[str, Any]) -> None:
    if not faults_of(view, **junk):
        made = attrs.evolve(view, **junk)
        assert faults_of(made) == ()
        if made.attempt < 10**100:  # a document has shorter numbers
            assert codec.loads(codec.dumps(made), tm.SeatView) == made
