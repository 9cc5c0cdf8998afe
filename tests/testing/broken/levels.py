"""Referees that get the course of a level wrong (LVL)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from naive_referee import HOST, NaiveTable, Spot
from testing.broken.catalogue import referee


@referee("LVL-1")
class HandAfterHand(NaiveTable):
    """Each player gets all cards at once, not one card after the other."""

    def _do_deal(self, deck: Iterable[int]) -> None:
        super()._do_deal(deck)
        for index, card in enumerate(list(deck)[: self.rules["players"] * self.level]):
            self.spots[card] = Spot("hand", index // self.level)


@referee("LVL-1")
class DealtFromTheBottom(NaiveTable):
    """Cards come from the end of the deck."""

    def _do_deal(self, deck: Iterable[int]) -> None:
        super()._do_deal(list(deck)[::-1])


@referee("LVL-1")
class NewLivesForEachLevel(NaiveTable):
    """Each level starts with the lives of the first one."""

    def _do_complete_level(self) -> None:
        super()._do_complete_level()
        if self.phase == "DEALING":
            self.lives = self.rules["lives"]


@referee("LVL-2")
class ACardIsDrawnAfterEachPlay(NaiveTable):
    """Players fill their hands up from the rest of the deck."""

    def _do_play(self, seat: int, card: int | None = None) -> None:
        super()._do_play(seat, card)
        rest = [left for left in self._lying("deck") if left > max(self._lying("pile"))]
        if rest and self.phase == "PLAYING":
            self.spots[rest[0]] = Spot("hand", seat)


@referee("LVL-3")
class OneMayBeMissing(NaiveTable):
    """Play starts when all but one are ready."""

    def _do_ready(self, seat: int) -> None:
        super()._do_ready(seat)
        if self.phase == "FOCUSING" and len(self.ready) == self.rules["players"] - 1:
            self._do_begin()


@referee("LVL-3")
class AHandStaysOnTheTable(NaiveTable):
    """Who was ready stays so."""

    def _do_unready(self, seat: int) -> None:
        pass


@referee("LVL-3")
class ReadyOnceAndForAll(NaiveTable):
    """Signals of the last focusing are kept for the next one."""

    def _do_begin(self) -> None:
        ready = {*self.ready}
        super()._do_begin()
        self.waiting = ready

    def _do_refocus(self, **fields: object) -> None:
        super()._do_refocus(**fields)
        self.ready |= self.waiting if len(self.waiting) < self.rules["players"] else set()


@referee("LVL-4")
class OnlyHoldersCallStop(NaiveTable):
    """A player without cards cannot call stop."""

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults(name, fields)
        return faults | ({"HAND_EMPTY"} if name == "refocus" and not self._hand(fields) else set())

    def _hand(self, fields: dict[str, Any]) -> list[int]:
        return self.hand(fields["seat"])


@referee("LVL-4")
class AStopTakesThePileAway(NaiveTable):
    """Cards on the pile are put away when someone calls stop."""

    def _do_refocus(self, **fields: object) -> None:
        super()._do_refocus(**fields)
        for card in self._lying("pile"):
            self.spots[card] = Spot()


@referee("LVL-5")
class NotTwiceInARow(NaiveTable):
    """A player who has played waits for someone else."""

    last: int | None = None

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults(name, fields)
        again = name == "play" and fields["seat"] == self.last and self.rules["players"] > 1
        return faults | ({"WRONG_PHASE"} if again else set())

    def _do_play(self, seat: int, card: int | None = None) -> None:
        super()._do_play(seat, card)
        self.last = seat

    def _do_deal(self, deck: Iterable[int]) -> None:
        super()._do_deal(deck)
        self.last = None


@referee("LVL-6")
class AnyCardOfTheHand(NaiveTable):
    """A player plays the card that they name."""

    def _faults_of_plays(self, plays: list[tuple[int, object]]) -> set[str]:
        return super()._faults_of_plays(plays) - {"NOT_LOWEST"}

    def _do_play(self, seat: int, card: int | None = None) -> None:
        if card in (None, self.hand(seat)[0]):
            super()._do_play(seat, card)
        else:
            self.agreed.clear()
            mistaken = self._resolve(card)
            self.phase = "PLAYING" if self.lives else "LOST"
            if self.lives:
                self._settle(pause=mistaken)


@referee("LVL-6")
class TheNamedCardIsIgnored(NaiveTable):
    """A play is made although it names a card that the player does not hold."""

    def _faults_of_plays(self, plays: list[tuple[int, object]]) -> set[str]:
        return super()._faults_of_plays([(seat, None) for seat, _ in plays])


@referee("LVL-6")
class TheHighestCard(NaiveTable):
    """Players play their highest card."""

    def _do_play(self, seat: int, card: int | None = None) -> None:
        hand = self.hand(seat)
        low, high = self.spots[hand[0]], self.spots[hand[-1]]
        super()._do_play(seat, card)
        if self.phase == "PLAYING" and len(hand) > 1:
            self.spots[hand[-1]], self.spots[hand[0]] = self.spots[hand[0]], high
            assert low.place == "hand"


@referee("LVL-7")
class AMistakeClearsNoLevel(NaiveTable):
    """Hands that a mistake has emptied leave the level open."""

    def _settle(self, *, pause: bool) -> None:
        super()._settle(pause=pause)
        if self.phase == "CLEARED" and pause and self._was_skipped():
            self.phase = "FOCUSING"

    def _was_skipped(self) -> bool:
        return any(self.spots[card].why == "SKIPPED" for card in self._lying("aside"))


@referee("LVL-7")
class AStarClearsNoLevel(NaiveTable):
    """Hands that a star has emptied leave the level open."""

    def _do_star(self, **fields: object) -> None:
        super()._do_star(**fields)
        if self.phase == "CLEARED":
            self.phase = "FOCUSING"


@referee("LVL-8")
class TheLastLevelPaysNothing(NaiveTable):
    """The last level of the stack pays no reward."""

    def _do_complete_level(self) -> None:
        had = self.lives, self.stars
        super()._do_complete_level()
        if self.phase == "WON":
            self.lives, self.stars = had


@referee("LVL-8")
class ARewardOnEntering(NaiveTable):
    """A level pays as it is entered, not when it is completed."""

    def _do_complete_level(self) -> None:
        lives, stars = self.lives, self.stars
        super()._do_complete_level()
        pays = self.rules["rewards"].get(self.level) if self.phase == "DEALING" else None
        self.lives = min(lives + (pays == "LIFE"), self.rules["max_lives"])
        self.stars = min(stars + (pays == "STAR"), self.rules["max_stars"])


@referee("LVL-9")
class AStarRaisesTheTop(NaiveTable):
    """A card below one that a star took is judged as a mistake."""

    def _resolve(self, card: int) -> bool:
        mistaken = super()._resolve(card)
        thrown = [gone for gone in self._lying("aside") if self.spots[gone].why == "STAR"]
        if self.blind or mistaken or card > max(thrown, default=0):
            return mistaken
        self.lives -= 1
        return True


@referee("LVL-10")
class WhoHasNoCardsLeaves(NaiveTable):
    """Only players who hold cards need to be ready."""

    def _do_ready(self, seat: int) -> None:
        super()._do_ready(seat)
        holders = {owner for owner in range(self.rules["players"]) if self.hand(owner)}
        if self.phase == "FOCUSING" and holders <= self.ready:
            self._do_begin()


@referee("LVL-11")
class AnySeatForAnother(NaiveTable):
    """A player can do what another one has to do."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        stands_in = by not in (HOST, None) and "seat" in fields
        return super()._faults_at_the_door(name, HOST if stands_in else by, fields)


@referee("LVL-11")
class ASpectatorIsTheHost(NaiveTable):
    """A request without a seat is taken for one of the host."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        return super()._faults_at_the_door(name, HOST if by is None else by, fields)


@referee("LVL-11")
class APlayerServesTheTable(NaiveTable):
    """A player can do what the table has to do."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        serves = by is not None and "seat" not in fields
        return super()._faults_at_the_door(name, HOST if serves else by, fields)
