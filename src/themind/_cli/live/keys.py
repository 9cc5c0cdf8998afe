"""The input of the person: lines of text as actions or commands."""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeAlias

import themind as tm
from themind._cli.live.partners import PERSON


class Command(Enum):
    """A command that is not an action of the game."""

    QUIT = auto()
    HELP = auto()
    UNKNOWN = auto()


Request: TypeAlias = tm.Action | Command

HELP = """\
Press Enter to play your lowest card. Other commands are a letter and Enter: s proposes a star, h
calls stop (a hand on the table), y and n answer a proposal, q quits, ? shows this text."""


def request(text: str, seen: tm.SeatView) -> Request:
    """Return the request of a line, for the view of the person at that time."""
    match text.strip().lower():
        case "":
            return _enter(seen)
        case "s" | "star":
            return tm.ProposeStar(PERSON)
        case "h" | "hand" | "stop":
            return tm.Refocus(PERSON)
        case "y" | "yes":
            return tm.AgreeToStar(PERSON, len(seen.pile) + len(seen.aside))
        case "n" | "no":
            return tm.DeclineStar(PERSON)
        case "q" | "quit":
            return Command.QUIT
        case "?" | "help":
            return Command.HELP
        case _:
            return Command.UNKNOWN


def _enter(seen: tm.SeatView) -> tm.Action:
    """Return the action of Enter: get ready, begin the blind run, or play the lowest card."""
    if seen.phase is tm.Phase.FOCUSING:
        return tm.Ready(PERSON)
    if seen.phase is tm.Phase.WON:
        return tm.ContinueBlind()
    return tm.Play(PERSON, seen.hand[0] if seen.hand else None)
