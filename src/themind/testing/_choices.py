"""Legal actions of a position, chosen by the digits of a number or by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import themind as tm
from themind import Phase

T = TypeVar("T")

BITS = 512  # enough for the digits of a shuffled deck, and all other choices of an action


class Chooser(Protocol):
    """The source of all choices: digits of a number, or draws of Hypothesis.

    The number 0 stands for the simplest choice.
    """

    def below(self, base: int) -> int:
        """Return a number from 0 to `base` - 1."""
        ...


class Digits:
    """A number as a sequence of digits with different bases."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, base: int) -> int:
        """Return the next digit."""
        self.number, digit = divmod(self.number, base)
        return digit


def pick(choose: Chooser, items: Sequence[T]) -> T:
    """Return one of some items; the first is the simplest."""
    return items[choose.below(len(items))]


def goes_on(state: tm.GameState) -> bool:
    """Return whether any action is legal."""
    if state.phase is Phase.WON:
        return state.rules.is_full_stack and not state.blind
    return state.phase is not Phase.LOST


def order_of(state: tm.GameState) -> list[tm.Seat]:
    """Return the seat of each held card, from the lowest card to the highest."""
    held = [(card, seat) for seat, hand in enumerate(state.hands) for card in hand]
    return [seat for _, seat in sorted(held)]


def in_order(state: tm.GameState) -> tm.PlayTogether:
    """Play all held cards at once in ascending order, so that every hand is empty."""
    return tm.PlayTogether([tm.Play(seat) for seat in order_of(state)])


def next_seat(state: tm.GameState) -> tm.Seat:
    """Return the seat that holds the lowest card."""
    return min([(hand[0], seat) for seat, hand in enumerate(state.hands) if hand])[1]


def holders(state: tm.GameState) -> list[tm.Seat]:
    """Return the seats that hold cards."""
    return [seat for seat, hand in enumerate(state.hands) if hand]


def cards_down(state: tm.GameState) -> int:
    """Return the number of cards in pile and aside together."""
    return len(state.pile) + len(state.aside)


def quick_action(state: tm.GameState) -> tm.Action:
    """Return the action that completes levels in the fewest steps, without a mistake."""
    if state.phase is Phase.DEALING:
        return tm.Deal(range(1, state.players * state.level + 1))
    return in_order(state) if state.phase is Phase.PLAYING else _ONWARD[state.phase]


_ONWARD: dict[Phase, tm.Action] = {
    Phase.FOCUSING: tm.Begin(),
    Phase.REVEALING: tm.Reveal(),
    Phase.CLEARED: tm.CompleteLevel(),
    Phase.WON: tm.ContinueBlind(),
}


def deck_of(state: tm.GameState, choose: Chooser) -> tm.Deck:
    """Return a shuffled deck for the level: only the cards that are dealt, or the whole deck."""
    size, cards = state.players * state.level, state.rules.cards
    whole = pick(choose, (False, False, False, True))
    deck = list(range(1, cards + 1))
    for place in range(size):
        way = choose.below(cards - place)
        deck[place], deck[place + way] = deck[place + way], deck[place]
    return tuple(deck if whole else deck[:size])


def legal_action(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return a legal action of a state; the action that advances the game is chosen most often."""
    if state.phase is Phase.DEALING:
        return tm.Deal(deck_of(state, choose))
    if state.phase is Phase.PLAYING:
        return pick(choose, _DURING_A_VOTE if state.agreed else _IN_PLAY)(state, choose)
    if state.phase is Phase.FOCUSING:
        return pick(choose, _WHILE_FOCUSING)(state, choose)
    return _ONWARD[state.phase]


Choice = Callable[[tm.GameState, Chooser], tm.Action]


def _next_play(state: tm.GameState, choose: Chooser) -> tm.Action:
    del choose
    return tm.Play(next_seat(state))


def _any_play(state: tm.GameState, choose: Chooser) -> tm.Action:
    seat = pick(choose, holders(state))
    return tm.Play(seat, pick(choose, (None, state.hands[seat][0])))


def _landing(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return some or all held cards that land together, in order or not, with guards or not."""
    seats = order_of(state)
    guarded, size = pick(choose, (False, False, True)), 1 + choose.below(len(seats))
    seats = seats[:size]
    for place in range(len(seats) - 1):
        seats.insert(place, seats.pop(place + choose.below(len(seats) - place)))
    left = [iter(hand) for hand in state.hands]
    plays = [(seat, next(left[seat])) for seat in seats]
    return tm.PlayTogether([tm.Play(seat, card if guarded else None) for seat, card in plays])


def _clearing(state: tm.GameState, choose: Chooser) -> tm.Action:
    del choose
    return in_order(state)


def _stop(state: tm.GameState, choose: Chooser) -> tm.Action:
    return tm.Refocus(choose.below(state.players))


def _vote(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return a step of the vote on a star, or a play if the team has no star."""
    if not state.stars:
        return _any_play(state, choose)
    if not state.agreed:
        seat = choose.below(state.players)
        return tm.ProposeStar(seat)
    if pick(choose, (False, False, False, True)):
        return tm.DeclineStar(choose.below(state.players))
    seat = pick(choose, [seat for seat in range(state.players) if seat not in state.agreed])
    return tm.AgreeToStar(seat, pick(choose, (None, cards_down(state))))


def _star(state: tm.GameState, choose: Chooser) -> tm.Action:
    if not state.stars or state.agreed:
        return _vote(state, choose)
    return tm.Star(range(state.players))


def _begin(state: tm.GameState, choose: Chooser) -> tm.Action:
    del state, choose
    return tm.Begin()


def _signal(state: tm.GameState, choose: Chooser) -> tm.Action:
    seat = choose.below(state.players)
    return tm.Unready(seat) if seat in state.ready else tm.Ready(seat)


def _gather(state: tm.GameState, choose: Chooser) -> tm.Action:
    del state, choose
    return tm.Gather()


_IN_PLAY: tuple[Choice, ...] = (
    _next_play,
    _any_play,
    _star,
    _clearing,
    _landing,
    _next_play,
    _any_play,
    _vote,
    _vote,
    _landing,
    _stop,
    _next_play,
    _vote,
    _gather,
    _vote,
)
_DURING_A_VOTE: tuple[Choice, ...] = (
    _next_play,
    _vote,
    _vote,
    _any_play,
    _vote,
    _stop,
    _vote,
    _landing,
    _gather,
)
_WHILE_FOCUSING: tuple[Choice, ...] = (_begin, _signal, _begin, _signal, _begin, _signal, _gather)
