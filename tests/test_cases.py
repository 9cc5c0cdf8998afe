"""The rule cases, worked out by hand, played on the library.

`cases/rule_cases.json` holds small positions, one a line. `rule` is what a case is about; `rules`
names one or more presets and the players; `state` is a position (phase PLAYING unless it says so,
pile and aside empty unless given); `do` lists named functions with their arguments: a deck of
"any" is all cards in order, a play in `play_together` is a seat, or a seat and a card. The last
one is `refused` with that code, or `then` gives the fields of the state that matter.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

import themind as tm
from positions import laid

Case = dict[str, Any]
CASES: list[Case] = json.loads(
    (Path(__file__).parent / "cases" / "rule_cases.json").read_text(encoding="utf-8")
)
PRESETS = {
    "standard": lambda rules: rules,
    "five-levels": lambda rules: rules.five_levels(),
    "no-stars": lambda rules: rules.without_stars(),
    "no-refocus": lambda rules: attrs.evolve(rules, auto_refocus=False),
    "per-level": lambda rules: attrs.evolve(rules, blind_penalty=tm.BlindPenalty.PER_LEVEL),
}


def rules_of(preset: str, players: int) -> tm.Rules:
    rules = tm.Rules.standard(players)
    for word in preset.split(","):
        rules = PRESETS[word](rules)
    return rules


def state_of(rules: tm.Rules, fields: Case) -> tm.GameState:
    read = {**fields, "phase": tm.Phase(fields.get("phase", "PLAYING"))}
    if "pile" in fields:
        read["pile"] = laid(*fields["pile"])
    return tm.GameState(rules=rules, **read)


def as_case(value: object) -> object:
    """A value of a state as the cases write it."""
    match value:
        case frozenset():
            return sorted(value)
        case tuple():
            return [as_case(item) for item in value]
        case tm.PlayedCard(seat, card):
            return [seat, card]
        case tm.AsideCard(seat, card, reason):
            return [seat, card, str(reason)]
        case _:
            return value


def do(state: tm.GameState, name: str, *values: Any) -> tm.GameState:
    if values == ("any",):
        values = (range(1, 101),)
    if name == "play_together":
        values = (
            [tm.Play(*play) if isinstance(play, list) else tm.Play(play) for play in values[0]],
        )
    return getattr(tm, name)(state, *values).state


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case["id"], marks=pytest.mark.rule(case["rule"])) for case in CASES],
)
def test_case(case: Case) -> None:
    """The library gives the result that was worked out by hand."""
    state = state_of(rules_of(**case["rules"]), case["state"])
    *before, last = case["do"]
    for step in before:
        state = do(state, *step)
    if "refused" in case:
        with pytest.raises(tm.IllegalAction) as refused:
            do(state, *last)
        assert refused.value.code == case["refused"], case["why"]
    else:
        state = do(state, *last)
        found = {name: as_case(getattr(state, name)) for name in case["then"]}
        assert found == case["then"], case["why"]


def test_the_cases_are_all_there() -> None:
    """Each case has an id of its own, and says exactly one of `refused` and `then`."""
    assert len({case["id"] for case in CASES}) == len(CASES) >= 50
    assert all(("refused" in case) is not ("then" in case) for case in CASES)
