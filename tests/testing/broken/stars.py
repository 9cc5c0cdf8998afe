"""Referees that get the throwing star wrong (STAR)."""

from __future__ import annotations

from typing import Any

from naive_referee import NaiveTable
from testing.broken.catalogue import referee


@referee("STAR-1")
class OnlyHoldersPropose(NaiveTable):
    """A player without cards cannot propose a star."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_of_star(name, fields)
        idle = name == "propose_star" and not self.hand(fields["seat"])
        return faults | ({"HAND_EMPTY"} if idle else set())


@referee("STAR-1")
class AStarWithoutAStar(NaiveTable):
    """A star can be proposed although the team has none."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_of_star(name, fields)
        return faults - {"NO_STAR"} if name == "propose_star" else faults


@referee("STAR-2")
class MostVotesDecide(NaiveTable):
    """A star is thrown as soon as more than half of the players agree."""

    def _do_agree_to_star(self, seat: int, **fields: object) -> None:
        super()._do_agree_to_star(seat, **fields)
        if 2 * len(self.agreed) > self.rules["players"]:
            self._do_star()


@referee("STAR-2")
class OnlyHoldersVote(NaiveTable):
    """A star is thrown as soon as all who hold cards agree."""

    def _do_agree_to_star(self, seat: int, **fields: object) -> None:
        super()._do_agree_to_star(seat, **fields)
        holders = {owner for owner in range(self.rules["players"]) if self.hand(owner)}
        if self.agreed and holders <= self.agreed:
            self._do_star()


@referee("STAR-2")
class ANoTakesOneYesBack(NaiveTable):
    """A no takes back the own yes, and the others stand."""

    def _do_decline_star(self, seat: int, **_: object) -> None:  # type: ignore[override]
        self.agreed.discard(seat)


@referee("STAR-3")
class TheHighestCards(NaiveTable):
    """Each player sets their highest card aside."""

    def _do_star(self, **_: object) -> None:
        self.agreed.clear()
        self.stars -= 1
        for seat in range(self.rules["players"]):
            for card in self.hand(seat)[-1:]:
                self._lay_down(card, "aside", seat, "STAR")
        self._settle(pause=True)


@referee("STAR-3")
class TheStarIsKept(NaiveTable):
    """A thrown star stays with the team."""

    def _do_star(self, **fields: object) -> None:
        super()._do_star(**fields)
        self.stars += 1


@referee("STAR-3")
class OneCardForAllHands(NaiveTable):
    """Only the lowest card of the whole table is set aside."""

    def _do_star(self, **_: object) -> None:
        self.agreed.clear()
        self.stars -= 1
        lowest = min(self._lying("hand"))
        self._lay_down(lowest, "aside", self.spots[lowest].seat, "STAR")
        self._settle(pause=True)


@referee("STAR-4")
class PlayGoesOnAfterAStar(NaiveTable):
    """No star pauses play."""

    def _do_star(self, **fields: object) -> None:
        super()._do_star(**fields)
        if self.phase == "FOCUSING":
            self.phase = "PLAYING"


@referee("STAR-4")
class AStarAlwaysPauses(NaiveTable):
    """A star pauses play, whatever the rules say."""

    def _do_star(self, **fields: object) -> None:
        super()._do_star(**fields)
        if self.phase == "PLAYING":
            self.phase = "FOCUSING"


@referee("STAR-5")
class AStarUndoesAMistake(NaiveTable):
    """A star gives back the life that a mistake of this level has cost."""

    def _do_star(self, **fields: object) -> None:
        had = any(self.spots[card].why == "SKIPPED" for card in self._lying("aside"))
        super()._do_star(**fields)
        self.lives = min(self.lives + had, self.rules["max_lives"])


@referee("STAR-6")
class TheProposalOutlivesAPlay(NaiveTable):
    """A proposal stands although a card was played."""

    def _do_play_together(self, plays: list[tuple[int, int | None]]) -> None:
        agreed = {*self.agreed}
        super()._do_play_together(plays)
        if self.phase == "PLAYING":
            self.agreed = agreed


@referee("STAR-6")
class NoPlayDuringAVote(NaiveTable):
    """No card can be played while a star is proposed."""

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults(name, fields)
        return faults | ({"PROPOSAL_OPEN"} if name == "play" and self.agreed else set())


@referee("STAR-6")
class AYesCountsThePileAlone(NaiveTable):
    """A yes is stale only if the pile has grown: cards that went aside are forgotten."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        down = fields.get("cards_down")
        faults = super()._faults_of_star(name, fields)
        if name == "agree_to_star" and down == len(self._lying("pile")):
            faults -= {"STALE"}
        return faults
