"""What an error says of a value: its type, and what was probably meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import themind as tm
from positions import table
from themind import words
from themind._model.checks import require_instance, require_one_of, with_article
from wording import about

STATE = table((10,), (20,))


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        (tm.Play, "a Play"),
        (tm.Entry, "an Entry"),
        (tm.Rules, "Rules"),
        (tm.Play | tm.Entry, "a Play or Entry"),
        (tm.Play | tm.Entry | None, "a Play, Entry or None"),
    ],
)
def test_classes_are_named_as_a_choice(kind: Any, named: str) -> None:
    with pytest.raises(TypeError, match=rf"^given must be {named}, got str$"):
        require_instance("given", "x", kind)


def test_choices_are_named_as_a_choice() -> None:
    with pytest.raises(tm.InvalidArgument, match=r"^mode must be 'a' or 'b' or None, got 'c'$"):
        require_one_of("mode", "c", ("a", "b", None))
    for choice in ("a", "b", None):
        require_one_of("mode", choice, ("a", "b", None))


@pytest.mark.parametrize("name", ["Play", "Xylophone", "Unready"])
def test_an_article(name: str) -> None:
    assert with_article(name) == f"a {name}"


@pytest.mark.parametrize("odd", [int, tm.GameState, [], {}, "Play"])
def test_only_classes_of_actions_are_guessed(odd: Any) -> None:
    with pytest.raises(TypeError, match=about("action", type(odd))) as refused:
        tm.apply(STATE, odd)
    assert "did you mean" not in str(refused.value)
    with pytest.raises(TypeError, match=r"did you mean Play\(\.\.\.\)"):
        tm.apply(STATE, tm.Play)  # type: ignore[arg-type]


class Holder:
    """Some object with attributes that steps and errors have too."""

    state = STATE
    events = ()
    illegality = None


@pytest.mark.parametrize(
    "ask",
    [
        lambda: tm.apply(STATE, Holder()),  # type: ignore[arg-type]
        lambda: tm.apply(Holder(), tm.Begin()),  # type: ignore[arg-type]
        lambda: tm.apply((STATE,), tm.Begin()),  # type: ignore[arg-type]
        lambda: tm.evolve(STATE, Holder()),  # type: ignore[arg-type]
        lambda: words.explain(Holder()),  # type: ignore[arg-type]
        lambda: words.explain(ValueError()),  # type: ignore[arg-type]
    ],
)
def test_a_part_is_guessed_for_steps_and_errors_alone(ask: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as refused:
        ask()
    assert "did you mean" not in str(refused.value)


@pytest.mark.parametrize("field", ["level", "lives", "stars"])
def test_a_phase_is_guessed_for_the_phase_alone(field: str) -> None:
    fields: dict[str, Any] = {"phase": tm.Phase.DEALING, "level": 1, "lives": 2, "stars": 1}
    fields["hands"] = ((), ())
    for name in (field, "phase"):
        with pytest.raises(tm.InvalidState) as refused:
            tm.GameState(rules=tm.Rules.standard(2), **fields | {name: "WON"})
        assert ("did you mean Phase.WON" in str(refused.value)) is (name == "phase")


@pytest.mark.parametrize("rewards", [((),), ((2,),), (2,), ("LIFE",), [[]], ((2, "LIFE", 1),)])
def test_rewards_that_are_no_pairs(rewards: Any) -> None:
    with pytest.raises(tm.InvalidRules) as refused:
        tm.Rules(players=2, levels=12, lives=2, stars=1, rewards=rewards)
    assert "did you mean" not in str(refused.value)


@pytest.mark.parametrize("hands", [None, 5, {(1,), (2,)}, {0: (1,)}, "12"])
def test_stacked_hands_are_a_sequence(hands: Any) -> None:
    with pytest.raises(TypeError, match=about("hands", type(hands))):
        tm.stacked_deck(hands)
