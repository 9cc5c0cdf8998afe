"""May it? Which action is refused, with which code, and by which rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, TypeAlias

import attrs

from themind import _actions as ac
from themind._cards import Card, Hand, Seat
from themind._ints import is_int
from themind._state import GameState
from themind._table import Phase
from themind._views import SeatView
from themind.exceptions import shown

Position: TypeAlias = GameState | SeatView


class IllegalCode(StrEnum):
    """Why an action is refused, for programs; of several reasons the first here is given.

    The codes: NOT_YOURS, WRONG_PHASE, NO_SUCH_SEAT, PROPOSAL_OPEN, NO_PROPOSAL, STALE, NO_STAR,
    ALREADY_READY, NOT_READY, ALREADY_AGREED, NOT_UNANIMOUS, HAND_EMPTY, NOT_HELD, NOT_LOWEST,
    BAD_DECK, NOT_FULL_STACK.
    """

    NOT_YOURS = "NOT_YOURS"
    WRONG_PHASE = "WRONG_PHASE"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    PROPOSAL_OPEN = "PROPOSAL_OPEN"
    NO_PROPOSAL = "NO_PROPOSAL"
    STALE = "STALE"
    NO_STAR = "NO_STAR"
    ALREADY_READY = "ALREADY_READY"
    NOT_READY = "NOT_READY"
    ALREADY_AGREED = "ALREADY_AGREED"
    NOT_UNANIMOUS = "NOT_UNANIMOUS"
    HAND_EMPTY = "HAND_EMPTY"
    NOT_HELD = "NOT_HELD"
    NOT_LOWEST = "NOT_LOWEST"
    BAD_DECK = "BAD_DECK"
    NOT_FULL_STACK = "NOT_FULL_STACK"


# The table of phases: where each action belongs, and the rule that keeps it there.
PHASES: dict[type[Any], tuple[tuple[Phase, ...], str]] = {
    ac.Deal: ((Phase.DEALING,), "LVL-2"),
    ac.Begin: ((Phase.FOCUSING,), "LVL-3"),
    ac.PlayTogether: ((Phase.PLAYING,), "LVL-3"),
    ac.Star: ((Phase.PLAYING,), "STAR-1"),
    ac.Reveal: ((Phase.REVEALING,), "BLD-4"),
    ac.CompleteLevel: ((Phase.CLEARED,), "LVL-8"),
    ac.ContinueBlind: ((Phase.WON,), "BLD-1"),
    ac.Gather: ((Phase.FOCUSING, Phase.PLAYING), "VAR-3"),
    ac.Ready: ((Phase.FOCUSING,), "LVL-3"),
    ac.Unready: ((Phase.FOCUSING,), "LVL-3"),
    ac.Refocus: ((Phase.PLAYING,), "LVL-4"),
    ac.Play: ((Phase.PLAYING,), "LVL-3"),
    ac.ProposeStar: ((Phase.PLAYING,), "STAR-1"),
    ac.AgreeToStar: ((Phase.PLAYING,), "STAR-1"),
    ac.DeclineStar: ((Phase.PLAYING,), "STAR-1"),
}
OVER_RULE = "END-2"

# The table of refusals: the rule behind each code, and what to tell a person.
REFUSALS: dict[IllegalCode, tuple[str, str]] = {
    IllegalCode.NOT_YOURS: ("LVL-11", "a player acts for their own seat only"),
    IllegalCode.WRONG_PHASE: ("", "this is not the time for it"),
    IllegalCode.NO_SUCH_SEAT: ("LVL-10", "there is no such seat"),
    IllegalCode.PROPOSAL_OPEN: ("STAR-2", "a star is proposed already"),
    IllegalCode.NO_PROPOSAL: ("STAR-2", "no star is proposed"),
    IllegalCode.STALE: ("STAR-6", "the table has changed since"),
    IllegalCode.NO_STAR: ("STAR-1", "the team has no star"),
    IllegalCode.ALREADY_READY: ("LVL-3", "this seat is ready already"),
    IllegalCode.NOT_READY: ("LVL-3", "this seat is not ready"),
    IllegalCode.ALREADY_AGREED: ("STAR-2", "this seat has said yes already"),
    IllegalCode.NOT_UNANIMOUS: ("STAR-2", "every player must say yes"),
    IllegalCode.HAND_EMPTY: ("LVL-5", "this seat has no card left to play"),
    IllegalCode.NOT_HELD: ("LVL-6", "this seat does not hold that card"),
    IllegalCode.NOT_LOWEST: ("LVL-6", "a player plays their own lowest card"),
    IllegalCode.BAD_DECK: ("LVL-1", "this deck cannot be dealt"),
    IllegalCode.NOT_FULL_STACK: ("BLD-1", "a blind run follows a full victory only"),
}
# What a landed card is refused for, ERR-7 refuses the whole landing for.
LANDING_RULES = {IllegalCode.HAND_EMPTY: "ERR-7"}


@attrs.frozen
class Illegality:
    """Why an action is refused: a code for programs, the rule's id, the action.

    Its text, made when asked for, tells what the code tells and nothing of a hand. Raises TypeError
    for fields of another type.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> print(tm.check(state, tm.Begin()))
    Begin() is refused: this is not the time for it (LVL-3)
    """

    code: IllegalCode
    rule: str
    action: ac.Action

    def __attrs_post_init__(self) -> None:
        if type(self.code) is not IllegalCode or type(self.rule) is not str:
            raise TypeError("an illegality has an IllegalCode and the id of a rule")
        if type(self.action) not in PHASES:
            raise TypeError(f"what is refused is an action, not {type(self.action).__name__}")

    def __str__(self) -> str:
        return f"{shown(self.action)} is refused: {REFUSALS[self.code][1]} ({self.rule})"


Guard: TypeAlias = Callable[[Any, Any], IllegalCode | None]


def _hand(position: Position, seat: Seat) -> Hand:
    return position.hands[seat] if isinstance(position, GameState) else position.hand


def _is_there(position: Position, seat: object) -> bool:
    return is_int(seat) and 0 <= seat < position.rules.players


def _seat(position: Position, action: Any) -> IllegalCode | None:
    return None if _is_there(position, action.seat) else IllegalCode.NO_SUCH_SEAT


def _no_proposal_yet(position: Position, action: object) -> IllegalCode | None:
    return IllegalCode.PROPOSAL_OPEN if position.agreed else None


def _proposal(position: Position, action: object) -> IllegalCode | None:
    return None if position.agreed else IllegalCode.NO_PROPOSAL


def _meant_for_this_table(position: Position, action: ac.AgreeToStar) -> IllegalCode | None:
    down = action.cards_down
    fresh = down is None or (is_int(down) and down == len(position.pile) + len(position.aside))
    return None if fresh else IllegalCode.STALE


def _star(position: Position, action: object) -> IllegalCode | None:
    return None if position.stars else IllegalCode.NO_STAR


def _not_ready_yet(position: Position, action: ac.Ready) -> IllegalCode | None:
    return IllegalCode.ALREADY_READY if action.seat in position.ready else None


def _ready(position: Position, action: ac.Unready) -> IllegalCode | None:
    return None if action.seat in position.ready else IllegalCode.NOT_READY


def _not_agreed_yet(position: Position, action: ac.AgreeToStar) -> IllegalCode | None:
    return IllegalCode.ALREADY_AGREED if action.seat in position.agreed else None


def _holds(position: Position, action: ac.Play) -> IllegalCode | None:
    return None if _hand(position, action.seat) else IllegalCode.HAND_EMPTY


def _is_its_lowest(position: Position, action: ac.Play) -> IllegalCode | None:
    return _guarded(action.card, _hand(position, action.seat), 0)


def _guarded(card: Card | None, hand: Hand, place: int) -> IllegalCode | None:
    if card is None:
        return None
    if not is_int(card) or card not in hand:
        return IllegalCode.NOT_HELD
    return None if hand[place] == card else IllegalCode.NOT_LOWEST


def _voters(state: GameState, action: ac.Star) -> IllegalCode | None:
    there = all(_is_there(state, seat) for seat in action.agreed)
    return None if there else IllegalCode.NO_SUCH_SEAT


def _unanimous(state: GameState, action: ac.Star) -> IllegalCode | None:
    return None if len(action.agreed) == state.players else IllegalCode.NOT_UNANIMOUS


def _landed_seats(state: GameState, action: ac.PlayTogether) -> IllegalCode | None:
    there = all(_is_there(state, play.seat) for play in action.plays)
    return None if there else IllegalCode.NO_SUCH_SEAT


def _landed_cards(state: GameState, action: ac.PlayTogether) -> IllegalCode | None:
    codes = [code for code in _landing_codes(state, action) if code is not None]
    return min(codes, key=list(IllegalCode).index, default=None)


def _landing_codes(state: GameState, action: ac.PlayTogether) -> Iterator[IllegalCode | None]:
    named = Counter[Seat]()
    for play in action.plays:
        hand = state.hands[play.seat]
        place = named[play.seat]
        named[play.seat] += 1
        if place < len(hand):
            yield _guarded(play.card, hand, place)
        else:
            yield IllegalCode.HAND_EMPTY


def _deck(state: GameState, action: ac.Deal) -> IllegalCode | None:
    deck, most = action.deck, state.rules.cards
    right = state.players * state.level <= len(deck) <= most
    right = right and all(is_int(card) and 1 <= card <= most for card in deck)
    return None if right and len(set(deck)) == len(deck) else IllegalCode.BAD_DECK


def _base_run(state: GameState, action: object) -> IllegalCode | None:
    return IllegalCode.WRONG_PHASE if state.blind else None


def _full_stack(state: GameState, action: object) -> IllegalCode | None:
    return None if state.rules.is_full_stack else IllegalCode.NOT_FULL_STACK


# What else each action needs, in the order of the codes.
GUARDS: dict[type[Any], tuple[Guard, ...]] = {
    ac.Deal: (_deck,),
    ac.Begin: (),
    ac.PlayTogether: (_landed_seats, _landed_cards),
    ac.Star: (_voters, _no_proposal_yet, _star, _unanimous),
    ac.Reveal: (),
    ac.CompleteLevel: (),
    ac.ContinueBlind: (_base_run, _full_stack),
    ac.Gather: (),
    ac.Ready: (_seat, _not_ready_yet),
    ac.Unready: (_seat, _ready),
    ac.Refocus: (_seat,),
    ac.Play: (_seat, _holds, _is_its_lowest),
    ac.ProposeStar: (_seat, _no_proposal_yet, _star),
    ac.AgreeToStar: (_seat, _proposal, _meant_for_this_table, _not_agreed_yet),
    ac.DeclineStar: (_seat, _proposal),
}
SEAT_ACTIONS = frozenset(ac.SEAT_ACTIONS)


def refusal(position: Position, action: Any, by: Seat | None = None) -> IllegalCode | None:
    """The first code that refuses an action, None where it is legal."""
    kind = type(action)
    phases = PHASES.get(kind)
    if phases is None:
        raise TypeError(f"{type(action).__name__} is not an action")
    if by is not None and not is_own(action, by):
        return IllegalCode.NOT_YOURS
    if position.phase not in phases[0]:
        return IllegalCode.WRONG_PHASE
    for guard in GUARDS[kind]:
        code = guard(position, action)
        if code is not None:
            return code
    return None


def is_own(action: Any, by: object) -> bool:
    """Whether an action is a seat's and that seat is the one that asks (LVL-11)."""
    if type(action) not in SEAT_ACTIONS or not is_int(by):
        return False
    return is_int(action.seat) and action.seat == by


