"""A position that notebooks display as a picture."""

from __future__ import annotations

import attrs

from themind.render._scene import Position, scene_of
from themind.render._svg import svg
from themind.render._text import text
from themind.words._names import Names


def _kept(names: Names | None) -> Names | None:
    return tuple(names) if isinstance(names, list) else names


@attrs.frozen
class Table:
    """A state or a view with the names of its players, which a notebook shows as a picture.

    Raises:
        InvalidArgument: There are names, but not one for each seat.
        TypeError: An argument has a wrong type.

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

    position: Position
    names: Names | None = attrs.field(default=None, converter=_kept)

    def __attrs_post_init__(self) -> None:
        scene_of(self.position, self.names)

    def __str__(self) -> str:
        return text(self.position, self.names)

    def _repr_svg_(self) -> str:
        return svg(self.position, self.names)
