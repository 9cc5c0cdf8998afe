"""The two modes: in a step, each seat bids a wait, or one tick passes."""

from __future__ import annotations

from collections.abc import Sequence

from themind import Seat
from themind.envs._game import Game
from themind.envs._masks import PLAY, STAR
from themind.envs._settings import LATEST, NEVER


class BidGame(Game):
    """A game in which each seat bids a wait in each step, and the shortest one lands."""

    def _step(self, choices: Sequence[int]) -> None:
        star = self.settings.horizon + 1
        if self._vote([seat for seat, choice in enumerate(choices) if choice == star]):
            return
        self._ask_partners()
        for seat, plan in self.plans.items():
            if seat not in self._partners.policies:
                has_bid = 0 < choices[seat] < star
                plan.due = self._due(plan, choices[seat]) if has_bid else NEVER
        self._land()
        for plan in self.plans.values():  # if nothing landed, all seats bid again
            if plan.seat not in self._partners.policies:
                plan.due = None

    def _vote(self, yes: list[Seat]) -> bool:
        """Count the votes of a step, in which each seat without STAR declines."""
        if self._say_star(yes):
            return True
        missing = [seat for seat in range(self.state.players) if seat not in self.state.agreed]
        if self.state.agreed:
            self._refuse_star(missing[0])
        return False


class TickGame(Game):
    """A game in which each step is a tick of each seat's clock, and each seat plays or waits."""

    def _step(self, choices: Sequence[int]) -> None:
        yes = [seat for seat, choice in enumerate(choices) if choice == STAR]
        if yes:
            self._now = self._first_tick(1)
        if self._say_star(yes):
            return
        self._ask_partners()
        for seat, choice in enumerate(choices):
            plan = self.plans.get(seat)
            if plan is None or plan.due is None:
                self.clocks[seat] += 1
                if plan is not None and choice == PLAY:
                    plan.due = self._due(plan, self.clocks[seat])
        self._land()

    def _time(self) -> int:
        return self._first_tick(0) if any(self.clocks) else self._now

    def _first_tick(self, more: int) -> int:
        """Return the earliest time among the seats' clocks, `more` ticks from now.

        Commitments count too. If the time is too late for a record, it is the current time.
        """
        ticks = [
            self._due(plan, self.clocks[plan.seat] + more) if plan.due is None else plan.due
            for plan in self.plans.values()
        ]
        moment = self._changed + min(ticks)
        return max(self._now, moment) if self._before + moment <= LATEST else self._now

    def _is_held_up(self, due: int) -> bool:
        horizon = self.settings.horizon
        for seat, plan in self.plans.items():
            clock = self.clocks[seat]
            if plan.due is None and clock < horizon and self._due(plan, clock + 1) <= due:
                return True
        return False
