"""Agents for the study on common ground. They differ in how they adapt to a partner's tempo."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Self

import attrs

import themind as tm
from themind.experiments import Draw, Moment, Policy, Weber

NOISE = Weber(0.15)
AFTER_A_MISTAKE = 1.15  # an agent without a model slows down, or speeds up, by this factor
NEWEST = 0.3  # the weight of the partner's newest wait in the model
CLEAN_GAMES = 3  # games won in a row without a mistake that establish common ground


@attrs.frozen
class Agent(Policy):
    """Waits `tempo` seconds for each card of the gap, with Weber noise, and never learns.

    It counts the games in a row that were won without a mistake, which subclasses use.
    """

    tempo: float
    mistakes: int = 0
    clean: int = 0

    def wait(self, moment: Moment, draw: Draw) -> float:
        """Wait like a clock."""
        return NOISE.applied(self.tempo * moment.gap, draw)

    def observe(self, event: tm.SeatEvent, moment: Moment, draw: Draw) -> Self:
        """Count mistakes and clean games, and learn."""
        match event:
            case tm.MistakeMade():
                learned = self.after_mistake(event, moment)
                return attrs.evolve(learned, mistakes=self.mistakes + 1)
            case tm.CardPlayed() if event.seat != moment.view.seat:
                return self.after_play(moment)
            case tm.GameWon() | tm.GameLost():
                clean = isinstance(event, tm.GameWon) and not self.mistakes
                ended = attrs.evolve(self, mistakes=0, clean=self.clean + 1 if clean else 0)
                return ended.after_game()
            case _:
                return self

    def after_mistake(self, event: tm.MistakeMade, moment: Moment) -> Self:
        """Learn from a mistake of either player."""
        return self

    def after_play(self, moment: Moment) -> Self:
        """Learn from a card of the partner."""
        return self

    def after_game(self) -> Self:
        """Learn at the end of a game."""
        return self

    def report(self) -> Mapping[str, float]:
        """Report the tempo, and whether the agent uses a model of the partner."""
        return {"tempo": self.tempo, "models": 0.0}


@attrs.frozen
class WithoutModel(Agent):
    """Learns only from mistakes: slower after its own, faster after its partner's."""

    def after_mistake(self, event: tm.MistakeMade, moment: Moment) -> Self:
        """Slow down after playing too early; speed up after being skipped."""
        mine = event.seat == moment.view.seat
        factor = AFTER_A_MISTAKE if mine else 1 / AFTER_A_MISTAKE
        return attrs.evolve(self, tempo=self.tempo * factor)


@attrs.frozen
class WithModel(Agent):
    """Keeps a model of its partner's tempo, and moves halfway to it after each game.

    With `freezes`, the model is neither updated nor used after common ground is established.
    """

    freezes: bool = True
    partner: float | None = None
    settled: bool = False

    def after_play(self, moment: Moment) -> Self:
        """Update the model with the tempo of the partner's play."""
        if self.settled or not moment.waited:
            return self
        pile = moment.view.pile
        gap = pile[-1].card - (pile[-2].card if len(pile) > 1 else 0)
        seen = math.log(moment.waited / gap)
        known = seen if self.partner is None else self.partner
        return attrs.evolve(self, partner=known + NEWEST * (seen - known))

    def after_game(self) -> Self:
        """Move halfway to the partner's tempo, unless common ground is established."""
        if self.settled or self.partner is None:
            return self
        if self.freezes and self.clean >= CLEAN_GAMES:
            return attrs.evolve(self, settled=True)
        return attrs.evolve(self, tempo=math.exp((math.log(self.tempo) + self.partner) / 2))

    def report(self) -> Mapping[str, float]:
        """Report the tempo, and whether the agent uses the model."""
        return {"tempo": self.tempo, "models": float(not self.settled)}
