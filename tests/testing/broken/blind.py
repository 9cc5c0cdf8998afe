"""Referees that get blind levels and runs wrong (BLD)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from naive_referee import HOST, NaiveTable
from testing.broken.catalogue import A_WHOLE_STACK, referee


@referee("BLD-1")
class BlindAfterAnyWin(NaiveTable):
    """A blind run follows a victory of any stack."""

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        return super()._faults(name, fields) - {"NOT_FULL_STACK"}


@referee("BLD-1", most=A_WHOLE_STACK)
class NewLivesForTheBlindRun(NaiveTable):
    """The blind run starts with the lives of a new game."""

    def _do_continue_blind(self) -> None:
        super()._do_continue_blind()
        self.lives = self.rules["lives"]


@referee("BLD-1", most=A_WHOLE_STACK)
class NewStarsForTheBlindRun(NaiveTable):
    """The blind run starts with the stars of a new game."""

    def _do_continue_blind(self) -> None:
        super()._do_continue_blind()
        self.stars = self.rules["stars"]


@referee("BLD-2")
class BlindPlaysAreJudgedAtOnce(NaiveTable):
    """A play above a held card costs a life in a blind level too."""

    def _resolve(self, card: int) -> bool:
        if self.blind and self.lives > 1 and any(low < card for low in self._lying("hand")):
            self.lives -= 1
        return super()._resolve(card)


@referee("BLD-2")
class LowerCardsGoAsideInBlindLevels(NaiveTable):
    """A play sets lower cards aside in a blind level too, at no cost."""

    def _resolve(self, card: int) -> bool:
        if self.blind:
            for low in self._lying("hand"):
                if low < card:
                    self._lay_down(low, "aside", self.spots[low].seat, "SKIPPED")
        return super()._resolve(card)


@referee("BLD-3")
class NoStopInBlindLevels(NaiveTable):
    """No one can call stop in a blind level."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_at_the_door(name, by, fields)
        return faults | ({"WRONG_PHASE"} if self.blind and name == "refocus" else set())


@referee("BLD-3")
class NoStarsInBlindLevels(NaiveTable):
    """No star can be thrown in a blind level."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_of_star(name, fields)
        return faults | ({"NO_STAR"} if self.blind and name in ("star", "propose_star") else set())


@referee("BLD-4")
class NothingToTurnOver(NaiveTable):
    """A blind level whose cards all went aside is cleared at once."""

    def _settle(self, *, pause: bool) -> None:
        super()._settle(pause=pause)
        if self.phase == "REVEALING" and not self._lying("pile"):
            self.phase = "CLEARED"


@referee("BLD-4")
class ThePileIsSorted(NaiveTable):
    """The pile is in ascending order after it was turned over."""

    def _do_reveal(self) -> None:
        super()._do_reveal()
        pile = self._lying("pile")
        orders = [self.spots[card].order for card in pile]
        for card, order in zip(sorted(pile), orders, strict=True):
            self.spots[card] = self.spots[card]._replace(order=order)


class OtherReading(NaiveTable):
    """A referee that counts the mistakes of a pile in another way."""

    def count(self, pile: list[int]) -> int:
        raise NotImplementedError

    def _do_reveal(self) -> None:
        count = self.count(self._lying("pile"))
        if self.rules["blind_penalty"] == "PER_LEVEL":
            count = min(count, 1)
        self.lives = max(0, self.lives - count)
        self.phase = "CLEARED" if self.lives else "LOST"


@referee("BLD-5")
class AgainstTheCardBefore(OtherReading):
    """A card is a mistake if it is lower than the card before it, not than the highest one."""

    def count(self, pile: list[int]) -> int:
        return sum(card < before for before, card in pairwise(pile))


@referee("BLD-5")
class CardsOfStarsCount(OtherReading):
    """A card below one that a star took is a mistake."""

    def count(self, pile: list[int]) -> int:
        thrown = max(self._lying("aside"), default=0)
        highest = [max([thrown, *pile[:index]]) for index in range(len(pile))]
        return sum(card < top for card, top in zip(pile, highest, strict=True))


@referee("BLD-5")
class EachMistakeAlways(OtherReading):
    """Each card out of order costs a life, whatever the rules say."""

    def _do_reveal(self) -> None:
        penalty = self.rules["blind_penalty"]
        self.rules = self.rules | {"blind_penalty": "PER_CARD"}
        NaiveTable._do_reveal(self)
        self.rules = self.rules | {"blind_penalty": penalty}


@referee("BLD-6")
class LivesBelowZero(NaiveTable):
    """Counting does not stop when the last life is lost."""

    def _do_reveal(self) -> None:
        lives, pile = self.lives, self._lying("pile")
        super()._do_reveal()
        late = sum(card < max(pile[:index], default=0) for index, card in enumerate(pile))
        if self.phase == "LOST" and self.rules["blind_penalty"] == "PER_CARD":
            self.lives = lives - late


@referee("BLD-6")
class LostOnlyAtTheNextMistake(NaiveTable):
    """A blind level without a life left is cleared."""

    def _do_reveal(self) -> None:
        super()._do_reveal()
        self.phase = "CLEARED"


@referee()
class BlindAgainAndAgain(NaiveTable):
    """A blind run follows a blind victory too."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_at_the_door(name, by, fields)
        again = name == "continue_blind" and self.phase == "WON" and by == HOST
        return faults - {"WRONG_PHASE"} if again else faults
