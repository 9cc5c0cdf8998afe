"""What docstrings say and Sphinx would show badly.

`Play`s, with an s right after a name, is no valid reStructuredText. That an enumeration is called
with a value is no news to anybody. And a union that stays a name is wrapped inside other types.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PLURAL = re.compile(r"(`[^`]+`)(?=\w)")
WRAPPED = re.compile(r"TypeAliasForwardRef\('([\w.]+)'\)")
# A default that is a function or the English catalogue has a name that says more than its repr.
NAMED = re.compile(r"<function ([\w.]+)>")
ENGLISH = re.compile(r"Catalogue\(templates=<\d+ templates>, plural=\w+\)")


def part_plurals(*event: Any) -> None:
    """Put the mark that parts a name from the letters after it, but not into examples."""
    lines: list[str] = event[-1]
    lines[:] = [line if line.startswith(">>>") else PLURAL.sub(r"\1\\ ", line) for line in lines]


def clear_signature(*event: Any) -> tuple[str, str | None] | None:
    """Show an enumeration without arguments, and unions and defaults by their names."""
    value, signature, returned = event[3], event[5], event[6]
    if isinstance(value, type) and issubclass(value, Enum):
        return "", None
    if signature is None:
        return None
    signature = ENGLISH.sub("ENGLISH", NAMED.sub(r"\1", WRAPPED.sub(r"\1", signature)))
    return signature, returned and WRAPPED.sub(r"\1", returned)


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen to autodoc."""
    app.connect("autodoc-process-docstring", part_plurals)
    app.connect("autodoc-process-signature", clear_signature)
    return {"parallel_read_safe": True}
