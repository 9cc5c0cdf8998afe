"""Cards that land at the same moment (ERR-6, ERR-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar, final

import attrs

from themind._model.cards import Card, Seat
from themind._model.checks import in_order, require_exactly
from themind._model.codes import IllegalCode
from themind._model.errors import InvalidArgument
from themind._model.position import Phase, Position, seat_exists
from themind._model.state import GameState
from themind._model.values import MOST_CARDS
from themind._play.bases import BaseTableAction, StepLog
from themind._play.endings import settle
from themind._play.playing import CardVoid, Play, card_refusal, land
from themind._play.stars import end_proposal

LANDING_RULE = "ERR-7"


def _as_plays(plays: Iterable[Play]) -> tuple[Play, ...]:
    landed = in_order("plays", plays, MOST_CARDS)
    for place, play in enumerate(landed):
        require_exactly(f"plays[{place}]", play, Play)
    if not landed:
        raise InvalidArgument("plays must hold at least one Play")
    if len(landed) > MOST_CARDS:
        raise InvalidArgument(f"plays must hold at most {MOST_CARDS} Plays")
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
        return BaseTableAction.rule_against(self, code, position)

    def perform(self, log: StepLog) -> None:
        end_proposal(log)
        mistaken = False
        for seat, card in self._landed(log.state):
            if log.state.lives == 0:
                break
            if card in log.state.hands[seat]:
                mistaken |= land(log, seat)
            else:
                log.emit(CardVoid(seat, card))
        settle(log, pause=mistaken)

    def _codes(self, state: GameState) -> Iterator[IllegalCode | None]:
        named = Counter[Seat]()
        for play in self.plays:
            hand, place = state.hands[play.seat], named[play.seat]
            named[play.seat] += 1
            if place >= len(hand):
                yield IllegalCode.HAND_EMPTY
            elif play.card is not None:
                yield card_refusal(play.card, hand, place)

    def _landed(self, state: GameState) -> list[tuple[Seat, Card]]:
        """Return the cards that landed: the k-th play of a seat is its k-th lowest card."""
        named = Counter[Seat]()
        landed = []
        for play in self.plays:
            landed.append((play.seat, state.hands[play.seat][named[play.seat]]))
            named[play.seat] += 1
        return landed


_CODES = (IllegalCode.HAND_EMPTY, IllegalCode.NOT_HELD, IllegalCode.NOT_LOWEST)
