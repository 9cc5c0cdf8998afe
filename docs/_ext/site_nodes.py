"""Tables of the documentation that are made from data."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

Cell = list[nodes.paragraph]


def words(*parts: nodes.Node | str) -> nodes.paragraph:
    """A paragraph of texts and of nodes such as `code` makes."""
    return nodes.paragraph(
        "", "", *[nodes.Text(part) if isinstance(part, str) else part for part in parts]
    )


def code(name: str) -> nodes.literal:
    """A name as it stands in a program."""
    return nodes.literal("", name)


def table(heads: list[str], rows: Iterable[list[Cell]], style: str = "data") -> nodes.table:
    """A table with a row of heads; a cell is a list of paragraphs, `style` a class of the CSS."""
    columns = [nodes.colspec(colwidth=1) for _ in heads]
    head = nodes.thead("", _row([[words(name)] for name in heads]))
    body = nodes.tbody("", *map(_row, rows))
    group = nodes.tgroup("", *columns, head, body, cols=len(heads))
    return nodes.table("", group, classes=[style])


def _row(cells: list[Cell]) -> nodes.row:
    return nodes.row("", *[nodes.entry("", *cell) for cell in cells])
