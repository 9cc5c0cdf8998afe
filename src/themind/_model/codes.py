"""The codes of illegal actions, each with its rule and its text."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class IllegalCode(StrEnum):
    """The reason why an action is illegal; if several apply, the first in this order.

    The codes: NOT_YOURS, WRONG_PHASE, NO_SUCH_SEAT, PROPOSAL_OPEN, NO_PROPOSAL, STALE, NO_STAR,
    ALREADY_READY, NOT_READY, ALREADY_AGREED, NOT_UNANIMOUS, HAND_EMPTY, NOT_HELD, NOT_LOWEST,
    BAD_DECK, NOT_FULL_STACK.
    """

    NOT_YOURS = "NOT_YOURS"
    WRONG_PHASE = "WRONG_PHASE"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    PROPOSAL_OPEN = "PROPOSAL_OPEN"
    NO_PROPOSAL = "NO_PROPOSAL"
    STALE = "STALE"
    NO_STAR = "NO_STAR"
    ALREADY_READY = "ALREADY_READY"
    NOT_READY = "NOT_READY"
    ALREADY_AGREED = "ALREADY_AGREED"
    NOT_UNANIMOUS = "NOT_UNANIMOUS"
    HAND_EMPTY = "HAND_EMPTY"
    NOT_HELD = "NOT_HELD"
    NOT_LOWEST = "NOT_LOWEST"
    BAD_DECK = "BAD_DECK"
    NOT_FULL_STACK = "NOT_FULL_STACK"


# The rule of each code, and its text for developers. The rule of WRONG_PHASE depends on the action.
REFUSALS: Final[dict[IllegalCode, tuple[str, str]]] = {
    IllegalCode.NOT_YOURS: ("LVL-11", "a player can act only for their own seat"),
    IllegalCode.WRONG_PHASE: ("", "it is not allowed in the current phase"),
    IllegalCode.NO_SUCH_SEAT: ("LVL-10", "there is no such seat"),
    IllegalCode.PROPOSAL_OPEN: ("STAR-2", "a star is already proposed"),
    IllegalCode.NO_PROPOSAL: ("STAR-2", "no star is proposed"),
    IllegalCode.STALE: ("STAR-6", "the position has changed"),
    IllegalCode.NO_STAR: ("STAR-1", "the team has no star"),
    IllegalCode.ALREADY_READY: ("LVL-3", "this seat is already ready"),
    IllegalCode.NOT_READY: ("LVL-3", "this seat is not ready"),
    IllegalCode.ALREADY_AGREED: ("STAR-2", "this seat has already agreed"),
    IllegalCode.NOT_UNANIMOUS: ("STAR-2", "every player must agree"),
    IllegalCode.HAND_EMPTY: ("LVL-5", "this seat has no card left to play"),
    IllegalCode.NOT_HELD: ("LVL-6", "this seat does not hold that card"),
    IllegalCode.NOT_LOWEST: ("LVL-6", "a player can play only their lowest card"),
    IllegalCode.BAD_DECK: ("LVL-1", "this deck cannot be dealt"),
    IllegalCode.NOT_FULL_STACK: (
        "BLD-1",
        "a blind run can follow only a full victory",
    ),
}


# The details of BAD_DECK (LVL-1).
DECK_FAULTS: Final[dict[str, str]] = {
    "TOO_FEW": "it has fewer cards than the level needs",
    "TOO_MANY": "it has more cards than the whole deck",
    "NOT_A_CARD": "it holds a number that is not a card of the deck",
    "TWICE": "it holds a card twice",
}
