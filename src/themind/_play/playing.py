"""Playing cards (LVL-5 to LVL-9, BLD-2)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, final

import attrs

from themind._model.cards import Card, Hand, Level, Seat
from themind._model.codes import IllegalCode
from themind._model.position import (
    CLEARED,
    PLAYING,
    REVEALING,
    AsideCard,
    AsideReason,
    Phase,
    PlayedCard,
    Position,
    a_life_is_left,
    lower_card_is_held,
    make_played_card,
    make_seen_card,
    play_is_undisturbed,
    seat_exists,
)
from themind._model.state import GameState
from themind._model.values import (
    OfSeat,
    as_bool,
    as_card,
    as_optional_card,
    as_seat,
    unchecked,
    unfrozen,
)
from themind._model.view import SeatView, make_view
from themind._play.bases import (
    BaseEvent,
    BaseSeatAction,
    BaseSeatEvent,
    P,
    PlainEvent,
    StepLog,
)
from themind._play.endings import HandsEmptied, LevelCleared, settle
from themind._play.mistakes import can_be_held, judge_play
from themind._play.stars import end_proposal


def _as_face_down(face_down: bool) -> bool:  # noqa: FBT001 - the field to convert
    return as_bool("face_down", face_down)


@final
@attrs.frozen(eq=False, repr=False)
class CardPlayed(BaseEvent, BaseSeatEvent):
    """A seat plays a card, which is face down in a blind level (LVL-6, BLD-2).

    Other seats see a face-down card as `HiddenCardPlayed`.

    Example:
        >>> import themind as tm
        >>> tm.redact(tm.CardPlayed(1, 62, face_down=True), seat=0)
        HiddenCardPlayed(seat=1)
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)
    face_down: bool = attrs.field(converter=_as_face_down)

    def can_follow(self, state: GameState) -> bool:
        if not play_is_undisturbed(state) or not seat_exists(state, self.seat):
            return False
        hand = state.hands[self.seat]
        return bool(hand) and hand[0] == self.card and self.face_down is state.blind

    def applied_to(self, state: GameState) -> GameState:
        return after_card(state, self.seat, self.card)

    def redacted_for(self, seat: Seat | None) -> CardPlayed | HiddenCardPlayed:
        return HiddenCardPlayed(self.seat) if self.face_down and self.seat != seat else self

    def can_follow_view(self, seen: SeatView) -> bool:
        seat, card = self.seat, self.card
        if not play_is_undisturbed(seen) or not seat_exists(seen, seat):
            return False
        if not seen.hand_sizes[seat] or self.face_down is not seen.blind:
            return False
        if seat == seen.seat:
            return card == seen.hand[0]
        return not seen.blind and can_be_held(seen, seat, card, seen.top or 0)

    def applied_to_view(self, seen: SeatView) -> SeatView:
        hand = seen.hand[1:] if self.seat == seen.seat else seen.hand
        return _after_seen_card(seen, self.seat, self.card, hand)


@final
class HiddenCardPlayed(OfSeat, BaseSeatEvent):
    """A seat plays a card face down, as other seats see it (BLD-2).

    Example:
        >>> import themind as tm
        >>> tm.HiddenCardPlayed(1)
        HiddenCardPlayed(seat=1)
    """

    __slots__ = ()

    def can_follow_view(self, seen: SeatView) -> bool:
        if not seen.blind or not play_is_undisturbed(seen) or not seat_exists(seen, self.seat):
            return False
        return self.seat != seen.seat and seen.hand_sizes[self.seat] > 0

    def applied_to_view(self, seen: SeatView) -> SeatView:
        return _after_seen_card(seen, self.seat, None, seen.hand)


def _after_seen_card(seen: SeatView, seat: Seat, card: Card | None, hand: Hand) -> SeatView:
    sizes = [*seen.hand_sizes]
    sizes[seat] -= 1
    return make_view(
        seen.seat,
        seen.rules,
        seen.phase,
        seen.level,
        seen.lives,
        seen.stars,
        hand,
        tuple(sizes),
        (*seen.pile, _seen_card(seat, card)),
        seen.aside,
        seen.blind,
        seen.attempt,
        seen.ready,
        seen.agreed,
    )


