"""Compare a client with the views of this library over generated games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import themind as tm
from themind.testing._arguments import require_functions
from themind.testing._diff import differences
from themind.testing._drafts import scripts
from themind.testing._scripts import Difference, Script
from themind.testing._shrinking import Freedom, first_difference
from themind.testing._tables import Tables

Client = TypeVar("Client")


def check_view_client(
    start: Callable[[tm.SeatView], Client],
    follow: Callable[[Client, tm.SeatEvent], Client | None],
    *,
    shown: Callable[[Client], object] | None = None,
    rules: Tables | None = None,
    games: int = 500,
) -> None:
    """Compare another client with the views of this library over generated games.

    It compares after each event, including those in the middle of a step: after `CardPlayed` the
    card is on the pile, and the lower cards are still in the hands until `MistakeMade`. Every run
    plays the same games. They reach every event, the last levels and the blind run.

    Args:
        start: Sets up the client from the view of a seat or of a spectator, at a time when no
            cards are dealt: before the first level, before a later one, or after a win.
        follow: Receives each event, redacted for that viewer, and returns the client after it, or
            None if it changed the client in place.
        shown: Turns the client into a `SeatView`, or into a mapping of any of its fields, as for
            `check_referee`.
        rules: The table of every game, or a strategy for them; all kinds by default.
        games: The number of games.

    Raises:
        AssertionError: A client differs from the view. The message shows the shortest game
            found. An exception of the client also counts as a difference.
        InvalidArgument: `games` is not at least 1.
        TypeError: An argument has a wrong type, or a client has any other form.

    Example:
        >>> import themind as tm
        >>> from themind import testing
        >>> def follow(lives, event):
        ...     return getattr(event, "lives", lives)
        >>> testing.check_view_client(
        ...     lambda view: view.lives, follow, shown=lambda lives: {"lives": lives}, games=50
        ... )
    """
    require_functions(start=start, follow=follow, shown=shown)
    theirs = _Theirs(start, follow, shown)
    drafts = scripts(rules, games, later=True)
    freedom = Freedom.TABLES_AND_STARTS if rules is None else Freedom.STARTS
    found = first_difference(drafts, theirs.difference, freedom)
    if found:
        script, difference = found
        head = "a client and the view differ after this game, the shortest found:"
        raise AssertionError("\n".join([head, str(script), *difference.lines]))


class _Theirs:
    """The other client, with its functions."""

    def __init__(
        self,
        start: Callable[[tm.SeatView], Any],
        follow: Callable[[Any, tm.SeatEvent], Any],
        shown: Callable[[Any], object] | None,
    ) -> None:
        self.start = start
        self.follow = follow
        self.shown = shown

    def difference(self, script: Script) -> Difference | None:
        """Play a script for every viewer, and return the earliest difference."""
        viewers: list[tm.Seat | None] = [*range(script.start.players), None]
        events = list(_events(script))
        each = [self._of_viewer(script, events, viewer) for viewer in viewers]
        found = [difference for difference in each if difference]
        return min(found, key=lambda difference: difference.place, default=None)

    def _of_viewer(
        self, script: Script, events: list[tuple[int, tm.Event]], viewer: tm.Seat | None
    ) -> Difference | None:
        who = "a spectator" if viewer is None else f"seat {viewer}"
        ours = tm.view(script.start, viewer)
        try:
            theirs = self.start(ours)
        except Exception as error:  # noqa: BLE001 - any exception of theirs is a difference
            return Difference(-1, (f"the client of {who}, at the start:", _raised(error)))
        lines = self._differences(ours, theirs)
        if lines:
            return Difference(-1, (f"the client of {who}, at the start:", *lines))
        for place, event in events:
            seen = tm.redact(event, viewer)
            ours = tm.evolve_view(ours, seen)
            try:
                after = self.follow(theirs, seen)
            except Exception as error:  # noqa: BLE001 - as above
                lines = (_raised(error),)
            else:
                theirs = theirs if after is None else after
                lines = self._differences(ours, theirs)
            if lines:
                return Difference(place, (f"the client of {who}, after {seen}:", *lines))
        return None

    def _differences(self, ours: tm.SeatView, theirs: Any) -> tuple[str, ...]:
        if self.shown is not None:
            try:
                theirs = self.shown(theirs)
            except Exception as error:  # noqa: BLE001 - as above
                return (_raised(error),)
        return tuple(differences(ours, theirs))


def _raised(error: Exception) -> str:
    return f"theirs raises {type(error).__name__}: {error}"


def _events(script: Script) -> Iterator[tuple[int, tm.Event]]:
    state = script.start
    for place, request in enumerate(script.requests):
        if tm.is_legal(state, request.action):
            state, events = tm.apply(state, request.action)
            yield from [(place, event) for event in events]
