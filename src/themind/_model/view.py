"""Views: values that contain only the information of one viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, SupportsIndex

import attrs

from themind._model.cards import Card, Deck, Hand, Level, Seat
from themind._model.checks import shown
from themind._model.converters import as_aside, as_numbers, as_seats, as_seen_cards, as_viewer
from themind._model.errors import InvalidArgument, InvalidState
from themind._model.position import (
    AsideCard,
    Phase,
    PlayedCard,
    Position,
    SeenCard,
    require_viewer,
)
from themind._model.rules import Rules
from themind._model.state import GameState, require_state
from themind._model.validation import (
    COMMON_SHAPES,
    Facts,
    Faults,
    is_int,
    number_faults,
    shape_faults,
    table_faults,
    tuple_of,
)
from themind._model.values import as_number, changing, unchecked, unfrozen


@attrs.frozen(kw_only=True, eq=False, repr=False)
class SeatView(Position):
    """The information of one seat or of a spectator (TALK-1, TALK-3).

    The function `view` creates views. A view has no field for other hands. In a blind level the
    pile shows the seat of each card, and hides the card from other seats until the reveal (BLD-2).
    Cards set aside are open to all.

    Args:
        seat: The viewer, or None for a spectator.
        rules: The rules of the table.
        phase: The phase of the game.
        level: The level in play, or the next one to deal.
        lives: Lives left.
        stars: Stars left.
        hand: The viewer's own hand, ascending; empty for a spectator.
        hand_sizes: The number of cards of each seat.
        pile: The cards played in this level, in play order; `card` is None for a face-down card of
            another seat.
        aside: The cards set aside in this level, in order.
        blind: Whether this is a blind run (BLD-1).
        attempt: The number of gathered deals of this level (VAR-3).
        ready: The seats with a hand on the table (LVL-3).
        agreed: The seats that agreed to the proposed star (STAR-2), empty if none is proposed.

    Raises:
        InvalidState: The visible position contradicts the rules, or a value has a wrong type. The
            error lists all faults. The constructor does not check whether a deal fits the
            view.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
        >>> seen = tm.view(state, seat=0)
        >>> seen.hand, seen.hand_sizes, len(seen.unseen)
        ((37,), (1, 1), 99)
    """

    seat: Seat | None = attrs.field(converter=as_viewer)
    rules: Rules
    phase: Phase
    level: Level = attrs.field(converter=as_number)
    lives: int = attrs.field(converter=as_number)
    stars: int = attrs.field(converter=as_number)
    hand: Hand = attrs.field(converter=as_numbers)
    hand_sizes: tuple[int, ...] = attrs.field(converter=as_numbers)
    pile: tuple[SeenCard, ...] = attrs.field(default=(), converter=as_seen_cards)
    aside: tuple[AsideCard, ...] = attrs.field(default=(), converter=as_aside)
    blind: bool = False
    attempt: int = attrs.field(default=0, converter=as_number)
    ready: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)
    agreed: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)

    def __attrs_post_init__(self) -> None:
        faults = tuple(view_faults(self))
        if faults:
            raise InvalidState(*faults)

    @property
    def unseen(self) -> Deck:
        """The cards that this viewer has not seen in this level, ascending."""
        seen: set[Card | None] = {*self.hand}
        seen.update([aside.card for aside in self.aside])
        seen.update([played.card for played in self.pile])
        return tuple([card for card in range(1, self.rules.cards + 1) if card not in seen])

    @property
    def middle(self) -> tuple[Card, ...] | None:
        """The cards of pile and aside together, ascending; None if a card is hidden (ERR-2)."""
        pile = [played.card for played in self.pile if played.card is not None]
        if len(pile) < len(self.pile):
            return None
        return tuple(sorted(pile + [aside.card for aside in self.aside]))

    @property
    def _cards_are_held(self) -> bool:
        return any(self.hand_sizes)

    @property
    def _lowest_known(self) -> Card | None:
        return self.hand[0] if self.hand else None

    def _hand_of(self, seat: Seat) -> Hand:
        del seat  # a view contains only the hand of its seat
        return self.hand

    def _emptied(self, *, phase: Phase, level: Level, attempt: int) -> SeatView:
        return self._changed(
            phase=phase,
            level=level,
            hand=(),
            hand_sizes=(0,) * self.rules.players,
            pile=(),
            aside=(),
            attempt=attempt,
            ready=frozenset(),
        )

    if TYPE_CHECKING:

        def _changed(
            self,
            *,
            phase: Phase = ...,
            level: Level = ...,
            lives: int = ...,
            stars: int = ...,
            hand: Hand = ...,
            hand_sizes: tuple[int, ...] = ...,
            pile: tuple[SeenCard, ...] = ...,
            aside: tuple[AsideCard, ...] = ...,
            blind: bool = ...,
            attempt: int = ...,
            ready: frozenset[Seat] = ...,
            agreed: frozenset[Seat] = ...,
        ) -> SeatView: ...


if TYPE_CHECKING:

    def make_view(  # noqa: PLR0917 - by position, like all fields
        seat: Seat | None,
        rules: Rules,
        phase: Phase,
        level: Level,
        lives: int,
        stars: int,
        hand: Hand,
        hand_sizes: tuple[int, ...],
        pile: tuple[SeenCard, ...],
        aside: tuple[AsideCard, ...],
        blind: bool,  # noqa: FBT001 - by position, like all fields
        attempt: int,
        ready: frozenset[Seat],
        agreed: frozenset[Seat],
    ) -> SeatView: ...
else:
    make_view = unchecked(SeatView)
    SeatView._changed = changing(SeatView, fixed="rules")

_UnfrozenSeenCard = unfrozen(SeenCard)
_OPEN_PHASES = (Phase.CLEARED, Phase.LOST)


def hides_cards(position: Position) -> bool:
    """Return whether the pile is face down: in a blind level before the reveal (BLD-2, BLD-4)."""
    return position.blind and position.phase not in _OPEN_PHASES


def view(state: GameState, seat: SupportsIndex | None = None) -> SeatView:
    """Return the view of a seat, or of a spectator for None.

    Raises:
        TypeError: `state` is not a state, or `seat` is neither an int nor None.
        InvalidArgument: The table has no such seat.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
        >>> tm.view(state, seat=1).hand, tm.view(state).hand
        ((62,), ())
    """
    if type(state) is not GameState:
        require_state(state)
    hands = state.hands
    viewer = seat if seat is None or type(seat) is int else require_viewer(seat)
    if viewer is not None and not 0 <= viewer < len(hands):
        raise InvalidArgument(f"seat must be from 0 to {len(hands) - 1}, got {shown(viewer)}")
    return make_view(
        viewer,
        state.rules,
        state.phase,
        state.level,
        state.lives,
        state.stars,
        () if viewer is None else hands[viewer],
        tuple(map(len, hands)),
        _seen(state.pile, viewer, is_open=not hides_cards(state)),
        state.aside,
        state.blind,
        state.attempt,
        state.ready,
        state.agreed,
    )


def _seen(
    pile: tuple[PlayedCard, ...], viewer: Seat | None, *, is_open: bool
) -> tuple[SeenCard, ...]:
    """Return the pile as the viewer sees it; inlined, because it takes most of a view's time."""
    cards = []
    for played in pile:
        seen = _UnfrozenSeenCard()
        seen.seat = played.seat
        seen.card = played.card if is_open or played.seat == viewer else None
        seen.__class__ = SeenCard
        cards.append(seen)
    return tuple(cards)


