"""Without its packages the module says which extra has them."""

from __future__ import annotations

import importlib
import sys

import pytest

from claims import claim


@pytest.mark.parametrize("name", ["gymnasium", "numpy", "pettingzoo"])
@claim("reference/envs.md")
def test_a_missing_package_is_named_with_the_extra(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "themind.envs")
    with pytest.raises(ImportError) as caught:
        importlib.import_module("themind.envs")
    assert caught.value.name == name