def illegality(position: Position, code: IllegalCode, action: ac.Action) -> Illegality:
    """Say which rule it is that refuses."""
    rule = REFUSALS[code][0]
    if code is IllegalCode.WRONG_PHASE:
        over = position.phase is Phase.LOST or (
            position.phase is Phase.WON and type(action) is not ac.ContinueBlind
        )
        rule = OVER_RULE if over else PHASES[type(action)][1]
    if type(action) is ac.PlayTogether:
        rule = LANDING_RULES.get(code, rule)
    return Illegality(code, rule, action)


# What is listed of a position, in this order; decks, guards and whole votes are not. What a guard
# says of the table alone is asked once for all seats.
_LISTED_TABLE = (ac.Begin, ac.Reveal, ac.CompleteLevel, ac.ContinueBlind, ac.Gather)
_OF_THE_TABLE = frozenset({_no_proposal_yet, _proposal, _star})
Listing: TypeAlias = tuple[type[Any], tuple[Guard, ...], tuple[Guard, ...]]


def _listing(kind: type[Any]) -> Listing:
    guards = [guard for guard in GUARDS[kind] if guard is not _seat]
    shared = tuple([guard for guard in guards if guard in _OF_THE_TABLE])
    return kind, shared, tuple([guard for guard in guards if guard not in _OF_THE_TABLE])


