"""Draw the phases of a game, from the phases of the actions and a table of their results.

The classes of actions contain the phases in which they are possible, and `LEADS_TO` contains the
phases to which they lead. A test compares the resulting edges with those that games take. The rest
is layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import themind as tm

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DEALING, FOCUSING, PLAYING, REVEALING, CLEARED, WON, LOST = tm.Phase
END_OF_PLAY = "all hands are empty"
BLIND_END = "all hands are empty, in a blind level"
MISTAKE = "it was a mistake"
LAST_LIFE = "the last life is lost"
THROWN = "the star is thrown"

# The phases to which each action leads, and the conditions.
LEADS_TO: dict[type[Any], dict[tm.Phase, str]] = {
    tm.Deal: {FOCUSING: ""},
    tm.Begin: {PLAYING: ""},
    tm.PlayTogether: {
        PLAYING: "cards are left",
        FOCUSING: MISTAKE,
        CLEARED: END_OF_PLAY,
        REVEALING: BLIND_END,
        LOST: LAST_LIFE,
    },
    tm.Star: {
        FOCUSING: "cards are left",
        PLAYING: "cards are left, without auto_refocus",
        CLEARED: END_OF_PLAY,
        REVEALING: BLIND_END,
    },
    tm.Reveal: {CLEARED: "a life is left", LOST: LAST_LIFE},
    tm.CompleteLevel: {DEALING: "a level is left", WON: "it was the last level"},
    tm.ContinueBlind: {DEALING: ""},
    tm.Gather: {DEALING: ""},
    tm.Ready: {FOCUSING: "others are not ready", PLAYING: "all are ready"},
    tm.Unready: {FOCUSING: ""},
    tm.Refocus: {FOCUSING: ""},
    tm.Play: {
        PLAYING: "cards are left",
        FOCUSING: MISTAKE,
        CLEARED: END_OF_PLAY,
        REVEALING: BLIND_END,
        LOST: LAST_LIFE,
    },
    tm.ProposeStar: {
        PLAYING: "others must agree",
        FOCUSING: "one player alone: " + THROWN,
        CLEARED: f"one player alone: {THROWN}, {END_OF_PLAY}",
    },
    tm.AgreeToStar: {
        PLAYING: "others must agree, or without auto_refocus",
        FOCUSING: THROWN,
        CLEARED: f"{THROWN}, {END_OF_PLAY}",
        REVEALING: f"{THROWN}, {BLIND_END}",
    },
    tm.DeclineStar: {PLAYING: ""},
}


class Edge(NamedTuple):
    """An action that leads from one phase to another, and the condition for it."""

    source: tm.Phase
    action: type[Any]
    target: tm.Phase
    when: str


def edges() -> Iterator[Edge]:
    """Yield all edges of the diagram, in the order of the phases and of the actions."""
    for source in tm.Phase:
        for action, sources in [(action, action.phases) for action in get_args(tm.Action)]:
            if source in sources:
                for target, when in LEADS_TO[action].items():
                    yield Edge(source, action, target, when)


# The word of each action in the label of an edge; several actions can share one.
SHORT = {
    tm.Play: "play",
    tm.PlayTogether: "play",
    tm.Star: "star",
    tm.ProposeStar: "star",
    tm.AgreeToStar: "star",
    tm.DeclineStar: "star",
    tm.Ready: "ready",
    tm.Unready: "unready",
    tm.Refocus: "refocus",
    tm.Gather: "gather",
    tm.Deal: "deal",
    tm.Begin: "begin",
    tm.Reveal: "reveal",
    tm.CompleteLevel: "complete",
    tm.ContinueBlind: "continue blind",
}
WIDTH, HEIGHT = 420, 510
BOX = (104, 36)
CENTRES = {
    DEALING: (200, 60),
    FOCUSING: (200, 160),
    PLAYING: (200, 270),
    REVEALING: (200, 380),
    LOST: (60, 380),
    CLEARED: (340, 380),
    WON: (340, 480),
}


class Route(NamedTuple):
    """The path of an edge, and the position of its label."""

    path: str
    x: int
    y: int
    anchor: str = "middle"


ROUTES = {
    (DEALING, FOCUSING): Route("M200 78V140", 206, 114, "start"),
    (FOCUSING, DEALING): Route("M164 142V80", 158, 114, "end"),
    (FOCUSING, FOCUSING): Route("M148 152C100 136 100 184 146 168", 106, 164, "end"),
    (FOCUSING, PLAYING): Route("M176 178V250", 170, 210, "end"),
    (PLAYING, FOCUSING): Route("M224 252V180", 230, 210, "start"),
    (PLAYING, PLAYING): Route("M252 262C300 246 300 294 254 278", 294, 274, "start"),
    (PLAYING, DEALING): Route("M148 270H10V60H146", 16, 236, "start"),
    (PLAYING, REVEALING): Route("M200 288V360", 206, 344, "start"),
    (PLAYING, LOST): Route("M172 288L92 360", 122, 316, "end"),
    (PLAYING, CLEARED): Route("M228 288L308 360", 280, 316, "start"),
    (REVEALING, LOST): Route("M148 380H114", 131, 412),
    (REVEALING, CLEARED): Route("M252 380H286", 269, 412),
    (CLEARED, DEALING): Route("M366 362V60H254", 360, 54, "end"),
    (CLEARED, WON): Route("M340 398V460", 334, 434, "end"),
    (WON, DEALING): Route("M392 480H408V34H226V40", 402, 28, "end"),
}
START = Route("M200 10V40", 194, 22, "end")
HEAD = f"""\
<svg class="phases" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="phases-title">
<title id="phases-title">The phases of a game; the table below contains the same information</title>
<defs><marker id="phases-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
orient="auto"><path class="tip" d="M0 0L8 4L0 8Z"/></marker></defs>"""


def pairs() -> dict[tuple[tm.Phase, tm.Phase], str]:
    """Return the lines to draw, with the label of each."""
    labels: dict[tuple[tm.Phase, tm.Phase], dict[str, None]] = {}
    for edge in edges():
        labels.setdefault((edge.source, edge.target), {})[SHORT[edge.action]] = None
    return {pair: ", ".join(words) for pair, words in labels.items()}


def svg() -> str:
    """Return the diagram as one SVG element, in the colours of the surrounding page."""
    lines = [_line(ROUTES[pair], label) for pair, label in pairs().items()]
    return "\n".join(
        [
            HEAD,
            _line(START, "new game"),
            *lines,
            *map(_box, tm.Phase),
            "</svg>",
        ]
    )


def _line(route: Route, label: str) -> str:
    return (
        f'<path class="way" marker-end="url(#phases-tip)" d="{route.path}"/>'
        f'<text x="{route.x}" y="{route.y}" text-anchor="{route.anchor}">{escape(label)}</text>'
    )


def _box(phase: tm.Phase) -> str:
    (x, y), (width, height) = CENTRES[phase], BOX
    return (
        f'<rect x="{x - width // 2}" y="{y - height // 2}" width="{width}" height="{height}"'
        f' rx="8"/><text class="phase" x="{x}" y="{y + 5}" text-anchor="middle">{phase}</text>'
    )


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield the same information as rows: from, action, to, when."""
    for edge in edges():
        yield edge.source.value, edge.action.__name__, edge.target.value, edge.when


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives `phase-diagram` and `phase-table`."""
    from docutils import nodes
    from site_nodes import Cell, code, table, words
    from sphinx.util.docutils import SphinxDirective

    class PhaseDiagram(SphinxDirective):
        def run(self) -> list[nodes.Node]:
            return [nodes.raw("", svg(), format="html")]

    def cells(row: tuple[str, str, str, str]) -> list[Cell]:
        *names, when = row
        return [*[[words(code(name))] for name in names], [words(when)]]

    class PhaseTable(SphinxDirective):
        def run(self) -> list[nodes.Node]:
            return [table(["from", "action", "to", "when"], map(cells, rows()))]

    app.add_directive("phase-diagram", PhaseDiagram)
    app.add_directive("phase-table", PhaseTable)
    return {"parallel_read_safe": True}
