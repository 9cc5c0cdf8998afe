"""Rewrite docstrings and signatures that Sphinx would show badly.

`Play`s, with an s right after a name, is not valid reStructuredText. The call signature of an
enumeration is not useful. Types are shown by their public names, without details that only a type
checker needs: wherever a signature says int, anything with `__index__` is accepted.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PLURAL = re.compile(r"(`[^`]+`)(?=\w)")
# Patterns in signatures, and the text that replaces them; the order matters.
SHOWN = [
    (re.compile(pattern), shown)
    for pattern, shown in [
        (r"TypeAliasForwardRef\('([\w.]+)'\)", r"\1"),  # a union inside another type
        (r"(?<![\w.])tm\.(?=\w)", "themind."),
        (r"(?<![\w.])Tables\b", "themind.Rules | SearchStrategy[themind.Rules]"),
        (r"(?<![\w.])SearchStrategy\b", "hypothesis.strategies.SearchStrategy"),
        (r"(?<![\w.])(Callable|Collection|Mapping|Sequence)\b", r"collections.abc.\1"),
        (r"\bApplyBy\[(\w+)\]", r"collections.abc.Callable[..., \1 | None]"),  # with `by`
        (r"float \| ~?(?:typing\.)?SupportsIndex", "float"),
        (r"~?(?:typing\.)?\bSupportsIndex\b", "int"),
        (r"\bconcurrent\.futures\._base\.", "concurrent.futures."),
        (r"\bgymnasium\.spaces\.box\.", "gymnasium.spaces."),
        (r"\bClassVar\[(.*)\]$", r"\1"),
        # A name is clearer for a default that is a function or the English catalogue.
        (r"<function ([\w.]+)>", r"\1"),
        (r"Catalogue\(templates=<\d+ templates>, plural=\w+\)", "ENGLISH"),
        (r"frozenset\(\{\}\)", "frozenset()"),
    ]
]
# Classes that only the library instantiates, so that their constructors are not shown.
MADE_HERE = {"Learning", "Paired", "Records", "Result", "Store", "Sweep"}


def clear_text(text: str) -> str:
    """Show types and defaults by their public names."""
    for pattern, shown in SHOWN:
        text = pattern.sub(shown, text)
    return text


def _clear_line(line: str) -> str:
    if line.lstrip().startswith(">>>"):
        return line
    if line.lstrip().startswith(":type"):
        return clear_text(line)
    return PLURAL.sub(r"\1\\ ", line)


def clear_docstring(*event: Any) -> None:
    """Separate plurals from names, but not in examples, and show the types of attributes."""
    lines: list[str] = event[-1]
    lines[:] = map(_clear_line, lines)


def clear_signature(*event: Any) -> tuple[str, str | None] | None:
    """Show enumerations without arguments, and types and defaults by their public names."""
    value, signature, returned = event[3], event[5], event[6]
    if isinstance(value, type) and (issubclass(value, Enum) or value.__name__ in MADE_HERE):
        return "", None
    if signature is None:
        return None
    return clear_text(signature), returned and clear_text(returned)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to the events of autodoc."""
    app.connect("autodoc-process-docstring", clear_docstring)
    app.connect("autodoc-process-signature", clear_signature)
    return {"parallel_read_safe": True}
