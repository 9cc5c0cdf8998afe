"""Keyed random numbers: each depends on its purpose, and not on earlier draws."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import NormalDist
from typing import Protocol, SupportsIndex, TypeVar

from themind import Card, InvalidArgument, Level, Seat
from themind._model.checks import as_int, require_int, wrong_type
from themind.rng import (
    GAMES,
    LEVELS,
    PLANS,
    QUESTIONS,
    key_below,
    seed_key,
    unchecked_splitmix64,
    unchecked_uniforms,
)

T = TypeVar("T")

MOST_CHOICES = 2**32

# Words of a plan's key that no call of a draw reaches.
_TIES = 2**63
_GAME = 2**63 + 1
_LEVEL = 2**63 + 2

_inv_cdf = NormalDist().inv_cdf


class SeatStreams(Protocol):
    """The keys of the streams that a seat draws from during a game and a deal."""

    def game_key(self) -> int:
        """Return the key of the seat's stream for the game."""
        ...

    def level_key(self) -> int:
        """Return the key of the seat's stream for the last deal."""
        ...


class Draw:
    """The random numbers for one call of a policy: number k is `splitmix64(key, k)`.

    k counts from 0. In a run the key is `plan_key` for a wait, and `question_key` for stars and
    learning. `game` and `level` are separate streams, which stay the same for a seat during a game
    or a level. A draw that you create to test a policy derives both from its key.

    Args:
        key: The key.
        first_key: The key of `first`; the default is `key`.

    Raises:
        TypeError: An argument is not an int.

    Example:
        >>> draw = Draw(key=7)
        >>> draw.uniform(), Draw(key=7).uniform()
        (0.3898297483912715, 0.3898297483912715)
        >>> draw.game.normal() == draw.game.normal()
        True
    """

    __slots__ = ("_calls", "_first_key", "_luck", "key")

    def __init__(self, key: SupportsIndex, first_key: SupportsIndex | None = None) -> None:
        self.key: int = as_int("key", key)
        self._first_key: int = self.key if first_key is None else as_int("first_key", first_key)
        self._luck: SeatStreams | None = None
        self._calls: int = 0

    @property
    def first(self) -> Draw:
        """The numbers of this seat's first plan for this card, from the beginning.

        A decision based on them stays the same, however often the policy is called. For stars and
        learning, they are the numbers of this call.
        """
        return draw_of(self._first_key, self._first_key, self._luck)

    @property
    def game(self) -> Draw:
        """The numbers of this seat in this game, from the beginning, for example for its skill."""
        luck = self._luck
        key = unchecked_splitmix64(self.key, _GAME) if luck is None else luck.game_key()
        return draw_of(key, key, luck)

    @property
    def level(self) -> Draw:
        """The numbers of this seat in the last deal, from the beginning."""
        luck = self._luck
        key = unchecked_splitmix64(self.key, _LEVEL) if luck is None else luck.level_key()
        return draw_of(key, key, luck)

    def uniform(self) -> float:
        """Return the next number, uniform between 0 and 1, both excluded."""
        calls = self._calls
        self._calls = calls + 1
        return ((unchecked_splitmix64(self.key, calls) >> 12) + 0.5) * 2**-52

    def normal(self) -> float:
        """Return the next number, standard normal."""
        return _inv_cdf(self.uniform())

    def exponential(self) -> float:
        """Return the next number, exponential with a mean of 1."""
        return -log(self.uniform())

    def integer(self, n: SupportsIndex) -> int:
        """Return the next number, a uniform int from 0 to `n` - 1.

        Raises:
            InvalidArgument: `n` is not from 1 to 2^32.
            TypeError: `n` is not an int.

        Example:
            >>> [Draw(key).integer(6) + 1 for key in range(5)]
            [6, 4, 4, 1, 3]
        """
        known = require_int("n", n, least=1, most=MOST_CHOICES)
        calls = self._calls
        self._calls = calls + 1
        return ((unchecked_splitmix64(self.key, calls) >> 32) * known) >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Return a uniformly random item of a sequence.

        Raises:
            InvalidArgument: The sequence is empty.
            TypeError: `items` is not a sequence.

        Example:
            >>> Draw(7).choice(["wait", "play"])
            'wait'
        """
        if not isinstance(items, Sequence):
            raise wrong_type("items", "a sequence", items)
        if not items:
            raise InvalidArgument("items must not be empty")
        return items[self.integer(len(items))]


def draw_of(key: int, first_key: int, luck: SeatStreams | None) -> Draw:
    """Return the draw of a seat in a game, without checks."""
    draw = Draw.__new__(Draw)
    draw.key = key
    draw._first_key = first_key
    draw._luck = luck
    draw._calls = 0
    return draw


class GameLuck:
    """The keys of one game, which its seats share.

    Args:
        seed: The seed of the run.
        game: The number of the game.
        ahead: The number of plans of a card whose numbers are computed together.
    """

    def __init__(self, seed: str | int, game: int, ahead: int) -> None:
        self.root: int = seed_key(seed)
        self.game = game
        self.ahead = ahead
        self.deal: tuple[int, Level, int] = (0, 0, 0)
        self._plans_key: int = key_below(self.root, PLANS, game)
        self.deal_key: int = self._plans_key

    def new_deal(self, *, blind: bool, level: Level, attempt: int) -> None:
        """Switch to the random numbers of a new deal."""
        self.deal = (int(blind), level, attempt)
        self.deal_key = key_below(self._plans_key, *self.deal)


class HasNormal(Protocol):
    """A source of a standard normal number, such as a `Draw`."""

    def normal(self) -> float:
        """Return the number."""
        ...


class PlanNumbers(HasNormal, Protocol):
    """The first number of a plan in several forms, such as a `Draw`."""

    def exponential(self) -> float:
        """Return the number as an exponential one with a mean of 1."""
        ...

    @property
    def first(self) -> HasNormal:
        """The first number of this seat's first plan for this card."""
        ...