@final
@attrs.frozen(eq=False, repr=False)
class CardVoid(PlainEvent):
    """A card that landed was already set aside by a mistake, and costs nothing (ERR-7).

    Example:
        >>> import themind as tm
        >>> tm.CardVoid(1, 39).card
        39
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card = attrs.field(converter=as_card)

    def fits(self, position: Position) -> bool:
        return (
            a_life_is_left(position)
            and not position.agreed
            and not lower_card_is_held(position)
            and seat_exists(position, self.seat)
            and AsideCard(self.seat, self.card, AsideReason.SKIPPED) in position.aside
        )

    def change(self, position: P) -> P:
        return position


make_card_played = unchecked(CardPlayed)


# Most plays repeat the same few values, so these are cached. A play's additions to the pile and to
# the step share a cache, because each call of a cache takes time.
@lru_cache(maxsize=4096)
def landing(
    seat: Seat,
    card: Card,
    blind: bool,  # noqa: FBT001 - a fast call by position
) -> tuple[tuple[PlayedCard], tuple[BaseEvent, ...]]:
    """Return the addition to the pile and the event of a played card, each as a tuple."""
    return (make_played_card(seat, card),), (make_card_played(seat, card, blind),)


@lru_cache(maxsize=256)
def _ending(level: Level, blind: bool) -> tuple[Phase, BaseEvent]:  # noqa: FBT001 - like `landing`
    """Return the phase and the event after the last card of a level (LVL-7, BLD-4)."""
    return (REVEALING, HandsEmptied()) if blind else (CLEARED, LevelCleared(level))


_seen_card = lru_cache(maxsize=4096)(make_seen_card)
_UnfrozenState = unfrozen(GameState)


def after_card(state: GameState, seat: Seat, card: Card) -> GameState:
    """Return the state after a seat's lowest card is put onto the pile."""
    hands = [*state.hands]
    hands[seat] = hands[seat][1:]
    played, _ = landing(seat, card, state.blind)
    return state._changed(hands=tuple(hands), pile=state.pile + played)


def undisturbed_play(
    state: GameState, seat: Seat, card: Card | None
) -> tuple[GameState, tuple[BaseEvent, ...]] | None:
    """Return the state and the events of a simple play, or None for any other play.

    A simple play is legal and in order. Most plays of a simulation are simple. This function
    combines their checks and events in a third of the time.
    """
    if state.phase is not PLAYING or state.agreed or not state.lives:
        return None
    hands = state.hands
    if not 0 <= seat < len(hands) or not hands[seat]:
        return None
    hand = hands[seat]
    lowest = hand[0]
    if card is not None and card != lowest:
        return None
    blind = state.blind
    if not blind:
        for other in hands:
            if other and other[0] < lowest:
                return None
    played, events = landing(seat, lowest, blind)
    after = _UnfrozenState()
    after.rules = state.rules
    after.level = level = state.level
    after.lives = state.lives
    after.stars = state.stars
    after.pile = state.pile + played
    after.aside = state.aside
    after.blind = blind
    after.attempt = state.attempt
    after.ready = state.ready
    after.agreed = state.agreed
    left = [*hands]
    left[seat] = rest = hand[1:]
    after.hands = tuple(left)
    if rest or any(left):
        after.phase = PLAYING
    else:
        after.phase, event = _ending(level, blind)
        events = (*events, event)
    after.__class__ = GameState
    return after, events


@final
@attrs.frozen(eq=False, repr=False)
class Play(BaseSeatAction):
    """Play the seat's lowest card (LVL-6).

    Args:
        seat: The seat that plays.
        card: The expected lowest card. If the lowest card is different, the play is illegal. This
            protects against stale clicks.

    Example:
        >>> import themind as tm
        >>> match tm.Play(1, 36):
        ...     case tm.Play(seat, card):
        ...         print(seat, card)
        1 36
    """

    seat: Seat = attrs.field(converter=as_seat)
    card: Card | None = attrs.field(default=None, converter=as_optional_card)

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "LVL-3"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def own_refusal(self, position: Position) -> IllegalCode | None:
        hand = position._hand_of(self.seat)
        if not hand:
            return IllegalCode.HAND_EMPTY
        return None if self.card is None else card_refusal(self.card, hand, 0)

    def perform(self, log: StepLog) -> None:
        end_proposal(log)
        settle(log, pause=land(log, self.seat))


def card_refusal(card: Card, hand: Hand, place: int) -> IllegalCode | None:
    """Return the code of a refusal if a card is not in this place of a hand, or None."""
    if hand[place] == card:
        return None
    return IllegalCode.NOT_LOWEST if card in hand else IllegalCode.NOT_HELD


def land(log: StepLog, seat: Seat) -> bool:
    """Put a seat's lowest card onto the pile; return whether it is a mistake (ERR-1, BLD-2)."""
    state = log.state
    card = state.hands[seat][0]
    _, (event,) = landing(seat, card, state.blind)
    log.emit(event)
    return not state.blind and judge_play(log, seat, card)
