"""One game of an environment, step by step.

Times are in microseconds. Each seat with cards has a plan, which is renewed whenever the table
changes. A plan with a time is a commitment to play at that time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import attrs

from themind import (
    Action,
    AgreeToStar,
    Begin,
    Card,
    CardPlayed,
    CompleteLevel,
    Deal,
    Deck,
    DeclineStar,
    Entry,
    Event,
    GameState,
    LevelDealt,
    Phase,
    Play,
    PlayStarted,
    PlayTogether,
    ProposeStar,
    Record,
    Reveal,
    Seat,
    SeatView,
    StarThrown,
    apply,
    new_game,
    view,
)
from themind.envs._luck import Keys, Luck, tie_break
from themind.envs._masks import Powers, powers_of
from themind.envs._partners import Partners, Times
from themind.envs._seeds import Decks
from themind.envs._settings import LATEST, MICROSECONDS, NEVER, Settings
from themind.experiments import Draw, Landing, Moment


@attrs.define
class Plan:
    """A seat's lowest card, the number of earlier plans for it, and the time of its play."""

    seat: Seat
    card: Card
    times: int
    due: int | None = None
    keys: Keys | None = None  # computed when they are needed


class Game(ABC):
    """A game in which each step takes one choice of each seat."""

    def __init__(self, settings: Settings, luck: Luck, decks: Decks, partners: Partners) -> None:
        self.settings = settings
        self.state = self._start = new_game(settings.rules)
        self.events: list[Event] = []  # of the last step, or of the first deal
        self.clocks = [0] * settings.rules.players  # by seat, in ticks since the table changed
        self.plans: dict[Seat, Plan] = {}
        self._luck = luck
        self._decks = decks
        self._partners = partners
        self._entries: list[Entry] = []
        self._deals: dict[int, tuple[GameState, Deck]] = {}  # by entry, until a record is asked for
        self._before = 0  # the time of earlier deals
        self._changed = self._now = 0  # times in this deal
        self._waited = 0  # the time for which it was unchanged before that
        self._star_refused = False
        self._is_new = False  # whether the table has changed since the plans were made
        self._views: dict[Seat, SeatView] = {}
        self._powers: dict[Seat, Powers] = {}
        self._advance()

    @property
    def record(self) -> Record:
        """The record with times; `ended_at_ms` is the current time until the game is over."""
        self._complete_decks()
        now = None if self.state.is_over else (self._before + self._time()) // 1000
        return Record(self._start, tuple(self._entries), ended_at_ms=now)

    def _complete_decks(self) -> None:
        """Add the cards that were not dealt, so that the record equals that of an experiment."""
        for place, (before, dealt) in self._deals.items():
            whole = Deal(self._decks.whole(before, dealt))
            self._entries[place] = Entry(whole, self._entries[place].at_ms)
        self._deals.clear()

    def _time(self) -> int:
        """Return the time in this deal that has certainly passed."""
        return self._now

    def view(self, seat: Seat) -> SeatView:
        """Return the view of a seat."""
        seen = self._views.get(seat)
        if seen is None:
            seen = self._views[seat] = view(self.state, seat)
        return seen

    def powers(self, seat: Seat) -> Powers:
        """Return the powers of a seat; a committed seat cannot play again."""
        powers = self._powers.get(seat)
        if powers is None:
            powers = self._powers[seat] = powers_of(self.view(seat))
        plan = self.plans.get(seat)
        if plan is not None and plan.due is not None:
            return Powers(play=False, star=powers.star)
        return powers

    def step(self, choices: Sequence[int]) -> None:
        """Take one choice for each seat; those of partners are ignored."""
        self.events = []
        self._step(choices)
        self._advance()

    @abstractmethod
    def _step(self, choices: Sequence[int]) -> None:
        """Apply the choices, with at most one change of the table."""

    def _advance(self) -> None:
        """Take forced actions, deal and begin; then make plans if the table has changed."""
        while (action := self._forced()) is not None:
            self._do(action)
        if self._is_new and self.state.phase is Phase.PLAYING:
            self._is_new = False
            self.clocks = [0] * self.state.players
            self.plans = {
                seat: Plan(seat, hand[0], self._luck.count(seat, hand[0]))
                for seat, hand in enumerate(self.state.hands)
                if hand
            }
            self._let_partners_propose()

    def _forced(self) -> Action | None:
        match self.state.phase:
            case Phase.DEALING:
                return Deal(self._decks.deal(self.state))
            case Phase.FOCUSING:
                return Begin()
            case Phase.REVEALING:
                return Reveal()
            case Phase.CLEARED:
                return CompleteLevel()
            case _:
                return None

    def _do(self, action: Action) -> None:
        before = self.state
        self.state, events = apply(before, action)
        if isinstance(action, Deal):
            self._deals[len(self._entries)] = before, action.deck
        self._views.clear()
        self._powers.clear()
        self._entries.append(Entry(action, (self._before + self._now) // 1000))
        if any(isinstance(event, CardPlayed | StarThrown) for event in events):
            self._waited = self._now - self._changed
            self._table_changed()
        for event in events:
            if isinstance(event, LevelDealt):
                self._new_deal()
            elif isinstance(event, PlayStarted):
                self._table_changed()
        self.events += events
        self._partners.observe(before, events, self._times())

    def _table_changed(self) -> None:
        self._changed = self._now
        self._is_new = True
        self._star_refused = False
        self.plans = {}

    def _new_deal(self) -> None:
        self._before += self._now
        self._now = self._changed = 0
        self._waited = 0
        self._luck.new_deal(self.state)

    @property
    def last_wait(self) -> float:
        """The ticks for which the table was unchanged before its last change."""
        return self._waited / (self.settings.tempo * MICROSECONDS)

    def _times(self) -> Times:
        """Return the times of a `Moment`, in seconds."""
        since_event = (self._now - self._changed) / MICROSECONDS
        return self._now / MICROSECONDS, since_event, self._waited / MICROSECONDS

    def _due(self, plan: Plan, ticks: int) -> int:
        """Return the time after a number of ticks of a seat since the table changed."""
        seconds, noise = self.settings.tempo * ticks, self.settings.noise
        if noise is not None:
            seconds = noise.applied(seconds, self._draw(plan))
        micros = seconds * MICROSECONDS
        return round(micros) if micros < NEVER else NEVER

    def _keys(self, plan: Plan) -> Keys:
        if plan.keys is None:
            plan.keys = self._luck.keys(plan.seat, plan.card, plan.times)
        return plan.keys

    def _draw(self, plan: Plan) -> Draw:
        return self._luck.draw(plan.seat, self._keys(plan))

    def _tie_break(self, plan: Plan) -> int:
        return tie_break(self._keys(plan))

    def _ask_partners(self) -> None:
        """Commit the partners to their waits, once for each change of the table."""
        for seat in self._partners.policies:
            plan = self.plans.get(seat)
            if plan is not None and plan.due is None:
                moment = Moment(self.view(seat), *self._times())
                plan.due = self._partners.wait(seat, moment, self._draw(plan))

    def _let_partners_propose(self) -> None:
        """Let a partner propose a star and the others answer; the agent answers in its step."""
        if not self._partners or not self.state.stars or self._star_refused:
            return
        proposer = self._partners.proposer(self.state, self._times())
        if proposer is not None:
            self._do(ProposeStar(proposer))
            self._let_partners_answer()

    def _let_partners_answer(self) -> None:
        """Ask the partners that have not agreed to an open star, until one declines."""
        for seat in sorted(self._partners.policies):
            if self.state.agreed and seat not in self.state.agreed:
                if self._partners.agrees(seat, self.state, self._times()):
                    self._do(AgreeToStar(seat))
                else:
                    self._refuse_star(seat)

    def _refuse_star(self, seat: Seat) -> None:
        self._do(DeclineStar(seat))
        self._star_refused = True

    def _say_star(self, seats: Sequence[Seat]) -> bool:
        """Propose a star or agree to it, and let partners answer; return whether it was thrown."""
        for seat in seats:
            self._do(AgreeToStar(seat) if self.state.agreed else ProposeStar(seat))
        if seats:
            self._let_partners_answer()
        return self._is_new

    def _land(self) -> None:
        """Perform the earliest commitments, unless another seat can still play before them."""
        due = min([NEVER if plan.due is None else plan.due for plan in self.plans.values()])
        if self._before + self._changed + due > LATEST or self._is_held_up(due):
            return
        landed = self._in_order([plan for plan in self.plans.values() if plan.due == due])
        self._now = self._changed + due
        plays = [Play(plan.seat) for plan in landed]
        self._do(plays[0] if len(plays) == 1 else PlayTogether(plays))

    def _is_held_up(self, due: int) -> bool:
        """Return whether an undecided seat can still play at `due` or before."""
        return False

    def _in_order(self, plans: list[Plan]) -> list[Plan]:
        if len(plans) == 1:
            return plans
        match self.settings.landing:
            case Landing.LOWEST_FIRST:
                return sorted(plans, key=lambda plan: plan.card)
            case Landing.HIGHEST_FIRST:
                return sorted(plans, key=lambda plan: -plan.card)
            case _:
                return sorted(plans, key=self._tie_break)
