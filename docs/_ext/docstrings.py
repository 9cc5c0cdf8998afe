"""What docstrings may say and reStructuredText would not take: `Play`s, with an s after a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PLURAL = re.compile(r"(`[^`]+`)(?=\w)")


def part_plurals(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]):
    """Put the mark that parts a name from the letters after it, but not into examples."""
    lines[:] = [line if line.startswith(">>>") else PLURAL.sub(r"\1\\ ", line) for line in lines]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", part_plurals)
    return {"parallel_read_safe": True}
