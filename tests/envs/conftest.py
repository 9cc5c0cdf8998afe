"""The tests of environments wait for their packages."""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = ("gymnasium", "numpy", "pettingzoo")

if any(find_spec(name) is None for name in NEEDED):
    collect_ignore_glob = ["test_*.py"]
