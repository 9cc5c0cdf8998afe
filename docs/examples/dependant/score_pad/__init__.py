"""A score pad: what a table writes down of a game, from the events alone."""

from __future__ import annotations

import attrs

import themind as tm


@attrs.frozen
class ScorePad:
    """Where the team stands, and whose cards were played too early."""

    level: int
    lives: int
    stars: int
    cleared: int = 0
    mistakes: tuple[int, ...] = ()

    @classmethod
    def of(cls, view: tm.SeatView) -> ScorePad:
        """An empty pad for a game that anybody looks at, from its first deal on."""
        return cls(view.level, view.lives, view.stars, mistakes=(0,) * view.players)

    def write(self, event: tm.SeatEvent) -> ScorePad:
        """The pad after an event."""
        match event:
            case tm.MistakeMade(seat, lives=lives):
                mistakes = [n + (owner == seat) for owner, n in enumerate(self.mistakes)]
                return attrs.evolve(self, lives=lives, mistakes=tuple(mistakes))
            case tm.StarThrown(stars=stars):
                return attrs.evolve(self, stars=stars)
            case tm.PileRevealed(lives=lives):
                return attrs.evolve(self, lives=lives)
            case tm.RewardTaken(_, lives, stars):
                return attrs.evolve(self, lives=lives, stars=stars)
            case tm.HandDealt(level):
                return attrs.evolve(self, level=level)
            case tm.LevelCompleted():
                return attrs.evolve(self, cleared=self.cleared + 1)
            case _:
                return self


@attrs.define
class Room:
    """A table of an app: it holds the state, keeps a pad, and turns over what is due by itself."""

    state: tm.GameState
    pad: ScorePad

    @classmethod
    def open(cls, rules: tm.Rules) -> Room:
        """A room for a new game."""
        state = tm.new_game(rules)
        return cls(state, ScorePad.of(tm.view(state)))

    def ask(self, action: tm.Action, *, by: int | tm.Host | None = tm.HOST) -> str | None:
        """Do what a player or the table asks for, and what follows; a refusal's text, or None."""
        try:
            self._take(tm.apply(self.state, action, by=by))
        except tm.IllegalAction as error:
            return str(error)
        while (due := tm.forced_action(self.state)) is not None:
            self._take(tm.apply(self.state, due))
        return None

    def _take(self, step: tm.Step) -> None:
        self.state = step.state
        for event in step.events:
            self.pad = self.pad.write(tm.redact(event))
