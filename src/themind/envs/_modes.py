"""The two modes: a step is a race of named waits, or a tick."""

from __future__ import annotations

from collections.abc import Sequence

from themind import Seat
from themind.envs._game import Game
from themind.envs._masks import PLAY, STAR
from themind.envs._settings import LATEST, NEVER


class BidGame(Game):
    """A game in which every seat names a wait in each step, and the least one lands."""

    def _step(self, choices: Sequence[int]) -> None:
        star = self.settings.horizon + 1
        if self._vote([seat for seat, choice in enumerate(choices) if choice == star]):
            return
        self._ask_partners()
        for seat, plan in self.plans.items():
            if seat not in self._partners.policies:
                named = 0 < choices[seat] < star
                plan.due = self._due(plan, choices[seat]) if named else NEVER
        self._land()
        for plan in self.plans.values():  # nothing landed: all can name another wait
            if plan.seat not in self._partners.policies:
                plan.due = None

    def _vote(self, yes: list[Seat]) -> bool:
        """Take the vote of one step: a seat that does not say STAR votes no."""
        if self._say_star(yes):
            return True
        missing = [seat for seat in range(self.state.players) if seat not in self.state.agreed]
        if self.state.agreed:
            self._refuse_star(missing[0])
        return False


class TickGame(Game):
    """A game in which every seat plays or waits in each step, one tick of its own clock."""

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
        """Return the time of the first of all ticks that seats are at, or of so many more.

        A play that seats are committed to counts too. Where no record can hold the time, it does
        not move.
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
