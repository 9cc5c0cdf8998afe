"""Requests that a player can make by mistake; most of them are illegal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import themind as tm
from themind import Phase
from themind.testing._choices import (
    Choice,
    Chooser,
    cards_down,
    deck_of,
    goes_on,
    legal_action,
    pick,
)

_WAYS = ("question",) * 5 + ("other phase", "legal")


def any_action(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Generate an action, legal or not: mostly one that is requested by mistake."""
    way = pick(choose, _WAYS)
    if way == "legal" and goes_on(state):
        return legal_action(state, choose)
    if way == "other phase":
        return pick(choose, _KINDS)(state, choose)
    return pick(choose, _TO_A_VOTE if state.agreed else _QUESTIONS[state.phase])(state, choose)


def _seat(state: tm.GameState, choose: Chooser) -> tm.Seat:
    """Return a seat, or one of the two numbers next to the seats, which do not exist."""
    return (
        choose.below(state.players + 2) - 1
        if pick(choose, (False, False, True))
        else (choose.below(state.players))
    )


def _of_seat(kind: Callable[[int], tm.Action]) -> Choice:
    return lambda state, choose: kind(_seat(state, choose))


def _of_table(action: tm.Action) -> Choice:
    return lambda state, choose: action


def _bad_deal(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return a deck that is too short or too long, or has a duplicate or an invalid card."""
    most = state.rules.cards
    deck = [*range(1, state.players * state.level + 1)]
    decks: list[Sequence[int]] = [
        deck[:-1],
        [*deck, 1],
        [*deck[1:], 2],
        [*deck, most + 1],
        [*deck[:-1], most + 1],
        [*deck, 0],
        [*range(most + 2)],
        [*range(1, most + 1), 1],
    ]
    return tm.Deal(pick(choose, decks))


def _deal(state: tm.GameState, choose: Chooser) -> tm.Action:
    return tm.Deal(deck_of(state, choose))


def _guarded_play(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return a play of a card that is the seat's lowest card, another of its cards, or neither."""
    seat = _seat(state, choose)
    own = state.hands[seat] if 0 <= seat < state.players else ()
    other = state.hands[(seat + 1) % state.players]
    cards = [*own[1:2], *own[-1:], *other[:1], *own[:1], state.rules.cards + 1, 0]
    return tm.Play(seat, pick(choose, cards))


def _bad_landing(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Generate plays that land together; at most one of them is illegal."""
    seat = choose.below(state.players)
    play = tm.Play(seat)
    wrong = _guarded_play(state, choose)
    landings: list[Sequence[tm.Play]] = [
        [play] * (len(state.hands[seat]) + 1),
        [play, wrong] if isinstance(wrong, tm.Play) else [play],
        [play, tm.Play(state.players)],
        [play],
    ]
    return tm.PlayTogether(pick(choose, landings))


def _yes(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return an agreement with a correct or a stale guard, of a seat that has agreed or not."""
    down = cards_down(state)
    guards = (None, down + 1, len(state.pile), down, down - 1)
    return tm.AgreeToStar(_seat(state, choose), pick(choose, guards))


def _votes(state: tm.GameState, choose: Chooser) -> tm.Action:
    """Return the whole vote on a star: complete, with one missing, or with one seat too many."""
    return tm.Star(range(state.players - 1 + choose.below(3)))


_TABLE = tuple(
    [
        _of_table(action)
        for action in (
            tm.Begin(),
            tm.Reveal(),
            tm.CompleteLevel(),
            tm.ContinueBlind(),
            tm.Gather(),
        )
    ]
)
_READY, _UNREADY, _REFOCUS, _PLAY, _PROPOSE, _AGREE, _DECLINE = [
    _of_seat(kind)
    for kind in (
        tm.Ready,
        tm.Unready,
        tm.Refocus,
        tm.Play,
        tm.ProposeStar,
        tm.AgreeToStar,
        tm.DeclineStar,
    )
]
_KINDS: tuple[Choice, ...] = (
    *_TABLE,
    _deal,
    _votes,
    _bad_landing,
    _READY,
    _UNREADY,
    _REFOCUS,
    _PLAY,
    _PROPOSE,
    _AGREE,
    _DECLINE,
)
_ENDED = _TABLE[1:]
_TO_A_VOTE: tuple[Choice, ...] = (
    _yes,
    _PROPOSE,
    _votes,
    _yes,
    _DECLINE,
    _guarded_play,
    _bad_landing,
)
_QUESTIONS: dict[Phase, tuple[Choice, ...]] = {
    Phase.DEALING: (_bad_deal,),
    Phase.FOCUSING: (_READY, _READY, _UNREADY),
    Phase.PLAYING: (
        _guarded_play,
        _PLAY,
        _bad_landing,
        _votes,
        _PROPOSE,
        _DECLINE,
        _votes,
        _REFOCUS,
        _guarded_play,
        _yes,
    ),
    Phase.REVEALING: _ENDED,
    Phase.CLEARED: _ENDED,
    Phase.WON: _ENDED,
    Phase.LOST: _ENDED,
}
