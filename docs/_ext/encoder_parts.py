"""The table of an observation's parts, made from `Encoder.parts`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import themind as tm

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

MEANINGS = {
    "hand": "1 for each own card, by card, from card 1",
    "gone": "1 for each card that is seen in the pile or aside, by card",
    "top": "one-hot: 0 an empty pile, 1 and up the card, the last place a card that is face down",
    "hand_sizes": "the cards of each seat, divided by the last level; the seat itself first",
    "agreed": "1 for each seat that has said yes to the star that is proposed; itself first",
    "level": "the level, divided by the last level",
    "lives": "the lives, divided by the most there can be",
    "stars": "the stars, divided by the most there can be",
    "blind": "1 in a blind level",
    "last_wait": "how long the table had stood when it last changed, in ticks, divided by the "
    "horizon, at most 1; 0 in a new deal",
    "clock": "the ticks since the table changed on the seat's own clock, divided by the horizon, "
    "at most 1; always 0 in bid mode",
}


def rows(rules: tm.Rules) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the places in the vector and the content of each part."""
    from themind.envs import Encoder

    for name, part in Encoder(rules, horizon=100).parts.items():
        last = part.stop - 1
        places = str(part.start) if part.start == last else f"{part.start} to {last}"
        yield name, places, MEANINGS[name]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive `encoder-parts`."""
    from site_nodes import code, table, words
    from sphinx.util.docutils import SphinxDirective

    class EncoderParts(SphinxDirective):
        def run(self) -> list[Node]:
            parts = rows(tm.Rules.standard(players=2))
            cells = [[[words(code(name))], [words(at)], [words(what)]] for name, at, what in parts]
            return [table(["part", "places", "what stands there"], cells)]

    app.add_directive("encoder-parts", EncoderParts)
    return {"parallel_read_safe": True}
