"""A position as text: 80 columns, nothing but what the viewer may know."""

from __future__ import annotations

import unicodedata
from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from golden.games import GAMES
from render.pictures import HOSTILE, STATES, viewers
from themind import render
from wording import about

TRIO = tm.Rules.standard(players=3)
MIDDLE = tm.GameState(
    rules=TRIO,
    phase=tm.Phase.PLAYING,
    level=4,
    lives=2,
    stars=1,
    hands=((70, 85), (74,), ()),
    pile=(tm.PlayedCard(0, 3), tm.PlayedCard(2, 64)),
    aside=(
        tm.AsideCard(1, 20, tm.AsideReason.SKIPPED),
        tm.AsideCard(1, 30, tm.AsideReason.SKIPPED),
        tm.AsideCard(2, 65, tm.AsideReason.STAR),
    ),
    agreed={0},
)
NAMES = ["Ada", "Ben", "Cleo"]


def test_a_state_shows_everything() -> None:
    assert render.text(MIDDLE, NAMES).splitlines() == [
        "Level 4 of 10: play is in progress",
        "Lives 2 of 5, stars 1 of 3",
        "",
        "  Pile              3 64",
        "  Aside             Ben 20 30 (skipped); Cleo 65 (star)",
        "",
        "  Ada               70 85  (agrees to a star)",
        "  Ben               74",
        "  Cleo              -",
    ]


def test_a_view_shows_the_own_hand() -> None:
    assert render.text(tm.view(MIDDLE, seat=1)).splitlines()[-3:] == [
        "  Seat 0            ## ##  (agrees to a star)",
        "  Seat 1            74  (you)",
        "  Seat 2            -",
    ]


def test_a_blind_pile_shows_the_own_cards() -> None:
    blind = tm.GameState(
        rules=TRIO,
        phase=tm.Phase.FOCUSING,
        level=2,
        lives=1,
        stars=0,
        hands=((8,), (), (50, 60)),
        pile=(tm.PlayedCard(1, 40), tm.PlayedCard(0, 7)),
        blind=True,
        attempt=1,
        ready={2},
    )
    lines = render.text(tm.view(blind, seat=0)).splitlines()
    assert lines[0] == "Blind level 2 of 10, deal 2: the game is waiting for everyone to be ready"
    assert lines[3] == "  Pile              ## 7  (played face down)"
    assert lines[-1] == "  Seat 2            ## ##  (ready)"


@pytest.mark.parametrize("state", STATES)
@claim("pictures.md", "Draw a position as text")
def test_lines_fit_a_terminal(state: tm.GameState) -> None:
    for position in viewers(state):
        text = render.text(position)
        assert text.isascii()
        assert max(map(len, text.splitlines())) < 80


def columns(text: str) -> int:
    """How many columns of a terminal a text fills: two for a wide character, none for a mark."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    marks = sum(unicodedata.category(char) in ("Mn", "Me") for char in text)
    return len(text) + wide - marks


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_in_their_column(name: str) -> None:
    lines = render.text(MIDDLE, [name, "Ben", "Cleo"]).splitlines()
    assert len(lines) == 9
    assert all(line.isprintable() for line in lines)
    assert columns(lines[6].removesuffix("70 85  (agrees to a star)")) == 20


@pytest.mark.parametrize("draw", [render.text, render.svg, render.Table])
@pytest.mark.parametrize("position", [None, TRIO, "state", MIDDLE.hands])
def test_only_positions_are_shown(draw: Any, position: Any) -> None:
    with pytest.raises(TypeError, match=about("position", tm.GameState, tm.SeatView)):
        draw(position)


@pytest.mark.parametrize("draw", [render.text, render.svg, render.Table])
def test_as_many_names_as_players(draw: Any) -> None:
    with pytest.raises(tm.InvalidArgument):
        draw(MIDDLE, ["Ada"])


@pytest.mark.parametrize("draw", [render.text, render.svg])
def test_a_view_looks_the_same_whatever_others_hold(draw: Any) -> None:
    rules = tm.Rules.standard(players=2)
    looks = set()
    for other in ((50, 60), (5, 99)):
        state = tm.GameState(
            rules=rules,
            phase=tm.Phase.PLAYING,
            level=3,
            lives=2,
            stars=1,
            hands=((10, 90), other),
            pile=(tm.PlayedCard(0, 7), tm.PlayedCard(1, other[0] - 1)),
            blind=True,
        )
        looks.add(draw(tm.view(state, seat=0)))
    assert len(looks) == 1


class TestTable:
    def test_it_prints_as_text_and_shows_as_a_picture(self) -> None:
        table = render.Table(MIDDLE, NAMES)
        assert str(table) == render.text(MIDDLE, NAMES)
        assert table._repr_svg_() == render.svg(MIDDLE, NAMES)

    def test_it_is_a_value(self) -> None:
        table = render.Table(MIDDLE, NAMES)
        assert table == render.Table(MIDDLE, tuple(NAMES)) != render.Table(MIDDLE)
        assert hash(table) == hash(render.Table(MIDDLE, tuple(NAMES)))

    def test_a_record_is_a_timeline_with_its_own_names(self) -> None:
        record = attrs.evolve(GAMES["two_levels_won"], names=("Ada", "Ben"))
        table = render.Table(record)
        assert table._repr_svg_() == render.timeline(record)
        assert str(table) == render.text(tm.final_state(record), ["Ada", "Ben"])
        other = render.Table(record, ["P", "Q"])
        assert other._repr_svg_() == render.timeline(record, ["P", "Q"])
        assert "Ada" not in str(other)

    def test_a_record_that_breaks_a_rule_is_refused_as_it_is_made(self) -> None:
        record = tm.Record(tm.new_game(tm.Rules.standard(players=2))).add(tm.Play(0))
        with pytest.raises(tm.InvalidRecord):
            render.Table(record)
