"""An observation is a view, part by part."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from themind.envs import Encoder
from themind.testing import positions, views

seat_views = views().filter(lambda seen: seen.seat is not None)
ticks = st.floats(0, 1e6)

PARTS = [
    "hand",
    "gone",
    "top",
    "hand_sizes",
    "agreed",
    "level",
    "lives",
    "stars",
    "blind",
    "last_wait",
    "clock",
]


def part(encoder: Encoder, vector: Any, name: str) -> list[float]:
    return [float(number) for number in vector[encoder.parts[name]]]


def turned(seen: tm.SeatView, values: Any) -> list[Any]:
    """Values by seat, the viewer's first."""
    assert seen.seat is not None
    order = [(seen.seat + n) % seen.players for n in range(seen.players)]
    return [values[seat] for seat in order]


@given(seat_views, st.integers(1, 200), ticks, ticks)
def test_each_part_says_what_the_view_says(
    seen: tm.SeatView, horizon: int, clock: float, last_wait: float
) -> None:
    encoder, rules = Encoder(seen.rules, horizon), seen.rules
    vector = encoder(seen, clock, last_wait)
    deck = range(1, rules.cards + 1)
    gone = {laid.card for laid in seen.pile} | {aside.card for aside in seen.aside}
    top = 0 if not seen.pile else rules.cards + 1 if seen.top is None else seen.top
    expected = {
        "hand": [float(card in seen.hand) for card in deck],
        "gone": [float(card in gone) for card in deck],
        "top": [float(place == top) for place in range(rules.cards + 2)],
        "hand_sizes": [size / rules.levels for size in turned(seen, seen.hand_sizes)],
        "agreed": [float(s in seen.agreed) for s in turned(seen, range(seen.players))],
        "level": [seen.level / rules.levels],
        "lives": [seen.lives / rules.max_lives],
        "stars": [seen.stars / rules.max_stars if rules.max_stars else 0.0],
        "blind": [float(seen.blind)],
        "last_wait": [min(last_wait / horizon, 1.0)],
        "clock": [min(clock / horizon, 1.0)],
    }
    assert list(encoder.parts) == list(expected) == PARTS
    for name, numbers in expected.items():
        assert part(encoder, vector, name) == pytest.approx(numbers), name
    assert encoder.space.contains(vector)


@given(seat_views, st.integers(1, 200))
def test_the_parts_are_the_whole_vector(seen: tm.SeatView, horizon: int) -> None:
    encoder = Encoder(seen.rules, horizon)
    vector = encoder(seen, 1, 2)
    pieces = [vector[piece] for piece in encoder.parts.values()]
    assert np.concatenate(pieces).tolist() == vector.tolist()
    assert encoder.size == len(vector) == encoder.space.shape[0]
    assert (vector.dtype, encoder.space.dtype) == (np.float32, np.float32)


@given(seat_views, ticks, ticks)
def test_another_clock_changes_the_clock_alone(
    seen: tm.SeatView, clock: float, other: float
) -> None:
    encoder = Encoder(seen.rules, horizon=50)
    vector = encoder(seen, clock, 3)
    changed = encoder.with_clock(vector, other)
    assert changed.tolist() == encoder(seen, other, 3).tolist()
    assert vector.tolist() == encoder(seen, clock, 3).tolist()


@given(positions(), st.data())
def test_a_seat_looks_the_same_from_every_chair(state: tm.GameState, data: st.DataObject) -> None:
    """A table turned by a seat gives each player the vector that they had."""
    seat = data.draw(st.integers(0, state.players - 1))
    turn = data.draw(st.integers(0, state.players - 1))

    def moved(number: int) -> int:
        return (number + turn) % state.players

    seats = range(state.players)
    hands = tuple(state.hands[(n - turn) % state.players] for n in seats)
    other = tm.GameState(
        rules=state.rules,
        phase=state.phase,
        level=state.level,
        lives=state.lives,
        stars=state.stars,
        hands=hands,
        pile=tuple(tm.PlayedCard(moved(laid.seat), laid.card) for laid in state.pile),
        aside=tuple(tm.AsideCard(moved(a.seat), a.card, a.reason) for a in state.aside),
        blind=state.blind,
        attempt=state.attempt,
        ready=frozenset(map(moved, state.ready)),
        agreed=frozenset(map(moved, state.agreed)),
    )
    encoder = Encoder(state.rules, horizon=10)
    first = encoder(tm.view(state, seat), 4, 2)
    assert first.tolist() == encoder(tm.view(other, moved(seat)), 4, 2).tolist()


def test_encoders_are_values() -> None:
    one, other = (Encoder(tm.Rules.standard(players=2), 100) for _ in range(2))
    assert (one, hash(one)) == (other, hash(other))
    copy = pickle.loads(pickle.dumps(one))
    assert (copy, copy.parts) == (one, one.parts)
    assert one.space is not one.space
    with pytest.raises(TypeError):
        one.parts["hand"] = slice(0)  # type: ignore[index]


def test_what_an_encoder_cannot_take() -> None:
    rules = tm.Rules.standard(players=2)
    state, encoder = tm.new_game(rules), Encoder(rules, horizon=10)
    with pytest.raises(tm.InvalidArgument):
        encoder(tm.view(state), 0, 0)
    with pytest.raises(tm.InvalidArgument):
        encoder(tm.view(tm.new_game(rules.five_levels()), 0), 0, 0)
    with pytest.raises(TypeError):
        encoder(state, 0, 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Encoder(state, 10)  # type: ignore[arg-type]
    for horizon in (0, 1_000_001):
        with pytest.raises(tm.InvalidArgument):
            Encoder(rules, horizon)
    for wrong in (True, 1.0, "1"):
        with pytest.raises(TypeError):
            Encoder(rules, wrong)  # type: ignore[arg-type]
    assert Encoder(rules, np.int64(10)) == encoder
