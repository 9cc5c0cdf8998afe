"""Views and events that are a little off: what no game may lead to, and often does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import themind as tm
from themind._follow import changed_view

Change = Callable[[Random, tm.SeatView], dict[str, Any]]


def changed(dice: Random, view: tm.SeatView) -> tm.SeatView:
    """A view with one or two things changed, ungated."""
    for _ in range(dice.randint(1, 2)):
        view = changed_view(view, **dice.choice(_CHANGES)(dice, view))
    return view


def _item(dice: Random, items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    if not items:
        return items
    place = dice.randrange(len(items))
    return (*items[:place], change(items[place]), *items[place + 1 :])


def _without(dice: Random, items: tuple[Any, ...]) -> tuple[Any, ...]:
    place = dice.randrange(len(items) or 1)
    return items[:place] + items[place + 1 :]


def some_card(dice: Random, view: tm.SeatView) -> int:
    return dice.randint(0, view.rules.cards + 1)


def some_seat(dice: Random, view: tm.SeatView) -> int:
    return dice.randint(0 if dice.random() < 0.9 else -1, view.players)


def _seats(dice: Random, view: tm.SeatView) -> frozenset[int]:
    return frozenset(some_seat(dice, view) for _ in range(dice.randint(0, view.players)))


def _seen(dice: Random, view: tm.SeatView) -> tm.SeenCard:
    return tm.SeenCard(some_seat(dice, view), dice.choice([None, some_card(dice, view)]))


def _gone(dice: Random, view: tm.SeatView) -> tm.AsideCard:
    return tm.AsideCard(
        some_seat(dice, view), some_card(dice, view), dice.choice([*tm.AsideReason])
    )


_CHANGES: list[Change] = [
    lambda dice, view: {
        "hand_sizes": _item(dice, view.hand_sizes, lambda n: max(n + dice.choice([-1, 1, 2]), 0))
    },
    lambda dice, view: {"hand_sizes": _without(dice, view.hand_sizes)},
    lambda dice, view: {"hand_sizes": (*view.hand_sizes, dice.randint(0, 1))},
    lambda dice, view: {"hand": _item(dice, view.hand, lambda _: some_card(dice, view))},
    lambda dice, view: {"hand": (*view.hand, some_card(dice, view))},
    lambda dice, view: {"hand": view.hand[::-1]},
    lambda dice, view: {"pile": _item(dice, view.pile, lambda _: _seen(dice, view))},
    lambda dice, view: {
        "pile": _item(dice, view.pile, lambda seen: tm.SeenCard(some_seat(dice, view), seen.card))
    },
    lambda dice, view: {"pile": (*view.pile, _seen(dice, view))},
    lambda dice, view: {"pile": _without(dice, view.pile)},
    lambda dice, view: {"pile": view.pile[::-1]},
    lambda dice, view: {"aside": _item(dice, view.aside, lambda _: _gone(dice, view))},
    lambda dice, view: {
        "aside": _item(
            dice,
            view.aside,
            lambda gone: tm.AsideCard(some_seat(dice, view), gone.card, gone.reason),
        )
    },
    lambda dice, view: {"aside": (*view.aside, _gone(dice, view))},
    lambda dice, view: {"aside": _without(dice, view.aside)},
    lambda dice, view: {"seat": dice.choice([None, some_seat(dice, view)])},
    lambda dice, view: {"phase": dice.choice([*tm.Phase])},
    lambda dice, view: {"level": view.level + dice.choice([-1, 1])},
    lambda dice, view: {"lives": view.lives + dice.choice([-1, 1])},
    lambda dice, view: {"stars": view.stars + dice.choice([-1, 1])},
    lambda dice, view: {"attempt": view.attempt + dice.choice([-1, 1])},
    lambda dice, view: {"blind": not view.blind},
    lambda dice, view: {"ready": _seats(dice, view)},
    lambda dice, view: {"agreed": _seats(dice, view)},
]


def some_event(dice: Random, view: tm.SeatView) -> tm.SeatEvent:
    """An event of any kind, with fields that are often near the mark."""
    if view.phase is tm.Phase.PLAYING and dice.random() < 0.5:
        return dice.choice(_PLAYS)(dice, view)
    return dice.choice(_EVENTS)(dice, view)


def _lives(dice: Random, view: tm.SeatView) -> int:
    return view.lives + dice.choice([-2, -1, -1, -1, 0, 1])


def _stars(dice: Random, view: tm.SeatView) -> int:
    return view.stars + dice.choice([-1, -1, -1, 0, 1])


def _level(dice: Random, view: tm.SeatView) -> int:
    return view.level + dice.choice([0, 0, 0, 1])


def _blind(dice: Random, view: tm.SeatView) -> bool:
    return view.blind is (dice.random() < 0.9)


def _hand(dice: Random, view: tm.SeatView, size: int) -> tuple[int, ...]:
    size = max(size + dice.choice([0, 0, 0, 0, 0, 1, -1]), 0)
    cards = tuple(some_card(dice, view) for _ in range(size))
    return tuple(sorted(cards)) if dice.random() < 0.9 else cards


def _dealt(dice: Random, view: tm.SeatView) -> tm.HandDealt:
    hand = () if view.seat is None else _hand(dice, view, view.level)
    sizes = (view.level,) * view.players
    sizes = _item(dice, sizes, lambda n: n + dice.choice([0, 0, 0, 1]))
    return tm.HandDealt(_level(dice, view), hand, sizes)


def _own_or_any(dice: Random, view: tm.SeatView, seat: int) -> int:
    own = seat == view.seat and view.hand and dice.random() < 0.7
    return view.hand[0] if own else some_card(dice, view)


def _played(dice: Random, view: tm.SeatView) -> tm.CardPlayed:
    seat = some_seat(dice, view)
    return tm.CardPlayed(seat, _own_or_any(dice, view, seat), _blind(dice, view))


def _mistake(dice: Random, view: tm.SeatView) -> tm.MistakeMade:
    last = view.pile[-1] if view.pile else tm.SeenCard(0, 1)
    card = last.card or some_card(dice, view)
    skipped = [_hand(dice, view, dice.choice([0, 0, 1])) for _ in view.hand_sizes]
    if view.seat is not None and dice.random() < 0.8:
        skipped[view.seat] = tuple(held for held in view.hand if held < card)
    return tm.MistakeMade(last.seat, card, tuple(skipped), _lives(dice, view))


def _void(dice: Random, view: tm.SeatView) -> tm.CardVoid:
    if view.aside and dice.random() < 0.8:
        gone = dice.choice(view.aside)
        return tm.CardVoid(gone.seat, gone.card)
    return tm.CardVoid(some_seat(dice, view), some_card(dice, view))


def _star(dice: Random, view: tm.SeatView) -> tm.StarThrown:
    cards = [
        _own_or_any(dice, view, seat) if size or dice.random() < 0.1 else None
        for seat, size in enumerate(view.hand_sizes)
    ]
    return tm.StarThrown(tuple(cards), _stars(dice, view))


def _revealed(dice: Random, view: tm.SeatView) -> tm.PileRevealed:
    hidden = [dice.choice(view.unseen or (1,)) for _ in view.pile]
    pile = [
        tm.PlayedCard(seen.seat, (dice.random() < 0.9 and seen.card) or card)
        for seen, card in zip(view.pile, hidden, strict=True)
    ]
    mistakes = dice.choice([0, 1, 1, 2])
    return tm.PileRevealed(tuple(pile), mistakes, view.lives - mistakes)


def _reward(dice: Random, view: tm.SeatView) -> tm.RewardTaken:
    return tm.RewardTaken(
        dice.choice([*tm.Reward]),
        view.lives + dice.choice([0, 1]),
        view.stars + dice.choice([0, 1]),
    )


_SEAT_EVENTS = (
    tm.SeatReady,
    tm.SeatUnready,
    tm.RefocusCalled,
    tm.HiddenCardPlayed,
    tm.StarProposed,
    tm.StarAgreed,
    tm.StarDeclined,
)
_BARE_EVENTS = (
    tm.PlayStarted,
    tm.PlayPaused,
    tm.StarLapsed,
    tm.HandsEmptied,
    tm.BlindStarted,
)
_LEVEL_EVENTS = (tm.LevelCleared, tm.LevelCompleted, tm.DealGathered)
_PLAYS = (_played, _mistake, _star)
_EVENTS: list[Callable[[Random, tm.SeatView], Any]] = [
    *3 * [_dealt],
    *3 * [_revealed],
    _played,
    _mistake,
    _star,
    _void,
    _reward,
    lambda dice, view: dice.choice(_SEAT_EVENTS)(some_seat(dice, view)),
    lambda dice, view: dice.choice(_BARE_EVENTS)(),
    lambda dice, view: dice.choice(_LEVEL_EVENTS)(_level(dice, view)),
    lambda dice, view: tm.RewardForfeited(dice.choice([*tm.Reward])),
    lambda dice, view: tm.GameWon(_blind(dice, view)),
    lambda dice, view: tm.GameLost(_blind(dice, view), _level(dice, view)),
]
