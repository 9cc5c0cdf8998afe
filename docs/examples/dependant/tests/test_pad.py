"""Test the pad with values that hypothesis generates, without importing the testing kit."""

from hypothesis import given
from hypothesis import strategies as st
from score_pad import ScorePad

import themind as tm

EMPTY = ScorePad(level=1, lives=2, stars=1, mistakes=(0, 0, 0, 0, 0))


# Hypothesis takes a union, but declares classes only.
@given(st.from_type(tm.SeatEvent))  # type: ignore[arg-type]  # ty: ignore[invalid-argument-type]
def test_any_event_can_be_written(event: tm.SeatEvent) -> None:
    assert EMPTY.write(event).lives >= 0


@given(st.from_type(tm.MistakeMade))
def test_a_mistake_is_the_players_own(event: tm.MistakeMade) -> None:
    assert EMPTY.write(event).mistakes[event.seat] == 1


@given(st.from_type(tm.Record))
def test_the_pad_agrees_with_the_table(record: tm.Record) -> None:
    pad = ScorePad.of(tm.view(record.start))
    for _, events in tm.replay(record):
        for event in events:
            pad = pad.write(tm.redact(event))
    state = tm.final_state(record)
    assert (pad.lives, pad.stars) == (state.lives, state.stars)
