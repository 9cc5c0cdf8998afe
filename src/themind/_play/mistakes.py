"""Mistakes in an open level (ERR-1 to ERR-5)."""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import SupportsIndex, final

import attrs

from themind._model.cards import Card, Hand, Seat
from themind._model.position import (
    AsideCard,
    AsideReason,
    Position,
    a_life_is_left,
    make_aside_card,
)
from themind._model.rules import MistakePenalty, Rules
from themind._model.state import GameState
from themind._model.values import as_card, as_hands, as_lives, as_seat, unchecked
from themind._model.view import SeatView
from themind._play.bases import PublicEvent, StepLog
from themind._play.dealing import is_dealt_hand


def _as_skipped(skipped: Iterable[Iterable[SupportsIndex]]) -> tuple[Hand, ...]:
    return as_hands("skipped", skipped)


@final
@attrs.frozen(eq=False, repr=False)
class MistakeMade(PublicEvent):
    """A mistake: a card in a hand is lower than the played card (ERR-1, ERR-2).

    It costs one life, or with `MistakePenalty.PER_CARD` one life for each skipped card (VAR-5).

    Args:
        seat: The seat that played.
        card: The played card, which stays on the pile.
        skipped: The lower cards of each seat, which are set aside.
        lives: Lives left.

    Example:
        >>> import themind as tm
        >>> tm.MistakeMade(0, 46, ((), (39,)), 1).skipped
        ((), (39,))
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)
    skipped: tuple[Hand, ...] = attrs.field(converter=_as_skipped)
    lives: int = attrs.field(converter=as_lives)

    def can_follow(self, state: GameState) -> bool:
        return (
            self._follows_last_play(state)
            and any(self.skipped)
            and self.skipped == skipped_below(state.hands, self.card)
        )

    def applied_to(self, state: GameState) -> GameState:
        gone = tuple(map(len, self.skipped))
        return state._changed(
            lives=self.lives,
            hands=tuple([hand[gone[seat] :] for seat, hand in enumerate(state.hands)]),
            aside=state.aside + self._set_aside(),
        )

    def can_follow_view(self, seen: SeatView) -> bool:
        if not self._follows_last_play(seen) or len(self.skipped) != seen.players:
            return False
        below = (seen.pile[-2].card or 0) if seen.pile[1:] else 0
        if any(aside.reason is AsideReason.SKIPPED and aside.card > below for aside in seen.aside):
            return False  # the viewer already knows of this mistake
        cards = tuple(chain.from_iterable(self.skipped))
        if not 0 < len(cards) == len({*cards}):
            return False
        for seat, hand in enumerate(self.skipped):
            if not self._can_skip(seen, seat, hand, below):
                return False
        kept = seen.hand[bisect_left(seen.hand, self.card) :]
        return can_all_be_held(seen, {*cards}, lowest_cards(self.skipped), kept)

    def applied_to_view(self, seen: SeatView) -> SeatView:
        gone = tuple(map(len, self.skipped))
        return seen._changed(
            lives=self.lives,
            hand=seen.hand if seen.seat is None else seen.hand[gone[seen.seat] :],
            hand_sizes=tuple(map(operator.sub, seen.hand_sizes, gone)),
            aside=seen.aside + self._set_aside(),
        )

    def _follows_last_play(self, position: Position) -> bool:
        """Return whether the last card caused the mistake, and the cost is right (ERR-4)."""
        if position.blind or position.agreed or not position.pile or not a_life_is_left(position):
            return False
        last = position.pile[-1]
        return (
            self.seat == last.seat
            and self.card == last.card
            and self.lives
            == position.lives - price_of(position.rules, self.skipped, position.lives)
        )

    def _can_skip(self, seen: SeatView, seat: Seat, hand: Hand, below: Card) -> bool:
        """Return whether a seat can skip these cards, if it can have held them."""
        if seat == seen.seat:
            return hand == _lower_part(seen.hand, self.card)
        if not hand or seat == self.seat:
            return not hand
        if len(hand) > seen.hand_sizes[seat] or not is_dealt_hand(hand, seen.rules, len(hand)):
            return False
        return below < hand[0] and hand[-1] < self.card

    def _set_aside(self) -> tuple[AsideCard, ...]:
        """Return the skipped cards by seat, then ascending (ERR-2)."""
        return tuple(
            [
                make_aside_card(seat, card, AsideReason.SKIPPED)
                for seat, hand in enumerate(self.skipped)
                for card in hand
            ]
        )


make_mistake = unchecked(MistakeMade)


def price_of(rules: Rules, skipped: tuple[Hand, ...], lives: int) -> int:
    """Return the cost of a mistake in lives (ERR-1, VAR-5)."""
    if rules.mistake_penalty is MistakePenalty.PER_MISTAKE:
        return 1
    return min(sum(map(len, skipped)), lives)


def lowest_cards(hands: tuple[Hand, ...]) -> tuple[Card | None, ...]:
    """Return the lowest card of each hand, or None for an empty hand (STAR-3)."""
    return tuple([hand[0] if hand else None for hand in hands])


def skipped_below(hands: tuple[Hand, ...], card: Card) -> tuple[Hand, ...]:
    """Return the cards of each hand that are lower than a card (ERR-2)."""
    return tuple([_lower_part(hand, card) for hand in hands])


def _lower_part(hand: Hand, card: Card) -> Hand:
    return hand[: bisect_left(hand, card)]


def can_be_held(seen: SeatView, seat: Seat, card: Card, top: Card) -> bool:
    """Return whether another seat can hold a card, as far as the viewer can tell.

    Held cards are above `top`: the top of the pile, or 0 in a blind level.
    """
    if not top < card <= seen.rules.cards or card in seen.hand:
        return False
    for aside in seen.aside:
        if card == aside.card or (card < aside.card and seat == aside.seat):
            return False
    return not seen.blind or all(card != played.card for played in seen.pile)


def can_all_be_held(
    seen: SeatView, cards: AbstractSet[Card], lowest: Sequence[Card | None], kept: Hand
) -> bool:
    """Return whether seats can hold distinct cards of the deck above the top, as `can_be_held`.

    It takes one pass over the table; calls of `can_be_held` would take one pass for each card.

    Args:
        seen: The view.
        cards: All these cards.
        lowest: The lowest one of each seat, None for a seat without one.
        kept: The cards of the viewer that are not among them.
    """
    if not cards.isdisjoint(kept):
        return False
    for aside in seen.aside:
        low = lowest[aside.seat]
        if aside.card in cards or (low is not None and low < aside.card):
            return False
    return not seen.blind or not any(played.card in cards for played in seen.pile)


def judge_play(log: StepLog, seat: Seat, card: Card) -> bool:
    """Emit a mistake if an open play is one, and return whether it is (ERR-1, LVL-9).

    It depends only on the hands; each mistake costs a life (ERR-4).
    """
    state = log.state
    for hand in state.hands:
        if hand and hand[0] < card:
            skipped = skipped_below(state.hands, card)
            lives = state.lives - price_of(state.rules, skipped, state.lives)
            log.emit(make_mistake(seat, card, skipped, lives))
            return True
    return False
