"""Check that views and redacted events reveal no hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

import themind as tm
from themind import codec
from themind.testing._arguments import require_functions
from themind.testing._scripts import Request, Script
from themind.testing._twins import Step, Twins, twins

PROPERTIES = ("unseen", "top", "middle", "levels_completed", "is_over")


def check_hiding(
    *,
    view: Callable[[tm.GameState, tm.Seat | None], object] = tm.view,
    redact: Callable[[tm.Event, tm.Seat | None], object] = tm.redact,
    dumps: Callable[[Any], object] = codec.dumps,
    games: int = 500,
) -> None:
    """Check that what an app shows to a viewer does not depend on hidden cards.

    It plays pairs of games that differ only in cards that one viewer, a seat or a spectator, cannot
    know. All output of the app for this viewer must be the same in both games: views, with their
    `repr`, hash and properties; redacted events; and the serialized text of both. Every run plays
    the same games, with open and blind levels.

    Args:
        view: Returns the view of a state for a seat, or for a spectator (None). It can be any value
            that is compared by value, or that `dumps` can serialize.
        redact: Reduces an event to the information that the viewer is allowed to see.
        dumps: Serializes a view or a redacted event as it is sent.
        games: The number of pairs of games.

    Raises:
        AssertionError: The output reveals a hidden card. The message shows the shortest pair of
            games found, and the difference.
        InvalidArgument: `games` is not at least 1.
        TypeError: An argument has a wrong type.

    Example:
        >>> import themind as tm
        >>> from themind import testing
        >>> def redact(event, seat):
        ...     return event if seat is None else tm.redact(event, seat)  # spectators see all
        >>> testing.check_hiding(redact=redact)
        Traceback (most recent call last):
        ...
        AssertionError: two games must look the same to a spectator, the shortest found:
        ...
    """
    require_functions(view=view, redact=redact, dumps=dumps)
    shown = _Shown(view, redact, dumps)
    for pair in twins(games):
        found = shown.difference(pair)
        if found:
            raise AssertionError(_message(*_shortened(pair, found, shown)))


@attrs.frozen
class _Difference:
    """The step after which two games look different, and the difference; -1 for their start."""

    place: int
    lines: tuple[str, ...]


@attrs.frozen
class _Shown:
    """The output of an app for a viewer."""

    view: Callable[[tm.GameState, tm.Seat | None], object]
    redact: Callable[[tm.Event, tm.Seat | None], object]
    dumps: Callable[[Any], object]

    def difference(self, pair: Twins) -> _Difference | None:
        """Play both games up to the first step at which the output for the viewer differs."""
        for place, step in enumerate(pair.steps()):
            if step.alike:
                continue
            for name, one, other in self._made(step, pair.viewer):
                if one != other:
                    return _Difference(place, (f"{name}:", f"  {one!r}", f"  {other!r}"))
        return None

    def _made(self, step: Step, viewer: tm.Seat | None) -> Iterator[tuple[str, Any, Any]]:
        """Return all output for a step in both games, by name."""
        for event, its_twin in zip(step.one.events, step.other.events, strict=True):
            known = self.redact(event, viewer), self.redact(its_twin, viewer)
            yield from self._parts(f"the redacted {type(event).__name__}", *known)
        views = [self.view(side.state, viewer) for side in (step.one, step.other)]
        yield from self._parts("the view", *views)
        for name in PROPERTIES:
            found = [getattr(made, name, None) for made in views]
            yield f"the view's {name}", found[0], found[1]

    def _parts(self, name: str, one: object, other: object) -> Iterator[tuple[str, Any, Any]]:
        """Return a value, its repr and its hash, if they do not depend on its address in memory."""
        kind = type(one)
        if kind.__eq__ is not object.__eq__:
            yield name, one, other
        if kind.__repr__ is not object.__repr__:
            yield f"the repr of {name}", repr(one), repr(other)
        if kind.__hash__ is not object.__hash__:
            yield f"the hash of {name}", _hash(one), _hash(other)
        yield f"{name} as serialized text", self.dumps(one), self.dumps(other)


def _hash(value: object) -> int | None:
    try:
        return hash(value)
    except TypeError:
        return None


def _shortened(pair: Twins, found: _Difference, shown: _Shown) -> tuple[Twins, _Difference]:
    """Start at a later deal, and omit all actions that the difference does not need."""
    pair = pair.until(found.place)
    each = [(later, shown.difference(later)) for later in _later_starts(pair)]
    for later, difference in [(later, other) for later, other in each if other][:1]:
        pair, found = later.until(difference.place), difference
    place = len(pair.one)
    while place:
        place -= 1
        shorter = pair.without(place)
        better = shown.difference(shorter)
        if better:
            pair, found = shorter.until(better.place), better
            place = min(place, len(pair.one))
    return pair, found


def _later_starts(pair: Twins) -> Iterator[Twins]:
    """Yield the same games from a later deal on at which they are still alike, the latest first."""
    alike = [(place, step.one.state) for place, step in enumerate(pair.steps(), 1) if step.alike]
    deals = [(place, state) for place, state in alike if state.phase is tm.Phase.DEALING]
    for place, state in reversed(deals):
        yield Twins(pair.viewer, state, pair.one[place:], pair.other[place:])


def _message(pair: Twins, found: _Difference) -> str:
    who = "a spectator" if pair.viewer is None else f"seat {pair.viewer}"
    one, other = [
        str(Script(pair.start, tuple(map(Request, actions)))).splitlines()
        for actions in (pair.one, pair.other)
    ]
    changed = [its_twin for line, its_twin in zip(one, other, strict=True) if line != its_twin]
    head = f"two games must look the same to {who}, the shortest found:"
    return "\n".join([head, *one, "in the other game:", *changed, *found.lines])