def _listings(kinds: tuple[type[Any], ...]) -> dict[Phase, tuple[Listing, ...]]:
    return {
        phase: tuple([_listing(kind) for kind in kinds if phase in PHASES[kind][0]])
        for phase in Phase
    }


_OF_TABLE = _listings(_LISTED_TABLE)
_OF_SEATS = _listings(ac.SEAT_ACTIONS)


def legal_actions(position: Position) -> tuple[ac.Action, ...]:
    """List what may be done, but for what needs a deck.

    Of a state: the actions of the table, then of the seats, seats ascending; of a view, that
    seat's own, and none for a spectator. Plays and yeses come without their guard; `Star` and
    `PlayTogether` are not listed, since they spell others. Raises TypeError for anything else.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> state, events = tm.deal(state, tm.stacked_deck([(37,), (62,)]))
    >>> tm.legal_actions(tm.view(state, seat=1))
    (Ready(seat=1),)
    """
    if type(position) is GameState:
        table = [
            kind()
            for kind, shared, guards in _OF_TABLE[position.phase]
            if not _refused(position, None, shared + guards)
        ]
        return (*table, *_seat_actions(position, range(position.players)))
    if type(position) is SeatView:
        return tuple(_seat_actions(position, () if position.seat is None else (position.seat,)))
    raise TypeError(f"actions are listed of a state or a view, not {type(position).__name__}")


def _seat_actions(position: Position, seats: Iterable[Seat]) -> list[ac.SeatAction]:
    listed = []
    for kind, shared, guards in _OF_SEATS[position.phase]:
        if not _refused(position, None, shared):
            for action in [kind(seat) for seat in seats]:
                if not _refused(position, action, guards):
                    listed.append(action)  # noqa: PERF401 - a loop reads better here
    return listed


def _refused(position: Position, action: ac.Action | None, guards: tuple[Guard, ...]) -> bool:
    for guard in guards:  # noqa: SIM110 - twice as quick as a generator, and this is hot
        if guard(position, action) is not None:
            return True
    return False
