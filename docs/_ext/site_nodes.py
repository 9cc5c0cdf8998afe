"""Nodes of tables that are generated from data."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

Cell = list[nodes.paragraph]


def words(*parts: nodes.Node | str) -> nodes.paragraph:
    """Return a paragraph of texts and of nodes such as those of `code`."""
    return nodes.paragraph(
        "", "", *[nodes.Text(part) if isinstance(part, str) else part for part in parts]
    )


def code(name: str) -> nodes.literal:
    """Return a name as code."""
    return nodes.literal("", name)


def table(heads: list[str], rows: Iterable[list[Cell]], style: str = "data") -> nodes.table:
    """Return a table with headers; a cell is a list of paragraphs, and `style` is a CSS class."""
    columns = [nodes.colspec(colwidth=1) for _ in heads]
    head = nodes.thead("", _row([[words(name)] for name in heads]))
    body = nodes.tbody("", *map(_row, rows))
    group = nodes.tgroup("", *columns, head, body, cols=len(heads))
    return nodes.table("", group, classes=[style])


def _row(cells: list[Cell]) -> nodes.row:
    return nodes.row("", *[nodes.entry("", *cell) for cell in cells])
