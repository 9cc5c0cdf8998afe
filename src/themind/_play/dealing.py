"""Dealing a level (LVL-1, LVL-2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, SupportsIndex, final

import attrs

from themind._model.cards import Card, Deck, Hand, Level, Seat
from themind._model.checks import shown, wrong_type
from themind._model.codes import IllegalCode
from themind._model.errors import InvalidArgument
from themind._model.position import DEALING, FOCUSING, Phase
from themind._model.rules import Rules
from themind._model.state import GameState
from themind._model.values import MOST_CARDS, as_hands, as_ints, as_level, unchecked
from themind._model.view import SeatView
from themind._play.bases import BaseEvent, BaseSeatEvent, BaseTableAction, StepLog


def read_deck(deck: Iterable[SupportsIndex], most: int = MOST_CARDS) -> Deck:
    """Return the first `most` + 1 cards of a deck."""
    if isinstance(deck, str | bytes):
        hint = f"deck_for(state, {shown(deck, most=20)})"
        raise wrong_type("deck", "a sequence of cards", deck, hint)
    return as_ints("deck", deck, most)


def _as_deck(deck: Iterable[SupportsIndex]) -> Deck:
    return read_deck(deck)


def _as_hands(hands: Iterable[Iterable[SupportsIndex]]) -> tuple[Hand, ...]:
    return as_hands("hands", hands)


def _as_hand(hand: Iterable[SupportsIndex]) -> Hand:
    return as_ints("hand", hand)


def _as_sizes(hand_sizes: Iterable[SupportsIndex]) -> tuple[int, ...]:
    return as_ints("hand_sizes", hand_sizes)


@final
@attrs.frozen(eq=False, repr=False)
class LevelDealt(BaseEvent):
    """A level is dealt: a hand for each seat (LVL-1).

    Viewers see it as `HandDealt`.

    Example:
        >>> import themind as tm
        >>> dealt = tm.LevelDealt(1, ((37,), (62,)))
        >>> tm.redact(dealt, seat=0)
        HandDealt(level=1, hand=(37,), hand_sizes=(1, 1))
    """

    level: Level = attrs.field(converter=as_level)
    hands: tuple[Hand, ...] = attrs.field(converter=_as_hands)

    def can_follow(self, state: GameState) -> bool:
        if state.phase is not DEALING or self.level != state.level:
            return False
        cards = {card for hand in self.hands for card in hand}
        return (
            len(self.hands) == state.players
            and len(cards) == state.players * state.level
            and all(is_dealt_hand(hand, state.rules, state.level) for hand in self.hands)
        )

    def applied_to(self, state: GameState) -> GameState:
        return state._changed(phase=FOCUSING, hands=self.hands)

    def redacted_for(self, seat: Seat | None) -> HandDealt:
        if seat is not None and seat >= len(self.hands):
            last = len(self.hands) - 1
            raise InvalidArgument(f"seat must be from 0 to {last} in this deal, got {shown(seat)}")
        hand = () if seat is None else self.hands[seat]
        return make_hand_dealt(self.level, hand, tuple(map(len, self.hands)))


@final
@attrs.frozen(eq=False, repr=False)
class HandDealt(BaseSeatEvent):
    """A level is dealt, as a seat sees it: its own hand, and the sizes of all hands.

    A spectator's hand is empty.

    Example:
        >>> import themind as tm
        >>> tm.HandDealt(1, (37,), (1, 1)).hand
        (37,)
    """

    level: Level = attrs.field(converter=as_level)
    hand: Hand = attrs.field(converter=_as_hand)
    hand_sizes: tuple[int, ...] = attrs.field(converter=_as_sizes)

    def can_follow_view(self, seen: SeatView) -> bool:
        if seen.phase is not DEALING or self.level != seen.level:
            return False
        size = 0 if seen.seat is None else seen.level
        sizes = (seen.level,) * seen.players
        return self.hand_sizes == sizes and is_dealt_hand(self.hand, seen.rules, size)

    def applied_to_view(self, seen: SeatView) -> SeatView:
        return seen._changed(phase=FOCUSING, hand=self.hand, hand_sizes=self.hand_sizes)


make_level_dealt = unchecked(LevelDealt)
make_hand_dealt = unchecked(HandDealt)


def is_dealt_hand(hand: Hand, rules: Rules, size: int) -> bool:
    """Return whether a hand has this size, ascends, and contains cards of the deck."""
    if len(hand) != size:
        return False
    below: Card = 0
    for card in hand:
        if card <= below:
            return False
        below = card
    return below <= rules.cards


@final
@attrs.frozen(eq=False, repr=False)
class Deal(BaseTableAction):
    """Deal a deck in turn from seat 0, first card first (LVL-1, LVL-2).

    Args:
        deck: Distinct cards in order. It is kept as a tuple of at most 10,001 items; cards that
            the level does not need stay undealt.

    Raises:
        TypeError: `deck` is a set, a mapping, a text or not iterable, or an item is not an int.

    Example:
        >>> import themind as tm
        >>> tm.Deal([3, 1, 2])
        Deal(deck=(3, 1, 2))
    """

    deck: Deck = attrs.field(converter=_as_deck)

    phases: ClassVar[tuple[Phase, ...]] = (Phase.DEALING,)
    phase_rule = "LVL-2"
    is_listed = False

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        return IllegalCode.BAD_DECK if _deck_fault(self.deck, state) else None

    def detail_of(self, code: IllegalCode, state: GameState) -> str | None:
        if code is IllegalCode.BAD_DECK:
            return _deck_fault(self.deck, state)
        return super().detail_of(code, state)

    def perform(self, log: StepLog) -> None:
        players, level = log.state.players, log.state.level
        dealt = self.deck[: players * level]
        hands = tuple([tuple(sorted(dealt[seat::players])) for seat in range(players)])
        log.emit(make_level_dealt(level, hands))


BYTES = 256

make_deal = unchecked(Deal)


def _deck_fault(deck: Deck, state: GameState) -> str | None:
    most = state.rules.cards
    if len(deck) < state.players * state.level:
        return "TOO_FEW"
    if len(deck) > most:
        return "TOO_MANY"
    if most < BYTES and _is_sound(deck, most):
        return None
    distinct = {*deck}
    if not distinct <= _cards_of(most):
        return "NOT_A_CARD"
    return "TWICE" if len(distinct) < len(deck) else None


def _is_sound(deck: Deck, most: Card) -> bool:
    """Return whether a deck of bytes contains only distinct cards.

    It does if and only if its removal from all cards leaves the right number of cards. This test
    takes a third of the time of one with sets.
    """
    try:
        left = _card_bytes(most).translate(None, delete=bytes(deck))
    except ValueError:  # a number is not a byte
        return False
    return len(left) == most - len(deck)


@lru_cache(maxsize=16)
def _card_bytes(most: Card) -> bytes:
    return bytes(range(1, most + 1))


@lru_cache(maxsize=16)
def _cards_of(most: Card) -> frozenset[Card]:
    """Return the cards of a whole deck as a set; a comparison of sets is three times as fast."""
    return frozenset(range(1, most + 1))
