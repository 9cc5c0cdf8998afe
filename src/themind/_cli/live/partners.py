"""The partners of the person: clocks that play, and propose and accept stars, in real time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import themind as tm
from themind import rng
from themind._cli.live.play_time import TABLE_CHANGES, PlayTime, is_running
from themind.experiments import Draw, Policy

PERSON: tm.Seat = 0
READY_AFTER = 1.0
ANSWERS_AFTER = 1.0
FAR = 15  # the gap from which a partner is unsure after a mistake
NEVER = float("inf")


class Planned(NamedTuple):
    """An action of a partner, and its time if nothing else happens before."""

    at: float
    action: tm.Action


class Plan(NamedTuple):
    """The times at which a partner would play and propose a star, in seconds of play."""

    play: float
    star: float = NEVER


class Partners:
    """All players except the person; they follow the game and plan their next action."""

    def __init__(self, clock: Policy, seed: str) -> None:
        self._clock = clock
        self._seed = seed
        self._time = PlayTime()
        self._plans: dict[tm.Seat, Plan] = {}
        self._asked: Counter[tuple[tm.Seat, tm.Card]] = Counter()
        self._asked_since = 0.0  # the time at which the table began to wait for hands or votes

    def follow(self, before: tm.GameState, step: tm.Step, at: float) -> None:
        """Process a step of the game, and make new plans if the table has changed."""
        state, events = step
        self._time.move(at, running=is_running(before))
        self._time.follow(events)
        if (before.phase, bool(before.agreed)) != (state.phase, bool(state.agreed)):
            self._asked_since = at
        kinds = {type(event) for event in events}
        if tm.LevelDealt in kinds:
            self._asked.clear()
        if tm.StarDeclined in kinds:
            self._plans = {seat: Plan(plan.play) for seat, plan in self._plans.items()}
        if not kinds.isdisjoint((tm.PlayStarted, *TABLE_CHANGES)):
            self._plans = {seat: self._plan(state, seat) for seat in _holders(state)}

    def _plan(self, state: tm.GameState, seat: tm.Seat) -> Plan:
        seen = tm.view(state, seat)
        wait = self._clock.wait(self._time.moment(seen), Draw(self._key(state, seat)))
        wants_star = bool(state.stars) and _is_unsure(seen)
        star = self._time.now + wait / 2 if wants_star else NEVER
        return Plan(self._time.now + wait, star)

    def _key(self, state: tm.GameState, seat: tm.Seat) -> int:
        """Return the key of the next draw for the lowest card of a seat, as in an experiment."""
        card = state.hands[seat][0]
        n = self._asked[seat, card]
        self._asked[seat, card] += 1
        return rng.plan_key(
            self._seed,
            game=0,
            level=state.level,
            seat=seat,
            card=card,
            n=n,
            attempt=state.attempt,
            blind=state.blind,
        )

    def next_action(self, state: tm.GameState) -> Planned | None:
        """Return the next action of a partner, or None if all wait for the person or the table."""
        others = set(range(state.players)) - {PERSON}
        if state.phase is tm.Phase.FOCUSING:
            seats = sorted(others - state.ready)
            return Planned(self._asked_since + READY_AFTER, tm.Ready(seats[0])) if seats else None
        if state.phase is not tm.Phase.PLAYING:
            return None
        if state.agreed:
            seats = sorted(others - state.agreed)
            answers_at = self._asked_since + ANSWERS_AFTER
            return Planned(answers_at, _agreement(seats[0], state)) if seats else None
        return min(self._planned(), default=None, key=lambda planned: planned.at)

    def _planned(self) -> Iterable[Planned]:
        for seat, plan in sorted(self._plans.items()):
            yield Planned(self._time.wall_time_of(plan.star), tm.ProposeStar(seat))
            yield Planned(self._time.wall_time_of(plan.play), tm.Play(seat))


def _holders(state: tm.GameState) -> list[tm.Seat]:
    """Return the seats of partners with cards if cards can be played."""
    hands = state.hands if state.phase is tm.Phase.PLAYING else ()
    return [seat for seat, hand in enumerate(hands) if hand and seat != PERSON]


def _agreement(seat: tm.Seat, state: tm.GameState) -> tm.AgreeToStar:
    return tm.AgreeToStar(seat, len(state.pile) + len(state.aside))


def _is_unsure(seen: tm.SeatView) -> bool:
    """Return whether a seat is unsure: after a mistake, with a large gap."""
    is_after_a_mistake = bool(seen.aside) and seen.aside[-1].reason is tm.AsideReason.SKIPPED
    return is_after_a_mistake and seen.hand[0] - (seen.top or 0) >= FAR