class SeatLuck:
    """The draws of a seat in one game.

    After `next_plan`, it has the first number of the plan itself, for policies that need one number
    and no `Draw`. These numbers are computed for some plans of a card together.
    """

    __slots__ = (
        "_asked",
        "_card",
        "_card_key",
        "_first_key",
        "_game",
        "_numbers",
        "_questions_key",
        "_seat",
        "_seat_key",
        "_times",
        "first",
    )

    def __init__(self, game: GameLuck, seat: Seat) -> None:
        self._game = game
        self._seat = seat
        self._asked = self._times = self._card_key = self._first_key = self._seat_key = 0
        self._questions_key: int | None = None
        self._card: Card | None = None
        self._numbers: list[float] = []
        self.first: HasNormal = FirstNumber(self)

    def new_deal(self) -> None:
        """Reset the card of the last deal."""
        self._card = None
        self._seat_key = unchecked_splitmix64(self._game.deal_key, self._seat)

    def next_plan(self, card: Card) -> None:
        """Advance to the next plan of a card."""
        if card == self._card:
            self._times += 1
            return
        self._card, self._times = card, 0
        self._card_key = unchecked_splitmix64(self._seat_key, card)
        self._numbers = []

    def plan_key(self) -> int:
        """Return the key of the plan."""
        return unchecked_splitmix64(self._card_key, self._times)

    def draw(self) -> Draw:
        """Return all numbers of the plan.

        A policy with draws can learn to be one without, but not the reverse, so the key of the
        first plan of a card is known here.
        """
        key = self.plan_key()
        if self._times == 0:
            self._first_key = key
        return draw_of(key, self._first_key, self)

    def tie_break(self) -> int:
        """Return the sort key of plays that land together; the smallest lands first."""
        return unchecked_splitmix64(self.plan_key(), _TIES)

    def normal(self) -> float:
        """Return the first number of the plan, standard normal."""
        return _inv_cdf(self.number(self._times))

    def exponential(self) -> float:
        """Return the first number of the plan, exponential with a mean of 1."""
        return -log(self.number(self._times))

    def number(self, plan: int) -> float:
        """Return the first uniform number of a plan of the card, by the number of the plan."""
        numbers = self._numbers
        while plan >= len(numbers):
            numbers += unchecked_uniforms(self._card_key, len(numbers), self._game.ahead)
        return numbers[plan]

    def question(self) -> Draw:
        """Return the numbers for the next question about a star, or for the next event."""
        asked, seat_key = self._asked, self._questions_key
        if seat_key is None:
            seat_key = key_below(self._game.root, QUESTIONS, self._game.game, self._seat)
            self._questions_key = seat_key
        self._asked = asked + 1
        key = unchecked_splitmix64(seat_key, asked)
        return draw_of(key, key, self)

    def game_key(self) -> int:
        """Return the key of the seat's stream for the game."""
        return key_below(self._game.root, GAMES, self._game.game, self._seat)

    def level_key(self) -> int:
        """Return the key of the seat's stream for the last deal."""
        return key_below(self._game.root, LEVELS, self._game.game, *self._game.deal, self._seat)


class FirstNumber:
    """The first number of a seat's first plan for its card."""

    __slots__ = ("_luck",)

    def __init__(self, luck: SeatLuck) -> None:
        self._luck = luck

    def normal(self) -> float:
        """Return the number, standard normal."""
        return _inv_cdf(self._luck.number(0))
