"""The built-in policies."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, SupportsIndex, TypeAlias, get_args

import attrs

from themind import Card, InvalidArgument
from themind._model.checks import (
    as_int,
    in_order,
    instance_of,
    require_callable,
    require_instance,
    shown,
)
from themind._model.reals import require_finite, require_number, require_positive
from themind.experiments._draws import Draw, HasNormal, PlanNumbers
from themind.experiments._noise import Noise
from themind.experiments._policy import Moment, Policy
from themind.odds._hidden import lowest_deals

_is_noise = instance_of(Noise | None)

# A function from the lowest card, its gap, the time since the level began and the first number of
# a plan to seconds.
Planner: TypeAlias = Callable[[Card, int, float, PlanNumbers], float]

# A function from a moment to seconds.
Asker: TypeAlias = Callable[[Moment], float]


class _Timekeeper(Policy):
    """A policy that depends only on its lowest card, the gap and the time, and needs no view."""

    __slots__ = ()

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return the seconds from now until this seat would play its lowest card."""
        self._require_question(moment, draw)
        return self._planned(moment.lowest, moment.gap, moment.level_time, draw)

    @abstractmethod
    def _planned(self, lowest: Card, gap: int, level_time: float, draw: PlanNumbers) -> float:
        """Return the same for a lowest card, its gap and the time since the level began."""


def planner_of(policy: Policy) -> Planner | None:
    """Return a function that calls a policy without a view, or None if the policy needs one."""
    if not isinstance(policy, _Timekeeper) or type(policy) not in _TIMEKEEPERS:
        return None  # a derived class can override `wait`
    noise = policy.noise if isinstance(policy, Clock | AbsoluteClock) else None
    is_built_in = noise is None or type(noise) in _NOISES
    return policy._planned if is_built_in else None


def _as_tempo(tempo: float | SupportsIndex) -> float:
    return require_finite("tempo", tempo, least=0.0)


def _with_noise(noise: Noise, meant: float, draw: HasNormal) -> float:
    """Return a wait with noise; a derived class of a noise can override `applied` for draws."""
    return noise.applied(meant, draw) if isinstance(draw, Draw) else noise._applied(meant, draw)


@attrs.frozen
class Clock(_Timekeeper):
    """Waits `tempo` seconds for each card of the gap to the top of the pile, with noise.

    Raises:
        InvalidArgument: `tempo` is negative or not finite.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind.experiments import LogNormal
        >>> Clock(tempo=0.3, noise=LogNormal(0.10))
        Clock(tempo=0.3, noise=LogNormal(sigma=0.1))
    """

    tempo: float = attrs.field(converter=_as_tempo)
    noise: Noise | None = attrs.field(default=None, validator=_is_noise)

    def _planned(self, lowest: Card, gap: int, level_time: float, draw: PlanNumbers) -> float:
        """Return tempo x gap with noise."""
        meant = self.tempo * gap
        return meant if self.noise is None else _with_noise(self.noise, meant, draw)


@attrs.frozen
class AbsoluteClock(_Timekeeper):
    """Plays each card `tempo` x card seconds after the level began, with noise drawn once per card.

    The time counts from the start of the level, regardless of other plays. A card whose time has
    passed is played immediately.

    Raises:
        InvalidArgument: `tempo` is negative or not finite.
        TypeError: An argument has a wrong type.
    """

    tempo: float = attrs.field(converter=_as_tempo)
    noise: Noise | None = attrs.field(default=None, validator=_is_noise)

    def _planned(self, lowest: Card, gap: int, level_time: float, draw: PlanNumbers) -> float:
        """Return the remaining time until the card is due."""
        meant = self.tempo * lowest
        due = meant if self.noise is None else _with_noise(self.noise, meant, draw.first)
        return max(0.0, due - level_time)


@attrs.frozen
class CardBlind(_Timekeeper):
    """Waits an exponential time with a mean of 1 second, regardless of its cards.

    Each player with cards is equally likely to play next. `exact.card_blind` is the distribution
    of the mistakes: the baseline for every policy that uses its cards.
    """

    def _planned(self, lowest: Card, gap: int, level_time: float, draw: PlanNumbers) -> float:
        """Return an exponential wait with a mean of 1."""
        return draw.exponential()


_TIMEKEEPERS = (Clock, AbsoluteClock, CardBlind)
_NOISES = get_args(Noise)


def _as_chance(at_least: float | SupportsIndex) -> float:
    chance = require_positive("at_least", at_least)
    if chance > 1:
        raise InvalidArgument(f"at_least must be at most 1, got {shown(at_least)}")
    return chance


def _as_patience(patience: float | SupportsIndex) -> float:
    return require_finite("patience", patience, least=0.0)


