"""One game of an experiment, from the first deal to the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias, assert_never

from themind import (
    Action,
    AgreeToStar,
    Begin,
    CardPlayed,
    CompleteLevel,
    ContinueBlind,
    DeclineStar,
    Event,
    GameState,
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
    Step,
    apply,
    deck_for,
    new_game,
    play,
    shuffled_deck,
)
from themind._play.dealing import make_deal
from themind.experiments._draws import GameLuck
from themind.experiments._drivers import Landing, Race, landing_of, next_landing
from themind.experiments._experiment import Experiment
from themind.experiments._policy import Policy
from themind.experiments._record_text import record_of, record_text
from themind.experiments._seats import Seats
from themind.experiments._timer import Timer

_PLAYING: Final = Phase.PLAYING  # on Python 3.11 enumeration members are as slow as a call

# The last time that a record can hold, in microseconds.
_LATEST = (2**63 - 1) * 1000

# The events that count as changes of the table for policies.
_CHANGES = (CardPlayed, StarThrown)

# A short form of an action: a seat for its play, and a state for its deal.
Logged: TypeAlias = Action | Seat | GameState


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
        self._keeps_plans = experiment.driver == Race(redraw=False)
        ahead = 1 if self._keeps_plans else len(policies) + 2
        self.seats = seats(policies, GameLuck(seed, index, ahead))
        self.timer = Timer()
        self.won = self.blind_won = self.stalled = False
        self.level_reached = experiment.rules.first_level
        # By run (True is the blind run) and level, for each level that was dealt.
        self.mistakes: dict[tuple[bool, Level], int] = {}
        self._experiment = experiment
        self._deck_seed = f"{seed}/{index}"
        self._log: list[tuple[Logged, int]] = []  # with times in microseconds
        self._last_tick = 0
        self._star_refused = False
        while self._advance():
            pass

    @property
    def record(self) -> Record:
        """The record of the game, with times."""
        return record_of(self._start, self._actions())

    @property
    def record_text(self) -> str:
        """The record as JSON."""
        return record_text(self._start, self._actions())

    def _actions(self) -> list[tuple[Action, int]]:
        """Return the actions with their times in milliseconds."""
        return [(self._action(done), time // 1000) for done, time in self._log]

    def _action(self, done: Logged) -> Action:
        if isinstance(done, int):
            return _play(done)
        if isinstance(done, GameState):
            return make_deal(deck_for(done, self._deck_seed))
        return done

    def _advance(self) -> bool:
        if self.state.phase is _PLAYING:
            return self._ask_for_star() or self._ask_for_plays()
        match self.state.phase:
            case Phase.FOCUSING:
                self._do(_BEGIN)
            case Phase.DEALING:
                self._deal()
            case Phase.REVEALING:
                self._do(Reveal())
            case Phase.CLEARED:
                self._do(_COMPLETE_LEVEL)
            case Phase.WON:
                if self.state.blind or not self._experiment.blind:
                    return False
                self._do(ContinueBlind())
            case Phase.LOST:
                return False
            case _:
                assert_never(self.state.phase)
        return True

    def _deal(self) -> None:
        """Deal the cards that the level needs; a record has the whole deck."""
        state = self.state
        deck = shuffled_deck(
            self._deck_seed,
            level=state.level,
            attempt=state.attempt,
            blind=state.blind,
            cards=state.rules.cards,
            count=state.players * state.level,
        )
        self._follow(state, apply(state, make_deal(deck)))

    def _do(self, action: Action) -> None:
        self._follow(action, apply(self.state, action))

    def _follow(self, done: Logged, step: Step) -> None:
        """Record an action and its consequences."""
        before, timer = self.state, self.timer
        self.state, events = step
        self._log.append((done, timer.before + timer.now))
        changed = False
        for event in events:
            if type(event) not in _CHANGES:
                self._note(event)
            elif not changed:  # cards that land together end only one wait
                changed = True
                timer.changed()
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
        self._last_tick = 0
        self._star_refused = False
        self.mistakes[self.state.blind, self.state.level] = 0
        if self.state.blind == self.state.rules.starts_blind:  # not in a blind run after a victory
            self.level_reached = self.state.level

    def _ask_for_star(self) -> bool:
        """Let the seats vote if one wants a star; return whether there was a vote."""
        if not self.seats.proposing or not self.state.stars or self._star_refused:
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
        dues = self.seats.dues(self.state, self.timer, keeps_plans=self._keeps_plans)
        time, tick, seats = next_landing(self._experiment.driver, dues, self._last_tick)
        if self.timer.before + time > _LATEST:
            self.stalled = True
            return False
        self.timer.advance(time)
        self._last_tick = tick
        if len(seats) == 1:
            self._follow(seats[0], play(self.state, seats[0]))
        else:
            self._do(PlayTogether([_play(seat) for seat in self._in_order(seats)]))
        return True

    def _in_order(self, seats: list[Seat]) -> list[Seat]:
        """Return the seats that land together in their order of landing."""
        hands, landing = self.state.hands, landing_of(self._experiment.driver)
        match landing:
            case Landing.RANDOM:
                return sorted(seats, key=self.seats.tie_break)
            case Landing.LOWEST_FIRST:
                return sorted(seats, key=lambda seat: hands[seat][0])
            case Landing.HIGHEST_FIRST:
                return sorted(seats, key=lambda seat: -hands[seat][0])
            case _:
                assert_never(landing)


# Actions are values, and most of a game repeats the same few.
_play = lru_cache(maxsize=64)(Play)
_BEGIN, _COMPLETE_LEVEL = Begin(), CompleteLevel()
