"""The encoding of observations as vectors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs
import numpy as np
from gymnasium import spaces

from themind import InvalidArgument, Rules, SeatView
from themind._model.checks import require_exactly, require_instance, shown
from themind._model.reals import require_number
from themind.envs._settings import require_horizon

# Written out, since NDArray is a different type in each version of numpy.
Vector: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]


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
    """Encodes a view and two times as one float32 vector of numbers from 0 to 1.

    Numbers for each seat begin with the observing seat, followed by the seats after it, so that one
    network can play at any seat.

    Args:
        rules: The rules of the table.
        horizon: The number of ticks by which `clock` and `last_wait` are divided; longer times
            become 1.

    Raises:
        InvalidArgument: `horizon` is not from 1 to 1,000,000.
        TypeError: An argument has a wrong type.

    Example:
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
        require_exactly("rules", self.rules, Rules)
        object.__setattr__(self, "horizon", require_horizon(self.horizon))
        object.__setattr__(self, "_parts", dict(_slices(_sizes(self.rules))))

    @property
    def parts(self) -> Mapping[str, slice]:
        """The slice of each part of the vector, in order.

        Example:
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
        """Return the vector of a view and two times.

        Args:
            view: The view of the seat.
            clock: The ticks since the position last changed, on the seat's own clock.
            last_wait: The ticks for which the position was unchanged before that.

        Raises:
            InvalidArgument: The view is a spectator's or has different rules, or a time is NaN.
            TypeError: `view` is not a `SeatView`, or a time is not a number.
        """
        require_exactly("view", view, SeatView)
        ticks = require_number("clock", clock), require_number("last_wait", last_wait)
        if view.seat is None:
            raise InvalidArgument("view must be the view of a seat, got the view of a spectator")
        if view.rules is not self.rules and view.rules != self.rules:
            raise InvalidArgument(
                f"view must have the rules of the encoder, got {shown(view.rules)}"
            )
        rules, seat = self.rules, view.seat
        vector = np.zeros(self.size, np.float32)
        for card in view.hand:
            vector[card - 1] = 1.0
        for laid in view.pile:
            if laid.card is not None:
                vector[rules.cards + laid.card - 1] = 1.0
        for aside in view.aside:
            vector[rules.cards + aside.card - 1] = 1.0
        vector[2 * rules.cards + _top_place(view)] = 1.0
        place = 3 * rules.cards + 2
        for size in (*view.hand_sizes[seat:], *view.hand_sizes[:seat]):
            vector[place] = size / rules.levels
            place += 1
        for other in view.agreed:
            vector[place + (other - seat) % rules.players] = 1.0
        place += rules.players
        vector[place] = view.level / rules.levels
        vector[place + 1] = view.lives / rules.max_lives
        vector[place + 2] = view.stars / (rules.max_stars or 1)
        vector[place + 3] = view.blind
        vector[place + 4] = min(ticks[1] / self.horizon, 1.0)
        vector[place + 5] = min(ticks[0] / self.horizon, 1.0)
        return vector

    def with_clock(self, vector: Vector, clock: float) -> Vector:
        """Return a copy of a vector with a different time on the seat's clock.

        Raises:
            InvalidArgument: The vector has the wrong length.
            TypeError: `vector` is not an array, or `clock` is not a number.

        Example:
            >>> import themind as tm
            >>> encoder = Encoder(tm.Rules.standard(players=2), horizon=10)
            >>> vector = encoder(tm.view(tm.new_game(encoder.rules), seat=0), clock=0, last_wait=0)
            >>> float(encoder.with_clock(vector, clock=20)[encoder.parts["clock"]][0])
            1.0
        """
        require_instance("vector", vector, np.ndarray, "an ndarray")
        if vector.shape != (self.size,):
            raise InvalidArgument(f"vector must have the shape {(self.size,)}, got {vector.shape}")
        copy = vector.copy()
        copy[-1] = min(require_number("clock", clock) / self.horizon, 1.0)
        return copy


def _top_place(view: SeatView) -> int:
    """Return the place of the top: its card, 0 for an empty pile, the last for a hidden card."""
    if not view.pile:
        return 0
    return view.rules.cards + 1 if view.top is None else view.top
