"""`st.from_type` knows the values of the package, for those who never import the kit."""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
from enum import Enum
from typing import Any, get_args

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import themind as tm
from wording import about

ACTIONS = get_args(tm.Action)
EVENTS = tuple({*get_args(tm.Event), *get_args(tm.SeatEvent)})
VALUES = [tm.Rules, tm.GameState, tm.SeatView, tm.Record, tm.Entry, tm.Outcome, tm.Illegality]
SMALL = [tm.PlayedCard, tm.AsideCard, tm.SeenCard]
KINDS = [*VALUES, *SMALL, *ACTIONS, *EVENTS]

WITHOUT_THE_KIT = """
import themind
from hypothesis import find, strategies as st
print(find(st.from_type(themind.GameState), lambda state: True).phase.name)
"""
WITHOUT_PLUGINS = """
import themind
from themind import testing
from hypothesis import find, strategies as st
print(find(st.from_type(themind.SeatEvent), lambda event: True))
"""
WITH_A_NEW_EVENT = """
import themind
class Peeked: pass
themind.Event = themind.Event | Peeked
from themind import testing
from hypothesis import find, strategies as st
try:
    find(st.from_type(Peeked), lambda event: True)
except LookupError as error:
    print(error)
"""
WITHOUT_HYPOTHESIS = """
import sys, themind
print("hypothesis" in sys.modules)
"""


def run(source: str, **environment: str) -> str:
    command = [sys.executable, "-W", "error", "-c", source]
    env = {**os.environ, **environment}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    return done.stdout.strip()


def lacks_strategy(kind: type[Any]) -> bool:
    try:
        find(st.from_type(kind), lambda value: True, settings=settings(max_examples=10))
    except LookupError:
        return True
    return False


@pytest.mark.parametrize(
    "kinds", [ACTIONS, EVENTS, VALUES + SMALL], ids=["actions", "events", "values"]
)
def test_each_kind_has_a_strategy_of_the_kit(kinds: list[type[Any]]) -> None:
    """A new action or event is registered by its union, and named here until it has a strategy."""
    without = [kind.__name__ for kind in kinds if lacks_strategy(kind)]
    assert not without, f"no strategy in themind.testing for {', '.join(without)}"


def test_a_new_kind_is_named() -> None:
    assert "Peeked" in run(WITH_A_NEW_EVENT, HYPOTHESIS_NO_PLUGINS="1")


@pytest.mark.property
@pytest.mark.parametrize("kind", sorted(KINDS, key=lambda kind: kind.__name__))
def test_each_class_has_a_strategy(kind: type[Any]) -> None:
    @settings(max_examples=10)
    @given(st.from_type(kind))
    def check(value: object) -> None:
        assert value.__class__ is kind
        assert pickle.loads(pickle.dumps(value)) == value

    check()


def test_each_class_of_value_of_the_package_is_known() -> None:
    """Of all classes in the root only enums, errors and steps are not made by a strategy."""
    classes = {kind for name in tm.__all__ if isinstance(kind := getattr(tm, name), type)}
    own = {kind for kind in classes if not issubclass(kind, (Enum, Exception, tuple, int))}
    assert own == set(KINDS)


@pytest.mark.property
@pytest.mark.parametrize("union", ["Action", "SeatAction", "TableAction", "Event", "SeatEvent"])
def test_the_unions_are_known_by_their_members(union: str) -> None:
    members = get_args(getattr(tm, union))

    @settings(max_examples=20)
    @given(st.from_type(getattr(tm, union)))
    def check(value: object) -> None:
        assert value.__class__ in members

    check()


@settings(max_examples=30)
@given(st.from_type(tm.MistakeMade))
def test_a_mistake_skips_lower_cards_of_others(event: tm.MistakeMade) -> None:
    cards = [card for hand in event.skipped for card in hand]
    assert cards
    assert max(cards) < event.card
    assert event.skipped[event.seat] == ()


@settings(max_examples=30)
@given(st.from_type(tm.PileRevealed))
def test_a_reveal_that_costs_nothing_is_in_order(event: tm.PileRevealed) -> None:
    cards = [laid.card for laid in event.pile]
    assert (event.mistakes == 0) is (cards == sorted(cards))


def test_a_star_may_find_an_empty_hand() -> None:
    star = find(st.from_type(tm.StarThrown), lambda event: None in event.cards)
    assert any(card is not None for card in star.cards)


def test_the_kit_need_not_be_imported() -> None:
    assert run(WITHOUT_THE_KIT) == "DEALING"


def test_the_kit_registers_without_plugins() -> None:
    events = {f"{kind.__name__}(" for kind in get_args(tm.SeatEvent)}
    assert run(WITHOUT_PLUGINS, HYPOTHESIS_NO_PLUGINS="1").startswith(tuple(events))


def test_the_package_loads_no_hypothesis() -> None:
    assert run(WITHOUT_HYPOTHESIS) == "False"


def test_without_hypothesis_the_kit_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "themind.testing")
    with pytest.raises(ImportError, match=about("hypothesis")) as caught:
        importlib.import_module("themind.testing")
    assert caught.value.name == "hypothesis"
