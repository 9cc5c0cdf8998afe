"""The loop of a live game, which takes lines of the person and actions of partners in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import TypeAlias

import themind as tm
from themind import words
from themind._cli.live import screen
from themind._cli.live.console import Console
from themind._cli.live.game import LiveGame, SeenStep
from themind._cli.live.keys import Command
from themind._cli.narration import paragraph

Show: TypeAlias = Callable[[Iterable[str]], None]

UNKNOWN = "That is not a key of this game. Type ? and Enter to show the keys."


def play(game: LiveGame, console: Console, show: Show, names: tuple[str, ...]) -> None:
    """Play until the game is over, the person quits, or the input ends."""
    _show_steps(game.begin(), show, names)
    while not game.is_finished:
        planned = game.planned()
        line = console.line(until=inf if planned is None else planned.at)
        if line is None and planned is not None:
            _show_steps(game.perform(planned, max(planned.at, console.now())), show, names)
        elif (
            line is None or line.text is None or not _answer(game, line.text, line.at, show, names)
        ):
            return


def _answer(game: LiveGame, text: str, at: float, show: Show, names: tuple[str, ...]) -> bool:
    """Perform the request of a line; return whether the person continues."""
    match game.request(text, at):
        case Command.QUIT:
            return False
        case Command.HELP:
            show(screen.help_text())
        case Command.UNKNOWN:
            show([UNKNOWN])
        case action:
            try:
                _show_steps(game.ask(action, at), show, names)
            except tm.IllegalAction as error:
                show(paragraph(words.explain(error.illegality)))
    return True


def _show_steps(steps: Iterable[SeenStep], show: Show, names: tuple[str, ...]) -> None:
    for step in steps:
        show(screen.step_lines(step, names))
