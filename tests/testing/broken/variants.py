"""Referees that miss a variant or a house rule (VAR)."""

from __future__ import annotations

from typing import Any

from naive_referee import NaiveTable
from testing.broken.catalogue import FIVE_LEVELS, referee


@referee("VAR-1", most=FIVE_LEVELS)
class FiveLevelsAreAFullStack(NaiveTable):
    """A blind run follows the introduction of five levels."""

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults(name, fields)
        stack = (self.rules["first_level"], self.rules["levels"])
        return faults - {"NOT_FULL_STACK"} if stack == (1, 5) else faults


@referee("VAR-1")
class NoRewardAfterTheIntroduction(NaiveTable):
    """The fifth level pays nothing where it is the last one."""

    def _do_complete_level(self) -> None:
        had = self.lives, self.stars
        super()._do_complete_level()
        if self.phase == "WON" and self.level == 5:
            self.lives, self.stars = had


@referee("VAR-2")
class OneStarForEveryTable(NaiveTable):
    """A table without stars starts with one."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.stars = self.stars if rules["max_stars"] else 1


@referee("VAR-2")
class NoVotesWithoutStars(NaiveTable):
    """At a table without stars there is no phase in which one can be proposed."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults_of_star(name, fields)
        never = name == "propose_star" and not self.rules["max_stars"]
        return faults | ({"WRONG_PHASE"} if never else set())


@referee("VAR-3")
class TheAttemptOutlivesTheLevel(NaiveTable):
    """The number of the attempt is not set back for the next level."""

    def _do_complete_level(self) -> None:
        attempt = self.attempt
        super()._do_complete_level()
        self.attempt = attempt


@referee("VAR-3")
class GatheredPilesAreJudged(NaiveTable):
    """A blind pile that is gathered costs as if it were turned over."""

    def _do_gather(self) -> None:
        pile = self._lying("pile")
        late = sum(card < max(pile[:index], default=0) for index, card in enumerate(pile))
        super()._do_gather()
        if self.blind:
            self.lives = max(1, self.lives - late)


@referee("VAR-3")
class TheLostLivesComeBack(NaiveTable):
    """A gathered level starts again with the lives that the game started with."""

    def _do_gather(self) -> None:
        super()._do_gather()
        self.lives = max(self.lives, self.rules["lives"])


@referee("VAR-4")
class FiveLivesAtMost(NaiveTable):
    """The team has at most five lives, whatever the rules say."""

    def _do_complete_level(self) -> None:
        lives = self.lives
        super()._do_complete_level()
        if self.lives > lives:
            self.lives = max(lives, min(self.lives, 5))


@referee("VAR-4")
class ThreeStarsAtMost(NaiveTable):
    """The team has at most three stars, whatever the rules say."""

    def _do_complete_level(self) -> None:
        stars = self.stars
        super()._do_complete_level()
        if self.stars > stars:
            self.stars = max(stars, min(self.stars, 3))


@referee("VAR-4")
class AlwaysFromLevelOne(NaiveTable):
    """Every stack starts with level 1."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.level = 1


@referee("VAR-5")
class OneLifeForAnyMistake(NaiveTable):
    """A mistake costs one life, whatever the rules say."""

    def _resolve(self, card: int) -> bool:
        lives = self.lives
        mistaken = super()._resolve(card)
        self.lives = lives - mistaken
        return mistaken


@referee("VAR-5")
class MoreLivesThanTheTeamHas(NaiveTable):
    """A mistake costs a life for each card, also below zero."""

    def _resolve(self, card: int) -> bool:
        lives, held = self.lives, len(self._lying("hand"))
        mistaken = super()._resolve(card)
        if mistaken and self.rules["mistake_penalty"] == "PER_CARD" and not self.lives:
            self.owed = lives - (held - 1 - len(self._lying("hand")))
        return mistaken

    def snapshot(self) -> dict[str, Any]:
        return super().snapshot() | ({"lives": self.owed} if hasattr(self, "owed") else {})


@referee("VAR-5")
class HardInBlindLevelsToo(NaiveTable):
    """With a life for each card, a blind level costs one for each card too."""

    def _do_reveal(self) -> None:
        penalty = self.rules["blind_penalty"]
        if self.rules["mistake_penalty"] == "PER_CARD":
            self.rules = self.rules | {"blind_penalty": "PER_CARD"}
        super()._do_reveal()
        self.rules = self.rules | {"blind_penalty": penalty}


@referee("VAR-6")
class TheFirstRunIsOpen(NaiveTable):
    """No stack starts blind."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.blind = False


@referee("VAR-6")
class OnlyTheFirstLevelIsBlind(NaiveTable):
    """A stack that starts blind goes on open."""

    def _do_complete_level(self) -> None:
        super()._do_complete_level()
        if self.rules["starts_blind"] and self.phase == "DEALING":
            self.blind = False
