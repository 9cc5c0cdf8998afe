"""What every test shares: how hard hypothesis tries, what is slow, and how rules are cited."""

from __future__ import annotations

import functools
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

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
settings.register_profile(
    "mutation",  # a failure is the end of the mutant, so its example need not be small
    settings.get_profile("quick"),
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
settings.register_profile("dev", max_examples=100, deadline=None)
settings.register_profile(
    "laws",
    max_examples=700,
    deadline=None,
    print_blob=True,
    suppress_health_check=SLOW_MACHINE,
)
settings.load_profile("ci")


@functools.cache
def known_rules() -> frozenset[str]:
    return frozenset(rule.id for rule in rules_on(RULES_PAGE.read_text(encoding="utf-8")))


@pytest.hookimpl(trylast=True)  # after hypothesis has marked its tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests to `-m slow` and to `nox -s laws`, which runs them and all properties."""
    if config.getoption("--hypothesis-profile") == "laws":
        left_out = [item for item in items if not is_deeper_with_examples(item)]
    elif "slow" in config.getoption("-m"):
        return
    else:
        left_out = [item for item in items if item.get_closest_marker("slow")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        kept = {*items} - {*left_out}
        items[:] = [item for item in items if item in kept]


def is_deeper_with_examples(item: pytest.Item) -> bool:
    """Whether the profile `laws` makes a difference: a property, or a slow test."""
    return any(item.get_closest_marker(name) for name in ("hypothesis", "property", "slow"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Measure no coverage in a long test: traced, it would take twice the time.

    The mark `no_cover` of pytest-cov is for this, but has no effect in a worker.
    """
    measures = item.config.pluginmanager.hasplugin("_cov")
    tracer = sys.gettrace() if measures and item.get_closest_marker("unmeasured") else None
    if tracer is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test that cites a rule, in a mark made at run time, that the rules page lacks."""
    cited = {rule for mark in item.iter_markers("rule") for rule in mark.args}
    if RULES_PAGE.exists() and not cited <= known_rules():
        pytest.fail(f"docs/rules.md has no {', '.join(sorted(cited - known_rules()))}")
