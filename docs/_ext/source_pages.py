"""Pages with the source of the package and of its tests, and the links to them.

A name is looked up in the text of its module: public names are often imported from a private
module, and members inherited from a private class.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import themind

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
SOURCE = Path(themind.__file__).parent
PAGES = "source"


class Place(NamedTuple):
    """A line of a file; the file is given as `themind/…` or `tests/…`."""

    file: str
    line: int


class Span:
    """The lines of a definition, and its name within the file."""

    def __init__(self, node: ast.stmt, name: str) -> None:
        decorators = getattr(node, "decorator_list", [])
        self.first = min([node.lineno, *[decorator.lineno for decorator in decorators]])
        self.last = node.end_lineno or node.lineno
        self.name = name


class Outline(NamedTuple):
    """The definitions of a file by line, its imported names by module, and its classes by base."""

    lines: dict[str, int]
    imports: dict[str, str]
    bases: dict[str, list[str]]


def spans(body: list[ast.stmt], prefix: str = "") -> Iterator[Span]:
    """Yield the functions, classes and named values of a module or class, outer ones first."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name):
                yield Span(node, prefix + name)
            case ast.ClassDef(name=name):
                yield Span(node, prefix + name)
                yield from spans(node.body, f"{prefix}{name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield Span(node, prefix + name)
            case ast.Assign(targets=[ast.Tuple(elts=elements)]):
                yield from (Span(node, prefix + ast.unparse(element)) for element in elements)


def path_of(file: str) -> Path:
    """Return the path of `themind/…` or `tests/…`."""
    inside = file.startswith(f"{SOURCE.name}/")
    return (SOURCE.parent if inside else ROOT) / file


@functools.cache
def outline(file: str) -> Outline:
    """Return the definitions and imports of a file, or the quoted ids of one that is not Python."""
    text = path_of(file).read_text(encoding="utf-8")
    if not file.endswith(".py"):
        return Outline(_ids(text), {}, {})
    tree = ast.parse(text)
    found = Outline({}, {}, {})
    for span in spans(tree.body):
        found.lines.setdefault(span.name, span.first)
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                found.imports.update({each.asname or each.name: module for each in names})
            case ast.ClassDef(name=name, bases=bases):
                found.bases[name] = [ast.unparse(base).partition("[")[0] for base in bases]
    return found


def _ids(text: str) -> dict[str, int]:
    lines = enumerate(text.splitlines(), start=1)
    return {match[1]: at for at, line in lines for match in re.finditer(r'"id": "([^"]+)"', line)}


def file_of(module: str) -> str | None:
    """Return the file of a module of the package, or None for any other module."""
    path = SOURCE.parent.joinpath(*module.split("."))
    for candidate in (path / "__init__.py", path.with_suffix(".py")):
        if candidate.is_relative_to(SOURCE) and candidate.is_file():
            return candidate.relative_to(SOURCE.parent).as_posix()
    return None


def place_of(module: str, name: str) -> Place | None:
    """Return the place where a name of a module is defined, or None outside the package."""
    file = file_of(module)
    if file is None:
        return None
    known = outline(file)
    if name in known.lines:
        return Place(file, known.lines[name])
    outer, _, member = name.partition(".")
    if outer in known.imports:
        return place_of(known.imports[outer], name)
    inherited = (place_of(module, f"{base}.{member}") for base in known.bases.get(outer, ()))
    return next(filter(None, inherited), None)


def files() -> Iterator[str]:
    """Yield all files that have a page."""
    from rule_index import places_of_tests

    yield from (path.relative_to(SOURCE.parent).as_posix() for path in sorted(SOURCE.rglob("*.py")))
    yield from sorted({file for places in places_of_tests().values() for file in places})


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages of an HTML site, and link signatures and the index of rules to them."""
    from site_links import SourceLinks

    def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
        for file in files():
            text = path_of(file).read_text(encoding="utf-8")
            lexer = "python" if file.endswith(".py") else "json"
            lines = app.builder.highlighter.highlight_block(text, lexer, linespans="line")
            body = f"<h1>{escape(file)}</h1>\n{lines}"
            yield f"{PAGES}/{file}", {"title": file, "body": body}, "page.html"

    app.add_post_transform(SourceLinks)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True}
