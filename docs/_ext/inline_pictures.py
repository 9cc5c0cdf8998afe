"""Inline SVG pictures in their pages, so that they follow the theme switch of the site.

A picture in an `img` can follow only the preference of the system. The dark colours of an inlined
picture apply if the reader chooses the dark theme, or if the system does and the reader has not
chosen.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

ROOT = re.compile(r"<svg\b[^>]*>", re.DOTALL)
TITLE = re.compile(r"^(<svg\b[^>]*>\s*)<title>.*?</title>\s*", re.DOTALL)
DARK = re.compile(r"@media \(prefers-color-scheme: dark\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")
RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")
CHOSEN = 'body[data-theme="dark"]'
PREFERRED = 'body:not([data-theme="light"])'
SAID = re.compile(r"\s(?:role|aria-\w+|style)=\"[^\"]*\"")
WIDTH = re.compile(r"<svg\b[^>]*?\bwidth=\"([\d.]+)(pt|px|)\"", re.DOTALL)
UNITS = {"pt": 4 / 3, "px": 1.0, "": 1.0}
# Below this scale, a picture scrolls on a phone, because its text would be too small to read.
LEAST_SCALE = 0.65
# Identifiers of two pictures on one page must differ.
NAMED = re.compile(r"(\bid=\"|\bhref=\"#|url\(#)([\w.-]+)")


def inline(picture: str, name: str, words: str) -> str:
    """Return an SVG document as an element of a page, with `words` as its text alternative."""
    picture = picture[picture.index("<svg") :].strip()
    picture = TITLE.sub(r"\1", picture)
    picture = NAMED.sub(rf"\g<1>{name}-\g<2>", picture)
    picture = DARK.sub(lambda match: _switched(match[1]), picture)
    least = LEAST_SCALE * width_of(picture)
    picture = ROOT.sub(lambda match: _root(match[0], words, least), picture, count=1)
    return f'<span class="picture">{picture}</span>'  # a paragraph can contain it


def width_of(picture: str) -> float:
    """Return the width of a picture in pixels of the page."""
    found = WIDTH.search(picture)
    assert found is not None, "the picture has no width"
    return float(found[1]) * UNITS[found[2]]


def _switched(rules: str) -> str:
    preferred = f"@media (prefers-color-scheme: dark){{{_below(PREFERRED, rules)}}}"
    return _below(CHOSEN, rules) + preferred


def _below(body: str, rules: str) -> str:
    return RULE.sub(lambda match: f"{body} {match[1].strip()}{match[2]}", rules)


def _root(tag: str, words: str, least: float) -> str:
    kept = SAID.sub("", tag).removesuffix(">")
    return f'{kept} role="img" aria-label="{escape(words)}" style="min-width: {least:.0f}px">'


def setup(app: Sphinx) -> dict[str, bool]:
    """Let pages of the site contain their SVG pictures."""
    from docutils import nodes

    def visit_image(writer: Any, node: nodes.Element) -> None:
        path = Path(app.srcdir, node["uri"])
        if path.suffix != ".svg" or "://" in node["uri"]:
            type(writer).visit_image(writer, node)
            return
        picture = inline(path.read_text(encoding="utf-8"), path.stem, node.get("alt", ""))
        writer.body.append(f"{picture}\n")

    def depart_image(writer: Any, node: nodes.Element) -> None:
        pass

    app.add_node(nodes.image, override=True, html=(visit_image, depart_image))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
