"""What the page on sentences says beside its examples."""

from __future__ import annotations

import pytest

import themind as tm
from claims import claim
from themind import words

pytestmark = pytest.mark.once

READY = " is ready."


@claim("words.md", "Describe events")
@pytest.mark.parametrize(
    ("character", "columns"), [("x", 1), ("\N{CJK UNIFIED IDEOGRAPH-5FC3}", 2)]
)
def test_a_name_takes_40_columns_at_most(character: str, columns: int) -> None:
    for columns_wanted in (38, 40, 42, 80):
        name = character * (columns_wanted // columns)
        shown = words.describe(tm.SeatReady(0), [name]).removesuffix(READY)
        wide = shown.count(character)
        assert len(shown) + wide * (columns - 1) <= 40
        assert (shown == name) is (columns_wanted <= 40)


@claim("words.md", "Describe events")
def test_control_characters_go_and_html_stays() -> None:
    sentence = words.describe(tm.SeatReady(0), ["<b>\x1b[2J\u200bAda"])
    assert "\x1b" not in sentence
    assert "\u200b" not in sentence
    assert sentence.startswith("<b>")


@claim("words.md", "Translate into another language")
def test_a_template_has_at_most_1000_characters_and_no_control_characters() -> None:
    words.Catalogue({"SeatReady": "x" * 1_000})
    for template in ("x" * 1_001, "x\n", "\x1b[2J"):
        with pytest.raises(tm.InvalidArgument):
            words.Catalogue({"SeatReady": template})


@claim("words.md", "Explain an illegal action")
def test_an_explanation_depends_on_code_detail_and_type_of_the_action_alone() -> None:
    rules = tm.Rules(players=2, levels=2, first_level=2, lives=2, stars=0)
    said = set()
    for hands in ([(12, 40), (50, 61)], [(1, 99), (2, 3)]):
        state = tm.begin(tm.deal(tm.new_game(rules), tm.stacked_deck(hands)).state).state
        refused = tm.check(state, tm.Play(0, hands[0][1]), by=0)
        assert refused is not None
        assert refused.code is tm.IllegalCode.NOT_LOWEST
        said.add(words.explain(refused))
    (sentence,) = said
    assert not any(character.isdigit() for character in sentence)
    assert "LVL" not in sentence
