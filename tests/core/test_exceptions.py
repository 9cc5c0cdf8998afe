"""The errors: one base, few leaves, data on each, through a pickle too."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest

import themind as tm
from wording import about

ILLEGALITY = tm.Illegality(tm.IllegalCode.NOT_LOWEST, "LVL-6", tm.Play(0, 40))
# The class and what it is made of, its data, and what its text shows of them.
LEAVES: list[tuple[tuple[Any, ...], dict[str, object], list[object]]] = [
    (
        (tm.InvalidRules, "one fault", "another"),
        {"faults": ("one fault", "another")},
        ["one fault", "another"],
    ),
    ((tm.InvalidState, "one fault"), {"faults": ("one fault",)}, ["one fault"]),
    ((tm.InvalidArgument, "not the level"), {}, ["not the level"]),
    (
        (tm.IllegalAction, ILLEGALITY),
        {
            "illegality": ILLEGALITY,
            "code": tm.IllegalCode.NOT_LOWEST,
            "rule": "LVL-6",
            "action": tm.Play(0, 40),
        },
        [tm.Play(0, 40), "LVL-6"],
    ),
    (
        (tm.InvalidEvent, tm.GameWon(blind=True)),
        {"event": tm.GameWon(blind=True)},
        [tm.GameWon(blind=True)],
    ),
    (
        (tm.InvalidRecord, 4, ILLEGALITY),
        {"index": 4, "illegality": ILLEGALITY},
        [4, ILLEGALITY],
    ),
    (
        (tm.InvalidRecord, 0),
        {"index": 0, "illegality": None},
        [0],
    ),
    (
        (tm.InvalidDocument, "$.seat", "expected an integer"),
        {"path": "$.seat", "reason": "expected an integer"},
        ["$.seat", "expected an integer"],
    ),
]


@pytest.mark.parametrize(("made_of", "data", "shown"), LEAVES)
def test_what_an_error_carries(
    made_of: tuple[Any, ...], data: dict[str, object], shown: list[object]
) -> None:
    """Each is a `TheMindError` and a `ValueError`, and has its data, which its text shows."""
    kind, *parts = made_of
    error = kind(*parts)
    assert isinstance(error, tm.TheMindError)
    assert error.args[: len(parts)] == tuple(parts)
    assert isinstance(error, ValueError)
    assert {name: getattr(error, name) for name in data} == data
    assert [thing for thing in shown if str(thing) not in str(error)] == []


@pytest.mark.parametrize(("made_of", "data", "shown"), LEAVES)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_error(
    made_of: tuple[Any, ...], data: dict[str, object], shown: list[object], protocol: int
) -> None:
    kind, *parts = made_of
    error = kind(*parts)
    for again in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):
        assert type(again) is kind
        assert {name: getattr(again, name) for name in data} == data
        assert str(again) == str(error)
        assert [thing for thing in shown if str(thing) not in str(again)] == []


def test_the_base_and_its_leaves() -> None:
    """The leaves are the ones that are documented; the base is never raised itself."""
    leaves = {made_of[0] for made_of, _, _ in LEAVES}
    public = {getattr(tm, name) for name in tm.__all__}
    errors = {kind for kind in public if isinstance(kind, type) and issubclass(kind, Exception)}
    assert errors == leaves | {tm.TheMindError}
    assert not issubclass(tm.TheMindError, ValueError)


def test_the_text_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of an action is read before: one whose repr fails is refused like any other."""

    def loud(action: tm.Play) -> str:
        raise AssertionError("the action was shown")

    monkeypatch.setattr(tm.Play, "__repr__", loud)
    state = tm.new_game(tm.Rules.standard(2))
    illegality = tm.check(state, tm.Play(0))
    assert illegality is not None
    assert illegality.code is tm.IllegalCode.WRONG_PHASE
    assert re.search(about("Play", "LVL-3"), str(illegality))


def test_an_error_has_the_detail_of_its_refusal() -> None:
    state = tm.new_game(tm.Rules.standard(2))
    with pytest.raises(tm.IllegalAction) as refused:
        tm.deal(state, (1,))
    assert refused.value.detail == "TOO_FEW"
    with pytest.raises(tm.IllegalAction) as early:
        tm.begin(state)
    assert early.value.detail == "DEALING"
