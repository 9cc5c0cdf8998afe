"""Throwing a star (STAR-1 to STAR-6)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import ClassVar, SupportsIndex, final

import attrs

from themind._model.cards import NO_SEATS, Card, Seat
from themind._model.checks import as_int, in_order, wrong_type
from themind._model.codes import IllegalCode
from themind._model.errors import InvalidArgument
from themind._model.position import (
    AsideCard,
    AsideReason,
    Phase,
    Position,
    cards_down,
    make_aside_card,
    play_is_running,
    play_is_undisturbed,
    seat_exists,
    star_is_open,
)
from themind._model.state import GameState
from themind._model.values import (
    MOST_CARDS,
    OfSeat,
    as_seat,
    as_stars,
    unchecked,
)
from themind._model.view import SeatView
from themind._play.bases import (
    BaseSeatAction,
    BaseTableAction,
    P,
    PlainEvent,
    PublicEvent,
    StepLog,
)
from themind._play.endings import settle
from themind._play.mistakes import can_all_be_held, lowest_cards


@final
class StarProposed(OfSeat, PlainEvent):
    """A seat proposes a star, and agrees to it (STAR-1).

    Example:
        >>> import themind as tm
        >>> tm.StarProposed(1)
        StarProposed(seat=1)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return (
            play_is_undisturbed(position)
            and position.stars > 0
            and seat_exists(position, self.seat)
        )

    def change(self, position: P) -> P:
        return position._changed(agreed=frozenset({self.seat}))


@final
class StarAgreed(OfSeat, PlainEvent):
    """A seat agrees to the proposed star (STAR-2).

    Example:
        >>> import themind as tm
        >>> tm.StarAgreed(1)
        StarAgreed(seat=1)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return (
            star_is_open(position)
            and seat_exists(position, self.seat)
            and self.seat not in position.agreed
        )

    def change(self, position: P) -> P:
        return position._changed(agreed=position.agreed | {self.seat})


@final
class StarDeclined(OfSeat, PlainEvent):
    """A seat declines the proposed star, and the proposal ends (STAR-2).

    Example:
        >>> import themind as tm
        >>> tm.StarDeclined(1)
        StarDeclined(seat=1)
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return star_is_open(position) and seat_exists(position, self.seat)

    def change(self, position: P) -> P:
        return position._changed(agreed=NO_SEATS)


@final
class StarLapsed(PlainEvent):
    """The proposal ends because the position changes (STAR-6).

    Example:
        >>> import themind as tm
        >>> tm.StarLapsed()
        StarLapsed()
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return star_is_open(position)

    def change(self, position: P) -> P:
        return position._changed(agreed=NO_SEATS)


def _as_cards(cards: Iterable[SupportsIndex | None]) -> tuple[Card | None, ...]:
    given = in_order("cards", cards, MOST_CARDS)
    return tuple(
        [
            None if card is None else as_int(f"cards[{seat}]", card)
            for seat, card in enumerate(given)
        ]
    )


@final
@attrs.frozen(eq=False, repr=False)
class StarThrown(PublicEvent):
    """A star is thrown, and each player's lowest card is set aside (STAR-3).

    Args:
        cards: The card of each seat, or None for an empty hand.
        stars: Stars left.

    Example:
        >>> import themind as tm
        >>> tm.StarThrown((46, None), 0).cards
        (46, None)
    """

    cards: tuple[Card | None, ...] = attrs.field(converter=_as_cards)
    stars: int = attrs.field(converter=as_stars)

    def can_follow(self, state: GameState) -> bool:
        return self._follows_vote(state) and self.cards == lowest_cards(state.hands)

    def applied_to(self, state: GameState) -> GameState:
        return state._changed(
            stars=self.stars,
            hands=tuple([hand[1:] for hand in state.hands]),
            aside=state.aside + self._set_aside(),
            agreed=NO_SEATS,
        )

    def can_follow_view(self, seen: SeatView) -> bool:
        if not self._follows_vote(seen) or len(self.cards) != seen.players:
            return False
        top, most, sizes = 0 if seen.blind else seen.top or 0, seen.rules.cards, seen.hand_sizes
        thrown: set[Card] = set()
        for seat, card in enumerate(self.cards):
            if card is None:
                if sizes[seat]:
                    return False
            elif not sizes[seat] or not top < card <= most or card in thrown:
                return False
            else:
                thrown.add(card)
        if seen.hand and seen.seat is not None and self.cards[seen.seat] != seen.hand[0]:
            return False
        return can_all_be_held(seen, thrown, self.cards, seen.hand[1:])

    def applied_to_view(self, seen: SeatView) -> SeatView:
        return seen._changed(
            stars=self.stars,
            hand=seen.hand[1:],
            hand_sizes=tuple([size - 1 if size else 0 for size in seen.hand_sizes]),
            aside=seen.aside + self._set_aside(),
            agreed=NO_SEATS,
        )

    def _follows_vote(self, position: Position) -> bool:
        """Return whether the team can throw a star now, with this number left after it."""
        return (
            play_is_running(position)
            and len(position.agreed) in (0, position.players)
            and 0 < position.stars == self.stars + 1
        )

    def _set_aside(self) -> tuple[AsideCard, ...]:
        """Return the thrown cards by seat (STAR-3)."""
        return tuple(
            [
                make_aside_card(seat, card, AsideReason.STAR)
                for seat, card in enumerate(self.cards)
                if card is not None
            ]
        )


make_star_thrown = unchecked(StarThrown)


def end_proposal(log: StepLog) -> None:
    """End an open proposal before the table changes (STAR-6)."""
    if log.state.agreed:
        log.emit(StarLapsed())


def _throw(log: StepLog) -> None:
    """Throw a star, even in a blind level (BLD-3); it does not undo a mistake (STAR-5)."""
    log.emit(make_star_thrown(lowest_cards(log.state.hands), log.state.stars - 1))
    settle(log, pause=True)


def _proposal_refusal(position: Position) -> IllegalCode | None:
    if position.agreed:
        return IllegalCode.PROPOSAL_OPEN
    return None if position.stars else IllegalCode.NO_STAR


@final
class ProposeStar(OfSeat, BaseSeatAction):
    """Propose a star, which includes the proposer's agreement (STAR-1, STAR-2).

    Example:
        >>> import themind as tm
        >>> tm.ProposeStar(1)
        ProposeStar(seat=1)
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "STAR-1"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        return _proposal_refusal(position)

    def own_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def perform(self, log: StepLog) -> None:
        log.emit(StarProposed(self.seat))
        if log.state.players == 1:
            _throw(log)


