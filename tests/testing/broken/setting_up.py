"""Referees that set a table up wrongly, or pay wrongly for its levels (SET)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from naive_referee import NaiveTable
from testing.broken.catalogue import referee


@referee("SET-2")
class AHundredCardsAlways(NaiveTable):
    """The deck has 100 cards, whatever the rules say."""

    def _clear_table(self) -> None:
        self.rules = self.rules | {"cards": 100}
        super()._clear_table()


@referee("SET-2")
class ACardTwice(NaiveTable):
    """A deck can hold a card twice, as long as the dealt cards differ."""

    def _faults_of_deck(self, deck: Iterable[object]) -> set[str]:
        cards = list(deck)
        size = self.rules["players"] * self.level
        return super()._faults_of_deck(cards) and super()._faults_of_deck(
            [*cards[:size], *sorted(set(cards[size:]) - set(cards[:size]), key=str)]
        )


@referee("SET-2")
class CardsFromZero(NaiveTable):
    """There is a card 0, and so no highest one."""

    def _faults_of_deck(self, deck: Iterable[object]) -> set[str]:
        return super()._faults_of_deck([card + 1 for card in deck])  # type: ignore[operator]


@referee("SET-3")
class TwelveLevelsAlways(NaiveTable):
    """The stack has twelve levels, whatever the rules say."""

    def _do_complete_level(self) -> None:
        levels = self.rules["levels"]
        self.rules = self.rules | {"levels": 12}
        super()._do_complete_level()
        self.rules = self.rules | {"levels": levels}


@referee("SET-4")
class AsManyLivesAsPlayers(NaiveTable):
    """The game starts with a life for each player, whatever the rules say."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.lives = rules["players"]


@referee("SET-4")
class OneStarToStartWith(NaiveTable):
    """The game starts with one star, whatever the rules say."""

    def __init__(self, rules: dict[str, Any]) -> None:
        super().__init__(rules)
        self.stars = 1


@referee("SET-5")
class NoRewardForLevelNine(NaiveTable):
    """The last reward of the chart is forgotten."""

    def _do_complete_level(self) -> None:
        lives, ninth = self.lives, self.level == 9
        super()._do_complete_level()
        self.lives = lives if ninth else self.lives


@referee("SET-5")
class AStarForALife(NaiveTable):
    """The chart is read with its symbols exchanged."""

    def _do_complete_level(self) -> None:
        rewards = self.rules["rewards"]
        other = {"LIFE": "STAR", "STAR": "LIFE"}
        turned = {level: other[reward] for level, reward in rewards.items()}
        self.rules = self.rules | {"rewards": turned}
        super()._do_complete_level()
        self.rules = self.rules | {"rewards": rewards}


@referee("SET-5")
class TheChartOfTheBoxAlways(NaiveTable):
    """Levels pay as the printed cards say, whatever the rules say."""

    def _do_complete_level(self) -> None:
        rewards = self.rules["rewards"]
        printed = {2: "STAR", 3: "LIFE", 5: "STAR", 6: "LIFE", 8: "STAR", 9: "LIFE"}
        self.rules = self.rules | {"rewards": printed}
        super()._do_complete_level()
        self.rules = self.rules | {"rewards": rewards}


@referee("SET-6")
class NoLimitOfLives(NaiveTable):
    """A life is paid although the team has all of them."""

    def _do_complete_level(self) -> None:
        lives, pays = self.lives, self.rules["rewards"].get(self.level) == "LIFE"
        super()._do_complete_level()
        self.lives = lives + pays


@referee("SET-6")
class NoLimitOfStars(NaiveTable):
    """A star is paid although the team has all of them."""

    def _do_complete_level(self) -> None:
        stars, pays = self.stars, self.rules["rewards"].get(self.level) == "STAR"
        super()._do_complete_level()
        self.stars = stars + pays


@referee("SET-6")
class AStarForALifeTooMany(NaiveTable):
    """A life that the team has no room for is paid as a star."""

    def _do_complete_level(self) -> None:
        pays = self.rules["rewards"].get(self.level)
        full = pays == "LIFE" and self.lives == self.rules["max_lives"]
        super()._do_complete_level()
        if full:
            self.stars = min(self.stars + 1, self.rules["max_stars"])
