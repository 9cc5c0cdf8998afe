"""The automatic links of the site: from names, rule ids and signatures.

The modules `name_links`, `rule_links` and `source_pages` determine the links.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from name_links import NO_BARE_WORDS, Name, Names, alphabetical
from rule_links import ONE, RULES_PAGE, pieces
from site_nodes import Cell, code, table, words
from source_pages import PAGES, Place, place_of
from sphinx import addnodes
from sphinx.ext.intersphinx import resolve_reference_any_inventory
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

LISTS = "all-names"
NO_LINKS_IN = (nodes.title, nodes.rubric, nodes.reference, addnodes.desc_signature)
NO_RULES_IN = (*NO_LINKS_IN, nodes.literal_block, nodes.doctest_block, addnodes.pending_xref)


def around(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the nodes that contain a node, inner ones first."""
    while node.parent is not None:
        node = node.parent
        yield node


def is_inside(node: nodes.Node, kinds: tuple[type, ...]) -> bool:
    """Return whether a node is inside a node of one of these kinds."""
    return any(isinstance(outer, kinds) for outer in around(node))


class RuleLinks(SphinxTransform):
    """Give the rows of the rules page anchors, and link rule ids to them."""

    default_priority = 600

    def apply(self, **_options: Any) -> None:
        if self.env.docname == RULES_PAGE:
            self.add_anchors()
        for text in list(self.document.findall(nodes.Text)):
            found = list(pieces(text.astext()))
            if any(is_rule for _, is_rule in found) and not is_inside(text, NO_RULES_IN):
                self.link(text, found)

    def link(self, text: nodes.Text, found: list[tuple[str, bool]]) -> None:
        parent = text.parent
        if not isinstance(parent, nodes.literal):
            parts = [self.reference(piece) if is_rule else piece for piece, is_rule in found]
            parent.replace(
                text, [nodes.Text(part) if isinstance(part, str) else part for part in parts]
            )
        elif len(found) == 1:
            parent.replace_self(self.reference(text.astext(), parent.deepcopy()))

    def reference(self, rule: str, shown: nodes.Node | None = None) -> addnodes.pending_xref:
        inner = nodes.inline("", "", shown or nodes.Text(rule), classes=["rule-id"])
        names = {"refdomain": "std", "reftype": "rule", "reftarget": rule}
        return addnodes.pending_xref("", inner, refdoc=self.env.docname, refwarn=True, **names)

    def add_anchors(self) -> None:
        for row in self.document.findall(nodes.row):
            rule = row[0].astext()
            if ONE.fullmatch(rule):
                row["ids"].append(rule.lower())
                standard = self.env.get_domain("std")
                standard.note_object("rule", rule, rule.lower(), location=row)


@functools.cache
def known_names(objects: tuple[tuple[str, str], ...]) -> Names:
    """Return the names of these objects, computed once for all pages."""
    return Names(dict(objects))


class NameLinks(SphinxPostTransform):
    """Link names written as code, and fill in the list of all names."""

    default_priority = 50  # after references have been resolved or turned back into code

    def run(self, **_options: Any) -> None:
        self.domain = self.env.get_domain("py")
        self.objects = {name: entry.objtype for name, entry in self.domain.objects.items()}
        names = known_names(tuple(self.objects.items()))
        for place in list(self.document.findall(nodes.container)):
            if LISTS in place["classes"]:
                place.replace_self(self.all_names())
        bare_words = self.env.docname not in NO_BARE_WORDS
        for literal in list(self.document.findall(nodes.literal)):
            if not is_inside(literal, NO_LINKS_IN):
                full = names.find(literal.astext(), bare_words=bare_words)
                link = self.link(full, literal) if full else self.foreign(literal)
                if link:
                    literal.replace_self(link)

    def link(self, full: str, shown: nodes.Node) -> nodes.reference | None:
        """Return a link to a name, or None within its own description."""
        entry = self.domain.objects[full]
        here = [outer for outer in around(shown) if isinstance(outer, addnodes.desc)]
        if any(entry.node_id in outer[0].get("ids", ()) for outer in here):
            return None
        builder, page = self.app.builder, self.env.docname
        return make_refnode(builder, page, entry.docname, entry.node_id, shown.deepcopy(), full)

    def foreign(self, shown: nodes.Node) -> nodes.Node | None:
        """Return a link to the full name of another project."""
        name = shown.astext().partition("(")[0]
        if "." not in name:
            return None
        target = {"refdomain": "py", "reftype": "obj", "reftarget": name}
        sought = addnodes.pending_xref("", refdoc=self.env.docname, **target)
        return resolve_reference_any_inventory(self.env, False, sought, shown.deepcopy())  # noqa: FBT003

    def all_names(self) -> nodes.table:
        return table(["name", "kind", "module"], map(self.row, alphabetical(self.objects)))

    def row(self, name: Name) -> list[Cell]:
        shown = code(name.short)
        linked = self.link(name.full, shown) or shown
        return [[words(linked)], [words(name.kind)], [words(code(name.module))]]


class AllNames(SphinxDirective):
    """A placeholder for the list of all names, which is complete when all pages have been read."""

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        return [nodes.container(classes=[LISTS])]


class SourceLinks(SphinxPostTransform):
    """Link signatures, and nodes with a `source_place`, to the pages with the source."""

    default_priority = 60
    formats = ("html",)

    def run(self, **_options: Any) -> None:
        for signature in self.document.findall(addnodes.desc_signature):
            module, name = signature.get("module"), signature.get("fullname")
            place = place_of(module, name) if module and name else None
            if place:
                shown = nodes.inline("", "[source]", classes=["viewcode-link"])
                signature.append(self.link(place, shown))
        for node in list(self.document.findall(nodes.inline)):
            if "source_place" in node:
                shown = nodes.inline("", "", *[child.deepcopy() for child in node.children])
                node.replace_self(self.link(Place(*node["source_place"]), shown))

    def link(self, place: Place, shown: nodes.Node) -> nodes.reference:
        page, anchor = f"{PAGES}/{place.file}", f"line-{place.line}"
        return make_refnode(self.app.builder, self.env.docname, page, anchor, shown)
