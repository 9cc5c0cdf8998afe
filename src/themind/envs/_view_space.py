"""The space of views, for agents that use `SeatView`s."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np
from gymnasium import Space

from themind import Rules, SeatView, begin, deal, new_game, shuffled_deck, view
from themind.codec import from_data, to_data


class ViewSpace(Space[SeatView]):
    """The space of all views of one table; a sample is a seat's view of a new deal."""

    def __init__(self, rules: Rules, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(seed=seed)
        self.rules = rules

    @property
    def is_np_flattenable(self) -> bool:
        """Whether samples can be flattened; an `Encoder` does that instead."""
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> SeatView:
        """Return the view of a random seat at the start of play in a random level."""
        rules, dice = self.rules, self.np_random
        level = int(dice.integers(rules.first_level, rules.levels + 1))
        start = attrs.evolve(new_game(rules), level=level)
        seed = int(dice.integers(2**63))
        dealt, _ = deal(start, shuffled_deck(seed, level=level, cards=rules.cards))
        return view(begin(dealt).state, int(dice.integers(rules.players)))

    def contains(self, x: Any) -> bool:
        """Return whether a value is a view of this table."""
        return isinstance(x, SeatView) and x.rules == self.rules

    def to_jsonable(self, sample_n: Iterable[SeatView]) -> list[Any]:
        """Return views as plain data."""
        return [to_data(seen) for seen in sample_n]

    def from_jsonable(self, sample_n: list[Any]) -> list[SeatView]:
        """Return views from plain data."""
        return [from_data(data, SeatView) for data in sample_n]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ViewSpace) and other.rules == self.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"ViewSpace({self.rules!r})"
