"""Someone else's client, held against our views over generated games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import themind as tm
from themind.testing._diff import differences
from themind.testing._scripts import Difference, Script, shortest_difference
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
    """Compare a client of someone else's with our views, over as many generated games.

    `start` sets up their client from the view of a seat or of a spectator before the first deal.
    `follow` gets each event as that viewer may know it, and returns the client as it is then, or
    None where it changed in place. `shown` turns it into a `SeatView` or a mapping of as many
    of its fields as it keeps, by name, as `check_referee` does.

    Raises AssertionError with the shortest game found in which a client shows something else than
    the view; an exception of theirs is a difference too.

    >>> import themind as tm
    >>> from themind import testing
    >>> def follow(lives, event):
    ...     return getattr(event, "lives", lives)
    >>> testing.check_view_client(
    ...     lambda view: view.lives, follow, shown=lambda lives: {"lives": lives}, games=50
    ... )
    """
    show = shown or _as_it_is
    found = shortest_difference(
        lambda script: _difference(script, start, follow, show),
        rules,
        games=games,
        refusals=False,
    )
    if found:
        script, difference = found
        head = "a client and the view differ after this game, the shortest found:"
        raise AssertionError("\n".join([head, str(script), *difference.lines]))


def _as_it_is(client: object) -> object:
    return client


def _difference(
    script: Script,
    start: Callable[[tm.SeatView], Any],
    follow: Callable[[Any, tm.SeatEvent], Any],
    show: Callable[[Any], object],
) -> Difference | None:
    viewers: list[tm.Seat | None] = [*range(script.rules.players), None]
    each = [_of_viewer(script, viewer, start, follow, show) for viewer in viewers]
    found = [difference for difference in each if difference]
    return min(found, key=lambda difference: difference.place, default=None)


def _of_viewer(
    script: Script,
    viewer: tm.Seat | None,
    start: Callable[[tm.SeatView], Any],
    follow: Callable[[Any, tm.SeatEvent], Any],
    show: Callable[[Any], object],
) -> Difference | None:
    ours = tm.view(tm.new_game(script.rules), viewer)
    theirs = start(ours)
    who = "a spectator" if viewer is None else f"seat {viewer}"
    lines = tuple(differences(ours, show(theirs)))
    if lines:
        return Difference(-1, (f"the client of {who}, at the start:", *lines))
    for place, event in _happenings(script):
        seen = tm.redact(event, viewer)
        ours = tm.evolve_view(ours, seen)
        try:
            after = follow(theirs, seen)
            theirs = theirs if after is None else after
            lines = tuple(differences(ours, show(theirs)))
        except Exception as error:  # noqa: BLE001 - whatever theirs raises is a difference
            lines = (f"theirs raises {type(error).__name__}: {error}",)
        if lines:
            return Difference(place, (f"the client of {who}, after {seen}:", *lines))
    return None


def _happenings(script: Script) -> Iterator[tuple[int, tm.Event]]:
    state = tm.new_game(script.rules)
    for place, action in enumerate(script.actions):
        if tm.is_legal(state, action):
            state, events = tm.apply(state, action)
            yield from [(place, event) for event in events]
