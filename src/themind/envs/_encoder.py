"""An observation as one vector, and where each part of it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import attrs
import numpy as np
from gymnasium import spaces

from themind import InvalidArgument, Rules, Seat, SeatView
from themind.envs._checks import require_instance, require_rules, short
from themind.envs._settings import require_horizon

# Written out, as NDArray is another type in each version of numpy.
Vector: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
T = TypeVar("T")


# The parts in order; those with a place for each card or top come first.
def _sizes(rules: Rules) -> dict[str, int]:
    return {
        "hand": rules.cards,
        "gone": rules.cards,
        "top": rules.cards + 2,
        "hand_sizes": rules.players,
        "agreed": rules.players,
        "level": 1,
        "lives": 1,
        "stars": 1,
        "blind": 1,
        "last_wait": 1,
        "clock": 1,
    }


def _slices(sizes: Mapping[str, int]) -> Iterator[tuple[str, slice]]:
    start = 0
    for name, size in sizes.items():
        yield name, slice(start, start + size)
        start += size


@attrs.frozen
class Encoder:
    """Turns what a seat knows into one float32 vector of numbers from 0 to 1.

    The seat itself stands first wherever there is a number for each seat, then the seats after
    it, so that one network can play at any of them.

    Args:
        rules: The rules of the table.
        horizon: The number of ticks that `clock` and `last_wait` are divided by; longer times
            count as 1.

    Raises:
        InvalidArgument: The horizon is not from 1 to 1,000,000.
        TypeError: An argument is of another type.

    >>> import themind as tm
    >>> rules = tm.Rules(players=2, levels=3, lives=2, stars=1, cards=30)
    >>> encoder = Encoder(rules, horizon=20)
    >>> state, _ = tm.deal(tm.new_game(rules), tm.stacked_deck([(7,), (12,)]))
    >>> vector = encoder(tm.view(state, seat=1), clock=5, last_wait=0)
    >>> vector.shape, [int(place) + 1 for place in vector[encoder.parts["hand"]].nonzero()[0]]
    ((102,), [12])
    >>> float(vector[encoder.parts["clock"]][0])
    0.25
    """

    rules: Rules
    horizon: int
    _parts: dict[str, slice] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        require_rules(self.rules)
        object.__setattr__(self, "horizon", require_horizon(self.horizon))
        object.__setattr__(self, "_parts", dict(_slices(_sizes(self.rules))))

    @property
    def parts(self) -> Mapping[str, slice]:
        """The slice of each part of the vector, in order.

        >>> import themind as tm
        >>> Encoder(tm.Rules.standard(players=2), horizon=100).parts["hand_sizes"]
        slice(302, 304, None)
        """
        return MappingProxyType(self._parts)

    @property
    def size(self) -> int:
        """The length of the vector."""
        return 3 * self.rules.cards + 2 + 2 * self.rules.players + 6

    @property
    def space(self) -> spaces.Box:
        """A new space of all vectors."""
        return spaces.Box(0.0, 1.0, (self.size,), np.float32)

    def __call__(self, view: SeatView, clock: float, last_wait: float) -> Vector:
        """Return the vector of what a seat knows.

        Args:
            view: What the seat sees.
            clock: The ticks since the table last changed, on the seat's own clock.
            last_wait: The ticks for which the table had stood when it last changed.

        Raises:
            InvalidArgument: The view is a spectator's, or of other rules.
            TypeError: `view` is no `SeatView`.
        """
        require_instance("view", view, SeatView, "a SeatView")
        if view.seat is None:
            raise InvalidArgument("view must be a seat's, got a spectator's")
        if view.rules is not self.rules and view.rules != self.rules:
            raise InvalidArgument(f"view must be of the encoder's rules, got {short(view.rules)}")
        cards, seat = self.rules.cards, view.seat
        vector = np.zeros(self.size, np.float32)
        laid = [seen.card for seen in view.pile if seen.card is not None]
        gone = laid + [aside.card for aside in view.aside]
        places = [card - 1 for card in view.hand] + [cards - 1 + card for card in gone]
        vector[[*places, 2 * cards + _top_place(view)]] = 1.0
        vector[3 * cards + 2 :] = [
            *[size / self.rules.levels for size in _from(seat, view.hand_sizes)],
            *_from(seat, [other in view.agreed for other in range(view.players)]),
            view.level / self.rules.levels,
            view.lives / self.rules.max_lives,
            view.stars / max(self.rules.max_stars, 1),
            view.blind,
            self._share(last_wait),
            self._share(clock),
        ]
        return vector

    def with_clock(self, vector: Vector, clock: float) -> Vector:
        """Return a copy of a vector with another time on the seat's clock.

        >>> import themind as tm
        >>> encoder = Encoder(tm.Rules.standard(players=2), horizon=10)
        >>> vector = encoder(tm.view(tm.new_game(encoder.rules), seat=0), clock=0, last_wait=0)
        >>> float(encoder.with_clock(vector, clock=20)[encoder.parts["clock"]][0])
        1.0
        """
        copy = vector.copy()
        copy[-1] = self._share(clock)
        return copy

    def _share(self, ticks: float) -> float:
        return min(ticks / self.horizon, 1.0)


def _from(seat: Seat, values: Sequence[T]) -> list[T]:
    """Return a value for each seat, that of one seat first."""
    return [*values[seat:], *values[:seat]]


def _top_place(view: SeatView) -> int:
    """Return the top card, 0 for an empty pile, one place after the last for a hidden card."""
    if not view.pile:
        return 0
    return view.rules.cards + 1 if view.top is None else view.top
