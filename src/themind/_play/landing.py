"""Cards that land at the same moment (ERR-6, ERR-7)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import ClassVar, final

import attrs

from themind._model.cards import Card, Hand, Seat
from themind._model.checks import in_order, require_exactly
from themind._model.codes import IllegalCode
from themind._model.errors import InvalidArgument
from themind._model.position import (
    AsideCard,
    Phase,
    PlayedCard,
    Position,
    seat_exists,
)
from themind._model.state import GameState
from themind._model.values import MOST_CARDS
from themind._play.bases import BaseEvent, BaseTableAction, StepLog
from themind._play.endings import settle
from themind._play.mistakes import make_mistake, price_of
from themind._play.playing import CardVoid, Play, card_refusal, landing
from themind._play.stars import end_proposal

LANDING_RULE = "ERR-7"


def _as_plays(plays: Iterable[Play]) -> tuple[Play, ...]:
    landed = in_order("plays", plays, MOST_CARDS)
    for place, play in enumerate(landed):
        require_exactly(f"plays[{place}]", play, Play)
    if not landed:
        raise InvalidArgument("plays must contain at least one Play")
    if len(landed) > MOST_CARDS:
        raise InvalidArgument(f"plays must contain at most {MOST_CARDS} Plays")
    return landed


@final
@attrs.frozen(eq=False, repr=False)
class PlayTogether(BaseTableAction):
    """Play cards that landed at the same moment, one after the other (ERR-7).

    If two players move at the same time but one card touches the pile first, it is an ordinary
    `Play`, and the other player keeps their card (ERR-6).

    Args:
        plays: The plays in the order of landing.

    Raises:
        TypeError: `plays` is not a sequence, or an item is not a `Play`.
        InvalidArgument: `plays` is empty.

    Example:
        >>> import themind as tm
        >>> tm.PlayTogether([tm.Play(0), tm.Play(1)]).plays[1]
        Play(seat=1, card=None)
    """

    plays: tuple[Play, ...] = attrs.field(converter=_as_plays)

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PLAYING,)
    phase_rule = "LVL-3"
    is_listed = False

    def seats_exist(self, state: GameState) -> bool:
        return all(seat_exists(state, play.seat) for play in self.plays)

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        codes = {code for code in self._codes(state) if code is not None}
        return next((code for code in _CODES if code in codes), None)

    def rule_against(self, code: IllegalCode, position: Position) -> str:
        if code is IllegalCode.HAND_EMPTY:
            return LANDING_RULE
        return super().rule_against(code, position)

    def perform(self, log: StepLog) -> None:
        end_proposal(log)
        landed = LandedCards(log.state)
        for play in self.plays:
            if landed.lives == 0:
                break
            landed.add(play.seat)
        log.events += landed.events
        log.state = landed.state_after()
        settle(log, pause=bool(landed.aside))

    def _codes(self, state: GameState) -> Iterator[IllegalCode | None]:
        named = Counter[Seat]()
        for play in self.plays:
            hand, place = state.hands[play.seat], named[play.seat]
            named[play.seat] += 1
            if place >= len(hand):
                yield IllegalCode.HAND_EMPTY
            elif play.card is not None:
                yield card_refusal(play.card, hand, place)


class LandedCards:
    """Cards that landed one after the other, on a table that is changed in place.

    A new state after each card would copy all hands and the whole pile.

    Attributes:
        events: The events of the cards.
        lives: The lives left.
        aside: The cards skipped by mistakes.
    """

    __slots__ = ("_before", "_gone", "_lows", "_named", "_pile", "aside", "events", "lives")

    def __init__(self, state: GameState) -> None:
        self.events: list[BaseEvent] = []
        self.lives = state.lives
        self.aside: list[AsideCard] = []
        self._before = state
        self._pile: list[PlayedCard] = []
        self._named = [0] * len(state.hands)  # by seat: the number of its plays
        self._gone = [0] * len(state.hands)  # by seat: the number of cards that left its hand
        holders = () if state.blind else enumerate(state.hands)  # no card is skipped blind
        self._lows = [(hand[0], seat) for seat, hand in holders if hand]
        heapify(self._lows)

    def add(self, seat: Seat) -> None:
        """Land a seat's next card; its k-th play is of the k-th card that it held (ERR-7)."""
        place = self._named[seat]
        self._named[seat] += 1
        card = self._before.hands[seat][place]
        if place < self._gone[seat]:
            self.events.append(CardVoid(seat, card))
            return
        self._gone[seat] += 1
        played, events = landing(seat, card, self._before.blind)
        self._pile += played
        self.events += events
        skipped = self._skipped_below(card)
        if skipped:
            self._add_mistake(seat, card, skipped)

    def _skipped_below(self, card: Card) -> dict[Seat, Hand]:
        """Remove all lower cards from the hands, and return them by seat (ERR-2)."""
        skipped: dict[Seat, Hand] = {}
        while self._lows and self._lows[0][0] <= card:
            _, seat = heappop(self._lows)
            hand, start = self._before.hands[seat], self._gone[seat]
            end = bisect_left(hand, card, start)
            if start < end:
                skipped[seat] = hand[start:end]
                self._gone[seat] = end
            if end < len(hand):
                heappush(self._lows, (hand[end], seat))
        return skipped

    def _add_mistake(self, seat: Seat, card: Card, skipped: dict[Seat, Hand]) -> None:
        hands = tuple([skipped.get(other, ()) for other in range(len(self._gone))])
        self.lives -= price_of(self._before.rules, hands, self.lives)
        mistake = make_mistake(seat, card, hands, self.lives)
        self.aside += mistake._set_aside()
        self.events.append(mistake)

    def state_after(self) -> GameState:
        """Return the state after the cards."""
        before = self._before
        hands = [*before.hands]
        for seat, gone in enumerate(self._gone):
            if gone:
                hands[seat] = hands[seat][gone:]
        return before._changed(
            lives=self.lives,
            hands=tuple(hands),
            pile=before.pile + tuple(self._pile),
            aside=before.aside + tuple(self.aside),
        )


_CODES = (IllegalCode.HAND_EMPTY, IllegalCode.NOT_HELD, IllegalCode.NOT_LOWEST)
