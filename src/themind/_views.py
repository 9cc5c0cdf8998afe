"""What a seat may know: a value of its own, built up field by field from what is open to it."""

from __future__ import annotations

from typing import Any, TypeGuard

import attrs

from themind._cards import Card, Deck, Hand, Level, Seat, require_int, shown
from themind._rules import Rules
from themind._state import GameState, as_seats, as_tuple
from themind._table import AsideCard, Phase, Table
from themind._values import unchecked
from themind._view_gate import view_faults
from themind.exceptions import InvalidArgument, InvalidState


@attrs.frozen
class SeenCard:
    """A card of the pile as a viewer sees it: who played it, and which it is, None face down.

    >>> import themind as tm
    >>> tm.SeenCard(1, None)
    SeenCard(seat=1, card=None)
    """

    seat: Seat
    card: Card | None


@attrs.frozen(kw_only=True)
class SeatView(Table):
    """What one seat may know of a game, or with `seat` None a spectator (TALK-1, TALK-3).

    `hand` is the viewer's own, `hand_sizes` has the number of cards of each seat. In a blind level
    the pile shows who played and hides which card from all but its player until the reveal
    (BLD-2); cards set aside are open to all. There is no place in it for another seat's hand.

    Views come from `view`. Raises InvalidState, which names every fault at once, for a view that
    nobody can have.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
    >>> seen = tm.view(state, seat=0)
    >>> seen.hand, seen.hand_sizes, len(seen.unseen)
    ((37,), (1, 1), 99)
    """

    seat: Seat | None
    rules: Rules
    phase: Phase
    level: Level
    lives: int
    stars: int
    hand: Hand = attrs.field(converter=as_tuple)
    hand_sizes: tuple[int, ...] = attrs.field(converter=as_tuple)
    pile: tuple[SeenCard, ...] = attrs.field(default=(), converter=as_tuple)
    aside: tuple[AsideCard, ...] = attrs.field(default=(), converter=as_tuple)
    blind: bool = False
    attempt: int = 0
    ready: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)
    agreed: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)

    def __attrs_post_init__(self) -> None:
        faults = tuple(view_faults(self, SeenCard))
        if faults:
            raise InvalidState(*faults)

    @property
    def top(self) -> Card | None:
        """The card on top of the pile; None where there is none or the viewer cannot know it."""
        return self.pile[-1].card if self.pile else None

    @property
    def unseen(self) -> Deck:
        """The cards of the deck that this viewer has not seen in this level, ascending."""
        seen = {*self.hand}
        seen.update([gone.card for gone in self.aside])
        seen.update([laid.card for laid in self.pile if laid.card is not None])
        return tuple([card for card in range(1, self.rules.cards + 1) if card not in seen])

    @property
    def _cards_are_held(self) -> bool:
        return any(self.hand_sizes)

    @property
    def _mistake_is_due(self) -> bool:
        top = 0 if self.blind else self.top or 0
        return any(card < top for card in self.hand[:1])

    def _cleared_table(self) -> dict[str, Any]:
        return {"hand": (), "hand_sizes": (0,) * self.players, "pile": (), "aside": ()}


make_view = unchecked(SeatView)
make_seen_card = unchecked(SeenCard)
_FACE_DOWN = frozenset({Phase.DEALING, Phase.FOCUSING, Phase.PLAYING, Phase.REVEALING})


def view(state: GameState, seat: Seat | None = None) -> SeatView:
    """Return what a seat may know of a state, or with None a spectator.

    Raises TypeError for anything but a state and an int or None, InvalidArgument for a seat that
    is not there.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
    >>> tm.view(state, seat=1).hand, tm.view(state).hand
    ((62,), ())
    """
    if state.__class__ is not GameState:
        raise TypeError(f"a view is of a GameState, not {type(state).__name__}")
    hand = state.hands[seat] if is_viewer(seat, state) else ()
    hides = state.blind and state.phase in _FACE_DOWN
    return make_view(
        seat,
        state.rules,
        state.phase,
        state.level,
        state.lives,
        state.stars,
        hand,
        tuple([len(held) for held in state.hands]),
        tuple(
            [
                make_seen_card(laid.seat, None if hides and laid.seat != seat else laid.card)
                for laid in state.pile
            ]
        ),
        state.aside,
        state.blind,
        state.attempt,
        state.ready,
        state.agreed,
    )


def is_viewer(seat: Seat | None, table: Table) -> TypeGuard[Seat]:
    """Whether a viewer is a seat of the table; False for a spectator, an error for a stranger."""
    if seat is None:
        return False
    require_viewer(seat)
    if seat >= table.players:
        raise InvalidArgument(f"there is no seat {shown(seat)} among {table.players}")
    return True


def require_viewer(seat: Seat | None) -> None:
    """Raise TypeError or InvalidArgument for a viewer that is neither a seat nor None."""
    if seat is not None:
        require_int("seat", seat, least=0)
