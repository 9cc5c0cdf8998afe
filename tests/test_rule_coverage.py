"""Each rule of the rules page has a test that cites it, and no test cites another."""

from __future__ import annotations

import functools
from collections import Counter

from claims import claim
from rule_ids import RULES_PAGE, TESTS, Rule, citations, rules_on

PAGE = """\
# Rules
| id | rule |
|---|---|
| LVL-6 | the lowest card |
## Not in the engine, but told
| TALK-1 | no talk |
### Still not
| TALK-2 | no signs, see LVL-7 |
## Variants
| `VAR-1` | five levels |
"""

TESTED = """\
import pytest
pytestmark = [pytest.mark.rule("SET-1"), pytest.mark.slow]
LVL_7 = "LVL-7"

@pytest.mark.rule("LVL-6", "ERR-1")
class TestPlay:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("ERR-2"))])
    def test_it(self, x):
        "About END-1."
"""


@functools.cache
def cited_anywhere() -> frozenset[str]:
    files = TESTS.rglob("test_*.py")
    return frozenset(rule for file in files for rule in citations(file.read_text(encoding="utf-8")))


def rules_of_the_page() -> list[Rule]:
    return list(rules_on(RULES_PAGE.read_text(encoding="utf-8")))


@claim("rules.md")
@claim("rule-index.md")
@claim("explanation/sources.md")
def test_every_rule_of_the_engine_is_cited_by_a_test() -> None:
    untested = {rule.id for rule in rules_of_the_page() if rule.in_engine} - cited_anywhere()
    assert not untested, f"no test cites {', '.join(sorted(untested))}"


def test_every_cited_rule_is_on_the_page() -> None:
    strangers = cited_anywhere() - {rule.id for rule in rules_of_the_page()}
    assert not strangers, f"docs/rules.md has no {', '.join(sorted(strangers))}"


def test_every_rule_has_one_row() -> None:
    rows = Counter(rule.id for rule in rules_of_the_page())
    assert [rule for rule, times in rows.items() if times > 1] == []
    assert len(rows) > 40


def test_rows_are_read_with_their_place() -> None:
    assert list(rules_on(PAGE)) == [
        Rule("LVL-6", in_engine=True),
        Rule("TALK-1", in_engine=False),
        Rule("TALK-2", in_engine=False),
        Rule("VAR-1", in_engine=True),
    ]


def test_only_marks_cite() -> None:
    assert sorted(citations(TESTED)) == ["ERR-1", "ERR-2", "LVL-6", "SET-1"]
