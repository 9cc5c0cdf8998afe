"""Give each rule of the rules page an anchor, and link every rule id to it.

The ids are found in the text of pages and docstrings, so that nobody has to write a link. An id
without a rule is a warning, and so fails the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rule_index import ID

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

RULES_PAGE = "rules"
ONE = re.compile(rf"\b{ID}\b(?!-)")


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a rule id."""
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
    from sphinx import addnodes
    from sphinx.transforms import SphinxTransform

    left_alone = (
        nodes.title,
        nodes.reference,
        nodes.literal_block,
        nodes.doctest_block,
        nodes.raw,
        addnodes.pending_xref,
        addnodes.desc_signature,
    )

    def is_inside(node: Node, kinds: tuple[type, ...]) -> bool:
        parent = node.parent
        return parent is not None and (isinstance(parent, kinds) or is_inside(parent, kinds))

    def reference(rule: str, page: str, shown: Node) -> Node:
        names = {"refdomain": "std", "reftype": "rule", "reftarget": rule}
        return addnodes.pending_xref(
            "", nodes.inline("", "", shown, classes=["rule-id"]), refdoc=page, refwarn=True, **names
        )

    class RuleLinks(SphinxTransform):
        default_priority = 600

        def apply(self, **_options: Any) -> None:
            page = self.env.docname
            if page == RULES_PAGE:
                self.add_anchors()
            for node in list(self.document.findall(nodes.Text)):
                found = list(pieces(node.astext()))
                if not any(is_rule for _, is_rule in found) or is_inside(node, left_alone):
                    continue
                if not isinstance(node.parent, nodes.literal):
                    parts = [
                        reference(text, page, nodes.Text(text)) if is_rule else nodes.Text(text)
                        for text, is_rule in found
                    ]
                    node.parent.replace(node, parts)
                elif len(found) == 1:
                    code = node.parent
                    code.replace_self(reference(found[0][0], page, code.deepcopy()))

        def add_anchors(self) -> None:
            for row in self.document.findall(nodes.row):
                rule = row[0].astext()
                if ONE.fullmatch(rule):
                    row["ids"].append(rule.lower())
                    standard = self.env.get_domain("std")
                    standard.note_object("rule", rule, rule.lower(), location=row)

    app.add_object_type("rule", "rule", objname="rule", ref_nodeclass=nodes.inline)
    app.add_transform(RuleLinks)
    return {"parallel_read_safe": True}
