"""What can happen: what an app stores and a client follows."""

from __future__ import annotations

from typing import TypeAlias

from themind._cards import Card, Hand, Level, Seat
from themind._rules import Reward
from themind._table import PlayedCard
from themind._values import OfLevel, OfSeat, Value, unchecked, value


@value
class LevelDealt(Value):
    """The level was dealt: a hand for each seat (LVL-1)."""

    level: Level
    hands: tuple[Hand, ...]


@value
class HandDealt(Value):
    """`LevelDealt` as one seat may know it: its own hand, and how many cards each seat holds.

    A spectator's hand is empty.
    """

    level: Level
    hand: Hand
    hand_sizes: tuple[int, ...]


class SeatReady(OfSeat):
    """A hand lies on the table (LVL-3)."""

    __slots__ = ()


class SeatUnready(OfSeat):
    """A hand left the table (LVL-3)."""

    __slots__ = ()


class PlayStarted(Value):
    """Everybody is ready: play starts, or goes on (LVL-3, LVL-4)."""

    __slots__ = ()


class RefocusCalled(OfSeat):
    """A seat called stop (LVL-4)."""

    __slots__ = ()


class PlayPaused(Value):
    """The team refocuses after a mistake (ERR-3) or a star (STAR-4)."""

    __slots__ = ()


@value
class CardPlayed(Value):
    """A seat played a card, in a blind level face down (LVL-6, BLD-2)."""

    seat: Seat
    card: Card
    face_down: bool


class HiddenCardPlayed(OfSeat):
    """`CardPlayed` as others may know it in a blind level: who, not which (BLD-2)."""

    __slots__ = ()


@value
class MistakeMade(Value):
    """The played card was higher than held ones (ERR-1, ERR-2).

    `skipped` has the hand that went aside for each seat, `lives` is what is left.
    """

    seat: Seat
    card: Card
    skipped: tuple[Hand, ...]
    lives: int


@value
class CardVoid(Value):
    """A landed card that an earlier mistake had set aside; it costs nothing more (ERR-7)."""

    seat: Seat
    card: Card


class StarProposed(OfSeat):
    """A seat proposed a star, and has said yes (STAR-1)."""

    __slots__ = ()


class StarAgreed(OfSeat):
    """A seat said yes to the proposed star (STAR-2)."""

    __slots__ = ()


class StarDeclined(OfSeat):
    """A seat said no: the proposal is over (STAR-2)."""

    __slots__ = ()


class StarLapsed(Value):
    """The proposal ended because the table changed (STAR-6)."""

    __slots__ = ()


@value
class StarThrown(Value):
    """A star was thrown (STAR-3).

    `cards` has the card that went aside for each seat, None where the hand was empty; `stars` is
    what is left.
    """

    cards: tuple[Card | None, ...]
    stars: int


class HandsEmptied(Value):
    """All hands of a blind level are empty: the pile waits to be turned over (BLD-4)."""

    __slots__ = ()


@value
class PileRevealed(Value):
    """The blind pile lies open in its play order (BLD-4, BLD-5).

    `mistakes` are those counted until counting stopped, with one penalty a level 0 or 1; `lives`
    is what is left.
    """

    pile: tuple[PlayedCard, ...]
    mistakes: int
    lives: int


class LevelCleared(OfLevel):
    """All hands are empty and a life is left (LVL-7)."""

    __slots__ = ()


@value
class RewardTaken(Value):
    """The level paid its reward; `lives` and `stars` are what the team has now (SET-5)."""

    reward: Reward
    lives: int
    stars: int


@value
class RewardForfeited(Value):
    """The team had its limit already: the reward stays in the supply (SET-6)."""

    reward: Reward


class LevelCompleted(OfLevel):
    """The level is done and its cards are gone (LVL-8)."""

    __slots__ = ()


@value
class GameWon(Value):
    """All levels are completed, of the base run or of the blind one (END-1, BLD-7)."""

    blind: bool


@value
class GameLost(Value):
    """The last life is lost; `level` is the level that was lost (END-2)."""

    blind: bool
    level: Level


class BlindStarted(Value):
    """The team goes on blind from level 1 (BLD-1)."""

    __slots__ = ()


class DealGathered(OfLevel):
    """All cards are gathered; the same level will be dealt again (VAR-3)."""

    __slots__ = ()


CommonEvent: TypeAlias = (
    SeatReady
    | SeatUnready
    | PlayStarted
    | RefocusCalled
    | PlayPaused
    | CardPlayed
    | MistakeMade
    | CardVoid
    | StarProposed
    | StarAgreed
    | StarDeclined
    | StarLapsed
    | StarThrown
    | HandsEmptied
    | PileRevealed
    | LevelCleared
    | RewardTaken
    | RewardForfeited
    | LevelCompleted
    | GameWon
    | GameLost
    | BlindStarted
    | DealGathered
)
Event: TypeAlias = LevelDealt | CommonEvent
SeatEvent: TypeAlias = HandDealt | HiddenCardPlayed | CommonEvent

make_card_played = unchecked(CardPlayed)
