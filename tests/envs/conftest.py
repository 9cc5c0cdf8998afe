"""The tests of environments wait for their packages, and the large ones for `nox -s envs`."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

NEEDED = ("gymnasium", "numpy", "pettingzoo")

if any(find_spec(name) is None for name in NEEDED):
    collect_ignore_glob = ["test_*.py"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out, unless the deep profile or a mark expression asks for them."""
    asked = config.getoption("--hypothesis-profile") == "laws"
    if asked or "slow" in config.getoption("-m"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
