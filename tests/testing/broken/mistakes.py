"""Referees that judge mistakes, and cards that land together, wrongly (ERR)."""

from __future__ import annotations

from naive_referee import NaiveTable
from testing.broken.catalogue import referee


@referee("ERR-1")
class ALifeForEachPlayerSkipped(NaiveTable):
    """A mistake costs a life for each player who held a lower card."""

    def _resolve(self, card: int) -> bool:
        held = {self.spots[low].seat for low in self._lying("hand") if low < card}
        others = held - {self.spots[card].seat}
        mistaken = super()._resolve(card)
        if mistaken and self.rules["mistake_penalty"] != "PER_CARD":
            self.lives = max(0, self.lives + 1 - len(others))
        return mistaken


@referee("ERR-1")
class OnlyTheNextPlayerIsSkipped(NaiveTable):
    """A play is a mistake only if the next player holds a lower card."""

    def _resolve(self, card: int) -> bool:
        following = (self.spots[card].seat + 1) % self.rules["players"]
        lives, mistake = self.lives, any(low < card for low in self.hand(following))
        mistaken = super()._resolve(card)
        self.lives = self.lives if mistake else lives
        return mistaken and mistake


@referee("ERR-2")
class OneCardOfEachHand(NaiveTable):
    """Only the lowest card of each hand is set aside."""

    def _resolve(self, card: int) -> bool:
        spots = dict(self.spots)
        mistaken = super()._resolve(card)
        gone = [low for low in self._lying("aside") if spots[low].place == "hand"]
        kept = [
            low for low in gone if any(spots[o].seat == spots[low].seat for o in gone if o < low)
        ]
        self.spots |= {low: spots[low] for low in kept}
        return mistaken


@referee("ERR-2")
class AsideInTheOrderOfCards(NaiveTable):
    """Skipped cards go aside from the lowest to the highest, not by player."""

    def _resolve(self, card: int) -> bool:
        before = {*self._lying("aside")}
        mistaken = super()._resolve(card)
        gone = sorted(set(self._lying("aside")) - before)
        orders = sorted(self.spots[low].order for low in gone)
        for low, order in zip(gone, orders, strict=True):
            self.spots[low] = self.spots[low]._replace(order=order)
        return mistaken


@referee("ERR-2")
class ThePlayedCardGoesAsideToo(NaiveTable):
    """The card that was a mistake is set aside with the others."""

    def _resolve(self, card: int) -> bool:
        mistaken = super()._resolve(card)
        if mistaken:
            self._lay_down(card, "aside", self.spots[card].seat, "SKIPPED")
        return mistaken


@referee("ERR-3")
class PlayGoesOnAfterAMistake(NaiveTable):
    """No mistake pauses play."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        super()._do_play_together(plays)
        if self.phase == "FOCUSING":
            self.phase = "PLAYING"


@referee("ERR-3")
class AMistakeAlwaysPauses(NaiveTable):
    """A mistake pauses play, whatever the rules say."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        lives = self.lives
        super()._do_play_together(plays)
        if self.phase == "PLAYING" and self.lives < lives:
            self.phase = "FOCUSING"


@referee("ERR-4")
class OneMistakeALevel(NaiveTable):
    """Later mistakes of a level are free."""

    def _resolve(self, card: int) -> bool:
        lives = self.lives
        had = any(self.spots[low].why == "SKIPPED" for low in self._lying("aside"))
        mistaken = super()._resolve(card)
        self.lives = lives if had else self.lives
        return mistaken


@referee("ERR-5")
class EmptyHandsComeFirst(NaiveTable):
    """A level whose last hand the last mistake empties is cleared."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        super()._do_play_together(plays)
        if self.phase == "LOST" and not self._lying("hand"):
            self.phase = "CLEARED"


@referee("ERR-5")
class TheLastSkippedCardsStay(NaiveTable):
    """The mistake that loses the game sets no card aside."""

    def _resolve(self, card: int) -> bool:
        spots = dict(self.spots)
        mistaken = super()._resolve(card)
        if self.lives == 0:
            self.spots = spots | {card: self.spots[card]}
        return mistaken


@referee("ERR-7")
class AVoidCardCosts(NaiveTable):
    """A landed card that a mistake has set aside costs a life more."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        waiting = [self.hand(seat) for seat in range(self.rules["players"])]
        landed = [waiting[seat].pop(0) for seat, _ in plays]
        super()._do_play_together(plays)
        void = [card for card in landed if self.spots[card].place == "aside"]
        if void and self.lives > 1:
            self.lives -= 1


@referee("ERR-7")
class LandedCardsAreSorted(NaiveTable):
    """Cards that landed together are resolved from the lowest to the highest."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        waiting = [self.hand(seat) for seat in range(self.rules["players"])]
        landed = [(waiting[seat].pop(0), seat) for seat, _ in plays]
        super()._do_play_together([(seat, None) for _, seat in sorted(landed)])


@referee("ERR-7")
class TheFirstMistakeStopsTheRest(NaiveTable):
    """After a mistake, cards that landed later go back to the hands."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        for seat, _ in plays:
            lives = self.lives
            super()._do_play_together([(seat, None)])
            if self.phase != "PLAYING" or self.lives < lives:
                return
