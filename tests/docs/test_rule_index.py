"""The index of rules says where the code names a rule and which tests cite it."""

from __future__ import annotations

import re
from pathlib import Path

import rule_index

CODE = '''\
"""A module (SET-1).

More on ERR-1.
"""

# The box (SET-2).
CARDS = 100


class Table:
    """A table (LVL-1 to LVL-3)."""

    SIZE: int = 4  # LVL-4

    @property
    def top(self):
        # ERR-2
        return self


def after():
    return "END-1"
'''

TESTED = """\
import pytest
pytestmark = [pytest.mark.rule("SET-1")]

@pytest.mark.rule("LVL-6", "ERR-1")
class TestPlay:
    def test_one(self):
        "About END-1."

    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("ERR-2"))])
    def test_two(self, x):
        pass
"""

INDEX = Path(__file__).parents[2] / "docs" / "rule-index.md"


def test_a_definition_is_named_by_the_rules_inside_it() -> None:
    assert list(rule_index.in_source(CODE)) == [
        ("SET-1", ""),
        ("ERR-1", ""),
        ("SET-2", "CARDS"),
        ("LVL-1", "Table"),
        ("LVL-2", "Table"),
        ("LVL-3", "Table"),
        ("LVL-4", "Table.SIZE"),
        ("ERR-2", "Table.top"),
        ("END-1", "after"),
    ]


def test_only_marks_of_tests_count_and_name_what_they_mark() -> None:
    assert sorted(rule_index.in_tests(TESTED)) == [
        ("ERR-1", "TestPlay"),
        ("ERR-2", "TestPlay.test_two"),
        ("LVL-6", "TestPlay"),
        ("SET-1", ""),
    ]


def test_a_comment_after_the_last_definition_belongs_to_the_module() -> None:
    assert list(rule_index.in_source("A = 1\n# LVL-1\n")) == [("LVL-1", "")]


def test_the_index_of_the_package_finds_what_is_known() -> None:
    code = rule_index.places_of_code()
    assert "judge_play" in code["ERR-1"]["themind/_play/mistakes.py"]
    assert "GAME_OVER_RULE" in code["END-2"]["themind/_play/bases.py"]


def test_the_index_of_the_tests_has_the_rule_cases() -> None:
    cases = rule_index.places_of_tests()["ERR-1"]["tests/cases/rule_cases.json"]
    assert "one-life-for-two-skippers" in cases


def test_every_chapter_of_the_rules_has_a_table() -> None:
    page = rule_index.RULES_PAGE.read_text(encoding="utf-8")
    chapters = {rule.id.partition("-")[0] for rule in rule_index.rules_on(page)}
    shown = re.findall(r"^```\{rule-index\} ([A-Z]+)$", INDEX.read_text("utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted(chapters)


def test_code_names_every_rule_of_the_engine() -> None:
    page = rule_index.RULES_PAGE.read_text(encoding="utf-8")
    wanted = {rule.id for rule in rule_index.rules_on(page) if rule.in_engine}
    assert wanted - set(rule_index.places_of_code()) == set()
