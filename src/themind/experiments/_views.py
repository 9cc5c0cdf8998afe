"""Views of the states of a game; the parts that all seats see are made once for each state."""

from __future__ import annotations

from typing import cast

from themind import GameState, Seat, SeatView, SeenCard, view
from themind._model.position import make_seen_card
from themind._model.values import unfrozen

_UnfrozenView = unfrozen(SeatView)


class Views:
    """Makes views as `view` does, for the states of one deal in order."""

    __slots__ = ("_pile", "_sizes", "_state")

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._pile: tuple[SeenCard, ...] = ()
        self._sizes: tuple[int, ...] = ()

    def new_deal(self) -> None:
        """Forget the pile of the last deal."""
        self._state, self._pile = None, ()

    def view(self, state: GameState, seat: Seat) -> SeatView:
        """Return the view of a seat."""
        if state.blind:  # each seat sees a different pile
            return view(state, seat)
        if state is not self._state:
            self._look_at(state)
        seen = _UnfrozenView()  # inlined, since it takes much of the time of policies with views
        seen.seat = seat
        seen.rules = state.rules
        seen.phase = state.phase
        seen.level = state.level
        seen.lives = state.lives
        seen.stars = state.stars
        seen.hand = state.hands[seat]
        seen.hand_sizes = self._sizes
        seen.pile = self._pile
        seen.aside = state.aside
        seen.blind = state.blind
        seen.attempt = state.attempt
        seen.ready = state.ready
        seen.agreed = state.agreed
        seen.__class__ = SeatView
        return cast("SeatView", seen)

    def _look_at(self, state: GameState) -> None:
        """Add the new cards of the pile to those that are known."""
        known = self._pile if len(self._pile) <= len(state.pile) else ()
        new = state.pile[len(known) :]
        self._pile = known + tuple([make_seen_card(played.seat, played.card) for played in new])
        self._sizes = tuple(map(len, state.hands))
        self._state = state
