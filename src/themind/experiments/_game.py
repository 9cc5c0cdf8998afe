"""One game of an experiment, from the first deal to the end."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import assert_never

from themind import (
    Action,
    AgreeToStar,
    Begin,
    CardPlayed,
    CompleteLevel,
    ContinueBlind,
    Deal,
    DeclineStar,
    Entry,
    Event,
    GameWon,
    Level,
    LevelDealt,
    MistakeMade,
    Phase,
    PileRevealed,
    Play,
    PlayStarted,
    PlayTogether,
    ProposeStar,
    Record,
    Reveal,
    Seat,
    StarThrown,
    apply,
    deck_for,
    new_game,
)
from themind.experiments._draws import GameLuck
from themind.experiments._drivers import NEVER, Plan, Race, next_landing
from themind.experiments._experiment import Experiment
from themind.experiments._policy import Policy
from themind.experiments._seats import Seats
from themind.experiments._timer import Timer

# The last time that a record can hold, in microseconds.
_LATEST = (2**63 - 1) * 1000

# The events that count as changes of the table for policies.
_CHANGES = (CardPlayed, StarThrown)


class Game:
    """A game, which is played by the constructor; its attributes are the results."""

    def __init__(
        self,
        experiment: Experiment,
        seed: str | int,
        index: int,
        policies: Sequence[Policy],
        seats: type[Seats] = Seats,
    ) -> None:
        self.state = self._start = new_game(experiment.rules)
        self.seats = seats(policies, GameLuck(seed, index))
        self.timer = Timer()
        self.won = self.blind_won = self.stalled = False
        self.level_reached = experiment.rules.first_level
        # By run (True is the blind run) and level, for each level that was dealt.
        self.mistakes: dict[tuple[bool, Level], int] = {}
        self._experiment = experiment
        self._deck_seed = f"{seed}/{index}"
        self._entries: list[Entry] = []
        self._keeps_plans = experiment.driver == Race(redraw=False)
        self._kept: dict[Seat, Plan] = {}
        self._last_tick = 0
        self._star_refused = False
        while self._advance():
            pass

    @property
    def record(self) -> Record:
        """The record of the game, with times."""
        return Record(self._start, tuple(self._entries))

    def _advance(self) -> bool:
        match self.state.phase:
            case Phase.PLAYING:
                return self._ask_for_star() or self._ask_for_plays()
            case Phase.FOCUSING:
                self._do(Begin())
            case Phase.DEALING:
                self._do(Deal(deck_for(self.state, self._deck_seed)))
            case Phase.REVEALING:
                self._do(Reveal())
            case Phase.CLEARED:
                self._do(CompleteLevel())
            case Phase.WON:
                if self.state.blind or not self._experiment.blind:
                    return False
                self._do(ContinueBlind())
            case Phase.LOST:
                return False
            case _:
                assert_never(self.state.phase)
        return True

    def _do(self, action: Action) -> None:
        before = self.state
        self.state, events = apply(before, action)
        self._entries.append(Entry(action, self.timer.game // 1000))
        changed = False
        for event in events:
            if not isinstance(event, _CHANGES):
                self._note(event)
            elif not changed:  # cards that land together end only one wait
                changed = True
                self.timer.changed()
                self._star_refused = False
        if self.seats.learning:
            self.seats.observe(before, events, self.timer)

    def _note(self, event: Event) -> None:
        match event:
            case PlayStarted():
                self.timer.started()
            case MistakeMade():
                self.mistakes[self.state.blind, self.state.level] += 1
            case PileRevealed():
                self.mistakes[self.state.blind, self.state.level] = event.mistakes
            case LevelDealt():
                self._begin_deal()
            case GameWon(blind):
                self.blind_won, self.won = blind, True
            case _:
                pass

    def _begin_deal(self) -> None:
        self.timer.new_deal()
        self.seats.new_deal(self.state)
        self._kept = {}
        self._last_tick = 0
        self._star_refused = False
        self.mistakes[self.state.blind, self.state.level] = 0
        if self.state.blind == self.state.rules.starts_blind:  # not in a blind run after a victory
            self.level_reached = self.state.level

    def _ask_for_star(self) -> bool:
        """Let the seats vote if one wants a star; return whether there was a vote."""
        if not self.state.stars or self._star_refused:
            return False
        proposer = self.seats.proposer(self.state, self.timer)
        if proposer is None:
            return False
        self._do(ProposeStar(proposer))
        for seat in range(self.state.players):
            if seat == proposer:
                continue
            if not self.seats.agrees(seat, self.state, self.timer):
                self._do(DeclineStar(seat))
                self._star_refused = True
                break
            self._do(AgreeToStar(seat))
        return True

    def _ask_for_plays(self) -> bool:
        """Perform the next plays; return False if no seat would ever play."""
        plans = self._plans()
        landed = next_landing(self._experiment.driver, plans, self._last_tick) if plans else None
        if landed is None or self.timer.before + landed.time > _LATEST:
            self.stalled = True
            return False
        self.timer.now, self._last_tick = landed.time, landed.tick
        plays = tuple([Play(plan.seat) for plan in landed.plans])
        self._do(plays[0] if len(plays) == 1 else PlayTogether(plays))
        return True

    def _plans(self) -> list[Plan]:
        """Return the plans of all seats with cards that would ever play."""
        state, seats, now = self.state, self.seats, self.timer.now
        times = self.timer.times()
        plans = []
        for seat, hand in enumerate(state.hands):
            if not hand:
                continue
            kept = self._kept.get(seat)
            if kept is None or kept.card != hand[0]:
                wait, draw = seats.wait(seat, hand, state, times)
                kept = Plan(now + round(wait) if wait < inf else NEVER, seat, hand[0], draw)
                if self._keeps_plans:
                    self._kept[seat] = kept
            if kept.due < NEVER:
                plans.append(kept)
        return plans
