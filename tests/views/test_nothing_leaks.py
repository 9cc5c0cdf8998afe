"""Law 9: what a seat is shown tells nothing of what is hidden from it; and the check can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from positions import tampered
from themind import codec
from views.leaks import Library, Moment, Twins, check_nothing_leaks, some_twins

pytestmark = pytest.mark.unmeasured

REAL = Library()


@given(st.integers(0, 2**32))
def test_law_9_nothing_leaks(number: int) -> None:
    check_nothing_leaks(some_twins(Random(number)), REAL)


@pytest.fixture(scope="module")
def many_twins() -> list[Twins]:
    return [some_twins(Random(f"twins {number}")) for number in range(200)]


def test_the_twins_differ_in_what_is_hidden(many_twins: list[Twins]) -> None:
    """Else law 9 would compare games that are the same: they are not in nine of ten pairs."""
    hidden = Counter[Any]()
    differing = 0
    for twins in many_twins:
        moments = [moment for moment in twins.moments() if moment.differ]
        differing += bool(moments)
        hidden.update((moment.one.blind, moment.one.phase) for moment in moments)
    assert differing > 0.7 * len(many_twins)
    assert min(hidden[False, phase] for phase in HIDING) >= 3, hidden
    assert min(hidden[True, phase] for phase in HIDING_BLIND) >= 3, hidden


HIDING = (tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.LOST)
HIDING_BLIND = (tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.REVEALING)


def test_twins_begin_alike_and_are_dealt_the_same_hand(many_twins: list[Twins]) -> None:
    for twins in many_twins:
        first: Moment = next(twins.moments())
        assert first.one == first.other == twins.start
        if twins.viewer is not None:
            for moment in twins.moments():
                hands = [state.hands[twins.viewer] for state in moment]
                assert hands[0] == hands[1]


class Shown:
    """A view that is shown in another way: some of what it says is made from the state."""

    def __init__(self, seen: tm.SeatView, made: dict[str, Any]) -> None:
        self.seen = seen
        self.made = made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.seen == other.seen

    def __hash__(self) -> int:
        return int(self.made.get("hash", hash(self.seen)))

    def __repr__(self) -> str:
        return str(self.made.get("repr", repr(self.seen)))

    def __getattr__(self, name: str) -> Any:
        return self.made[name] if name in self.made else getattr(self.seen, name)


def showing(**making: Callable[[tm.GameState, tm.SeatView], Any]) -> Library:
    """A library whose views are right but for what is made from the state."""

    def view(state: tm.GameState, seat: int | None) -> Shown:
        seen = tm.view(state, seat)
        return Shown(seen, {name: make(state, seen) for name, make in making.items()})

    return Library(
        view=view,
        dumps=lambda shown: shown.made.get("bytes", codec.dumps(shown.seen)),
        legal_actions=lambda shown: shown.made.get("actions", tm.legal_actions(shown.seen)),
    )


def viewing(**making: Callable[[tm.GameState, tm.SeatView], Any]) -> Library:
    """A library whose views have fields that are made from the state."""

    def view(state: tm.GameState, seat: int | None) -> tm.SeatView:
        seen = tm.view(state, seat)
        leaks = {name: make(state, seen) for name, make in making.items()}
        return tampered(attrs.evolve(seen), **leaks)

    return Library(view=view, dumps=repr)  # such views cannot be written


def refusing(leak: Callable[[tm.GameState, Any, int], tm.IllegalCode | None]) -> Library:
    """A library that refuses with another code where a leak has one."""

    def check(state: tm.GameState, action: Any, *, by: int) -> tm.Illegality | None:
        right = tm.check(state, action, by=by)
        code = leak(state, action, by) if right else None
        return attrs.evolve(right, code=code, detail=None) if code else right

    return Library(check=check)


def off_by_one(state: tm.GameState, seen: tm.SeatView) -> tuple[int, ...]:
    """Hand sizes, but a hand counts one more while its lowest card is even."""
    return tuple(len(hand) + (sum(hand[:1]) % 2 == 0) for hand in state.hands)


def face_up(state: tm.GameState, seen: tm.SeatView) -> tuple[tm.SeenCard, ...]:
    return tuple(tm.SeenCard(laid.seat, laid.card) for laid in state.pile)


def left_over(state: tm.GameState, seen: tm.SeatView) -> tuple[int, ...]:
    """The unseen cards, if one takes all hands off the deck."""
    return state.undealt


def safe_actions(state: tm.GameState, seen: tm.SeatView) -> tuple[tm.Action, ...]:
    """No play where it would be a mistake: kind, but it tells."""
    lowest = min([hand[0] for hand in state.hands if hand], default=0)
    actions = tm.legal_actions(seen)
    return tuple(a for a in actions if not isinstance(a, tm.Play) or seen.hand[0] == lowest)


def somebody_has_it(state: tm.GameState, action: Any, by: int) -> tm.IllegalCode | None:
    """NOT_LOWEST for a card that is in any hand, NOT_HELD for others."""
    held = isinstance(action, tm.Play) and any(action.card in hand for hand in state.hands)
    return tm.IllegalCode.NOT_LOWEST if held else None


def others_hand_first(state: tm.GameState, action: Any, by: int) -> tm.IllegalCode | None:
    """Looks at the hand before it asks whose it is."""
    there = isinstance(action, tm.Play) and 0 <= action.seat < state.players
    wrong = there and action.card not in (None, *state.hands[action.seat])
    return tm.IllegalCode.NOT_HELD if wrong else None


LEAKS: dict[str, tuple[str, Library]] = {
    "a hand size that is off": ("view", viewing(hand_sizes=off_by_one)),
    "a blind pile that lies open": ("view", viewing(pile=face_up)),
    "aside with the hands in it": (
        "view",
        viewing(aside=lambda state, seen: tuple(card for hand in state.hands for card in hand)),
    ),
    "a hidden card in the repr": ("repr", showing(repr=lambda state, seen: repr(state))),
    "a hash of the state": ("hash", showing(hash=lambda state, seen: hash(state))),
    "bytes of the state": ("bytes", showing(bytes=lambda state, seen: codec.dumps(state))),
    "unseen made from the hands": ("unseen", showing(unseen=left_over)),
    "the top of a blind pile": ("top", showing(top=lambda state, seen: state.top)),
    "the middle of a blind level": ("middle", showing(middle=lambda state, seen: state.middle)),
    "plays listed if they are safe": ("legal_actions", showing(actions=safe_actions)),
    "a refusal that knows who holds a card": ("refusal", refusing(somebody_has_it)),
    "a refusal that looks before it asks whose": ("refusal", refusing(others_hand_first)),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_check_finds(leak: str, many_twins: list[Twins]) -> None:
    """The code broken on purpose: the check says what it is that tells."""
    what, library = LEAKS[leak]
    with pytest.raises(AssertionError, match=f"the {what} tells of what is hidden"):
        hold(library, many_twins)


def hold(library: Library, many: list[Twins]) -> None:
    for twins in many:
        check_nothing_leaks(twins, library)


def test_an_event_that_shows_a_hidden_card_leaves_no_twins(many_twins: list[Twins]) -> None:
    """Told too much, a seat can tell the games apart: the twins part before they are compared."""
    blind = [twins for twins in many_twins if twins.start.blind]

    def unveiled(event: tm.Event, seat: int | None) -> Any:
        return event

    assert any(moment.differ for twins in blind for moment in twins.moments())
    assert not any(moment.differ for twins in blind for moment in twins.moments(unveiled))


def test_showing_nothing_else_is_found_to_be_sound(many_twins: list[Twins]) -> None:
    """What the broken ones are built on is not what is found."""
    for library in (showing(), viewing(), refusing(lambda state, action, by: None)):
        hold(library, many_twins[:8])
