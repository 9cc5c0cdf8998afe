"""The messages about refusals, and their English templates."""

from __future__ import annotations

from typing import get_args

from themind._model.codes import IllegalCode
from themind._model.position import Phase
from themind._play.chapters import TableAction
from themind._play.errors import Illegality
from themind.words._parts import Message, Phrase

# `.table` is for rejected actions of the table, which are not the fault of one player.
REFUSALS = {
    "NOT_YOURS": "You can act only for your own seat.",
    "NOT_YOURS.table": "Only the host of the game can do this.",
    "WRONG_PHASE": "{when}; {phase}.",
    "WRONG_PHASE.unknown": "{when}.",
    "WRONG_PHASE.blind_won": "The blind run is won, and no other run follows it.",
    "NO_SUCH_SEAT": "This game has no such seat.",
    "PROPOSAL_OPEN": "A star is already proposed.",
    "NO_PROPOSAL": "No star is proposed.",
    "STALE": "The table has changed since you agreed to the star.",
    "NO_STAR": "The team has no stars left.",
    "ALREADY_READY": "You are already ready.",
    "NOT_READY": "You are not marked as ready.",
    "ALREADY_AGREED": "You have already agreed to the star.",
    "NOT_UNANIMOUS": "A star is thrown only if every player agrees.",
    "HAND_EMPTY": "You have no cards left to play.",
    "HAND_EMPTY.table": "A player has too few cards left for these plays.",
    "NOT_HELD": "You do not hold that card.",
    "NOT_HELD.table": "A player does not hold one of these cards.",
    "NOT_LOWEST": "You can play only your lowest card.",
    "NOT_LOWEST.table": "Each player can play only the lowest card in their hand.",
    "BAD_DECK": "This deck cannot be dealt.",
    "BAD_DECK.TOO_FEW": "The deck has too few cards for this level.",
    "BAD_DECK.TOO_MANY": "The deck has more cards than the game.",
    "BAD_DECK.TWICE": "The deck contains a card twice.",
    "BAD_DECK.NOT_A_CARD": "The deck contains something that is not a card of this game.",
    "NOT_FULL_STACK": "A blind run can begin only after a victory with the full number of levels.",
}

PHASES = {
    "phase.DEALING": "the game is waiting for the deal",
    "phase.FOCUSING": "the game is waiting for everyone to be ready",
    "phase.PLAYING": "play is in progress",
    "phase.REVEALING": "the game is waiting for the pile to be turned over",
    "phase.CLEARED": "the level is cleared",
    "phase.WON": "the team has won",
    "phase.LOST": "the team has lost",
}

_TABLE_ACTIONS = get_args(TableAction)


def refusal_message(refusal: Illegality) -> Message:
    """Return the message to a player whose action is rejected."""
    code = refusal.code.name
    detail = refusal.detail
    if refusal.code is IllegalCode.WRONG_PHASE:
        return _wrong_phase(code, type(refusal.action).__name__, detail)
    if refusal.code is IllegalCode.BAD_DECK and f"{code}.{detail}" in REFUSALS:
        return Message(f"{code}.{detail}", {})
    is_the_tables = isinstance(refusal.action, _TABLE_ACTIONS) and f"{code}.table" in REFUSALS
    return Message(f"{code}.table" if is_the_tables else code, {})


def _wrong_phase(code: str, action: str, detail: str | None) -> Message:
    when = Phrase(f"when.{action}")
    if action == "ContinueBlind" and detail == "WON":  # won with open cards, it is legal
        return Message(f"{code}.blind_won", {})
    if detail in Phase.__members__:
        return Message(code, {"when": when, "phase": Phrase(f"phase.{detail}")})
    return Message(f"{code}.unknown", {"when": when})
