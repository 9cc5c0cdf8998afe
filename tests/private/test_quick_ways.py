"""What is usual takes the quick way: it calls no function that only other cases need."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import themind as tm
from calls import calls_of
from positions import laid, table
from themind._model.checks import as_int, in_order
from themind._model.converters import as_seats
from themind._play.dealing import _is_sound

PLAYING = table((10, 40), (20,), pile=laid((1, 5)))
BLIND = table((40,), (20,), blind=True)
FOCUSING = table((10, 40), (20,), phase=tm.Phase.FOCUSING)
DEALING = tm.new_game(tm.Rules.standard(2))


def called(call: Callable[[], object]) -> set[str]:
    """The names of the functions that a call leads to."""
    return {code if isinstance(code, str) else code.co_name for code in calls_of(call)}


@pytest.mark.parametrize(
    ("call", "careful"),
    [
        (lambda: as_int("given", 5), {"index", "isinstance"}),
        (lambda: tm.Play(0, 5), {"as_int"}),
        (lambda: tm.PlayedCard(0, 5), {"as_int"}),
        (lambda: tm.LevelCleared(2), {"as_int"}),
        (lambda: tm.LevelDealt(2, ((1, 3), (2, 4))), {"as_int"}),
        (lambda: tm.MistakeMade(0, 5, ((), (3,)), 1), {"as_int"}),
        (lambda: tm.StarThrown((None, None), 1), {"as_int"}),
        (lambda: in_order("given", [1, 2], 2), {"isinstance", "iter"}),
        (lambda: in_order("given", (1, 2, 3), 2), {"isinstance", "iter"}),
        (lambda: as_seats(frozenset()), {"isinstance"}),
        (lambda: tm.view(PLAYING, 0), {"require_state", "require_viewer"}),
        (lambda: tm.view(PLAYING), {"require_state", "require_viewer"}),
        (lambda: tm.play(PLAYING, 0), {"apply"}),
        (lambda: tm.play(PLAYING, 0, 10), {"apply"}),
        (lambda: tm.play(BLIND, 0), {"apply"}),
        (lambda: tm.apply(PLAYING, tm.Play(0)), {"_refusal", "perform", "require_state"}),
        (lambda: tm.apply(PLAYING, tm.Play(0), by=0), {"_refusal", "perform", "as_int"}),
        (lambda: tm.apply(FOCUSING, tm.Ready(0)), {"require_state", "require_action"}),
        (lambda: tm.apply(FOCUSING, tm.Ready(0), by=0), {"as_int"}),
        (lambda: tm.deal(DEALING, range(1, 101)), {"as_int"}),
    ],
)
def test_what_is_usual_is_quick(call: Callable[[], object], careful: set[str]) -> None:
    assert called(call) & careful == set()


@pytest.mark.parametrize(
    ("call", "careful"),
    [
        (lambda: as_int("given", Number()), "index"),
        (lambda: tm.Play(Number()), "as_int"),
        (lambda: in_order("given", iter([1]), 2), "isinstance"),
        (lambda: as_seats({0}), "isinstance"),
        (lambda: tm.play(PLAYING, Number()), "apply"),
        (lambda: tm.apply(PLAYING, tm.Play(1)), "_refusal"),
        (lambda: tm.apply(PLAYING, tm.Play(0), by=Number()), "as_int"),
    ],
)
def test_all_else_is_not(call: Callable[[], object], careful: str) -> None:
    assert careful in called(call)


class Number:
    """An integer of another library."""

    def __index__(self) -> int:
        return 0


@pytest.mark.parametrize("values", [(), (1,), (1, 2)])
def test_a_tuple_within_the_limit_is_kept_as_it_is(values: tuple[int, ...]) -> None:
    assert in_order("given", values, 2) is values


@pytest.mark.parametrize("deck", [(1,), (3, 1, 2), tuple(range(1, 101))])
def test_a_sound_deck_is_known_without_a_set(deck: tuple[int, ...]) -> None:
    assert _is_sound(deck, 100)


@pytest.mark.parametrize("deck", [(0,), (1, 1), (1, 101), (1, 256)])
def test_any_other_deck_is_not_sound(deck: tuple[int, ...]) -> None:
    assert not _is_sound(deck, 100)
