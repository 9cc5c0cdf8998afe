"""What views cost, beside the construction of a plain attrs class of fourteen fields.

The rows of one run are to be read as ratios to `test_plain_class`. The aims, which `test_ratios`
holds the library to: a view at most 3, an undisturbed play followed at most 6, and an event that
hides nothing redacted to the same object. The last rows have no aim.
"""

from __future__ import annotations

from collections.abc import Callable
from timeit import timeit
from typing import Any

import attrs
import pytest

import themind as tm

RULES = tm.Rules.standard(players=3)
LEVELS = (5, 6, 7, 8)
PILE = 10
Plain = attrs.make_class("Plain", [f"field_{n}" for n in range(14)], frozen=True, slots=True)
FIELDS = tuple(range(14))


def _next_seat(state: tm.GameState) -> int:
    return min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)[1]


def _playing(level: int, *, blind: bool = False) -> tm.GameState:
    """The middle of a level: three hands, and a pile of ten cards."""
    state = attrs.evolve(tm.new_game(RULES), level=level, blind=blind)
    state = tm.begin(tm.deal(state, tm.deck_for(state, "bench")).state).state
    while len(state.pile) < PILE:
        state = tm.play(state, _next_seat(state)).state
    return state


@pytest.fixture(scope="module", params=LEVELS)
def playing(request: pytest.FixtureRequest) -> tm.GameState:
    return _playing(request.param)


def _followed(state: tm.GameState, viewer: int | None) -> tuple[tm.SeatView, tm.SeatEvent]:
    event = tm.play(state, _next_seat(state)).events[0]
    return tm.view(state, viewer), tm.redact(event, viewer)


def test_plain_class(benchmark: Any) -> None:
    benchmark(lambda: Plain(*FIELDS))


def test_view(benchmark: Any, playing: tm.GameState) -> None:
    assert benchmark(lambda: tm.view(playing, 0)).hand == playing.hands[0]


def test_follow_another(benchmark: Any, playing: tm.GameState) -> None:
    seen, event = _followed(playing, (_next_seat(playing) + 1) % 3)
    assert len(benchmark(lambda: tm.evolve_view(seen, event)).pile) == PILE + 1


def test_follow_oneself(benchmark: Any, playing: tm.GameState) -> None:
    seen, event = _followed(playing, _next_seat(playing))
    assert len(benchmark(lambda: tm.evolve_view(seen, event)).pile) == PILE + 1


def test_redact_what_hides_nothing(benchmark: Any, playing: tm.GameState) -> None:
    event = tm.play(playing, _next_seat(playing)).events[0]
    assert benchmark(lambda: tm.redact(event, 0)) is event


@pytest.mark.parametrize("level", LEVELS)
def test_ratios(level: int) -> None:
    state = _playing(level)
    (seen, told), (own, event) = (_followed(state, s) for s in (None, _next_seat(state)))
    unit, viewed, followed, followed_own = _least_times(
        lambda: Plain(*FIELDS),
        lambda: tm.view(state, 0),
        lambda: tm.evolve_view(seen, told),
        lambda: tm.evolve_view(own, event),
    )
    assert viewed < 3 * unit
    assert followed < 6 * unit
    assert followed_own < 6 * unit


def _least_times(*calls: Callable[[], object]) -> list[float]:
    """The least time of each call, in many short turns, so that a busy machine does not count."""
    turns = [[timeit(call, number=200) for call in calls] for _ in range(200)]
    return list(map(min, zip(*turns, strict=True)))


def test_follow_in_a_blind_level(benchmark: Any) -> None:
    state = _playing(8, blind=True)
    seen, event = _followed(state, (_next_seat(state) + 1) % 3)
    assert benchmark(lambda: tm.evolve_view(seen, event)).top is None


def test_unseen(benchmark: Any) -> None:
    seen = tm.view(_playing(8), 0)
    assert len(benchmark(lambda: seen.unseen)) == 100 - PILE - len(seen.hand)


def test_gate(benchmark: Any) -> None:
    seen = tm.view(_playing(8), 0)
    assert benchmark(lambda: attrs.evolve(seen)) == seen


def test_legal_actions(benchmark: Any) -> None:
    seen = tm.view(_playing(8), 0)
    assert tm.Play(0) in benchmark(lambda: tm.legal_actions(seen))
