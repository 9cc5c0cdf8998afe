"""Pairs of games that one viewer cannot distinguish, because only hidden cards differ."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs

import themind as tm
from themind.testing._drafts import scripts

MOST_TRIES = 12


@attrs.frozen
class Step:
    """One step of both games, which looks the same to the viewer."""

    one: tm.Step
    other: tm.Step

    @property
    def alike(self) -> bool:
        """Whether the hidden cards are also the same."""
        return self.one == self.other


@attrs.frozen
class Twins:
    """Two games as actions from one start, and the viewer to whom they must look the same."""

    viewer: tm.Seat | None
    start: tm.GameState
    one: tuple[tm.Action, ...]
    other: tuple[tm.Action, ...]

    def steps(self) -> Iterator[Step]:
        """Return the steps of both games for as long as they look the same to the viewer."""
        one = other = self.start
        for action, its_twin in zip(self.one, self.other, strict=True):
            if not (tm.is_legal(one, action) and tm.is_legal(other, its_twin)):
                return
            step = Step(tm.apply(one, action), tm.apply(other, its_twin))
            one, other = step.one.state, step.other.state
            events = [redacted(side.events, self.viewer) for side in (step.one, step.other)]
            if events[0] != events[1] or tm.view(one, self.viewer) != tm.view(other, self.viewer):
                return
            yield step

    def without(self, place: int) -> Twins:
        """Return the same games without one action of each."""
        behind = place + 1
        return attrs.evolve(
            self,
            one=self.one[:place] + self.one[behind:],
            other=self.other[:place] + self.other[behind:],
        )

    def until(self, place: int) -> Twins:
        """Return the same games up to and including one of the actions."""
        return attrs.evolve(self, one=self.one[: place + 1], other=self.other[: place + 1])


def redacted(events: tuple[tm.Event, ...], viewer: tm.Seat | None) -> list[tm.SeatEvent]:
    """Return events as a viewer can see them."""
    return [tm.redact(event, viewer) for event in events]


def twins(games: int) -> Iterator[Twins]:
    """Generate pairs of games, which are the same in every run."""
    for number, script in enumerate(scripts(None, games, later=True)):
        actions = tuple([_without_guards(request.action) for request in script.requests])
        dice = Random(f"twins {number}")  # noqa: S311
        yield _some_twins(dice, script.start, actions)


def _without_guards(action: tm.Action) -> tm.Action:
    """Return an action without guards that could name a different card in the other game."""
    match action:
        case tm.Play(seat):
            return tm.Play(seat)
        case tm.PlayTogether(plays):
            return tm.PlayTogether([tm.Play(play.seat) for play in plays])
        case _:
            return action


def _some_twins(dice: Random, start: tm.GameState, actions: tuple[tm.Action, ...]) -> Twins:
    """Change the hidden cards of a deal so that they look the same until a later step.

    Which cards can be changed is found by trial.
    """
    viewer = dice.choice([None, *range(start.players)])
    states = list(_states(start, actions))
    deals = [
        (place, action.deck) for place, action in enumerate(actions) if isinstance(action, tm.Deal)
    ]
    found = Twins(viewer, start, actions, actions)
    deal, deck = dice.choice(deals)
    last = next((place for place, _ in deals if place > deal), len(actions))
    shown = dice.randint(deal + 1, last)
    seen = tm.view(states[shown], viewer)
    for _ in range(MOST_TRIES):
        changed = _swapped(dice, states[deal], deck, seen)
        other = (*actions[:deal], tm.Deal(changed), *actions[deal + 1 :])
        candidate = Twins(viewer, start, actions, other)
        if sum(1 for _ in candidate.until(shown - 1).steps()) == shown:
            found, deck = candidate, changed
    return found


def _states(start: tm.GameState, actions: tuple[tm.Action, ...]) -> Iterator[tm.GameState]:
    yield start
    for action in actions:
        start = tm.apply(start, action).state
        yield start


def _swapped(dice: Random, before: tm.GameState, deck: tm.Deck, seen: tm.SeatView) -> tm.Deck:
    """Return the deck with a card of another seat exchanged for one that the viewer cannot see."""
    dealt, unseen = list(deck[: before.players * before.level]), seen.unseen
    can_change = {*unseen}
    hidden = [
        place
        for place, card in enumerate(dealt)
        if place % before.players != seen.seat and card in can_change
    ]
    if hidden:
        place, card = dice.choice(hidden), dice.choice(unseen)
        if card in dealt:
            dealt[dealt.index(card)] = dealt[place]
        dealt[place] = card
    return tuple(dealt)
