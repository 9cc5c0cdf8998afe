"""Games as scripts: the rules, and everything that is asked for, by whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import attrs

import themind as tm
from themind.testing._diff import brief

Asker: TypeAlias = tm.Seat | tm.Host | None


@attrs.frozen(repr=False)
class Request:
    """An action, and who asks for it."""

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
        new = tm.new_game(self.start.rules)
        head = [brief(self.start.rules)] if self.start == new else [_told(self.start, new)]
        numbered = [f"{place}. {request}" for place, request in enumerate(self.requests, 1)]
        return "\n".join([f"  {line}" for line in [*head, *numbered]])

    def states(self) -> Iterator[tm.GameState]:
        """The state before each request."""
        state = self.start
        for request in self.requests:
            yield state
            state = after(state, request)

    def until(self, place: int) -> Script:
        """The same, up to and with one of the requests."""
        return Script(self.start, self.requests[: place + 1])


def _told(state: tm.GameState, new: tm.GameState) -> str:
    """A position as rules, and the fields in which it is no new game."""
    names = [field.name for field in attrs.fields(tm.GameState) if field.name != "rules"]
    fields = {name: getattr(state, name) for name in names}
    told = [f"{name}={value!r}" for name, value in fields.items() if value != getattr(new, name)]
    return f"GameState(rules={brief(state.rules)}, {', '.join(told)})"


def after(state: tm.GameState, request: Request) -> tm.GameState:
    """The state after a request, which is the same one where it is refused."""
    if not tm.is_legal(state, request.action, by=request.by):
        return state
    return tm.apply(state, request.action).state


@attrs.frozen
class Difference:
    """The request at which two sides part, -1 for the start, and how."""

    place: int
    lines: tuple[str, ...]
