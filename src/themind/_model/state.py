"""The state of a game: an immutable value that the constructor validates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from themind._model.cards import Card, Deck, Hand, Level, Seat
from themind._model.checks import require_exactly
from themind._model.converters import as_aside, as_deals, as_played_cards, as_seats
from themind._model.errors import InvalidState
from themind._model.position import AsideCard, Phase, PlayedCard, Position
from themind._model.rules import Rules
from themind._model.validation import (
    COMMON_SHAPES,
    Facts,
    are_hands,
    is_played_card,
    number_faults,
    shape_faults,
    table_faults,
    tuple_of,
)
from themind._model.values import as_number, changing, unchecked


@attrs.frozen(kw_only=True, eq=False, repr=False)
class GameState(Position):
    """A complete position of a game.

    It contains no history, seed, names or times. A position that you set up can lack dealt cards.

    Args:
        rules: The rules of the table.
        phase: The phase of the game.
        level: The level in play, or the next one to deal.
        lives: Lives left.
        stars: Stars left.
        hands: A hand for each seat, ascending.
        pile: The cards played in this level, in play order.
        aside: The cards set aside in this level, in order.
        blind: Whether this is a blind run (BLD-1).
        attempt: The number of gathered deals of this level (VAR-3).
        ready: The seats with a hand on the table (LVL-3).
        agreed: The seats that agreed to the proposed star (STAR-2), empty if none is proposed.

    Raises:
        InvalidState: No game can reach this position, or a value has a wrong type. The error
            lists all faults.

    Example:
        >>> import themind as tm
        >>> state = tm.GameState(
        ...     rules=tm.Rules.standard(players=2), phase=tm.Phase.PLAYING, level=2, lives=2,
        ...     stars=1, hands=((12, 50), (70,)), pile=(tm.PlayedCard(1, 7),),
        ... )
        >>> state.top, state.lives_in_supply, len(state.undealt)
        (7, 3, 96)
    """

    rules: Rules
    phase: Phase
    level: Level = attrs.field(converter=as_number)
    lives: int = attrs.field(converter=as_number)
    stars: int = attrs.field(converter=as_number)
    hands: tuple[Hand, ...] = attrs.field(converter=as_deals)
    pile: tuple[PlayedCard, ...] = attrs.field(default=(), converter=as_played_cards)
    aside: tuple[AsideCard, ...] = attrs.field(default=(), converter=as_aside)
    blind: bool = False
    attempt: int = attrs.field(default=0, converter=as_number)
    ready: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)
    agreed: frozenset[Seat] = attrs.field(default=frozenset(), converter=as_seats)

    def __attrs_post_init__(self) -> None:
        faults = tuple(_faults(self))
        if faults:
            raise InvalidState(*faults)

    @property
    def undealt(self) -> Deck:
        """The cards in no hand, not in the pile and not aside, ascending (LVL-2)."""
        dealt = {card for hand in self.hands for card in hand}
        dealt.update(self.middle)
        return tuple([card for card in range(1, self.rules.cards + 1) if card not in dealt])

    @property
    def middle(self) -> tuple[Card, ...]:
        """The cards of pile and aside together, ascending (ERR-2)."""
        cards = [played.card for played in self.pile] + [aside.card for aside in self.aside]
        return tuple(sorted(cards))

    @property
    def _cards_are_held(self) -> bool:
        return any(self.hands)

    @property
    def _lowest_known(self) -> Card | None:
        return min([hand[0] for hand in self.hands if hand], default=None)

    def _hand_of(self, seat: Seat) -> Hand:
        return self.hands[seat]

    def _emptied(self, *, phase: Phase, level: Level, attempt: int) -> GameState:
        return self._changed(
            phase=phase,
            level=level,
            hands=((),) * self.rules.players,
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
            hands: tuple[Hand, ...] = ...,
            pile: tuple[PlayedCard, ...] = ...,
            aside: tuple[AsideCard, ...] = ...,
            blind: bool = ...,
            attempt: int = ...,
            ready: frozenset[Seat] = ...,
            agreed: frozenset[Seat] = ...,
        ) -> GameState: ...


_SHAPES = COMMON_SHAPES | {
    "hands": ("a tuple of tuples of ints", are_hands),
    "pile": ("a tuple of PlayedCards", tuple_of(is_played_card)),
}


def _faults(state: GameState) -> Iterator[str]:
    misshapen = shape_faults(state, _SHAPES)
    yield from misshapen.values()
    if "rules" not in misshapen:
        yield from number_faults(state)
    hands = () if "hands" in misshapen else state.hands
    pile = () if "pile" in misshapen else state.pile
    facts = Facts(
        state,
        sizes_field="hands",
        hand_sizes=tuple(map(len, hands)),
        hands={seat: (f"hands[{seat}]", hand) for seat, hand in enumerate(hands)},
        pile=tuple([(played.seat, played.card) for played in pile]),
        aside=state.aside,
    )
    yield from table_faults(facts, misshapen)


if TYPE_CHECKING:

    def make_state(  # noqa: PLR0917 - by position, like all fields
        rules: Rules,
        phase: Phase,
        level: Level,
        lives: int,
        stars: int,
        hands: tuple[Hand, ...],
        pile: tuple[PlayedCard, ...],
        aside: tuple[AsideCard, ...],
        blind: bool,  # noqa: FBT001 - by position, like all fields
        attempt: int,
        ready: frozenset[Seat],
        agreed: frozenset[Seat],
    ) -> GameState: ...
else:
    make_state = unchecked(GameState)
    GameState._changed = changing(GameState, fixed="rules")


def require_state(state: object) -> GameState:
    """Return a state; TypeError for anything else."""
    return require_exactly("state", state, GameState)


def new_game(rules: Rules) -> GameState:
    """Return the state before the first deal, with the initial lives and stars (SET-4, END-3).

    Its run is blind if the rules have `starts_blind` (VAR-6).

    Raises:
        TypeError: `rules` is not `Rules`.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=4))
        >>> state.phase, state.level, state.lives, state.stars
        (<Phase.DEALING: 'DEALING'>, 1, 4, 1)
    """
    require_exactly("rules", rules, Rules)
    return GameState(
        rules=rules,
        phase=Phase.DEALING,
        level=rules.first_level,
        lives=rules.lives,
        stars=rules.stars,
        hands=((),) * rules.players,
        blind=rules.starts_blind,
    )
