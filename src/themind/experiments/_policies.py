"""The policies that come with the library."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, TypeAlias

import attrs

from themind import Card, InvalidArgument
from themind.experiments._checks import positive, real_from, shown
from themind.experiments._draws import Draw
from themind.experiments._noise import Noise
from themind.experiments._policy import Moment, Policy
from themind.odds import chance_lowest

_is_noise = attrs.validators.optional(attrs.validators.instance_of(Noise))


@attrs.frozen
class Clock(Policy):
    """Waits `tempo` seconds for each card of the gap to the top of the pile, with noise.

    Raises InvalidArgument for a tempo that is negative or not finite.

    >>> from themind.experiments import LogNormal
    >>> Clock(tempo=0.3, noise=LogNormal(0.10))
    Clock(tempo=0.3, noise=LogNormal(sigma=0.1))
    """

    tempo: float = attrs.field(validator=real_from(0.0))
    noise: Noise | None = attrs.field(default=None, validator=_is_noise)

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Tempo x gap, with noise."""
        meant = self.tempo * moment.gap
        return meant if self.noise is None else self.noise.applied(meant, draw)


@attrs.frozen
class AbsoluteClock(Policy):
    """Plays each card `tempo` x card seconds after the level began, with noise drawn once a card.

    It counts from the start of the level whatever is played; a card whose time has passed is
    played at once. Raises InvalidArgument for a tempo that is negative or not finite.
    """

    tempo: float = attrs.field(validator=real_from(0.0))
    noise: Noise | None = attrs.field(default=None, validator=_is_noise)

    def wait(self, moment: Moment, draw: Draw) -> float:
        """What is left until the card's time."""
        meant = self.tempo * moment.lowest
        due = meant if self.noise is None else self.noise.applied(meant, draw.first)
        return max(0.0, due - moment.level_time)


@attrs.frozen
class CardBlind(Policy):
    """Waits an exponential time of mean 1 second and looks at no card.

    Everybody with cards is equally likely to be next: `exact.card_blind` is the law of the
    mistakes, and the yardstick of knowing nothing.
    """

    def wait(self, moment: Moment, draw: Draw) -> float:
        """An exponential wait of mean 1."""
        return -math.log(draw.uniform())


def _is_a_chance(_instance: object, _attribute: object, value: float) -> None:
    if positive(at_least=value) > 1:
        raise InvalidArgument(f"at_least is at most 1, not {shown(value)}")


@attrs.frozen
class Confident(Policy):
    """Plays at once when it is sure enough to hold the lowest card of all, else after a while.

    With c the `chance_lowest` of its view, it waits patience x (1 - c / at_least) seconds, and
    not at all from c = at_least on. In a blind level in which others have laid cards, where no
    exact chance is known, it waits `patience`.

    Raises InvalidArgument for `at_least` outside 0 to 1, 0 itself, or a patience that is
    negative or not finite.
    """

    at_least: float = attrs.field(validator=_is_a_chance)
    patience: float = attrs.field(validator=real_from(0.0))

    def wait(self, moment: Moment, draw: Draw) -> float:
        """The less, the nearer the chance is to `at_least`."""
        if any(laid.card is None for laid in moment.view.pile):
            return self.patience
        missing = 1.0 - float(chance_lowest(moment.view)) / self.at_least
        return self.patience * max(0.0, missing)


MOST_WAITS = 10_000

Waits: TypeAlias = tuple[float | tuple[Card, float], ...]


def _as_waits(waits: Any) -> Any:
    if isinstance(waits, Mapping):
        return tuple(sorted(waits.items()))
    return tuple(islice(waits, MOST_WAITS + 1)) if isinstance(waits, Iterable) else waits


def _are_not_too_many(_instance: object, _attribute: object, waits: tuple[Any, ...]) -> None:
    if len(waits) > MOST_WAITS:
        raise InvalidArgument(f"waits are at most {MOST_WAITS:,}")


@attrs.frozen
class Scripted(Policy):
    """Waits that were given: a person's that were measured, or a language model's answers.

    `waits` is a mapping from card to seconds, or a sequence with the seconds for this seat's
    first card of a level, its second, and so on; seconds count from the last change of the
    table. A card without a wait is never played. Mappings are kept as ascending pairs.

    Raises InvalidArgument for more than 10,000 waits.

    >>> Scripted({37: 0.85, 24: 7.2}).waits
    ((24, 7.2), (37, 0.85))
    """

    waits: Waits = attrs.field(
        converter=_as_waits, validator=[attrs.validators.instance_of(tuple), _are_not_too_many]
    )

    def wait(self, moment: Moment, draw: Draw) -> float:
        """What was given for this card, less what has passed since the table changed."""
        seconds = self._given(moment)
        return max(0.0, seconds - moment.since_event) if seconds >= 0 else seconds

    def _given(self, moment: Moment) -> float:
        cards_gone = moment.view.level - len(moment.view.hand)
        for place, given in enumerate(self.waits):
            if isinstance(given, tuple):
                if given[0] == moment.lowest:
                    return given[1]
            elif place == cards_gone:
                return given
        return math.inf
