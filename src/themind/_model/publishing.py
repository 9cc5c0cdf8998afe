"""The public modules of public names."""

from __future__ import annotations

from types import FunctionType

DEFINED_IN: dict[tuple[str, str], str] = {}
"""The defining module of each public function and class, by public module and name."""


def publish(module: str, names: dict[str, object]) -> None:
    """Set `__module__` of the functions and classes among these names to the public module.

    Pickles then survive moves inside the package. Call it after attrs has created the classes:
    attrs resolves the types of a constructor in the defining module.
    """
    for name, value in names.items():
        if isinstance(value, type | FunctionType) and value.__module__.startswith("themind."):
            DEFINED_IN[module, name] = value.__module__
            value.__module__ = module
