"""The blind run: cards are played face down, and mistakes count at the reveal (BLD)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, SupportsIndex, final

import attrs

from themind._model.checks import as_int, in_order, require_exactly
from themind._model.codes import IllegalCode
from themind._model.position import (
    CLEARED,
    DEALING,
    LOST,
    REVEALING,
    WON,
    Phase,
    PlayedCard,
    Position,
    make_seen_card,
)
from themind._model.rules import BlindPenalty, Rules
from themind._model.state import GameState
from themind._model.values import MOST_CARDS, as_lives, unchecked
from themind._model.view import SeatView, view_faults
from themind._play.bases import BaseTableAction, P, PlainEvent, PublicEvent, StepLog
from themind._play.endings import GameLost, LevelCleared


def _as_pile(pile: Iterable[PlayedCard]) -> tuple[PlayedCard, ...]:
    cards = in_order("pile", pile, MOST_CARDS)
    for place, played in enumerate(cards):
        require_exactly(f"pile[{place}]", played, PlayedCard)
    return cards


def _as_mistakes(mistakes: SupportsIndex) -> int:
    return as_int("mistakes", mistakes)


@final
@attrs.frozen(eq=False, repr=False)
class PileRevealed(PublicEvent):
    """The blind pile is turned over, and its mistakes are counted (BLD-4, BLD-5).

    Args:
        pile: The played cards in play order, which are open from now on.
        mistakes: The mistakes counted until no life is left; at most 1 with PER_LEVEL.
        lives: Lives left.

    Example:
        >>> import themind as tm
        >>> tm.PileRevealed((tm.PlayedCard(0, 12), tm.PlayedCard(1, 8)), mistakes=1, lives=2).lives
        2
    """

    pile: tuple[PlayedCard, ...] = attrs.field(converter=_as_pile)
    mistakes: int = attrs.field(converter=_as_mistakes)
    lives: int = attrs.field(converter=as_lives)

    def can_follow(self, state: GameState) -> bool:
        return self._counts_right(state) and self.pile == state.pile

    def applied_to(self, state: GameState) -> GameState:
        return state._changed(phase=CLEARED, lives=self.lives)

    def can_follow_view(self, seen: SeatView) -> bool:
        if not self._counts_right(seen) or len(self.pile) != len(seen.pile):
            return False
        for place, played in enumerate(self.pile):
            known = seen.pile[place]
            if played.seat != known.seat or known.card not in (None, played.card):
                return False
        phase = CLEARED if self.lives else LOST
        return not any(view_faults(self.applied_to_view(seen)._changed(phase=phase)))

    def applied_to_view(self, seen: SeatView) -> SeatView:
        pile = tuple([make_seen_card(played.seat, played.card) for played in self.pile])
        return seen._changed(phase=CLEARED, pile=pile, lives=self.lives)

    def _counts_right(self, position: Position) -> bool:
        if position.phase is not REVEALING:
            return False
        mistakes = _count_mistakes(position.rules, self.pile, position.lives)
        return self.mistakes == mistakes and self.lives == position.lives - mistakes


make_pile_revealed = unchecked(PileRevealed)


def _count_mistakes(rules: Rules, pile: tuple[PlayedCard, ...], lives: int) -> int:
    """Return the number of mistakes in a pile, counted until no life is left (BLD-5, BLD-6)."""
    highest = mistakes = 0
    for played in pile:
        mistakes += played.card < highest
        highest = max(highest, played.card)
    most = 1 if rules.blind_penalty is BlindPenalty.PER_LEVEL else lives
    return min(mistakes, most)


@final
class BlindStarted(PlainEvent):
    """The blind run begins at level 1 (BLD-1).

    Example:
        >>> import themind as tm
        >>> tm.BlindStarted()
        BlindStarted()
    """

    __slots__ = ()

    def fits(self, position: Position) -> bool:
        return position.phase is WON and not position.blind and position.rules.is_full_stack

    def change(self, position: P) -> P:
        return position._changed(phase=DEALING, level=1, blind=True)


@final
class Reveal(BaseTableAction):
    """Turn the blind pile over (BLD-4).

    Example:
        >>> import themind as tm
        >>> tm.Reveal()
        Reveal()
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.REVEALING,)
    phase_rule = "BLD-4"
    is_listed = True

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def perform(self, log: StepLog) -> None:
        state = log.state
        mistakes = _count_mistakes(state.rules, state.pile, state.lives)
        log.emit(make_pile_revealed(state.pile, mistakes, state.lives - mistakes))
        if log.state.lives == 0:
            log.emit(GameLost(state.blind, state.level))
        else:
            log.emit(LevelCleared(state.level))


@final
class ContinueBlind(BaseTableAction):
    """Begin the blind run after a victory over the full stack (BLD-1).

    Example:
        >>> import themind as tm
        >>> tm.ContinueBlind()
        ContinueBlind()
    """

    __slots__ = ()

    phases: ClassVar[tuple[Phase, ...]] = (Phase.WON,)
    phase_rule = "BLD-1"
    is_listed = True

    def table_refusal(self, state: GameState) -> IllegalCode | None:
        if state.blind:
            return IllegalCode.WRONG_PHASE
        return None if state.rules.is_full_stack else IllegalCode.NOT_FULL_STACK

    def own_refusal(self, state: GameState) -> IllegalCode | None:
        del state
        return None

    def rule_against(self, code: IllegalCode, position: Position) -> str:
        if code is IllegalCode.WRONG_PHASE and position.phase is WON:
            return self.phase_rule
        return super().rule_against(code, position)

    def perform(self, log: StepLog) -> None:
        log.emit(BlindStarted())
