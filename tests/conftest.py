"""What every test shares: how hard hypothesis tries, and that rules are cited rightly."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from rule_ids import RULES_PAGE, rules_on

EXAMPLES = {"ci": 60, "quick": 15}
SLOW_MACHINE = [HealthCheck.too_slow]

for name, examples in EXAMPLES.items():
    settings.register_profile(
        name,
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=SLOW_MACHINE,
    )
settings.register_profile("dev", max_examples=100, deadline=None)
settings.register_profile(
    "laws",
    max_examples=2_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=SLOW_MACHINE,
)
settings.load_profile("ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a run in which a test cites a rule that the rules page does not have."""
    if not RULES_PAGE.exists():
        return  # one test says so; that is enough
    known = {rule.id for rule in rules_on(RULES_PAGE.read_text(encoding="utf-8"))}
    strangers = {
        f"{item.nodeid}: {cited}"
        for item in items
        for mark in item.iter_markers("rule")
        for cited in mark.args
        if cited not in known
    }
    if strangers:
        lines = "\n".join(sorted(strangers))
        raise pytest.UsageError(f"rules that docs/rules.md does not have:\n{lines}")
