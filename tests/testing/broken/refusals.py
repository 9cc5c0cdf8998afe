"""Referees that refuse for another reason than ours, or fail in another way."""

from __future__ import annotations

from typing import Any

from naive_referee import NaiveTable
from testing.broken.catalogue import referee


@referee()
class NotHeldForNotLowest(NaiveTable):
    """Any named card but the lowest is refused as one that the player does not hold."""

    def _faults_of_plays(self, plays: list[tuple[int, object]]) -> set[str]:
        faults = super()._faults_of_plays(plays)
        return {"NOT_HELD" if code == "NOT_LOWEST" else code for code in faults}


@referee()
class ThePhaseBeforeTheSeat(NaiveTable):
    """In the wrong phase it does not matter who asks."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_at_the_door(name, by, fields)
        return faults - {"NOT_YOURS"} if "WRONG_PHASE" in faults else faults


@referee()
class AgreedBeforeStale(NaiveTable):
    """A second yes that is stale too is refused as a second yes."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_of_star(name, fields)
        return faults - {"STALE"} if "ALREADY_AGREED" in faults else faults


@referee()
class StumblesOverEmptyHands(NaiveTable):
    """A play of a player without cards raises an IndexError."""

    def _faults_of_plays(self, plays: list[tuple[int, object]]) -> set[str]:
        for seat, _ in plays:
            self.hand(seat)[0]
        return super()._faults_of_plays(plays)


@referee()
class ALifeTooManyToStartWith(NaiveTable):
    """The game starts with one life more than the rules say."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.lives += 1
