"""The numbers of a table: what `Rules` takes, what it refuses, and that it names every fault."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

import themind as tm
from positions import rules_of

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
        {"max_lives": 10**30, "lives": 10**30},
    ],
)
def test_the_bounds_are_within(fields: dict[str, Any]) -> None:
    """VAR-4: each bound itself is allowed, and kept as it was given."""
    rules = rules_of(**fields)
    assert {name: getattr(rules, name) for name in fields} == fields


@pytest.mark.rule("VAR-4")
@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"players": 0}, "players is at least 1, not 0"),
        ({"first_level": 0}, "first_level is at least 1, not 0"),
        ({"first_level": 13}, "levels is at least first_level (13), not 12"),
        ({"lives": 0}, "lives is at least 1, not 0"),
        ({"lives": 6}, "lives is at most max_lives (5), not 6"),
        ({"lives": 3, "max_lives": 2}, "lives is at most max_lives (2), not 3"),
        ({"stars": -1}, "stars is at least 0, not -1"),
        ({"stars": 4}, "stars is at most max_stars (3), not 4"),
        ({"stars": 1, "max_stars": 0}, "stars is at most max_stars (0), not 1"),
        ({"cards": 10_001}, "cards is at most 10,000, not 10001"),
        ({"cards": 10**12}, "cards is at most 10,000, not 1000000000000"),
        ({"cards": 23}, "players x levels is at most cards (23), not 24"),
        ({"players": 9}, "players x levels is at most cards (100), not 108"),
        ({"levels": 51}, "players x levels is at most cards (100), not 102"),
    ],
)
def test_a_number_out_of_bounds(fields: dict[str, Any], fault: str) -> None:
    """VAR-4: each bound is checked as the rules are made."""
    assert faults_of(**fields) == (fault,)


@pytest.mark.rule("VAR-4")
@pytest.mark.parametrize(
    "name",
    ["players", "levels", "lives", "stars", "max_lives", "max_stars", "first_level", "cards"],
)
@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1]])
def test_a_number_that_is_no_int(name: str, value: object) -> None:
    """A wrong type is a fault among the others, and breaks no comparison."""
    assert faults_of(**{name: value}) == (f"{name} is an int, not {value!r}",)


@pytest.mark.rule("VAR-4")
def test_other_values_of_a_wrong_type() -> None:
    """The readings of a rule are of their own types."""
    assert faults_of(blind_penalty="PER_CARD") == (
        "blind_penalty is a BlindPenalty, not 'PER_CARD'",
    )
    assert faults_of(auto_refocus=1) == ("auto_refocus is a bool, not 1",)
    assert faults_of(auto_refocus=None) == ("auto_refocus is a bool, not None",)


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
    (fault,) = faults_of(rewards=rewards)
    assert fault.startswith("rewards pair levels with a Reward each, not ")


@pytest.mark.rule("SET-5")
def test_a_fault_of_rewards_shows_them() -> None:
    """SET-5: the text shows the value, however long or hostile it is in short."""
    assert faults_of(rewards=5) == ("rewards pair levels with a Reward each, not 5",)
    assert faults_of(rewards="x" * 99) == (
        "rewards pair levels with a Reward each, not " + repr((("x",),) * 99)[:57] + "...",
    )
    assert faults_of(rewards=[(2, STAR), (2, LIFE)]) == ("a level has two rewards",)
    assert faults_of(rewards=[(2, None), (2, 5)]) == (
        "rewards pair levels with a Reward each, not ((2, None), (2, 5))",
    )
    assert faults_of(rewards=[(2, None), ("2", 5)]) == (
        "rewards pair levels with a Reward each, not [(2, None), ('2', 5)]",
    )


@pytest.mark.rule("VAR-4")
def test_every_fault_is_named_at_once() -> None:
    """VAR-4: nobody has to ask twice; wrong types come first, then numbers out of bounds."""
    assert faults_of(
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
    ) == (
        "max_lives is an int, not '5'",
        "blind_penalty is a BlindPenalty, not None",
        "auto_refocus is a bool, not 0",
        "rewards pair levels with a Reward each, not 7",
        "players is at least 1, not 0",
        "first_level is at least 1, not 0",
        "levels is at least first_level (0), not -1",
        "stars is at least 0, not -2",
        "cards is at most 10,000, not 20000",
    )
    assert faults_of(players=60, levels=2, first_level=3, lives=0, max_lives=-1, stars=5) == (
        "levels is at least first_level (3), not 2",
        "lives is at least 1, not 0",
        "lives is at most max_lives (-1), not 0",
        "stars is at most max_stars (3), not 5",
        "players x levels is at most cards (100), not 120",
    )


@pytest.mark.rule("VAR-4")
def test_a_product_of_numbers_out_of_bounds_says_nothing() -> None:
    """VAR-4: players x levels is compared where both are numbers of something."""
    assert faults_of(players=-1, levels=-200, first_level=1) == (
        "players is at least 1, not -1",
        "levels is at least first_level (1), not -200",
    )
    assert faults_of(players=None, levels=200) == ("players is an int, not None",)
    assert faults_of(players=200, levels=None) == ("levels is an int, not None",)
    assert faults_of(players=0, levels=12, cards=-5) == ("players is at least 1, not 0",)
    assert faults_of(players=1, levels=101) == ("players x levels is at most cards (100), not 101",)
    assert faults_of(players=101, levels=1) == ("players x levels is at most cards (100), not 101",)


@pytest.mark.rule("VAR-4")
def test_huge_numbers_are_shown_in_short() -> None:
    """A fault's text stays short, whatever a number is."""
    (fault,) = faults_of(lives=10**100)
    assert fault == "lives is at most max_lives (5), not 1" + "0" * 56 + "..."
    (fault,) = faults_of(lives=10**60 - 1)
    assert fault == "lives is at most max_lives (5), not " + "9" * 60
    (fault,) = faults_of(lives=10**5000)
    assert fault == "lives is at most max_lives (5), not a value of type int"


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
    with pytest.raises(TypeError, match=f"^a level is an int, not {type(level).__name__}$"):
        rules_of().reward(level)


def test_rules_take_keywords_only() -> None:
    """Eleven numbers by position could not be read."""
    with pytest.raises(TypeError, match="positional argument"):
        tm.Rules(2, 12, 2, 1)
    assert rules_of() == tm.Rules.standard(2)
