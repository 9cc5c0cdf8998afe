"""Link names of the package, written as code in a page, to the reference, and list them all.

A name is linked if it has exactly one meaning. A bare word that is also a field or a parameter,
such as `rules`, is not linked, but `testing.rules` is. Full names of other projects, such as
`attrs.evolve`, are linked too if their inventory has them.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PACKAGE = "themind"
MEMBERS = {"attribute", "method", "property"}
WORD = re.compile(r"([\w.]+?)(\((?:[^()]|\([^()]*\))*\))?$")
# Where words such as `play` and `batch` are commands or modules of the source.
NO_BARE_WORDS = {"contributing", "reference/prompt"}


class Name(NamedTuple):
    """A documented name; `short` is without the module."""

    full: str
    short: str
    module: str
    kind: str


def names(objects: Mapping[str, str]) -> Iterator[Name]:
    """Yield the names among the documented objects, given with their kinds, without modules."""
    for full, kind in objects.items():
        if kind != "module":
            parts = full.split(".")
            at = -2 if kind in MEMBERS else -1
            yield Name(full, ".".join(parts[at:]), ".".join(parts[:at]), kind)


def alphabetical(objects: Mapping[str, str]) -> list[Name]:
    """Return the names in alphabetical order."""
    return sorted(names(objects), key=lambda name: (name.short.casefold(), name.module))


def spellings(full: str, short: str) -> Iterator[str]:
    """Yield the spellings of a name, from its short form to the full one, and with `tm`."""
    parts = full.split(".")
    for start in range(len(parts) - short.count(".")):
        yield ".".join(parts[start:])
    if parts[0] == PACKAGE:
        yield ".".join(["tm", *parts[1:]])


def parameters(full: str, module: str) -> Iterable[str]:
    """Return the parameters of a class or function of the package."""
    try:
        value: Any = importlib.import_module(module)
        for part in full.removeprefix(f"{module}.").split("."):
            value = getattr(value, part)
        return list(inspect.signature(value).parameters)
    except (AttributeError, TypeError, ValueError):
        return []


class Names:
    """Finds the documented name that a text refers to."""

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
                self.members.add(full.rpartition(".")[2])  # `batch` can mean the module
                for spelling in spellings(full, full.partition(".")[2]):
                    if "." in spelling:
                        self.meanings[spelling].add(full)

    def find(self, text: str, *, bare_words: bool = True) -> str | None:
        """Return the full name that a text such as `tm.play` or `Play(0)` refers to, or None."""
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
    from site_links import LISTS, AllNames, NameLinks

    app.add_directive(LISTS, AllNames)
    app.add_post_transform(NameLinks)
    return {"parallel_read_safe": True}
