"""The messages about events, and the English templates about events and actions."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from themind._play.blind import BlindStarted, PileRevealed
from themind._play.chapters import Event, SeatEvent
from themind._play.completing import LevelCompleted, RewardForfeited, RewardTaken
from themind._play.dealing import HandDealt, LevelDealt
from themind._play.endings import GameLost, GameWon, HandsEmptied, LevelCleared, PlayPaused
from themind._play.focusing import PlayStarted, RefocusCalled, SeatReady, SeatUnready
from themind._play.mistakes import MistakeMade
from themind._play.playing import CardPlayed, CardVoid, HiddenCardPlayed
from themind._play.redeals import DealGathered
from themind._play.stars import StarAgreed, StarDeclined, StarLapsed, StarProposed, StarThrown
from themind.words._parts import Cards, Count, Hands, Message, Name, Number, Part, Sizes

EVENTS = {
    "LevelDealt": "Level {level} is dealt: {hands}.",
    "HandDealt": "Level {level} is dealt: {sizes}. You hold {cards}.",
    "HandDealt.spectator": "Level {level} is dealt: {sizes}.",
    "SeatReady": "{name} is ready.",
    "SeatUnready": "{name} is no longer ready.",
    "PlayStarted": "Everyone is ready. Play begins.",
    "RefocusCalled": "{name} calls stop to refocus.",
    "PlayPaused": "Play pauses until everyone is ready.",
    "CardPlayed": "{name} plays {card}.",
    "CardPlayed.face_down": "{name} plays {card} face down.",
    "HiddenCardPlayed": "{name} plays a card face down.",
    "MistakeMade.one": (
        "Mistake: {name} played {card} while a lower card was still in hand. "
        "Set aside: {hands}. The team has {lives_left}."
    ),
    "MistakeMade.other": (
        "Mistake: {name} played {card} while lower cards were still in hand. "
        "Set aside: {hands}. The team has {lives_left}."
    ),
    "CardVoid": "{name}'s {card} also landed, but it is already set aside and costs no more lives.",
    "StarProposed": "{name} proposes a star.",
    "StarAgreed": "{name} agrees to the star.",
    "StarDeclined": "{name} declines the star. No star is thrown.",
    "StarLapsed": "The proposal of a star has lapsed, because the table has changed.",
    "StarThrown": "The team throws a star. Set aside: {hands}. The team has {stars_left}.",
    "HandsEmptied": "All hands are empty. The pile can be turned over.",
    "PileRevealed": (
        "The pile is turned over: {cards}. Mistakes: {mistakes}. The team has {lives_left}."
    ),
    "LevelCleared": "Level {level} is cleared.",
    "RewardTaken.LIFE": "The team gains a life. It now has {lives} and {stars}.",
    "RewardTaken.STAR": "The team gains a star. It now has {lives} and {stars}.",
    "RewardForfeited.LIFE": (
        "The reward is a life. It stays in the supply, because the team already has the maximum."
    ),
    "RewardForfeited.STAR": (
        "The reward is a star. It stays in the supply, because the team already has the maximum."
    ),
    "LevelCompleted": "Level {level} is completed.",
    "GameWon": "The team has won the game.",
    "GameWon.blind": "The team has won the blind run.",
    "GameLost": "The last life is lost. The team has lost the game in level {level}.",
    "GameLost.blind": "The last life is lost. The team has lost the blind run in level {level}.",
    "BlindStarted": "The blind run begins at level 1.",
    "DealGathered": "All cards are gathered. Level {level} will be dealt again.",
}

# The times at which an action is possible: the first half of WRONG_PHASE.
WHEN = {
    "when.Deal": "A level can be dealt only before it begins",
    "when.Begin": "Play can begin only while the players are getting ready",
    "when.PlayTogether": "Cards can be played only while play is in progress",
    "when.Star": "A star can be thrown only while play is in progress",
    "when.Reveal": "The pile can be turned over only at the end of a blind level",
    "when.CompleteLevel": "A level can be completed only after it has been cleared",
    "when.ContinueBlind": "A blind run can begin only after a game with open cards has been won",
    "when.Gather": "The cards can be gathered only during a level",
    "when.Ready": "You can get ready only before play begins",
    "when.Unready": "You can mark yourself as not ready only before play begins",
    "when.Refocus": "You can call stop only while play is in progress",
    "when.Play": "You can play a card only while play is in progress",
    "when.ProposeStar": "You can propose a star only while play is in progress",
    "when.AgreeToStar": "You can agree to a star only while play is in progress",
    "when.DeclineStar": "You can decline a star only while play is in progress",
}

# Events without fields, with a seat as their only field, and with a level as their only field.
Bare: TypeAlias = PlayStarted | PlayPaused | StarLapsed | HandsEmptied | BlindStarted
OfSeat: TypeAlias = (
    SeatReady
    | SeatUnready
    | RefocusCalled
    | HiddenCardPlayed
    | StarProposed
    | StarAgreed
    | StarDeclined
)
OfLevel: TypeAlias = LevelCleared | LevelCompleted | DealGathered
# The other events: about cards, and about the team.
OfCards: TypeAlias = (
    LevelDealt | HandDealt | CardPlayed | MistakeMade | CardVoid | StarThrown | PileRevealed
)
OfTeam: TypeAlias = RewardTaken | RewardForfeited | GameWon | GameLost


def event_message(event: Event | SeatEvent) -> Message:
    """Return the message about an event."""
    kind = type(event).__name__
    if isinstance(event, OfCards):
        return _about_cards(kind, event)
    if isinstance(event, OfTeam):
        return _about_team(kind, event)
    if isinstance(event, OfSeat):
        return Message(kind, {"name": Name(event.seat)})
    if isinstance(event, OfLevel):
        return Message(kind, {"level": Number(event.level)})
    if isinstance(event, Bare):
        return Message(kind, {})
    assert_never(event)


def _about_cards(kind: str, event: OfCards) -> Message:
    match event:
        case LevelDealt(level, hands):
            return Message(kind, {"level": Number(level), "hands": Hands(hands)})
        case HandDealt():
            return _own_deal(kind, event)
        case CardPlayed(seat, card, face_down):
            key = f"{kind}.face_down" if face_down else kind
            return Message(key, {"name": Name(seat), "card": Number(card)})
        case MistakeMade():
            return _mistake(kind, event)
        case CardVoid(seat, card):
            return Message(kind, {"name": Name(seat), "card": Number(card)})
        case StarThrown(cards, stars):
            thrown = Hands(tuple([() if card is None else (card,) for card in cards]))
            return Message(kind, {"hands": thrown, "stars_left": Count("stars_left", stars)})
        case PileRevealed(pile, mistakes, lives):
            revealed = Cards(tuple([played.card for played in pile]))
            left = Count("lives_left", lives)
            return Message(
                kind, {"cards": revealed, "mistakes": Number(mistakes), "lives_left": left}
            )
        case never:
            assert_never(never)


def _own_deal(kind: str, event: HandDealt) -> Message:
    """Return the message about a deal; a spectator sees no hand."""
    deal: dict[str, Part] = {"level": Number(event.level), "sizes": Sizes(event.hand_sizes)}
    if event.hand:
        return Message(kind, {**deal, "cards": Cards(event.hand)})
    return Message(f"{kind}.spectator", deal)


def _mistake(kind: str, event: MistakeMade) -> Message:
    parts: dict[str, Part] = {
        "name": Name(event.seat),
        "card": Number(event.card),
        "hands": Hands(event.skipped),
        "lives_left": Count("lives_left", event.lives),
    }
    return Message(kind, parts, count=sum(map(len, event.skipped)))


def _about_team(kind: str, event: OfTeam) -> Message:
    match event:
        case RewardTaken(reward, lives, stars):
            have: dict[str, Part] = {"lives": Count("lives", lives), "stars": Count("stars", stars)}
            return Message(f"{kind}.{reward.name}", have)
        case RewardForfeited(reward):
            return Message(f"{kind}.{reward.name}", {})
        case GameWon(blind):
            return Message(f"{kind}.blind" if blind else kind, {})
        case GameLost(blind, level):
            key = f"{kind}.blind" if blind else kind
            return Message(key, {"level": Number(level)})
        case never:
            assert_never(never)