@attrs.frozen
class Confident(Policy):
    """Plays immediately if it is confident that it holds the lowest card, and otherwise waits.

    If c is the `chance_lowest` of its view, it waits patience x (1 - c / at_least) seconds, and 0
    seconds if c is at least `at_least`. In a blind level in which others have played cards, no
    exact chance is known, and it waits `patience` seconds.

    Raises:
        InvalidArgument: `at_least` is not above 0 and at most 1, or `patience` is negative or not
            finite.
        TypeError: An argument is not a number.
    """

    at_least: float = attrs.field(converter=_as_chance)
    patience: float = attrs.field(converter=_as_patience)

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return a wait that decreases as the chance increases, to 0 at `at_least`."""
        self._require_question(moment, draw)
        return self._answer(moment)

    def _answer(self, moment: Moment) -> float:
        """Return the same for a moment of a game."""
        view = moment.view
        if view.blind and any(laid.card is None for laid in view.pile):
            return self.patience
        lowest, deals = lowest_deals(view)
        return self.patience * max(0.0, 1.0 - lowest / deals / self.at_least)


MOST_WAITS = 10_000

Waits: TypeAlias = tuple[float | tuple[Card, float], ...]


def _as_waits(waits: Mapping[Card, float] | Sequence[float | tuple[Card, float]]) -> Waits:
    pairs = tuple(waits.items()) if isinstance(waits, Mapping) else None
    given: tuple[Any, ...] = in_order("waits", waits if pairs is None else pairs, MOST_WAITS)
    if len(given) > MOST_WAITS:
        raise InvalidArgument(f"waits must contain at most {MOST_WAITS:,} items")
    if pairs is not None:
        return tuple(sorted([_as_pair(pair) for pair in given]))
    return tuple([_as_wait(place, wait) for place, wait in enumerate(given)])


def _as_wait(place: int, wait: object) -> float | tuple[Card, float]:
    if isinstance(wait, tuple) and len(wait) == 2:
        return _as_pair(wait)
    return require_number(f"waits[{place}]", wait)


def _as_pair(pair: tuple[Any, Any]) -> tuple[Card, float]:
    card = as_int("each card in waits", pair[0])
    return card, require_number(f"waits[{shown(card)}]", pair[1])


@attrs.frozen
class Scripted(Policy):
    """Plays given waits, such as measured waits of a person or answers of a language model.

    Args:
        waits: A mapping from card to seconds, which is kept as ascending pairs; or a sequence with
            the seconds for this seat's first card of a level, its second, and so on. Waits start
            at the last change of the position. A card without a wait is never played.

    Raises:
        InvalidArgument: There are more than 10,000 waits, or a wait is NaN.
        TypeError: `waits` is neither a mapping nor a sequence, or a wait is not a number.

    Example:
        >>> Scripted({37: 0.85, 24: 7.2}).waits
        ((24, 7.2), (37, 0.85))
    """

    waits: Waits = attrs.field(converter=_as_waits)

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return the given wait minus the time since the position changed."""
        self._require_question(moment, draw)
        return self._reader()(moment)

    def _reader(self) -> Asker:
        """Return a function that finds the waits of moments of a game in tables."""
        never = len(self.waits), math.inf
        by_card: dict[Card, tuple[int, float]] = {}
        by_place: dict[int, tuple[int, float]] = {}
        for place, given in enumerate(self.waits):
            if isinstance(given, tuple):
                by_card.setdefault(given[0], (place, given[1]))
            else:
                by_place[place] = place, given

        def answer(moment: Moment) -> float:
            cards_gone = moment.view.level - len(moment.view.hand)
            of_card = by_card.get(moment.lowest, never) if by_card else never
            _, seconds = min(of_card, by_place.get(cards_gone, never))
            return max(0.0, seconds - moment.since_event) if seconds >= 0 else seconds

        return answer


def asker_of(policy: Policy) -> Asker | None:
    """Return a function that calls a built-in policy without checks, or None for another one."""
    if isinstance(policy, Confident) and type(policy) is Confident:
        return policy._answer
    if isinstance(policy, Scripted) and type(policy) is Scripted:
        return policy._reader()
    return None


@attrs.frozen(repr=False)
class _FromFunction(Policy):
    """A policy that returns the result of a function as its wait."""

    function: Callable[[Moment, Draw], float]
    given_name: str | None

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Return the result of the function."""
        return self.function(moment, draw)

    @property
    def name(self) -> str | None:
        """The given name, or the full name of a function that can be imported."""
        if self.given_name is not None:
            return self.given_name
        function = self.function
        if not isinstance(function, FunctionType) or "<" in function.__qualname__:
            return None
        return f"{function.__module__}.{function.__qualname__}"

    def __repr__(self) -> str:
        name = self.given_name or getattr(self.function, "__qualname__", repr(self.function))
        return f"policy({name})"


def policy(wait: Callable[[Moment, Draw], float], name: str | None = None) -> Policy:
    """Return a policy whose wait, in seconds, is a function of a moment and a draw.

    A store needs a name for the policy, unless the function can be imported by its own name.
    Worker processes need a function that can be imported.

    Raises:
        TypeError: `wait` is not a function, or `name` is not a str.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import Experiment, run
        >>> steady = policy(lambda moment, draw: 0.3 * moment.gap)
        >>> run(Experiment(Rules.standard(players=2), (steady, steady)), 10, "pilot").won.value
        1.0
    """
    require_callable("wait", wait)
    require_instance("name", name, str | None)
    return _FromFunction(wait, name)
