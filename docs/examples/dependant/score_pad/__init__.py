"""A score pad that follows a game by its events."""

from __future__ import annotations

import attrs

import themind as tm


@attrs.frozen
class ScorePad:
    """The lives, stars and level of the team, and the number of mistakes of each seat."""

    level: int
    lives: int
    stars: int
    cleared: int = 0
    mistakes: tuple[int, ...] = ()

    @classmethod
    def of(cls, view: tm.SeatView) -> ScorePad:
        """Return an empty pad for a view of a game before its first deal."""
        return cls(view.level, view.lives, view.stars, mistakes=(0,) * view.players)

    def write(self, event: tm.SeatEvent) -> ScorePad:
        """Return the pad after an event."""
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
    """A room of an app. It holds the state, keeps a pad, and applies forced actions itself."""

    state: tm.GameState
    pad: ScorePad

    @classmethod
    def open(cls, rules: tm.Rules) -> Room:
        """Open a room for a new game."""
        state = tm.new_game(rules)
        return cls(state, ScorePad.of(tm.view(state)))

    def ask(self, action: tm.Action, *, by: int | tm.Host | None = tm.HOST) -> str | None:
        """Apply an action, and then forced actions; return an error text or None."""
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
