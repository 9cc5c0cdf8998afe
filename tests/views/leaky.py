"""Libraries that are broken on purpose: they show something of what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

import themind as tm
from positions import tampered
from themind import codec
from views.leaks import Library

Redact = Callable[[Any, Any], Any]


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


def for_spectators(event: tm.Event, seat: int | None) -> Any:
    return event if seat is None else tm.redact(event, seat)


def for_seats(event: tm.Event, seat: int | None) -> Any:
    return event if seat is not None else tm.redact(event, seat)


def of_kind(kind: type[Any]) -> Redact:
    return lambda event, seat: event if type(event) is kind else tm.redact(event, seat)


def with_cards_of_even_seats(event: tm.Event, seat: int | None) -> Any:
    open_card = isinstance(event, tm.CardPlayed) and event.seat % 2 == 0
    return event if open_card else tm.redact(event, seat)


def with_the_lowest_card(event: tm.Event, seat: int | None) -> Any:
    told = tm.redact(event, seat)
    if isinstance(event, tm.LevelDealt):
        return told, min(hand[0] for hand in event.hands)
    return told


OPEN_HANDED: dict[str, Redact] = {
    "nothing is hidden": lambda event, seat: event,
    "nothing is hidden from spectators": for_spectators,
    "nothing is hidden from seats": for_seats,
    "deals are not hidden": of_kind(tm.LevelDealt),
    "face-down cards are not hidden": of_kind(tm.CardPlayed),
    "some face-down cards are not hidden": with_cards_of_even_seats,
    "a deal shows the lowest card": with_the_lowest_card,
}
