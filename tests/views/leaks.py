"""Law 9, as a check that anything which shows views can be held to.

Two games run side by side. They begin alike, and a seat is told the same in both; but some cards
that it does not see are others. Whatever it can get hold of must then be the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import attrs

import themind as tm
from themind import codec
from views.games import TABLES, game, starts, viewers

MOST_TRIES = 12


@attrs.frozen(kw_only=True)
class Library:
    """What shows something to a seat: the real thing, or one that is broken on purpose."""

    view: Callable[[tm.GameState, int | None], Any] = tm.view
    redact: Callable[[tm.Event, int | None], tm.SeatEvent] = tm.redact
    dumps: Callable[[Any], str] = codec.dumps
    legal_actions: Callable[[Any], tuple[tm.Action, ...]] = tm.legal_actions
    check: Callable[..., tm.Illegality | None] = tm.check


class Moment(NamedTuple):
    """A state of both games, which the seat cannot tell apart."""

    one: tm.GameState
    other: tm.GameState

    @property
    def differ(self) -> bool:
        """Whether cards that the seat does not see are not the same in both."""
        return (self.one.hands, self.one.pile) != (self.other.hands, self.other.pile)


@attrs.frozen
class Twins:
    """Two games, as actions from one start, and the viewer that they must look the same to."""

    viewer: int | None
    start: tm.GameState
    one: list[tm.Action]
    other: list[tm.Action]

    def moments(self, redact: Callable[[Any, int | None], Any] = tm.redact) -> Iterator[Moment]:
        """The states of both games after each step, as long as the viewer is told the same."""
        one = other = self.start
        yield Moment(one, other)
        for action, its_twin in zip(self.one, self.other, strict=True):
            if not tm.is_legal(other, its_twin):
                return
            (one, events), (other, its_events) = tm.apply(one, action), tm.apply(other, its_twin)
            told = [redact(event, self.viewer) for event in events]
            if told != [redact(event, self.viewer) for event in its_events]:
                return
            yield Moment(one, other)


def some_twins(dice: Random) -> Twins:
    """Two games that are hard to tell apart: in one deal, hidden cards have changed places.

    The seat's own hand is dealt as before, and the change is one that shows at no moment up to
    some later one. That is not reasoned out, but tried.
    """
    rules = TABLES[dice.choice(sorted(TABLES))]
    start = attrs.evolve(starts(dice, rules), **dice.choice([{}, {"lives": 1}]))
    moves = list(game(dice, start, dice.choice([10, 30, 60])))
    actions = [moved.action for moved in moves]
    viewer = dice.choice(viewers(start))
    deal = dice.choice([n for n, action in enumerate(actions) if isinstance(action, tm.Deal)])
    last = next(
        (n for n, action in enumerate(actions) if n > deal and isinstance(action, tm.Deal)),
        len(actions),
    )
    shown = dice.randint(deal + 1, last)
    seen = tm.view(moves[shown - 1].step.state, viewer)
    deck = actions[deal]
    for _ in range(MOST_TRIES):
        changed = _swapped(dice, moves[deal].before, deck, seen)
        other = [*actions[:deal], changed, *actions[deal + 1 : shown]]
        twins = Twins(viewer, start, actions[:shown], other)
        if sum(1 for _ in twins.moments()) == shown + 1:
            deck = changed
    return Twins(viewer, start, actions, [*actions[:deal], deck, *actions[deal + 1 :]])


def _swapped(dice: Random, before: tm.GameState, deal: Any, seen: tm.SeatView) -> tm.Deal:
    """The deal, with a card of another seat exchanged for a card that the viewer never saw."""
    deck = list(deal.deck[: before.players * before.level])
    hidden = [
        place
        for place, card in enumerate(deck)
        if place % before.players != seen.seat and card in seen.unseen
    ]
    if hidden:
        place, card = dice.choice(hidden), dice.choice(seen.unseen)
        if card in deck:
            deck[deck.index(card)] = deck[place]
        deck[place] = card
    return tm.Deal(deck)


def check_nothing_leaks(twins: Twins, library: Library) -> list[Moment]:
    """Hold a library to law 9; returns the moments at which it was held to it."""
    moments = list(twins.moments(library.redact))
    for moment in moments:
        views = [library.view(state, twins.viewer) for state in moment]
        _same("view", views)
        _same("hash", map(hash, views))
        _same("repr", map(repr, views))
        _same("bytes", map(library.dumps, views))
        for name in ("unseen", "top", "middle", "levels_completed", "is_over"):
            _same(name, [getattr(view, name) for view in views])
        _same("legal_actions", map(library.legal_actions, views))
        if twins.viewer is not None:
            for asked in _asked(moment, twins.viewer):
                _same("refusal", [_refusal(library, state, asked, twins) for state in moment])
    return moments


def _same(what: str, found: Any) -> None:
    one, other = found
    assert one == other, f"the {what} tells of what is hidden"


def _refusal(library: Library, state: tm.GameState, asked: tm.Action, twins: Twins) -> Any:
    illegality = library.check(state, asked, by=twins.viewer)
    if illegality is None:
        return None
    error = tm.IllegalAction(illegality)
    return illegality.code, illegality.rule, str(illegality), str(error), repr(error)


def _asked(moment: Moment, seat: int) -> Iterator[tm.Action]:
    """All that a seat may ask for, with a card of any hand, for itself and for others."""
    state = moment.one
    cards = {card for table in moment for hand in table.hands for card in hand}
    for owner in (seat, seat + 1):
        yield from (kind(owner) for kind in (tm.Ready, tm.Unready, tm.Refocus, tm.ProposeStar))
        yield from (tm.Play(owner, card) for card in (None, *sorted(cards)))
        yield from (tm.AgreeToStar(owner, down) for down in (None, len(state.pile), 0))
        yield tm.DeclineStar(owner)
    yield from (tm.Begin(), tm.Reveal(), tm.CompleteLevel(), tm.Gather(), tm.ContinueBlind())
    yield tm.Star(range(state.players))
    yield tm.PlayTogether([tm.Play(seat), *(tm.Play(seat + 1, card) for card in sorted(cards))])
    yield tm.Deal(range(1, state.rules.cards + 1))
