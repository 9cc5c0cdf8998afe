"""Fix markup of Sphinx and the theme that causes problems for screen readers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# A definition list without terms: the parameters of a signature, one per line.
PARAMETERS = re.compile(r"<dl>\s*(<dd><em class=\"sig-param\">.*?)</dl>", re.DOTALL)
HEAD = re.compile(r"<th class=\"(?P<classes>[^\"]*\bhead\b[^\"]*)\">")
EMPTY_HEAD = re.compile(r"<th class=\"(?P<classes>[^\"]*\bhead\b[^\"]*)\">\s*(?:<p></p>)?\s*</th>")
CAPTION = 'class="caption" role="heading"'


def mended(body: str) -> str:
    """Return the text of a page with signatures as lines, and marked headers of tables."""
    body = PARAMETERS.sub(_lines, body)
    body = EMPTY_HEAD.sub(r'<td class="\g<classes>"></td>', body)
    return HEAD.sub(r'<th scope="col" class="\g<classes>">', body)


def _lines(match: re.Match[str]) -> str:
    lines = match[1].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")
    return f'<span class="sig-lines">{lines}</span>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Fix each page after the theme has prepared it."""

    def mend(_: Sphinx, name: str, template: str, context: dict[str, Any], tree: object) -> None:
        del name, template, tree
        if "body" in context:
            context["body"] = mended(context["body"])
        navigation = context.get("furo_navigation_tree")
        if navigation:
            levelled = navigation.replace(CAPTION, f'{CAPTION} aria-level="2"')
            context["furo_navigation_tree"] = levelled

    app.connect("html-page-context", mend, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
