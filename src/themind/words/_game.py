"""The names of the core that the sentences are about, imported in one place."""

from __future__ import annotations

from themind._model.cards import Hand, Seat
from themind._model.codes import IllegalCode
from themind._model.errors import InvalidArgument
from themind._model.position import AsideReason, Phase
from themind._model.rules import Rules
from themind._play.blind import BlindStarted, PileRevealed
from themind._play.chapters import Event, SeatEvent, TableAction
from themind._play.completing import LevelCompleted, RewardForfeited, RewardTaken
from themind._play.dealing import HandDealt, LevelDealt
from themind._play.endings import GameLost, GameWon, HandsEmptied, LevelCleared, PlayPaused
from themind._play.errors import Illegality
from themind._play.focusing import PlayStarted, RefocusCalled, SeatReady, SeatUnready
from themind._play.mistakes import MistakeMade
from themind._play.playing import CardPlayed, CardVoid, HiddenCardPlayed
from themind._play.redeals import DealGathered
from themind._play.stars import StarAgreed, StarDeclined, StarLapsed, StarProposed, StarThrown

__all__ = [
    "AsideReason",
    "BlindStarted",
    "CardPlayed",
    "CardVoid",
    "DealGathered",
    "Event",
    "GameLost",
    "GameWon",
    "Hand",
    "HandDealt",
    "HandsEmptied",
    "HiddenCardPlayed",
    "IllegalCode",
    "Illegality",
    "InvalidArgument",
    "LevelCleared",
    "LevelCompleted",
    "LevelDealt",
    "MistakeMade",
    "Phase",
    "PileRevealed",
    "PlayPaused",
    "PlayStarted",
    "RefocusCalled",
    "RewardForfeited",
    "RewardTaken",
    "Rules",
    "Seat",
    "SeatEvent",
    "SeatReady",
    "SeatUnready",
    "StarAgreed",
    "StarDeclined",
    "StarLapsed",
    "StarProposed",
    "StarThrown",
    "TableAction",
]
