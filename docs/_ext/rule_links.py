"""Give each rule of the rules page an anchor, and link every rule id to it.

The ids are found in the text of pages and docstrings, so that authors need not write links. An id
without a rule causes a warning, which fails the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rule_index import ID

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RULES_PAGE = "rules"
ONE = re.compile(rf"\b{ID}\b(?!-)")


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, each with a flag for rule ids."""
    end = 0
    for match in ONE.finditer(text):
        if match.start() > end:
            yield text[end : match.start()], False
        yield match[0], True
        end = match.end()
    if end < len(text):
        yield text[end:], False


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the object type `rule`, and the transform that makes the links."""
    from docutils import nodes
    from site_links import RuleLinks

    app.add_object_type("rule", "rule", objname="rule", ref_nodeclass=nodes.inline)
    app.add_transform(RuleLinks)
    return {"parallel_read_safe": True}