def view_faults(seen: SeatView) -> Faults:
    """Yield the faults of a view."""
    misshapen = shape_faults(seen, _SHAPES)
    yield from misshapen.values()
    unsound = {*misshapen} | ({"hands"} if _HANDS & misshapen.keys() else set())
    if "rules" not in unsound:
        yield from number_faults(seen)
    yield from table_faults(_facts(seen, unsound), unsound)
    for check, fields in _CHECKS.items():
        if unsound.isdisjoint(fields.split()):
            yield from check(seen)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and is_int(value) and value >= 0


_SHAPES = COMMON_SHAPES | {
    "seat": ("an int or None", lambda value: value is None or is_int(value)),
    "hand": ("a tuple of ints", tuple_of(is_int)),
    "hand_sizes": ("a tuple of non-negative ints", tuple_of(_is_size)),
    "pile": ("a tuple of SeenCards", tuple_of(lambda value: type(value) is SeenCard)),
}
_HANDS = frozenset({"seat", "hand", "hand_sizes"})


def _facts(seen: SeatView, unsound: set[str]) -> Facts:
    own: Mapping[Seat, tuple[str, Hand]] = {}
    if "hands" not in unsound and seen.seat is not None:
        own = {seen.seat: ("hand", seen.hand)}
    return Facts(
        seen,
        sizes_field="hand_sizes",
        hand_sizes=seen.hand_sizes,
        hands=own,
        pile=() if "pile" in unsound else tuple([(card.seat, card.card) for card in seen.pile]),
        aside=seen.aside,
    )


def _viewer(seen: SeatView) -> Faults:
    last = seen.rules.players - 1
    if seen.seat is not None and not 0 <= seen.seat <= last:
        yield f"seat must be from 0 to {last}, got {shown(seen.seat)}"


def _own_hand(seen: SeatView) -> Faults:
    if seen.seat is None:
        if seen.hand:
            yield f"hand must be empty for a spectator, got {shown(seen.hand)}"
    elif seen.hand_sizes[seen.seat : seen.seat + 1] != (len(seen.hand),):
        must = f"hand_sizes must contain the size of the viewer's hand ({len(seen.hand)})"
        yield f"{must}, got {shown(seen.hand_sizes)}"


def _hidden_cards(seen: SeatView) -> Faults:
    hides = hides_cards(seen)
    for card in seen.pile:
        if (card.card is None) is not (hides and card.seat != seen.seat):
            must = "hide cards of other seats" if hides else "show every card"
            yield f"pile must {must} in this position, got {shown(card)}"


_CHECKS: dict[Callable[[SeatView], Iterator[str]], str] = {
    _viewer: "rules seat",
    _own_hand: "seat hand hand_sizes",
    _hidden_cards: "seat blind phase pile",
}
