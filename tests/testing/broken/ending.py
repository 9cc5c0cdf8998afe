"""Referees that end a game wrongly, or start the next one wrongly (END)."""

from __future__ import annotations

from typing import Any, ClassVar

from naive_referee import HOST, NaiveTable
from testing.broken.catalogue import referee


@referee("END-1")
class WonALevelEarly(NaiveTable):
    """The last level of a longer stack need not be played."""

    def _do_complete_level(self) -> None:
        super()._do_complete_level()
        if self.phase == "DEALING" and self.level == self.rules["levels"]:
            self.phase = "WON"


@referee("END-1")
class AWinIsALevelMore(NaiveTable):
    """The level goes up after the last one too."""

    def _do_complete_level(self) -> None:
        super()._do_complete_level()
        if self.phase == "WON":
            self.level += 1


@referee("END-2")
class ALostGameIsGathered(NaiveTable):
    """The deal of a lost game can be gathered."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_at_the_door(name, by, fields)
        lost = name == "gather" and self.phase == "LOST" and by == HOST
        return faults - {"WRONG_PHASE"} if lost else faults


@referee("END-2")
class AWonGameIsDealt(NaiveTable):
    """The last level can be dealt once more after the victory."""

    def _faults_at_the_door(self, name: str, by: object, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_at_the_door(name, by, fields)
        won = name == "deal" and self.phase == "WON" and by == HOST
        return faults - {"WRONG_PHASE"} if won else faults


@referee("END-3")
class TheLivesOfTheGameBefore(NaiveTable):
    """A new attempt starts with the lives of the one before, if it was lost."""

    left: ClassVar[dict[int, int]] = {}

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.lives = self.left.pop(rules["players"], self.lives)

    def _do_reveal(self) -> None:
        super()._do_reveal()
        if self.phase == "LOST":
            self.left[self.rules["players"]] = 1