def _as_cards_down(cards_down: SupportsIndex | None) -> int | None:
    return None if cards_down is None else as_int("cards_down", cards_down)


@final
@attrs.frozen(eq=False, repr=False)
class AgreeToStar(BaseSeatAction):
    """Agree to the proposed star (STAR-2).

    Args:
        seat: The seat that agrees.
        cards_down: The expected number of cards in pile and aside together. If the number is
            different, the agreement is illegal, because the position has changed (STAR-6).

    Example:
        >>> import themind as tm
        >>> tm.AgreeToStar(1, cards_down=4)
        AgreeToStar(seat=1, cards_down=4)
    """

    seat: Seat = attrs.field(converter=as_seat)
    cards_down: int | None = attrs.field(default=None, converter=_as_cards_down)

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "STAR-1"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        return None if position.agreed else IllegalCode.NO_PROPOSAL

    def own_refusal(self, position: Position) -> IllegalCode | None:
        if self.cards_down is not None and self.cards_down != cards_down(position):
            return IllegalCode.STALE
        return IllegalCode.ALREADY_AGREED if self.seat in position.agreed else None

    def perform(self, log: StepLog) -> None:
        log.emit(StarAgreed(self.seat))
        if len(log.state.agreed) == log.state.players:
            _throw(log)


@final
class DeclineStar(OfSeat, BaseSeatAction):
    """Decline the proposed star, which ends the proposal (STAR-2).

    Example:
        >>> import themind as tm
        >>> tm.DeclineStar(1)
        DeclineStar(seat=1)
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "STAR-1"
    is_listed = True

    def table_refusal(self, position: Position) -> IllegalCode | None:
        return None if position.agreed else IllegalCode.NO_PROPOSAL

    def own_refusal(self, position: Position) -> IllegalCode | None:
        del position
        return None

    def perform(self, log: StepLog) -> None:
        log.emit(StarDeclined(self.seat))


def _as_agreed(agreed: Iterable[SupportsIndex]) -> frozenset[Seat]:
    try:
        named = list(islice(agreed, MOST_CARDS + 1))
    except TypeError:
        raise wrong_type("agreed", "a collection of seats", agreed) from None
    if len(named) > MOST_CARDS:
        raise InvalidArgument(f"agreed must contain at most {MOST_CARDS} seats")
    return frozenset([as_int("each seat of agreed", seat) for seat in named])


@final
@attrs.frozen(eq=False, repr=False)
class Star(BaseTableAction):
    """Throw a star after a vote of the whole table, in one step (STAR-2).

    Args:
        agreed: The seats that agree, in any order.

    Example:
        >>> import themind as tm
        >>> tm.Star([1, 0]) == tm.Star({0, 1})
        True
    """

    agreed: frozenset[Seat] = attrs.field(converter=_as_agreed)

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "STAR-1"
    is_listed = False

    def seats_exist(self, state: GameState) -> bool:
        return all(seat_exists(state, seat) for seat in self.agreed)

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        return _proposal_refusal(state)

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        return None if len(self.agreed) == state.players else IllegalCode.NOT_UNANIMOUS

    def perform(self, log: StepLog) -> None:
        _throw(log)
