"""The numbers of a table: what `Rules` takes, what it refuses, and that it names every fault."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any

import pytest

import themind as tm
from positions import rules_of
from wording import about, faulty_fields

LIFE, STAR = tm.Reward.LIFE, tm.Reward.STAR


def faults_of(**fields: Any) -> tuple[str, ...]:
    with pytest.raises(tm.InvalidRules) as refused:
        rules_of(**fields)
    assert str(refused.value) == "; ".join(refused.value.faults)
    return refused.value.faults


@pytest.mark.rule("VAR-4")
@pytest.mark.parametrize(
    "fields",
    [
        {"players": 1},
        {"players": 8, "levels": 12, "cards": 96},
        {"first_level": 1, "levels": 1},
        {"first_level": 7, "levels": 7},
        {"lives": 1, "max_lives": 1},
        {"stars": 0, "max_stars": 0},
        {"stars": 3},
        {"lives": 5},
        {"cards": 24},
        {"cards": 10_000},
        {"players": 1, "levels": 10_000, "cards": 10_000},
        {"players": 10_000, "levels": 1, "cards": 10_000},
        {"max_lives": 10_000, "lives": 10_000, "max_stars": 10_000},
    ],
)
def test_the_bounds_are_within(fields: dict[str, Any]) -> None:
    """VAR-4: each bound itself is allowed, and kept as it was given."""
    rules = rules_of(**fields)
    assert {name: getattr(rules, name) for name in fields} == fields


@pytest.mark.rule("VAR-4")
@pytest.mark.parametrize(
    ("fields", "field", "number", "bound"),
    [
        ({"players": 0}, "players", 0, "1"),
        ({"first_level": 0}, "first_level", 0, "1"),
        ({"first_level": 13}, "levels", 12, "13"),
        ({"lives": 0}, "lives", 0, "1"),
        ({"lives": 6}, "lives", 6, "5"),
        ({"lives": 3, "max_lives": 2}, "lives", 3, "2"),
        ({"stars": -1}, "stars", -1, "0"),
        ({"stars": 4}, "stars", 4, "3"),
        ({"stars": 1, "max_stars": 0}, "stars", 1, "0"),
        ({"cards": 10_001}, "cards", 10_001, "10,000"),
        ({"cards": 10**12}, "cards", 10**12, "10,000"),
        ({"cards": 23}, "players", 24, "23"),
        ({"players": 9}, "players", 108, "100"),
        ({"levels": 51}, "players", 102, "100"),
    ],
)
def test_a_number_out_of_bounds(
    fields: dict[str, Any], field: str, number: int, bound: str
) -> None:
    """VAR-4: each bound is checked as the rules are made."""
    (fault,) = faults_of(**fields)
    assert faulty_fields([fault]) == [field]
    assert re.match(about(number, bound), fault)


@pytest.mark.rule("VAR-4")
@pytest.mark.parametrize(
    "name",
    ["players", "levels", "lives", "stars", "max_lives", "max_stars", "first_level", "cards"],
)
@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1]])
def test_a_number_that_is_no_int(name: str, value: object) -> None:
    """A wrong type is a fault among the others, and breaks no comparison."""
    (fault,) = faults_of(**{name: value})
    assert faulty_fields([fault]) == [name]
    assert repr(value) in fault


@pytest.mark.rule("VAR-4")
def test_other_values_of_a_wrong_type() -> None:
    """The readings of a rule are of their own types."""
    assert faulty_fields(faults_of(blind_penalty="PER_CARD")) == ["blind_penalty"]
    assert faulty_fields(faults_of(auto_refocus=1)) == ["auto_refocus"]
    assert faulty_fields(faults_of(auto_refocus=None)) == ["auto_refocus"]


@pytest.mark.rule("VAR-4", "SET-5")
@pytest.mark.parametrize(
    "rewards",
    [
        5,
        None,
        "ab",
        {2: "STAR"},
        {2: None},
        {"2": STAR},
        {True: STAR},
        {2.0: STAR},
        {0: STAR},
        {-1: LIFE},
        [(2,)],
        [()],
        [(2, STAR, 1)],
        [2],
        [(2, STAR), ("3", LIFE)],
    ],
)
def test_rewards_that_are_none(rewards: Any) -> None:
    """SET-5: rewards pair levels from 1 with a `Reward` each."""
    assert faulty_fields(faults_of(rewards=rewards)) == ["rewards"]


@pytest.mark.rule("SET-5")
def test_a_fault_of_rewards_shows_them() -> None:
    """SET-5: the text shows the value, however long or hostile it is in short."""
    (of_long_ones,) = faults_of(rewards="x" * 99)
    assert repr((("x",),) * 99)[:57] + "..." in of_long_ones
    for rewards in ([(2, None), (2, 5)], [(2, None), ("2", 5)]):
        (fault,) = faults_of(rewards=rewards)
        assert repr(rewards)[1:-1] in fault


@pytest.mark.rule("SET-5")
def test_every_level_of_the_longest_stack_can_have_a_reward() -> None:
    """SET-5: the chart is as long as the stack."""
    chart = dict.fromkeys(range(1, 10_001), LIFE)
    rules = rules_of(players=1, levels=10_000, cards=10_000, rewards=chart)
    assert rules.rewards == tuple(chart.items())
    (fault,) = faults_of(rewards={**dict.fromkeys(range(20_000, 10_000, -1), LIFE), 1: LIFE})
    assert "10,000" in fault


@pytest.mark.rule("SET-5")
def test_a_level_has_one_reward() -> None:
    """SET-5: which is another fault than pairs that are none."""
    (fault,) = faults_of(rewards=[(2, STAR), (2, LIFE)])
    (other,) = faults_of(rewards=[(2, STAR, LIFE), (2, LIFE)])
    assert fault.partition("got")[0] != other.partition("got")[0]


@pytest.mark.rule("VAR-4")
def test_every_fault_is_named_at_once() -> None:
    """VAR-4: nobody has to ask twice; wrong types come first, then numbers out of bounds."""
    found = faults_of(
        players=0,
        levels=-1,
        lives=9,
        stars=-2,
        max_lives="5",
        max_stars=3,
        first_level=0,
        cards=20_000,
        blind_penalty=None,
        auto_refocus=0,
        rewards=7,
    )
    assert faulty_fields(found) == [
        "max_lives",
        "blind_penalty",
        "auto_refocus",
        "rewards",
        "players",
        "first_level",
        "levels",
        "stars",
        "cards",
    ]
    found = faults_of(players=60, levels=2, first_level=3, lives=0, max_lives=-1, stars=5)
    assert faulty_fields(found) == ["levels", "lives", "lives", "stars", "players"]


@pytest.mark.rule("VAR-4")
def test_a_product_of_numbers_out_of_bounds_says_nothing() -> None:
    """VAR-4: players x levels is compared where both are numbers of something."""
    found = faults_of(players=-1, levels=-200, first_level=1)
    assert faulty_fields(found) == ["players", "levels"]
    assert faulty_fields(faults_of(players=None, levels=200)) == ["players"]
    assert faulty_fields(faults_of(players=200, levels=None)) == ["levels"]
    assert faulty_fields(faults_of(players=0, levels=12, cards=-5)) == ["players"]
    for fields in ({"players": 1, "levels": 101}, {"players": 101, "levels": 1}):
        (fault,) = faults_of(**fields)
        assert re.match(about("players", "levels", "cards", 100, 101), fault)


@pytest.mark.rule("VAR-4")
def test_huge_numbers_are_shown_in_short() -> None:
    """A fault's text stays short, whatever a number is."""
    (fault,) = faults_of(lives=10**100)
    assert fault.endswith(" 1" + "0" * 56 + "...")
    (fault,) = faults_of(lives=10**60 - 1)
    assert fault.endswith(" " + "9" * 60)
    (fault,) = faults_of(lives=10**5000)
    assert faulty_fields([fault]) == ["lives"]
    assert len(fault) < 100


