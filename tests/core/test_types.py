"""A value of a wrong type is a TypeError that says what was wanted, and nothing else."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import themind as tm
from positions import rules_of, table
from wording import about

STATE = table((10, 30), (20,))
NEW = tm.new_game(tm.Rules.standard(2))
NO_STATES = [None, 5, "state", (), tm.Begin(), tm.Rules.standard(2), tm.view(STATE, 0)]


def assert_type_error(call: Callable[[], object], *words: object) -> None:
    """A call is a TypeError, of no other class, whose text has these words."""
    with pytest.raises(TypeError, match=about(*words)) as refused:
        call()
    assert refused.type is TypeError


@pytest.mark.parametrize("value", NO_STATES)
def test_no_state(value: Any) -> None:
    """Every function of a state says so."""
    for call in (
        lambda: tm.apply(value, tm.Begin()),
        lambda: tm.check(value, tm.Begin()),
        lambda: tm.is_legal(value, tm.Begin()),
        lambda: tm.forced_action(value),
        lambda: tm.outcome(value),
        lambda: tm.deck_for(value, seed=1),
        lambda: tm.deal(value, [1, 2]),
        lambda: tm.evolve(value, tm.PlayStarted()),
    ):
        assert_type_error(call, "GameState", type(value))


@pytest.mark.parametrize("value", NO_STATES)
def test_no_state_for_the_named_functions(value: Any) -> None:
    for call in (
        lambda: tm.begin(value),
        lambda: tm.play_together(value, [tm.Play(0)]),
        lambda: tm.star(value, [0]),
        lambda: tm.reveal(value),
        lambda: tm.complete_level(value),
        lambda: tm.continue_blind(value),
        lambda: tm.gather(value),
        lambda: tm.ready(value, 0),
        lambda: tm.unready(value, 0),
        lambda: tm.refocus(value, 0),
        lambda: tm.play(value, 0),
        lambda: tm.propose_star(value, 0),
        lambda: tm.agree_to_star(value, 0),
        lambda: tm.decline_star(value, 0),
    ):
        assert_type_error(call, "GameState", type(value))


def test_a_subclass_of_a_state_is_none() -> None:
    """What a subclass would change could not be trusted."""

    class Cheat(tm.GameState):
        pass

    cheat = Cheat(
        **{field.name: getattr(STATE, field.name) for field in attrs.fields(tm.GameState)}
    )
    assert_type_error(lambda: tm.apply(cheat, tm.Gather()), "GameState", "Cheat")


@pytest.mark.parametrize("value", [None, 5, "Begin", tm.Begin, tm.PlayStarted(), STATE])
def test_no_action(value: Any) -> None:
    for call in (
        lambda: tm.apply(STATE, value),
        lambda: tm.check(STATE, value),
        lambda: tm.is_legal(STATE, value, by=0),
    ):
        assert_type_error(call, "action", type(value))


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        tm.PlayStarted,
        tm.Begin(),
        STATE,
        tm.HandDealt(1, (1,), (1, 1)),
        tm.HiddenCardPlayed(0),
    ],
)
def test_no_event(value: Any) -> None:
    """The two events of viewers are no events of a state."""
    assert_type_error(lambda: tm.evolve(STATE, value), "event", type(value))


@pytest.mark.parametrize("value", [None, 5, STATE, {"players": 2}])
def test_no_rules(value: Any) -> None:
    assert_type_error(lambda: tm.new_game(value), "Rules", type(value))


@pytest.mark.parametrize("value", [None, 5])
def test_no_iterable(value: Any) -> None:
    for make in (tm.Deal, tm.Star, tm.PlayTogether, tm.stacked_deck):
        with pytest.raises(TypeError):
            make(value)
    with pytest.raises(TypeError):
        tm.deal(NEW, value)


def test_what_lands_together_is_plays() -> None:
    assert_type_error(lambda: tm.PlayTogether([tm.Play(0), 1]), "Play", "int")
    assert_type_error(lambda: tm.PlayTogether([tm.Ready(0)]), "Play", "Ready")
    assert_type_error(lambda: tm.play_together(STATE, [(0, 10)]), "Play", "tuple")


def test_what_is_endless_is_cut_short() -> None:
    """Of an endless iterable no more is read than could ever count."""
    assert len(tm.Deal(itertools.count()).deck) == 10_001
    with pytest.raises(tm.InvalidArgument, match="plays"):
        tm.PlayTogether(itertools.repeat(tm.Play(0)))
    with pytest.raises(tm.InvalidArgument, match="agreed"):
        tm.Star(itertools.count())
    chart = ((level, tm.Reward.LIFE) for level in itertools.count(1))
    with pytest.raises(tm.InvalidRules, match="rewards"):
        tm.Rules(players=2, levels=12, lives=2, stars=1, rewards=chart)
    assert len(tm.PlayTogether([tm.Play(0)] * 10_000).plays) == 10_000
    assert len(tm.Star(range(10_000)).agreed) == 10_000


@pytest.mark.parametrize(
    ("make", "item"),
    [
        (tm.Deal, lambda place: place),
        (tm.Star, lambda place: place),
        (tm.PlayTogether, lambda place: tm.Play(0)),
        (lambda pairs: rules_of(rewards=pairs), lambda place: (place + 1, tm.Reward.STAR)),
        (tm.stacked_deck, lambda place: (place + 1,)),
        (lambda cards: tm.stacked_deck([cards, [1]]), lambda place: place + 1),
    ],
)
def test_how_much_is_read(make: Callable[[Any], object], item: Callable[[int], object]) -> None:
    """Of an iterable the largest number that could count is read, and one more."""
    read: list[int] = []

    def items() -> Iterator[object]:
        for place in range(20_000):
            read.append(place)
            yield item(place)

    with contextlib.suppress(tm.InvalidArgument, tm.InvalidRules):
        make(items())
    assert len(read) == 10_001


def test_fields_of_actions_that_cannot_be() -> None:
    for make in (tm.Begin, tm.Reveal, tm.CompleteLevel, tm.ContinueBlind, tm.Gather):
        with pytest.raises(TypeError):
            make(0)  # type: ignore[call-arg]
    for make in (tm.Ready, tm.Play, tm.AgreeToStar, tm.Deal):
        with pytest.raises(TypeError):
            make()
