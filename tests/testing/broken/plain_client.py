"""A client written again from the page on views, in the plainest way: what broken ones change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import themind as tm


class PlainClient:
    """What one viewer knows, in lists that change in place."""

    def __init__(self, view: tm.SeatView) -> None:
        self.seat = view.seat
        self.last_level = view.rules.levels
        self.players = view.rules.players
        self.phase = str(view.phase)
        self.level, self.lives, self.stars = view.level, view.lives, view.stars
        self.blind, self.attempt = view.blind, view.attempt
        self.ready: set[int] = set()
        self.agreed: set[int] = set()
        self.clear_table()

    def shown(self) -> dict[str, Any]:
        names = "phase level lives stars blind attempt hand hand_sizes pile aside ready agreed"
        return {name: getattr(self, name) for name in names.split()}

    def follow(self, event: tm.SeatEvent) -> None:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
        getattr(self, f"on_{name}")(event)

    def clear_table(self) -> None:
        self.hand: list[int] = []
        self.hand_sizes = [0] * self.players
        self.pile: list[tuple[int, int | None]] = []
        self.aside: list[tuple[int, int, str]] = []
        self.ready.clear()
        self.agreed.clear()

    def take(self, seat: int, cards: Iterable[int | None]) -> None:
        for card in cards:
            self.hand_sizes[seat] -= 1
            if seat == self.seat and card is not None:
                self.hand.remove(card)

    def on_hand_dealt(self, event: tm.HandDealt) -> None:
        self.phase = "FOCUSING"
        self.hand, self.hand_sizes = list(event.hand), list(event.hand_sizes)

    def on_seat_ready(self, event: tm.SeatReady) -> None:
        self.ready.add(event.seat)

    def on_seat_unready(self, event: tm.SeatUnready) -> None:
        self.ready.remove(event.seat)

    def on_play_started(self, event: tm.PlayStarted) -> None:
        self.phase = "PLAYING"
        self.ready.clear()

    def on_refocus_called(self, event: tm.RefocusCalled) -> None:
        self.phase = "FOCUSING"

    def on_play_paused(self, event: tm.PlayPaused) -> None:
        self.phase = "FOCUSING"

    def on_card_played(self, event: tm.CardPlayed) -> None:
        self.take(event.seat, [event.card])
        self.pile.append((event.seat, event.card))

    def on_hidden_card_played(self, event: tm.HiddenCardPlayed) -> None:
        self.take(event.seat, [None])
        self.pile.append((event.seat, None))

    def on_mistake_made(self, event: tm.MistakeMade) -> None:
        self.lives = event.lives
        for seat, cards in enumerate(event.skipped):
            self.take(seat, cards)
            self.aside += [(seat, card, "SKIPPED") for card in cards]

    def on_card_void(self, event: tm.CardVoid) -> None:
        pass

    def on_star_proposed(self, event: tm.StarProposed) -> None:
        self.agreed = {event.seat}

    def on_star_agreed(self, event: tm.StarAgreed) -> None:
        self.agreed.add(event.seat)

    def on_star_declined(self, event: tm.StarDeclined) -> None:
        self.agreed.clear()

    def on_star_lapsed(self, event: tm.StarLapsed) -> None:
        self.agreed.clear()

    def on_star_thrown(self, event: tm.StarThrown) -> None:
        self.agreed.clear()
        self.stars = event.stars
        for seat, card in enumerate(event.cards):
            if card is not None:
                self.take(seat, [card])
                self.aside.append((seat, card, "STAR"))

    def on_hands_emptied(self, event: tm.HandsEmptied) -> None:
        self.phase = "REVEALING"

    def on_pile_revealed(self, event: tm.PileRevealed) -> None:
        self.phase = "CLEARED"
        self.lives = event.lives
        self.pile = [(laid.seat, laid.card) for laid in event.pile]

    def on_level_cleared(self, event: tm.LevelCleared) -> None:
        self.phase = "CLEARED"

    def on_reward_taken(self, event: tm.RewardTaken) -> None:
        self.lives, self.stars = event.lives, event.stars

    def on_reward_forfeited(self, event: tm.RewardForfeited) -> None:
        pass

    def on_level_completed(self, event: tm.LevelCompleted) -> None:
        self.clear_table()
        self.attempt = 0
        self.phase = "WON" if event.level == self.last_level else "DEALING"
        self.level += event.level < self.last_level

    def on_game_won(self, event: tm.GameWon) -> None:
        pass

    def on_game_lost(self, event: tm.GameLost) -> None:
        self.phase = "LOST"

    def on_blind_started(self, event: tm.BlindStarted) -> None:
        self.phase, self.level, self.blind, self.attempt = "DEALING", 1, True, 0

    def on_deal_gathered(self, event: tm.DealGathered) -> None:
        self.clear_table()
        self.attempt += 1
        self.phase = "DEALING"
