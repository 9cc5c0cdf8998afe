"""A position as a picture: well-formed, readable for everybody, and safe."""

from __future__ import annotations

import pytest

import themind as tm
from claims import claim
from render.pictures import HOSTILE, STATES, SVG, alternative, hints, parsed, viewers, words
from render.test_text import MIDDLE, NAMES
from themind import render


@pytest.mark.parametrize("state", STATES)
def test_every_position_is_drawn_well_formed(state: tm.GameState) -> None:
    for position in viewers(state):
        picture = render.svg(position)
        root = parsed(picture)
        assert root.tag == f"{SVG}svg"
        assert picture == render.svg(position)
        assert len(picture) < 250_000


def test_the_positions_are_of_every_phase() -> None:
    assert {state.phase for state in STATES} == {*tm.Phase}


@pytest.mark.parametrize("name", HOSTILE)
@claim("pictures.md", "Accessibility and safety")
def test_hostile_names_are_text_and_nothing_else(name: str) -> None:
    harmless = parsed(render.svg(MIDDLE, NAMES))
    picture = render.svg(MIDDLE, [name, *NAMES[1:]])
    assert [e.tag for e in parsed(picture).iter()] == [e.tag for e in harmless.iter()]
    assert render.text(MIDDLE, [name, *NAMES[1:]]) in alternative(picture)


def test_a_name_is_shown_as_it_is() -> None:
    assert '<b>&"Ben"\'</b>' in words(render.svg(MIDDLE, ["Ada", '<b>&"Ben"\'</b>', "Cleo"]))


def test_a_state_shows_all_cards() -> None:
    shown = hints(render.svg(MIDDLE, NAMES))
    assert shown == [
        "3, Ada",
        "64, Cleo",
        "20, Ben, skipped",
        "30, Ben, skipped",
        "65, Cleo, star",
        *("70", "85", "74"),
    ]
    texts = words(render.svg(MIDDLE, NAMES))
    assert [text for text in texts if text.isdigit()] == [
        "3",
        "64",
        "20",
        "30",
        "65",
        "70",
        "85",
        "74",
    ]


def test_a_view_shows_backs() -> None:
    shown = hints(render.svg(tm.view(MIDDLE, seat=1)))
    assert shown[5:] == ["face down", "face down", "74"]
    texts = words(render.svg(tm.view(MIDDLE, seat=1)))
    assert "70" not in texts
    assert "you" in texts


def cards_of(picture: str) -> list[tuple[str | None, str]]:
    """The cards and seats that a page finds in a picture, in their order."""
    groups = parsed(picture).iter(f"{SVG}g")
    return [(group.get("data-card"), group.attrib["data-seat"]) for group in groups]


@claim("pictures.md", "Add interaction on a web page")
def test_a_page_finds_cards_and_seats() -> None:
    laid = [("3", "0"), ("64", "2"), ("20", "1"), ("30", "1"), ("65", "2")]
    held = [(str(card), str(seat)) for seat, hand in enumerate(MIDDLE.hands) for card in hand]
    assert cards_of(render.svg(MIDDLE, NAMES)) == laid + held


@pytest.mark.parametrize("state", STATES)
@claim("pictures.md", "Add interaction on a web page")
def test_a_page_finds_no_card_that_is_hidden(state: tm.GameState) -> None:
    for viewer in (None, *range(min(state.players, 4))):
        seen = tm.view(state, viewer)
        found = {int(card) for card, _ in cards_of(render.svg(seen)) if card}
        open_cards = {played.card for played in seen.pile} | {gone.card for gone in seen.aside}
        assert found <= open_cards | {*seen.hand}


def test_marks_are_explained() -> None:
    texts = words(render.svg(MIDDLE))
    assert "3 cards, a cross: skipped, a star: thrown" in texts
    assert "lives 2 of 5" in texts
    assert "stars 1 of 3" in texts


def test_what_does_not_fit_is_counted() -> None:
    texts = words(render.svg(STATES[-1]))
    assert "the last 60 of 130 cards" in texts
    assert "and 10 more" in texts


def test_the_picture_has_words_for_those_who_do_not_see_it() -> None:
    root = parsed(render.svg(MIDDLE, NAMES))
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert (
        root.findtext(f"{SVG}title")
        == "Level 4 of 10: play is in progress, with 2 lives and 1 star."
    )
    assert root.findtext(f"{SVG}desc") == render.text(MIDDLE, NAMES)
