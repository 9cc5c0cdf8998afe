"""Games as scripts: the rules, and all requests with their seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import attrs
from hypothesis import HealthCheck

import themind as tm
from themind.testing._diff import brief

# For runs that decide themselves how many attempts they make.
EVERY_CHECK: Any = list(HealthCheck)

Asker: TypeAlias = tm.Seat | tm.Host | None


@attrs.frozen(repr=False)
class Request:
    """An action, and the seat that requests it."""

    action: tm.Action
    by: Asker = tm.HOST

    def __repr__(self) -> str:
        if self.by is tm.HOST:
            return str(self.action)
        return f"{self.action} by {'a spectator' if self.by is None else f'seat {self.by}'}"


@attrs.frozen
class Script:
    """A state, and the requests that follow it."""

    start: tm.GameState
    requests: tuple[Request, ...]

    def __str__(self) -> str:
        head = [brief(self.start.rules) if self.is_new else _told(self.start)]
        numbered = [f"{place}. {request}" for place, request in enumerate(self.requests, 1)]
        return "\n".join([f"  {line}" for line in [*head, *numbered]])

    @property
    def is_new(self) -> bool:
        """Whether the script starts with a new game."""
        return self.start == tm.new_game(self.start.rules)

    def states(self) -> Iterator[tm.GameState]:
        """Return the state before each request."""
        state = self.start
        for request in self.requests:
            yield state
            state = after(state, request)

    def until(self, place: int) -> Script:
        """Return the script up to and including one of the requests."""
        return Script(self.start, self.requests[: place + 1])


def _told(state: tm.GameState) -> str:
    fields = ", ".join([f"{name}={value!r}" for name, value in told_fields(state).items()])
    return f"GameState(rules={brief(state.rules)}, {fields})"


def told_fields(state: tm.GameState) -> dict[str, object]:
    """Return the fields in which a state differs from a new game."""
    new = tm.new_game(state.rules)
    fields = {field.name: getattr(state, field.name) for field in attrs.fields(tm.GameState)}
    return {name: value for name, value in fields.items() if value != getattr(new, name)}


def after(state: tm.GameState, request: Request) -> tm.GameState:
    """Return the state after a request; an illegal one does not change it."""
    if not tm.is_legal(state, request.action, by=request.by):
        return state
    return tm.apply(state, request.action).state


@attrs.frozen
class Difference:
    """The request at which two sides differ, -1 for the start, and the difference."""

    place: int
    lines: tuple[str, ...]
