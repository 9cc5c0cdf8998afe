"""A position between two events of one step is not written; any other is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from codec.games import TABLES, any_start, played
from codec.happenings import after_state, after_view
from positions import laid, table
from themind import codec

SEEDS = st.integers(0, 2**32)
PHASES = ("PLAYING", "FOCUSING", "CLEARED")


def is_possible(position: Any) -> bool:
    """Whether the constructor takes a position: the whole validation."""
    try:
        attrs.evolve(position)
    except tm.InvalidState:
        return False
    return True


def is_written(position: Any) -> bool:
    try:
        codec.dumps(position)
    except tm.InvalidArgument:
        return False
    return True


def rarity(event: Any) -> float:
    """How much rarer than the others an event is."""
    often = (tm.PlayStarted, tm.CardPlayed, tm.HiddenCardPlayed, tm.HandsEmptied, tm.PileRevealed)
    return 0.3 if isinstance(event, often) else 1.0


def walk(rng: random.Random, start: Any, evolve: Any, events: Any) -> Iterator[Any]:
    """Positions on a way from event to event, whatever they make together."""
    position = start
    for _ in range(rng.randrange(10, 60)):
        following = {event: rng.random() for event in events(rng, position)}
        for event in sorted(following, key=lambda event: following[event] * rarity(event)):
            try:
                position = evolve(position, event)
            except tm.InvalidEvent:
                continue
            break
        else:
            return
        yield position


def states(seed: int) -> Iterator[tm.GameState]:
    rng = random.Random(seed)
    yield from walk(rng, any_start(rng), tm.evolve, after_state)


def views(seed: int) -> Iterator[tm.SeatView]:
    """Views of a client that is told anything that it takes."""
    rng = random.Random(seed)
    state = any_start(rng)
    viewer = rng.choice([None, *range(state.players)])
    yield from walk(rng, tm.view(state, viewer), tm.evolve_view, after_view)


def kind_of(position: Any) -> str:
    """Which of the kinds between two events a position is of; empty for none."""
    phase = position.phase.name
    if is_possible(position):
        return ""
    if phase != "PLAYING":
        return f"{phase}"
    if position.lives == 0:
        return "PLAYING without lives"
    if len(position.agreed) == position.players:
        return "PLAYING with all agreed"
    held = position.hand_sizes if isinstance(position, tm.SeatView) else position.hands
    return "PLAYING with a mistake" if any(held) else "PLAYING without cards"


@pytest.mark.unmeasured
@given(SEEDS)
def test_a_state_is_written_where_its_constructor_takes_it(seed: int) -> None:
    for state in states(seed):
        assert is_written(state) is is_possible(state), state


@pytest.mark.unmeasured
@given(SEEDS)
def test_a_view_is_written_where_its_constructor_takes_it(seed: int) -> None:
    for seen in views(seed):
        assert is_written(seen) is is_possible(seen), seen


@pytest.mark.unmeasured
@given(SEEDS)
def test_the_views_of_a_game_are_written_between_its_events_or_not(seed: int) -> None:
    record, steps = played(seed)
    for viewer in [None, *range(record.start.players)]:
        seen = tm.view(record.start, viewer)
        for step in steps:
            for event in step.events:
                seen = tm.evolve_view(seen, tm.redact(event, viewer))
                assert is_written(seen) is is_possible(seen), seen
            assert is_written(seen)


@pytest.mark.unmeasured
@pytest.mark.parametrize("positions", [states, views])
def test_the_walks_meet_every_kind_between_two_events(positions: Any) -> None:
    met = Counter([kind_of(position) for seed in range(300) for position in positions(seed)])
    kinds = {"PLAYING without lives", "PLAYING with all agreed", "PLAYING with a mistake"}
    assert met.keys() == {"", "FOCUSING", "CLEARED", "PLAYING without cards"} | kinds
    assert min(met.values()) > 5


@pytest.mark.unmeasured
def test_the_walks_are_at_every_kind_of_table() -> None:
    assert {state.rules for seed in range(200) for state in states(seed)} == {*TABLES}


def positions_after(state: tm.GameState, action: tm.Action) -> list[Any]:
    """The states after each event of a step, and what seat 0 sees of them."""
    events = tm.apply(state, action).events
    states = [*accumulate(events, tm.evolve, initial=state)]
    told = [tm.redact(event, 0) for event in events]
    return [*states, *accumulate(told, tm.evolve_view, initial=tm.view(state, 0))]


@pytest.mark.parametrize(
    ("state", "action", "written"),
    [
        (table((9, 20), (11,)), tm.Play(0), [True, True]),
        (table((9, 20), (11,)), tm.Play(1), [True, False, True, True]),
        (table((9, 20), (11,), lives=1), tm.Play(1), [True, False, False, True]),
        (table((9,), ()), tm.Play(0), [True, False, True]),
        (table((9, 20), (11,), agreed={0}), tm.AgreeToStar(1), [True, False, True, True]),
        (table((9, 20), (11,)), tm.ProposeStar(0), [True, True]),
        (table((9, 20), (11,), phase=tm.Phase.FOCUSING), tm.Ready(0), [True, True]),
        (
            table((9, 20), (11,), phase=tm.Phase.FOCUSING, ready={0}),
            tm.Ready(1),
            [True, False, True],
        ),
        (
            table((), (), phase=tm.Phase.REVEALING, blind=True, pile=laid((0, 9), (1, 8))),
            tm.Reveal(),
            [True, True, True],
        ),
        (
            table((), (), phase=tm.Phase.REVEALING, blind=True, pile=laid((0, 9), (1, 8)), lives=1),
            tm.Reveal(),
            [True, False, True],
        ),
    ],
)
def test_a_position_is_written_at_the_end_of_a_step(
    state: tm.GameState, action: tm.Action, written: list[bool]
) -> None:
    assert [is_written(position) for position in positions_after(state, action)] == written * 2


def test_what_is_half_told_is_not_written() -> None:
    """Between a mistaken card and its mistake there is no state to come back to."""
    state = tm.GameState(
        rules=tm.Rules.standard(players=2),
        phase=tm.Phase.PLAYING,
        level=2,
        lives=2,
        stars=1,
        hands=((9, 20), (11,)),
    )
    half = tm.evolve(state, tm.CardPlayed(1, 11, face_down=False))
    for write in (codec.dumps, codec.to_data):
        with pytest.raises(tm.InvalidArgument, match=r"^GameState: .*step"):
            write(half)
    told = tm.evolve(half, tm.MistakeMade(1, 11, ((9,), ()), 1))
    assert codec.loads(codec.dumps(told), tm.GameState) == told
    with pytest.raises(tm.InvalidArgument, match=r"^Record\.start: .*step"):
        codec.dumps(tm.Record(half))
