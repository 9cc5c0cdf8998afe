"""A position or a record that notebooks display as a picture."""

from __future__ import annotations

import attrs

from themind import Record, final_state
from themind._model.checks import require_instance
from themind.render._scene import Position, scene_of
from themind.render._svg import svg
from themind.render._text import text
from themind.render._timeline import timeline
from themind.words._names import Names


def _kept(names: Names | None) -> Names | None:
    return tuple(names) if isinstance(names, list) else names


@attrs.frozen
class Table:
    """A state, a view or a record with the names of its players, for display in a notebook.

    A record becomes a timeline, and its text is the position at its end.

    Raises:
        InvalidArgument: There are names, but not one for each seat.
        InvalidRecord: An entry of the record breaks a rule.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import render
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> print(render.Table(state, names=["Ada", "Ben"]))
        Level 1 of 12: the game is waiting for the deal
        Lives 2 of 5, stars 1 of 3
        <BLANKLINE>
          Pile              -
          Aside             -
        <BLANKLINE>
          Ada               -
          Ben               -
    """

    position: Position | Record
    names: Names | None = attrs.field(default=None, converter=_kept)

    def __attrs_post_init__(self) -> None:
        require_instance("position", self.position, Position | Record)
        scene_of(self._last, self._shown_names)

    @property
    def _last(self) -> Position:
        """The position that the text shows."""
        return final_state(self.position) if isinstance(self.position, Record) else self.position

    @property
    def _shown_names(self) -> Names | None:
        if self.names is None and isinstance(self.position, Record):
            return self.position.names
        return self.names

    def __str__(self) -> str:
        return text(self._last, self._shown_names)

    def _repr_svg_(self) -> str:
        if isinstance(self.position, Record):
            return timeline(self.position, self._shown_names)
        return svg(self.position, self.names)
