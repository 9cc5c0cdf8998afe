"""Events that can follow a position, or nearly: walks over them pass between events of a step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import themind as tm


def _of_seats(players: int) -> Iterator[Any]:
    kinds = (
        *(tm.SeatReady, tm.SeatUnready, tm.RefocusCalled, tm.HiddenCardPlayed),
        *(tm.StarProposed, tm.StarAgreed, tm.StarDeclined),
    )
    for seat in range(players):
        yield from [kind(seat) for kind in kinds]


def _of_tables(position: tm.GameState | tm.SeatView) -> Iterator[Any]:
    level, lives, stars = position.level, position.lives, position.stars
    yield from (tm.PlayStarted(), tm.PlayPaused(), tm.StarLapsed(), tm.HandsEmptied())
    yield from (tm.LevelCleared(level), tm.LevelCompleted(level), tm.DealGathered(level))
    yield from (tm.BlindStarted(), tm.GameWon(False), tm.GameWon(True))
    yield from (tm.GameLost(blind, level) for blind in (False, True))
    yield tm.RewardTaken(tm.Reward.LIFE, lives + 1, stars)
    yield tm.RewardTaken(tm.Reward.STAR, lives, stars + 1)
    yield from map(tm.RewardForfeited, tm.Reward)
    yield from [tm.CardVoid(gone.seat, gone.card) for gone in position.aside]


def _mistakes(position: tm.GameState | tm.SeatView, skipped: Any) -> Iterator[Any]:
    last = position.pile[-1]
    for left in range(position.lives):
        yield tm.MistakeMade(last.seat, last.card or 1, skipped, left)


def _reveals(pile: tuple[tm.PlayedCard, ...], lives: int) -> Iterator[Any]:
    yield from [tm.PileRevealed(pile, cost, lives - cost) for cost in range(lives + 1)]


def after_state(rng: random.Random, state: tm.GameState) -> Iterator[tm.Event]:
    """Events that fit the hands of a state, most of them not now."""
    hands = state.hands
    yield from [event for event in _of_seats(state.players) if type(event) in tm.Event.__args__]
    yield from _of_tables(state)
    for seat, hand in enumerate(hands):
        yield from [tm.CardPlayed(seat, card, state.blind) for card in hand[:1]]
    if state.pile:
        below = [tuple([card for card in hand if card < state.pile[-1].card]) for hand in hands]
        yield from _mistakes(state, tuple(below))
    yield tm.StarThrown([hand[0] if hand else None for hand in hands], state.stars - 1)
    yield from _reveals(state.pile, state.lives)
    if state.phase is tm.Phase.DEALING:
        deck = tm.deck_for(state, rng.random().hex())[: state.players * state.level]
        dealt = [sorted(deck[seat :: state.players]) for seat in range(state.players)]
        yield tm.LevelDealt(state.level, dealt)


def after_view(rng: random.Random, seen: tm.SeatView) -> Iterator[tm.SeatEvent]:
    """Events that fit what a viewer sees, whatever may lie behind it."""
    yield from [event for event in _of_seats(seen.players) if type(event) in tm.SeatEvent.__args__]
    yield from _of_tables(seen)
    unseen = [*seen.unseen]
    rng.shuffle(unseen)
    for seat in range(seen.players):
        cards = seen.hand[:1] if seat == seen.seat else unseen[:3]
        yield from [tm.CardPlayed(seat, card, seen.blind) for card in cards]
    if seen.pile:
        yield from _mistakes(seen, tuple(_held(rng, seen, unseen, seen.pile[-1].card or 0)))
    thrown = [unseen.pop() if size and unseen else None for size in seen.hand_sizes]
    if seen.seat is not None and seen.hand:
        thrown[seen.seat] = seen.hand[0]
    yield tm.StarThrown(thrown, seen.stars - 1)
    pile = [tm.PlayedCard(laid.seat, laid.card or rng.choice(unseen or [1])) for laid in seen.pile]
    yield from _reveals(tuple(pile), seen.lives)
    if seen.phase is tm.Phase.DEALING:
        hand = () if seen.seat is None else sorted(rng.sample(unseen, min(seen.level, len(unseen))))
        yield tm.HandDealt(seen.level, hand, (seen.level,) * seen.players)


def _held(
    rng: random.Random, seen: tm.SeatView, unseen: list[int], top: int
) -> Iterator[tuple[int, ...]]:
    lower = [card for card in unseen if card < top]
    for seat, size in enumerate(seen.hand_sizes):
        if seat == seen.seat:
            yield tuple([card for card in seen.hand if card < top])
        else:
            many = min(size, len(lower), rng.choice((0, 1, 1, 2)))
            yield tuple(sorted([lower.pop() for _ in range(many)]))
