"""Clients that misread an event, or forget a part of what it says."""

from __future__ import annotations

import themind as tm
from testing.broken.catalogue import client
from testing.broken.plain_client import PlainClient


@client("ERR-2")
class ForgetsTheCardsOfOthers(PlainClient):
    """A mistake takes cards out of the own hand alone."""

    def on_mistake_made(self, event: tm.MistakeMade) -> None:
        sizes = [*self.hand_sizes]
        super().on_mistake_made(event)
        own = self.seat
        self.hand_sizes = [
            size if seat != own else self.hand_sizes[seat] for seat, size in enumerate(sizes)
        ]


@client("STAR-3")
class ForgetsThatHandsCanBeEmpty(PlainClient):
    """A star takes a card of every seat."""

    def on_star_thrown(self, event: tm.StarThrown) -> None:
        sizes = [size - 1 for size in self.hand_sizes]
        super().on_star_thrown(event)
        self.hand_sizes = sizes


@client("STAR-6")
class KeepsALapsedProposal(PlainClient):
    """A proposal stands until it is declined or thrown."""

    def on_star_lapsed(self, event: tm.StarLapsed) -> None:
        pass


@client("STAR-2")
class KeepsTheVotesOfAThrownStar(PlainClient):
    """The votes stand after the star was thrown."""

    def on_star_thrown(self, event: tm.StarThrown) -> None:
        agreed = {*self.agreed}
        super().on_star_thrown(event)
        self.agreed = agreed


@client("ERR-1", "VAR-5")
class AMistakeIsALife(PlainClient):
    """A mistake costs one life, whatever the event says."""

    def on_mistake_made(self, event: tm.MistakeMade) -> None:
        lives = self.lives
        super().on_mistake_made(event)
        self.lives = lives - 1


@client("BLD-2")
class ForgetsItsOwnFaceDownCards(PlainClient):
    """Every face-down card is unknown, the own ones too."""

    def on_card_played(self, event: tm.CardPlayed) -> None:
        super().on_card_played(event)
        if event.face_down:
            self.pile[-1] = (event.seat, None)


@client("BLD-4")
class LeavesThePileFaceDown(PlainClient):
    """The pile stays as it lay when it is turned over."""

    def on_pile_revealed(self, event: tm.PileRevealed) -> None:
        pile = self.pile
        super().on_pile_revealed(event)
        self.pile = pile


@client("BLD-5", "BLD-6")
class CountsRevealedMistakes(PlainClient):
    """Each mistake of a turned pile takes a life, where the event says how many are left."""

    def on_pile_revealed(self, event: tm.PileRevealed) -> None:
        cards = [laid.card for laid in event.pile]
        late = sum(card < max(cards[:place], default=0) for place, card in enumerate(cards))
        lives = self.lives
        super().on_pile_revealed(event)
        self.lives = lives - late


@client("BLD-1")
class TheBlindRunIsOpen(PlainClient):
    """The blind run starts like a new game."""

    def on_blind_started(self, event: tm.BlindStarted) -> None:
        super().on_blind_started(event)
        self.blind = False


@client("BLD-1")
class TheBlindRunIsTheNextLevel(PlainClient):
    """The blind run starts above the last level."""

    def on_blind_started(self, event: tm.BlindStarted) -> None:
        super().on_blind_started(event)
        self.level = self.last_level + 1


@client("VAR-3")
class OnlyCountsAttemptsUp(PlainClient):
    """The attempts of all levels are one count."""

    def on_level_completed(self, event: tm.LevelCompleted) -> None:
        attempt = self.attempt
        super().on_level_completed(event)
        self.attempt = attempt


@client("VAR-3")
class KeepsReadyHandsOfAGatheredDeal(PlainClient):
    """Who was ready stays so when the cards are gathered."""

    def on_deal_gathered(self, event: tm.DealGathered) -> None:
        ready = {*self.ready}
        super().on_deal_gathered(event)
        self.ready = ready


@client("SET-5")
class RewardsAreLives(PlainClient):
    """Every reward is a life."""

    def on_reward_taken(self, event: tm.RewardTaken) -> None:
        super().on_reward_taken(event)
        if event.reward is tm.Reward.STAR:
            self.lives, self.stars = self.lives + 1, self.stars - 1


@client("SET-6")
class TakesForfeitedRewards(PlainClient):
    """A reward that stays in the supply is taken all the same."""

    def on_reward_forfeited(self, event: tm.RewardForfeited) -> None:
        if event.reward is tm.Reward.LIFE:
            self.lives += 1


@client("END-1")
class AWinIsALevelMore(PlainClient):
    """The level goes up after the last one too."""

    def on_game_won(self, event: tm.GameWon) -> None:
        self.level += not event.blind


@client("ERR-7")
class VoidCardsAreOnThePile(PlainClient):
    """A landed card that a mistake has set aside goes onto the pile too."""

    def on_card_void(self, event: tm.CardVoid) -> None:
        self.pile.append((event.seat, event.card))


@client("END-2")
class PlaysOnAfterALoss(PlainClient):
    """A lost game is not over."""

    def on_game_lost(self, event: tm.GameLost) -> None:
        pass


@client("LVL-11")
class HasNoSpectators(PlainClient):
    """A viewer without a seat looks for its own hand."""

    def on_hand_dealt(self, event: tm.HandDealt) -> None:
        super().on_hand_dealt(event)
        if event.hand_sizes[self.seat or 0] != len(event.hand):
            raise LookupError("no hand of one's own")


@client()
class StopsAtAStar(PlainClient):
    """An event that it does not know ends it."""

    def on_star_declined(self, event: tm.StarDeclined) -> None:
        raise NotImplementedError("StarDeclined")
