"""A piece of code in a page is linked if it means one name of the reference."""

from __future__ import annotations

import name_links
import pytest

pytestmark = pytest.mark.once
pytest.importorskip("gymnasium", reason="gymnasium is not installed: `themind.envs` needs it")

OBJECTS = {
    "themind": "module",
    "themind.codec": "module",
    "themind.experiments.batch": "module",
    "themind.Rules": "class",
    "themind.Rules.standard": "method",
    "themind.play": "function",
    "themind.view": "function",
    "themind.odds.chance_lowest": "function",
    "themind.codec.loads": "function",
    "themind.experiments.batch.batch": "function",
    "themind.experiments.exact.win": "function",
    "themind.experiments.Table": "type",
    "themind.render.Table": "class",
    "themind.testing.rules": "function",
    "themind.Reward.STAR": "attribute",
    "themind.envs.STAR": "data",
    "themind.experiments.Result.rows": "method",
}
NAMES = name_links.Names(OBJECTS)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Rules", "themind.Rules"),
        ("tm.Rules", "themind.Rules"),
        ("themind.Rules", "themind.Rules"),
        ("Rules(players=2)", "themind.Rules"),
        ("Rules.standard", "themind.Rules.standard"),
        ("play", "themind.play"),
        ("tm.play(state, seat=1)", "themind.play"),
        ("codec.loads", "themind.codec.loads"),
        ("exact.win", "themind.experiments.exact.win"),
        ("themind.codec", "themind.codec"),
        ("view(state)", "themind.view"),
        ("testing.rules", "themind.testing.rules"),
        ("render.Table", "themind.render.Table"),
        ("batch.batch", "themind.experiments.batch.batch"),
    ],
)
def test_a_name_is_found_however_it_is_written(text: str, full: str) -> None:
    assert NAMES.find(text) == full


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "themind",  # the package is named on every page
        "codec",
        "batch",  # a module and a function
        "Table",  # two names
        "rows",  # a method of some value
        "STAR",  # a member and a constant
        "view",  # also a parameter
        "rules",
        "standard",
        "state.rules",
        "Rules.standard(2).five_levels()",
        "play and go on",
    ],
)
def test_what_means_no_name_or_several_is_left_alone(text: str) -> None:
    assert NAMES.find(text) is None


def test_bare_words_can_be_left_alone() -> None:
    assert NAMES.find("play", bare_words=False) is None
    assert NAMES.find("tm.play", bare_words=False) == "themind.play"
    assert NAMES.find("chance_lowest", bare_words=False) == "themind.odds.chance_lowest"


def test_the_list_is_alphabetical_and_has_no_modules() -> None:
    shorts = [name.short for name in name_links.alphabetical(OBJECTS)]
    assert shorts[:3] == ["batch", "chance_lowest", "loads"]
    assert len(shorts) == len(OBJECTS) - 3