@pytest.mark.rule("SET-5")
def test_equal_tables_are_equal() -> None:
    """SET-5: rewards are kept as ascending pairs within the stack, however they came."""
    pairs = [(9, LIFE), (2, STAR), (13, LIFE)]
    rules = rules_of(rewards=pairs)
    assert rules.rewards == ((2, STAR), (9, LIFE))
    for same in (dict(pairs), MappingProxyType(dict(pairs)), iter(pairs), [[2, STAR], [9, LIFE]]):
        assert rules_of(rewards=same) == rules
        assert hash(rules_of(rewards={9: LIFE, 2: STAR})) == hash(rules)
    assert rules_of(rewards={}).rewards == rules_of(rewards=()).rewards == ()


@pytest.mark.rule("SET-5")
def test_rewards_are_of_levels_of_the_stack() -> None:
    """SET-5: the first and the last level may pay; what lies outside the stack is left out."""
    chart = dict.fromkeys(range(1, 10), LIFE)
    rules = rules_of(first_level=3, levels=5, rewards=chart)
    assert rules.rewards == ((3, LIFE), (4, LIFE), (5, LIFE))
    assert rules_of().rewards == (
        (2, STAR),
        (3, LIFE),
        (5, STAR),
        (6, LIFE),
        (8, STAR),
        (9, LIFE),
    )


@pytest.mark.rule("SET-5")
@pytest.mark.parametrize("level", [True, 2.0, "2", None, []])
def test_the_reward_of_no_level(level: Any) -> None:
    """A level is an int."""
    with pytest.raises(TypeError, match=about("level", type(level))):
        rules_of().reward(level)


def test_rules_take_keywords_only() -> None:
    """Eleven numbers by position could not be read."""
    with pytest.raises(TypeError):
        tm.Rules(2, 12, 2, 1)
    assert rules_of() == tm.Rules.standard(2)


def test_a_set_of_rewards_has_no_order() -> None:
    with pytest.raises(tm.InvalidRules) as refused:
        rules_of(rewards={(2, tm.Reward.LIFE)})
    assert faulty_fields(refused.value.faults) == ["rewards"]
