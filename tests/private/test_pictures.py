"""Colours, shapes and distances of pictures, as they are set inside."""

from __future__ import annotations

import pytest

import themind as tm
from claims import claim
from render.pictures import SVG, hints, parsed, words
from render.test_text import MIDDLE
from render.test_timeline import level_one, places
from themind import render
from themind.render._timeline import PLACE_WIDTH
from themind.render._xml import ROLES, SEAT_COLOURS, SEAT_SHAPES, marker, written


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@claim("pictures.md", "Accessibility and safety")
def test_seats_differ_in_colour_and_shape() -> None:
    marks = [marker(seat, 0, 0) for seat in range(56)]
    assert len(set(marks)) == 56
    assert len(set(SEAT_COLOURS)) == len(SEAT_COLOURS) == 7
    assert len(set(SEAT_SHAPES)) == len(SEAT_SHAPES) == 8


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "face"])
def test_words_and_edges_stand_out(mode: int, ground: str) -> None:
    ground_colour = ROLES[ground]["fill"][mode]
    for text in ("ink", "soft"):
        assert contrast(ROLES[text]["fill"][mode], ground_colour) >= 4.5
    for edge in ("edge", "fault"):
        assert contrast(ROLES[edge]["stroke"][mode], ground_colour) >= 3


def test_every_painted_part_has_its_dark_form() -> None:
    root = parsed(render.svg(tm.view(MIDDLE, seat=1)))
    used = {e.get("class", "themind") for e in root.iter()} - {"themind"}
    assert used <= set(ROLES)
    style = root.findtext(f"{SVG}style", "")
    assert all(f".themind .{role}{{" in style for role in ROLES)


@pytest.mark.parametrize(
    ("value", "text"), [(1, "1"), (100, "100"), (0.5, "0.5"), (2 / 3, "0.67"), (-0.001, "0")]
)
def test_coordinates_are_short(value: float, text: str) -> None:
    assert written(value) == text


def test_time_runs_across_and_cards_go_up() -> None:
    picture = render.timeline(level_one(0, 0, 20_000, 100_000))
    (x0, y0), (x1, y1) = places(picture, "Seat . plays")
    assert y1 < y0
    left = places(picture, "Seat 0 plays")[0][0]
    # 20 and 100 seconds after a start at the left end: distances are as times are.
    start = min(float(line.get("x1", "")) for line in parsed(picture).iter(f"{SVG}line"))
    begin = start + PLACE_WIDTH
    assert left == x0
    assert (x1 - begin) / (x0 - begin) == pytest.approx(5, rel=0.01)
    assert "time (minutes:seconds)" in " ".join(words(picture))
    assert "Seat 1 plays 80, 1:40" in hints(picture)
