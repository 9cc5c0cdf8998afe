"""Link names of the package, written as code in a page, to the reference, and list them all.

A name is linked if it means exactly one thing. A bare word that is also a field or a parameter,
such as `rules`, is none; `testing.rules` is one. Full names of other projects, such as
`attrs.evolve`, are linked too if their inventory has them.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

PACKAGE = "themind"
MEMBERS = {"attribute", "method", "property"}
WORD = re.compile(r"([\w.]+?)(\(.*\))?$", re.DOTALL)
# Where words such as `play` and `batch` are commands or modules of the source.
NO_BARE_WORDS = {"contributing", "reference/prompt"}


class Name(NamedTuple):
    """A documented name; `short` leaves out the module."""

    full: str
    short: str
    module: str
    kind: str


def names(objects: Mapping[str, str]) -> Iterator[Name]:
    """The names among the documented objects, given with their kinds; modules are none."""
    for full, kind in objects.items():
        if kind != "module":
            parts = full.split(".")
            at = -2 if kind in MEMBERS else -1
            yield Name(full, ".".join(parts[at:]), ".".join(parts[:at]), kind)


def alphabetical(objects: Mapping[str, str]) -> list[Name]:
    """The names in the order in which people look them up."""
    return sorted(names(objects), key=lambda name: (name.short.casefold(), name.module))


def spellings(full: str, short: str) -> Iterator[str]:
    """How a name can be written: from its short form to the full one, and with `tm`."""
    parts = full.split(".")
    for start in range(len(parts) - short.count(".")):
        yield ".".join(parts[start:])
    if parts[0] == PACKAGE:
        yield ".".join(["tm", *parts[1:]])


def parameters(full: str, module: str) -> Iterable[str]:
    """The parameters of a class or function of the package."""
    try:
        value: Any = importlib.import_module(module)
        for part in full.removeprefix(f"{module}.").split("."):
            value = getattr(value, part)
        return list(inspect.signature(value).parameters)
    except (AttributeError, TypeError, ValueError):
        return []


class Names:
    """Finds the documented name that a text means."""

    def __init__(self, objects: Mapping[str, str]) -> None:
        self.meanings: dict[str, set[str]] = defaultdict(set)
        self.members: set[str] = set()
        self.fields: set[str] = set()
        for name in names(objects):
            for spelling in spellings(name.full, name.short):
                self.meanings[spelling].add(name.full)
            if name.kind in MEMBERS:
                self.members.add(name.short.partition(".")[2])
            self.fields.update(parameters(name.full, name.module))
        for full, kind in objects.items():
            if kind == "module" and "." in full:
                for spelling in spellings(full, full.partition(".")[2]):
                    if "." in spelling:
                        self.meanings[spelling].add(full)

    def find(self, text: str, *, bare_words: bool = True) -> str | None:
        """The full name that a text such as `tm.play` or `Play(0)` means, or None."""
        match = WORD.match(text)
        if match is None:
            return None
        word, call = match.groups()
        meanings = self.meanings.get(word, ())
        if "." not in word:
            is_word = word.islower() and "_" not in word
            taken = word in self.members or (word in self.fields and not call)
            if taken or (is_word and not call and not bare_words):
                return None
        return next(iter(meanings)) if len(meanings) == 1 else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the transform that makes the links, and the directive `all-names`."""
    from docutils import nodes
    from site_nodes import Cell, code, table, words
    from sphinx import addnodes
    from sphinx.ext.intersphinx import resolve_reference_any_inventory
    from sphinx.transforms.post_transforms import SphinxPostTransform
    from sphinx.util.docutils import SphinxDirective
    from sphinx.util.nodes import make_refnode

    left_alone = (nodes.title, nodes.rubric, nodes.reference, addnodes.desc_signature)

    @functools.cache
    def known_names(objects: tuple[tuple[str, str], ...]) -> Names:
        return Names(dict(objects))

    def around(node: Node) -> Iterator[Node]:
        while node.parent is not None:
            node = node.parent
            yield node

    class NameLinks(SphinxPostTransform):
        default_priority = 50  # after references have become what they point to, or code again

        def run(self, **_options: Any) -> None:
            self.domain = self.env.get_domain("py")
            self.objects = {name: entry.objtype for name, entry in self.domain.objects.items()}
            self.names = known_names(tuple(self.objects.items()))
            for place in list(self.document.findall(nodes.container)):
                if "all-names" in place["classes"]:
                    place.replace_self(self.all_names())
            bare_words = self.env.docname not in NO_BARE_WORDS
            for literal in list(self.document.findall(nodes.literal)):
                if not any(isinstance(outer, left_alone) for outer in around(literal)):
                    full = self.names.find(literal.astext(), bare_words=bare_words)
                    link = self.link(full, literal) if full else self.foreign(literal)
                    if link:
                        literal.replace_self(link)

        def link(self, full: str, shown: Node) -> nodes.reference | None:
            entry = self.domain.objects[full]
            here = [outer for outer in around(shown) if isinstance(outer, addnodes.desc)]
            if any(entry.node_id in outer[0].get("ids", ()) for outer in here):
                return None
            builder, page = self.app.builder, self.env.docname
            return make_refnode(builder, page, entry.docname, entry.node_id, shown.deepcopy(), full)

        def foreign(self, shown: Node) -> Node | None:
            name = shown.astext().partition("(")[0]
            if "." not in name:
                return None
            target = {"refdomain": "py", "reftype": "obj", "reftarget": name}
            sought = addnodes.pending_xref("", refdoc=self.env.docname, **target)
            return resolve_reference_any_inventory(self.env, False, sought, shown.deepcopy())

        def all_names(self) -> nodes.table:
            return table(["name", "kind", "module"], map(self.row, alphabetical(self.objects)))

        def row(self, name: Name) -> list[Cell]:
            shown = code(name.short)
            linked = self.link(name.full, shown) or shown
            return [[words(linked)], [words(name.kind)], [words(code(name.module))]]

    class AllNames(SphinxDirective):
        def run(self) -> list[nodes.Node]:
            return [nodes.container(classes=["all-names"])]

    app.add_directive("all-names", AllNames)
    app.add_post_transform(NameLinks)
    return {"parallel_read_safe": True}
