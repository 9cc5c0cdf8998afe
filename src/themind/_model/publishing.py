"""Public names say their public module, wherever they are defined."""

from __future__ import annotations

from types import FunctionType

DEFINED_IN: dict[tuple[str, str], str] = {}
"""The defining module of each public function and class, by public module and name."""


def publish(module: str, names: dict[str, object]) -> None:
    """Set the public module of the functions and classes among these names.

    Pickles and inventories then survive moves inside the package. It runs after attrs has made
    the classes: attrs looks the types of a constructor up in the defining module.
    """
    for name, value in names.items():
        if isinstance(value, type | FunctionType) and value.__module__.startswith("themind."):
            DEFINED_IN[module, name] = value.__module__
            value.__module__ = module
