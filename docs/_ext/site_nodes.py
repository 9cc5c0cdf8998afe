"""Tables of the documentation that are made from data."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

Cell = list[nodes.Node]


def table(heads: list[str], rows: Iterable[list[Cell]]) -> nodes.table:
    """A table with a row of heads; a cell is a list of what stands in its one paragraph."""
    columns = [nodes.colspec(colwidth=1) for _ in heads]
    head = nodes.thead("", _row([[nodes.Text(name)] for name in heads]))
    body = nodes.tbody("", *map(_row, rows))
    return nodes.table("", nodes.tgroup("", *columns, head, body, cols=len(heads)))


def _row(cells: list[Cell]) -> nodes.row:
    return nodes.row("", *[nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells])
