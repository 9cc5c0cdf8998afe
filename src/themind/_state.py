"""The state of a game: an immutable value that passes the gate as it is made."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import attrs

from themind._cards import Card, Deck, Hand, Level, Seat
from themind._gate import (
    COMMON_SHAPES,
    Facts,
    number_faults,
    shape_faults,
    table_faults,
    tuple_of,
)
from themind._ints import is_int
from themind._rules import Rules
from themind._table import AsideCard, Phase, PlayedCard, Table
from themind._values import replacing, unchecked
from themind.exceptions import InvalidState


def as_tuple(value: Any) -> Any:
    """Bring a list into a tuple; what is neither stays for the gate to name."""
    return tuple(value) if type(value) is list else value


# The type checkers take the types of a constructor's arguments from these.
def as_hand(cards: Sequence[Card]) -> Hand:
    """Bring a list of numbers into a tuple."""
    return as_tuple(cards)  # type: ignore[no-any-return]


def as_hands(hands: Sequence[Sequence[Card]]) -> tuple[Hand, ...]:
    """Bring a list of lists into a tuple of tuples."""
    given: Any = as_tuple(hands)
    return tuple(map(as_hand, given)) if type(given) is tuple else given


def as_pile(pile: Sequence[PlayedCard]) -> tuple[PlayedCard, ...]:
    """Bring a list of played cards into a tuple."""
    return as_tuple(pile)  # type: ignore[no-any-return]


def as_aside(aside: Sequence[AsideCard]) -> tuple[AsideCard, ...]:
    """Bring a list of cards set aside into a tuple."""
    return as_tuple(aside)  # type: ignore[no-any-return]


def as_seats(seats: Collection[Seat]) -> frozenset[Seat]:
    """Bring a collection of seats into a frozenset; what holds others stays for the gate."""
    given: Any = seats
    if type(given) in (list, tuple, set) and all(map(is_int, given)):
        return frozenset(given)
    return given  # type: ignore[no-any-return]


@attrs.frozen(kw_only=True)
class GameState(Table):
    """One position of a game, complete and immutable; fields and rules are in the docs.

    `hands` has a hand for each seat, `pile` the cards played in this level in play order, `aside`
    those set aside in it in the order they went. `ready` names the seats with a hand on the table
    (LVL-3), `agreed` those that said yes to the star that is proposed (STAR-2), `attempt` counts
    the gathered deals of this level (VAR-3). There is no history, seed, name or time in it.

    A position may be set up by hand; cards that were dealt may be missing. Raises InvalidState,
    which names every fault at once, for a position that no game can be in.

    >>> import themind as tm
    >>> state = tm.GameState(
    ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.PLAYING, level=2, lives=2, stars=1,
    ...     hands=((12, 50), (70,)), pile=(tm.PlayedCard(1, 7),),
    ... )
    >>> state.top, state.lives_in_supply, len(state.undealt)
    (7, 3, 96)
    """

    rules: Rules
    phase: Phase
    level: Level
    lives: int
    stars: int
    hands: tuple[Hand, ...] = attrs.field(converter=as_hands)
    pile: tuple[PlayedCard, ...] = attrs.field(default=(), converter=as_pile)
    aside: tuple[AsideCard, ...] = attrs.field(default=(), converter=as_aside)
    blind: bool = False
    attempt: int = 0
    ready: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)
    agreed: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)

    def __attrs_post_init__(self) -> None:
        faults = tuple(_faults(self))
        if faults:
            raise InvalidState(*faults)

    @property
    def undealt(self) -> Deck:
        """The cards that are in nobody's hand, the pile or aside, ascending (LVL-2)."""
        gone = {card for hand in self.hands for card in hand}
        gone.update(self.middle)
        return tuple([card for card in range(1, self.rules.cards + 1) if card not in gone])

    @property
    def middle(self) -> tuple[Card, ...]:
        """Pile and aside together, ascending: the middle of the table as one row (ERR-2)."""
        cards = [laid.card for laid in self.pile] + [gone.card for gone in self.aside]
        return tuple(sorted(cards))

    @property
    def _cards_are_held(self) -> bool:
        return any(self.hands)

    @property
    def _mistake_is_due(self) -> bool:
        top = 0 if self.blind else self.top or 0
        return any(hand[0] < top for hand in self.hands if hand)

    def _cleared_table(self) -> dict[str, Any]:
        return {"hands": ((),) * self.players, "pile": (), "aside": ()}


_SHAPES = COMMON_SHAPES | {
    "hands": ("a tuple of tuples of ints", tuple_of(tuple_of(is_int))),
    "pile": (
        "a tuple of PlayedCards",
        tuple_of(lambda card: type(card) is PlayedCard and is_int(card.seat) and is_int(card.card)),
    ),
}


def _faults(state: GameState) -> Iterator[str]:
    unshapely = shape_faults(state, _SHAPES)
    yield from unshapely.values()
    if "rules" not in unshapely:
        yield from number_faults(state)
    hands = () if "hands" in unshapely else state.hands
    pile = () if "pile" in unshapely else state.pile
    facts = Facts(
        state,
        hand_sizes=tuple(map(len, hands)),
        hands=dict(enumerate(hands)),
        pile=tuple((played.seat, played.card) for played in pile),
        aside=state.aside,
    )
    yield from table_faults(facts, unshapely)


make_state = unchecked(GameState)
changed_state = replacing(GameState)


def new_game(rules: Rules) -> GameState:
    """Return a game before its first deal, with the starting lives and stars (SET-4, END-3).

    Raises TypeError for anything but `Rules`.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=4))
    >>> state.phase, state.level, state.lives, state.stars
    (<Phase.DEALING: 'DEALING'>, 1, 4, 1)
    """
    if type(rules) is not Rules:
        raise TypeError(f"a game needs Rules, not {type(rules).__name__}")
    return GameState(
        rules=rules,
        phase=Phase.DEALING,
        level=rules.first_level,
        lives=rules.lives,
        stars=rules.stars,
        hands=((),) * rules.players,
    )
