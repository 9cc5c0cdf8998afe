"""Draw the plots of the studies as SVG files in one style, for light and for dark pages.

This module needs matplotlib. `subplots` makes a figure, and `save` writes it.
"""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path
from typing import Any

# Name: colour on light paper, colour on dark paper. The series are colours of Okabe and Ito.
COLOURS = {
    "paper": ("#fbfaf7", "#1d1f21"),
    "ink": ("#1f2328", "#e8e6e3"),
    "soft": ("#57606a", "#aeb6be"),
    "line": ("#d0cbc2", "#4a4e55"),
    "first": ("#0072b2", "#56b4e9"),
    "second": ("#b84e00", "#ff8a3d"),
    "third": ("#00805d", "#35c79f"),
}
INK, SOFT, LINE = (COLOURS[name][0] for name in ("ink", "soft", "line"))
SERIES = tuple(COLOURS[name][0] for name in ("first", "second", "third"))
DARK = "".join(f"--{name}:{dark};" for name, (_, dark) in COLOURS.items())
STYLE = f"<style>@media (prefers-color-scheme: dark){{svg.plot{{{DARK}}}}}</style>"
SETTINGS = {
    "axes.edgecolor": SOFT,
    "axes.facecolor": COLOURS["paper"][0],
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "axes.titleweight": "bold",
    "figure.facecolor": COLOURS["paper"][0],
    "font.size": 11,
    "grid.color": LINE,
    "legend.edgecolor": LINE,
    "legend.facecolor": COLOURS["paper"][0],
    "legend.framealpha": 1.0,
    "lines.markersize": 5,
    "svg.fonttype": "none",
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
}
NOTES = ("Creator", "Date", "Format", "Type")  # metadata that depends on the date and the version
WIDTH = 5.6  # inches: a phone shrinks the plot, and its text must stay readable


def subplots(rows: int, columns: int, height: float, salt: str, **options: Any) -> tuple[Any, Any]:
    """Return a figure and its axes; a fixed salt makes the file identical each time."""
    import matplotlib as mpl
    from cycler import cycler

    mpl.use("svg")
    from matplotlib import pyplot

    cycle = cycler(color=SERIES)
    mpl.rcParams.update({**SETTINGS, "axes.prop_cycle": cycle, "svg.hashsalt": salt})
    return pyplot.subplots(rows, columns, figsize=(WIDTH, height), layout="constrained", **options)


def save(figure: Any, path: Path, title: str) -> None:
    """Write a figure, with a title for screen readers, and close it."""
    from matplotlib import pyplot

    written = io.StringIO()
    figure.savefig(written, format="svg", metadata=dict.fromkeys(NOTES))
    pyplot.close(figure)
    path.write_text(themed(written.getvalue(), title), encoding="utf-8")


def themed(svg: str, title: str) -> str:
    """Return an SVG of matplotlib whose colours follow those of the page."""
    root = svg.index("<svg")
    head, body = svg[root:].split(">", 1)
    body = body.replace(">*{", ">svg.plot *{")  # in a page, the rule applies only to the plot
    for name, (light, _) in COLOURS.items():
        body = re.sub(rf"(?<=: ){light}\b", f"var(--{name}, {light})", body)
    lines = f'{head} class="plot" role="img">\n<title>{escape(title)}</title>{STYLE}{body}'
    return "".join(f"{line.rstrip()}\n" for line in lines.splitlines())
