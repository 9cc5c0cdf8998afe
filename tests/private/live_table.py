"""Live games without real time: people at a table whose clock jumps to the next thing to happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

import themind as tm
from themind._cli.live.console import Line
from themind._cli.live.game import LiveGame
from themind._cli.live.loop import play
from themind._cli.live.partners import Partners
from themind.experiments import Clock

NAMES = ("Ada", "Ben", "Cleo", "Dan")
TEMPO = 0.3


class Script:
    """A person who types given lines at given times, and then nothing but the end of input."""

    def __init__(self, lines: Iterable[tuple[float, str | None]]) -> None:
        self.lines = [Line(at, text) for at, text in lines]
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def line(self, until: float) -> Line | None:
        if self.lines and self.lines[0].at <= until:
            self.time = max(self.time, self.lines[0].at)
            return self.lines.pop(0)
        if until == inf:
            return Line(self.time, None)
        self.time = max(self.time, until)
        return None


class Steady(Script):
    """A person who counts as the clocks do, is ready at once, and says yes to every star."""

    def __init__(self, game: LiveGame, tempo: float = TEMPO) -> None:
        super().__init__([])
        self.game = game
        self.tempo = tempo
        self.since = (0.0, game.view)

    def line(self, until: float) -> Line | None:
        view = self.game.view
        if view != self.since[1]:
            self.since = (self.time, view)
        text = self.answer(view)
        if text is not None:
            self.lines = [Line(max(self.time, self.since[0] + self.wait(view)), text)]
        line = super().line(until)
        self.lines.clear()
        return line

    def answer(self, view: tm.SeatView) -> str | None:
        if view.phase is tm.Phase.FOCUSING:
            return None if 0 in view.ready else ""
        if view.phase is tm.Phase.WON:
            return "q"
        if view.agreed:
            return None if 0 in view.agreed else "y"
        return "" if view.hand else None

    def wait(self, view: tm.SeatView) -> float:
        is_playing = view.phase is tm.Phase.PLAYING and not view.agreed
        return self.tempo * (view.hand[0] - (view.top or 0)) if is_playing else 0.5


class Table:
    """A live game, its record and what it has shown."""

    def __init__(
        self,
        hands: list[tuple[int, ...]] | None = None,
        *,
        rules: tm.Rules | None = None,
        start: tm.GameState | None = None,
        seed: str = "friday",
        clock: Clock | None = None,
    ) -> None:
        rules = rules or tm.Rules.standard(players=len(hands or (0, 0)))
        if hands:
            rules = tm.Rules(players=len(hands), levels=12 if len(hands) == 2 else 8, lives=3,
                             stars=2, first_level=len(hands[0]))  # fmt: skip
        self.hands = hands
        self.seed = seed
        self.record = tm.Record(start or tm.new_game(rules))
        partners = Partners(clock or Clock(TEMPO), seed)
        self.game = LiveGame(self.record.start, partners, self.deck, self.keep)
        self.shown: list[str] = []

    def deck(self, state: tm.GameState) -> tm.Deck:
        hands, self.hands = self.hands, None
        return tm.stacked_deck(hands) if hands else tm.deck_for(state, self.seed)

    def keep(self, action: tm.Action, at_ms: int) -> None:
        self.record = self.record.add(action, at_ms)

    def show(self, lines: Iterable[str]) -> None:
        self.shown += lines

    def play(self, person: Script) -> Table:
        play(self.game, person, self.show, NAMES[: self.game.state.players])
        return self

    def typed(self, *lines: tuple[float, str | None]) -> Table:
        return self.play(Script(lines))

    def actions(
        self, kind: type[tm.Action] | None = None
    ) -> Iterator[tuple[int | None, tm.Action]]:
        """The entries with their times, of one kind or all."""
        for entry in self.record.entries:
            if kind is None or isinstance(entry.action, kind):
                yield entry.at_ms, entry.action

    def times(self, kind: type[tm.Action]) -> list[int | None]:
        return [at_ms for at_ms, _ in self.actions(kind)]
