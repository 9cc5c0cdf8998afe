"""Which states can lie behind a view? Found the slow way, by trying every one.

The library must say without trying which views and which next events are possible; it is held to
what is found here. The tables are small, so that there are few cards to try.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import themind as tm
from themind._follow import changed_view
from themind._state import changed_state, make_state
from views.games import game

SMALL_OPEN = [
    tm.Rules(players=2, levels=3, lives=3, stars=2, cards=7, rewards={1: tm.Reward.LIFE}),
    tm.Rules(players=3, levels=2, lives=2, stars=1, cards=7),
    tm.Rules(players=2, levels=2, lives=2, stars=1, cards=4, auto_refocus=False),
    tm.Rules(players=1, levels=3, lives=2, stars=2, cards=5),
]
SMALL_BLIND = [
    tm.Rules(players=2, levels=12, lives=3, stars=2, cards=24),
    tm.Rules(players=3, levels=10, lives=2, stars=2, cards=30),
]


def states_behind(view: Any) -> Iterator[tm.GameState]:
    """All possible states of which a seat has this view."""
    for hands, pile in _tables(view):
        try:
            state = tm.GameState(**_fields(view, hands, pile))
        except tm.InvalidState:
            continue
        if tm.view(state, view.seat) == view:
            yield state


def moments_behind(view: tm.SeatView) -> Iterator[tm.GameState]:
    """All possible states and moments between two events of one step."""
    fields = _settled(view)
    for state in states_behind(changed_view(view, **fields)):
        yield changed_state(state, **{name: getattr(view, name) for name in fields})
    if view.phase is tm.Phase.PLAYING and not view.blind and not view.agreed and view.pile:
        for hands, pile in _tables(view):
            state = make_state(*_fields(view, hands, pile).values())
            if state._mistake_is_due and _comes_of_a_play(state):
                yield state


def _settled(view: tm.SeatView) -> dict[str, Any]:
    """What to change, so that a view between two events becomes one that can stay."""
    fields: dict[str, Any] = {}
    if len(view.agreed) == view.players:
        fields["agreed"] = frozenset()
    if len(view.ready) == view.players:
        fields["ready"] = frozenset()
    if view.lives == 0 and view.phase is not tm.Phase.LOST:
        fields["lives"] = 1
    if view.phase is tm.Phase.PLAYING and not any(view.hand_sizes):
        fields["phase"] = tm.Phase.REVEALING if view.blind else tm.Phase.CLEARED
    return fields


def _comes_of_a_play(state: tm.GameState) -> bool:
    last = state.pile[-1]
    held = list(state.hands)
    held[last.seat] = (last.card, *held[last.seat])
    fields = {name: getattr(state, name) for name in _NAMES}
    try:
        tm.GameState(**fields | {"hands": tuple(held), "pile": state.pile[:-1]})
    except tm.InvalidState:
        return False
    return True


_NAMES = (
    "rules",
    "phase",
    "level",
    "lives",
    "stars",
    "hands",
    "pile",
    "aside",
    "blind",
    "attempt",
    "ready",
    "agreed",
)


def _fields(view: Any, hands: Any, pile: Any) -> dict[str, Any]:
    known = {"hands": hands, "pile": pile}
    return {name: known[name] if name in known else getattr(view, name) for name in _NAMES}


def _tables(view: Any) -> Iterator[tuple[Any, Any]]:
    """Every way to fill the others' hands and the hidden places of the pile."""
    seats = range(len(view.hand_sizes))
    if view.seat is not None and view.seat not in seats:
        return
    hidden = [sum(seen == tm.SeenCard(seat, None) for seen in view.pile) for seat in seats]
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
    for groups in _groups(view.unseen, [*sizes, *hidden]):
        hands = list(groups[: len(sizes)])
        if view.seat is not None:
            hands[view.seat] = view.hand
        below = [iter(group) for group in groups[len(sizes) :]]
        pile = [
            tm.PlayedCard(seen.seat, next(below[seen.seat]) if seen.card is None else seen.card)
            for seen in view.pile
            if seen.seat in seats
        ]
        yield tuple(hands), tuple(pile)


def _groups(cards: tuple[int, ...], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for group in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in group)
        for others in _groups(rest, sizes[1:]):
            yield (group, *others)


def small_state(dice: Random) -> tm.GameState:
    """A possible state with few unseen cards, whoever looks at it."""
    return _blind_state(dice) if dice.random() < 0.4 else _open_state(dice)


def _open_state(dice: Random) -> tm.GameState:
    rules = dice.choice(SMALL_OPEN)
    state = tm.new_game(rules)
    for moved in game(dice, state, dice.randint(1, 12)):
        state = moved.step.state
    return state


def _blind_state(dice: Random) -> tm.GameState:
    """The end of a late blind level in which most cards went aside."""
    rules = dice.choice(SMALL_BLIND)
    seats = range(rules.players)
    deck = dice.sample(range(1, rules.cards + 1), rules.cards)
    dealt = [sorted(deck[seat :: rules.players]) for seat in seats]
    kept = [dice.randint(0, 2) for _ in seats]
    gone = [(seat, card) for seat in seats for card in dealt[seat][: -kept[seat] or None]]
    played = set(dice.sample(gone, dice.randint(0, 3)))
    held = any(kept)
    phases = [tm.Phase.PLAYING, tm.Phase.FOCUSING] if held else [tm.Phase.REVEALING]
    order = dice.sample(sorted(played), len(played))
    return tm.GameState(
        rules=rules,
        phase=dice.choice(phases),
        level=rules.levels,
        lives=2,
        stars=1,
        hands=tuple(tuple(dealt[seat][len(dealt[seat]) - kept[seat] :]) for seat in seats),
        pile=_by_rank(order),
        aside=tuple(
            tm.AsideCard(*card, tm.AsideReason.STAR) for card in gone if card not in played
        ),
        blind=True,
    )


def _by_rank(order: list[tuple[int, int]]) -> tuple[tm.PlayedCard, ...]:
    """The seats in this order, each with its own cards ascending."""
    cards = {seat: iter(sorted(c for s, c in order if s == seat)) for seat, _ in order}
    return tuple(tm.PlayedCard(seat, next(cards[seat])) for seat, _ in order)
