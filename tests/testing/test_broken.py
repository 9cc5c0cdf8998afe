"""Each entry of the catalogue of broken code is found, soon, and shown in a short game.

Twelve entries run by default; `nox -s kit` runs all.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

from naive_referee import NaiveTable
from rule_ids import RULES_PAGE, rules_on
from testing.broken import (  # noqa: F401 - they fill the catalogue
    blind,
    clients,
    ending,
    levels,
    mistakes,
    refusals,
    rooms,
    setting_up,
    stars,
    variants,
)
from testing.broken.catalogue import CLIENTS, REFEREES, ROOMS, UNBREAKABLE, Broken
from testing.broken.plain_client import PlainClient
from testing.broken.plain_room import Visitor
from themind import testing
from walks.naive_side import naive_apply, naive_rules

pytestmark = pytest.mark.kit

MOST_SECONDS = 20
MOST_SECONDS_OF_A_MACHINE = 15

EXAMPLES = {
    "AHundredCardsAlways",  # referees
    "AYesCountsThePileAlone",
    "AgainstTheCardBefore",
    "NoRewardForLevelNine",
    "StumblesOverEmptyHands",
    "MoreLivesThanTheTeamHas",
    "CountsRevealedMistakes",  # clients
    "StopsAtAStar",
    "TheBlindRunIsOpen",
    "DropsWhoAsks",  # rooms
    "ForgetsTheLastEvent",
    "KeepsTheLogOfTheLastGame",
}


def cases(catalogue: dict[str, Broken]) -> list[Any]:
    slow = [pytest.mark.slow]
    return [pytest.param(name, marks=[] if name in EXAMPLES else slow) for name in catalogue]


def actions_in(text: str) -> list[str]:
    return re.findall(r"^  \d+\. (.*)", text, flags=re.MULTILINE)


def text_of(error: BaseException) -> str:
    return "\n".join([str(error), *getattr(error, "__notes__", [])])


def found(broken: Broken, check: Callable[[], None], most_seconds: float) -> BaseException:
    """The error of a check, which has come soon and shows a short game."""
    start = time.process_time()
    with pytest.raises(Exception) as raised:  # noqa: PT011 - the broken code's own errors too
        check()
    seconds = time.process_time() - start
    text = text_of(raised.value)
    print(f"{seconds:.1f} s of CPU\n{text}")  # noqa: T201 - pytest -rP shows it
    assert "shortest" in text
    assert len(actions_in(text)) <= broken.most
    assert seconds < most_seconds
    return raised.value


def check_referee(kind: type[NaiveTable]) -> None:
    testing.check_referee(
        lambda rules: kind(naive_rules(rules)), naive_apply, shown=lambda table: table.snapshot()
    )


def check_client(kind: type[PlainClient]) -> None:
    testing.check_view_client(kind, kind.follow, shown=kind.shown)


def check_room(kind: type[Any], games: int = 100) -> None:
    test: Any = type(kind.__name__, (Visitor,), {"room_kind": kind}).TestCase
    test.settings = settings(test.settings, max_examples=games, database=None, derandomize=True)
    test().runTest()


@pytest.mark.parametrize("name", cases(REFEREES))
def test_a_referee(name: str) -> None:
    broken = REFEREES[name]
    error = found(broken, lambda: check_referee(broken.kind), MOST_SECONDS)
    assert type(error) is AssertionError


@pytest.mark.parametrize("name", cases(CLIENTS))
def test_a_client(name: str) -> None:
    broken = CLIENTS[name]
    error = found(broken, lambda: check_client(broken.kind), MOST_SECONDS)
    assert type(error) is AssertionError


@pytest.mark.parametrize("name", cases(ROOMS))
def test_a_room(name: str) -> None:
    """The error is the room's own or that of its comparison, never one of hypothesis."""
    broken = ROOMS[name]
    error = found(broken, lambda: check_room(broken.kind), MOST_SECONDS_OF_A_MACHINE)
    assert not type(error).__module__.startswith("hypothesis")


@pytest.mark.unmeasured
class TestSound:
    """What the broken ones are built on is not what is found."""

    @pytest.mark.slow
    def test_the_naive_referee(self) -> None:
        check_referee(NaiveTable)

    @pytest.mark.slow
    def test_the_plain_client(self) -> None:
        check_client(PlainClient)

    def test_the_plain_room(self) -> None:
        check_room(Visitor.room_kind, games=30)


def test_at_least_sixty() -> None:
    assert len(REFEREES) + len(CLIENTS) + len(ROOMS) >= 60
    assert len(EXAMPLES & {*REFEREES, *CLIENTS, *ROOMS}) == 12


@pytest.mark.tree
def test_each_rule_is_broken_at_least_once_and_at_most_three_times() -> None:
    known = [rule.id for rule in rules_on(RULES_PAGE.read_text(encoding="utf-8"))]
    times = Counter(rule for broken in REFEREES.values() for rule in broken.rules)
    assert set(times) | set(UNBREAKABLE) == set(known)
    assert not set(times) & set(UNBREAKABLE)
    assert max(times.values()) <= 3
