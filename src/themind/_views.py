"""What a seat may know: a value of its own, built up field by field from what is open to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from themind._cards import Card, Deck, Hand, Level, Seat
from themind._ints import is_int, require_int
from themind._rules import Rules
from themind._state import GameState, as_aside, as_hand, as_seats, as_tuple
from themind._table import AsideCard, Phase, PlayedCard, SeenCard, Table
from themind._values import unchecked, unfrozen
from themind._view_gate import has_room, hides_cards, view_faults
from themind.exceptions import InvalidArgument, InvalidState, shown


def _as_sizes(sizes: Sequence[int]) -> tuple[int, ...]:
    return as_tuple(sizes)  # type: ignore[no-any-return]


def _as_pile(pile: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    return as_tuple(pile)  # type: ignore[no-any-return]


@attrs.frozen(kw_only=True)
class SeatView(Table):
    """What one seat may know of a game, or with `seat` None a spectator (TALK-1, TALK-3).

    `hand` is the viewer's own, `hand_sizes` has the number of cards of each seat. In a blind level
    the pile shows who played and hides which card from all but its player until the reveal
    (BLD-2); cards set aside are open to all. There is no place in it for another seat's hand.

    Views come from `view`. Raises InvalidState, which names every fault at once, for a view that
    nobody can have of any possible state.

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
    hand: Hand = attrs.field(converter=as_hand)
    hand_sizes: tuple[int, ...] = attrs.field(converter=_as_sizes)
    pile: tuple[SeenCard, ...] = attrs.field(default=(), converter=_as_pile)
    aside: tuple[AsideCard, ...] = attrs.field(default=(), converter=as_aside)
    blind: bool = False
    attempt: int = 0
    ready: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)
    agreed: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)

    def __attrs_post_init__(self) -> None:
        faults = tuple(view_faults(self))
        if faults:
            raise InvalidState(*faults)

    @property
    def unseen(self) -> Deck:
        """The cards of the deck that this viewer has not seen in this level, ascending."""
        seen: set[Card | None] = {*self.hand}
        seen.update([gone.card for gone in self.aside])
        seen.update([laid.card for laid in self.pile])
        return tuple([card for card in range(1, self.rules.cards + 1) if card not in seen])

    @property
    def middle(self) -> tuple[Card, ...] | None:
        """Pile and aside together, ascending; None while a card of the pile is hidden (ERR-2)."""
        pile = [laid.card for laid in self.pile if laid.card is not None]
        if len(pile) < len(self.pile):
            return None
        return tuple(sorted(pile + [gone.card for gone in self.aside]))

    @property
    def _cards_are_held(self) -> bool:
        return any(self.hand_sizes)

    @property
    def _mistake_is_due(self) -> bool:
        if self.blind:
            return False
        top = self.top or 0
        return any(card < top for card in self.hand[:1]) or not has_room(self)

    def _cleared_table(self) -> dict[str, Any]:
        return {"hand": (), "hand_sizes": (0,) * self.players, "pile": (), "aside": ()}


make_view = unchecked(SeatView)
make_seen_card = unchecked(SeenCard)
_UnfrozenSeenCard = unfrozen(SeenCard)


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
    if type(state) is not GameState:
        raise TypeError(f"a view is of a GameState, not {type(state).__name__}")
    hands = state.hands
    return make_view(
        seat,
        state.rules,
        state.phase,
        state.level,
        state.lives,
        state.stars,
        hands[seat] if is_int(seat) and 0 <= seat < len(hands) else _no_hand(seat, state),
        tuple([len(held) for held in hands]),
        _seen(state.pile, seat, is_open=not hides_cards(state)),
        state.aside,
        state.blind,
        state.attempt,
        state.ready,
        state.agreed,
    )


def _no_hand(seat: Seat | None, state: GameState) -> Hand:
    """The hand of a spectator; an error for a seat that is not there."""
    require_viewer(seat)
    if seat is not None:
        raise InvalidArgument(f"there is no seat {shown(seat)} among {state.players}")
    return ()


def _seen(
    pile: tuple[PlayedCard, ...], viewer: Seat | None, *, is_open: bool
) -> tuple[SeenCard, ...]:
    """The pile as it is seen: most of what a view costs, hence without a call for each card."""
    cards = []
    for laid in pile:
        seen = _UnfrozenSeenCard()
        seen.seat = laid.seat
        seen.card = laid.card if is_open or laid.seat == viewer else None
        seen.__class__ = SeenCard
        cards.append(seen)
    return tuple(cards)


def require_viewer(seat: Seat | None) -> None:
    """Raise TypeError or InvalidArgument for a viewer that is neither a seat nor None."""
    if seat is not None:
        require_int("seat", seat, least=0)
