"""The diagram of the phases shows the ways that games take, all of them and no others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from xml.etree import ElementTree as ET

import attrs
import phase_diagram
import pytest

import themind as tm
from claims import claim

pytestmark = pytest.mark.once

PAIR = tm.Rules.standard(players=2)
ALONE = tm.Rules(players=1, levels=2, lives=2, stars=1)


def last_level(rules: tm.Rules, hands: list[tuple[int, ...]], **fields: object) -> tm.GameState:
    """A table before the last cards of the last level; the other cards are missing."""
    table = tm.new_game(rules)
    return attrs.evolve(
        table, phase=tm.Phase.FOCUSING, level=rules.levels, hands=tuple(hands), **fields
    )


def starts() -> Iterator[tm.GameState]:
    for lives, refocus in product((1, 2), (True, False)):
        pair = attrs.evolve(PAIR, auto_refocus=refocus)
        for blind in (True, False):
            yield last_level(pair, [(5, 20), (9,)], lives=lives, blind=blind)
        alone = attrs.evolve(ALONE, auto_refocus=refocus)
        yield last_level(alone, [(5, 20)], lives=lives)
    yield tm.new_game(PAIR)


def asked(state: tm.GameState) -> Iterator[tm.Action]:
    yield from tm.legal_actions(state)
    if state.level == 1 and state.attempt == 0:
        yield tm.Deal(range(1, 1 + state.players))
    yield tm.Star(range(state.players))
    yield from (tm.PlayTogether([tm.Play(seat)]) for seat in range(state.players))


def observed() -> set[tuple[tm.Phase, type, tm.Phase]]:
    """Every way from phase to phase that an exhaustive walk from these starts takes."""
    waiting = list(starts())
    seen = set(waiting)
    ways = set()
    while waiting:
        state = waiting.pop()
        for action in asked(state):
            if tm.is_legal(state, action):
                after = tm.apply(state, action).state
                ways.add((state.phase, type(action), after.phase))
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return ways


@claim("phases.md")
def test_the_diagram_has_the_ways_that_games_take() -> None:
    drawn = {(edge.source, edge.action, edge.target) for edge in phase_diagram.edges()}
    assert drawn == observed()


def test_every_action_is_drawn() -> None:
    assert {edge.action for edge in phase_diagram.edges()} == {*tm.Action.__args__}


def test_every_line_has_a_way_on_the_page_and_no_way_is_left_over() -> None:
    assert set(phase_diagram.pairs()) == set(phase_diagram.ROUTES)


@pytest.fixture(scope="module")
def drawing() -> ET.Element:
    return ET.fromstring(phase_diagram.svg())


def test_the_drawing_shows_each_phase_once(drawing: ET.Element) -> None:
    boxes = [text.text for text in drawing.iter("text") if text.get("class") == "phase"]
    assert boxes == [phase.value for phase in tm.Phase]


def test_the_drawing_has_a_line_with_a_label_for_each_pair(drawing: ET.Element) -> None:
    labels = [text.text for text in drawing.iter("text") if text.get("class") is None]
    assert labels == ["new game", *phase_diagram.pairs().values()]
    lines = [path for path in drawing.iter("path") if path.get("class") == "way"]
    assert len(lines) == len(labels)


def test_the_drawing_says_what_it_is(drawing: ET.Element) -> None:
    title = drawing.find("title")
    assert drawing.get("role") == "img"
    assert title is not None
    assert drawing.get("aria-labelledby") == title.get("id")


def test_the_table_says_when() -> None:
    assert ("PLAYING", "Play", "LOST", "the last life is lost") in list(phase_diagram.rows())
