"""Referees that misread a rule, built on the naive one."""

from __future__ import annotations

from typing import Any

from naive_referee import NaiveTable


class ALifeForEachSkippedCard(NaiveTable):
    """A mistake that skips two cards costs two lives."""

    def _resolve(self, card: int) -> bool:
        held = len(self._lying("hand"))
        mistaken = super()._resolve(card)
        skipped = held - len(self._lying("hand")) - 1
        self.lives = max(0, self.lives - max(0, skipped - 1))
        return mistaken


class ARewardOnEnteringALevel(NaiveTable):
    """What the next level pays is paid as it is entered, not when it is completed."""

    def _do_complete_level(self) -> None:
        lives, stars = self.lives, self.stars
        super()._do_complete_level()
        pays = self.rules["rewards"].get(self.level) if self.phase == "DEALING" else None
        self.lives = min(lives + (pays == "LIFE"), self.rules["max_lives"])
        self.stars = min(stars + (pays == "STAR"), self.rules["max_stars"])


class AStarRaisesTheTop(NaiveTable):
    """A card below one that a star took is judged as a mistake."""

    def _resolve(self, card: int) -> bool:
        mistaken = super()._resolve(card)
        thrown = [gone for gone in self._lying("aside") if self.spots[gone].why == "STAR"]
        if self.blind or mistaken or card > max(thrown, default=0):
            return mistaken
        self.lives -= 1
        return True


class AForgetfulOne(NaiveTable):
    """It names another reason for what it refuses."""

    def act(self, name: str, *, by: object = None, **fields: Any) -> str | None:
        code = super().act(name, by=by, **fields)
        return "NOT_HELD" if code == "NOT_LOWEST" else code


class ALenientOne(NaiveTable):
    """It lets a star be thrown by some."""

    def _faults_of_star(self, name: str, fields: dict[str, Any]) -> set[str]:
        return super()._faults_of_star(name, fields) - {"NOT_UNANIMOUS"}


class AStrictOne(NaiveTable):
    """Nobody may play while a star is proposed."""

    def _faults(self, name: str, fields: dict[str, Any]) -> set[str]:
        faults = super()._faults(name, fields)
        return faults | ({"PROPOSAL_OPEN"} if name == "play" and self.agreed else set())


class ABrokenOne(NaiveTable):
    """It falls over at the first stop."""

    def _do_refocus(self, **_: object) -> None:
        raise KeyError("stop")


class AWrongStart(NaiveTable):
    """It starts with a life too many."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.lives += 1
