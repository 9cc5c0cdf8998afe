"""Values that lie, never end or cannot be printed: errors of ours, quickly, and nothing else."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import themind as tm
from themind import codec
from wording import about, faulty_fields

RULES = tm.Rules.standard(players=2)
HUGE = 10**5000  # too long for Python to write out
STATE = tm.GameState(
    rules=RULES, phase=tm.Phase.PLAYING, level=2, lives=2, stars=1, hands=((9, 20), (11,))
)


class Liar:
    """Says that it is a play of the seat that asks, and plays for another."""

    __class__ = tm.Play  # type: ignore[assignment]
    card = None

    def __init__(self) -> None:
        self.asked = 0

    @property
    def seat(self) -> int:
        self.asked += 1
        return 0 if self.asked <= 2 else 1


class FalseState:
    __class__ = tm.GameState  # type: ignore[assignment]


class FalseView:
    __class__ = tm.SeatView  # type: ignore[assignment]


@pytest.mark.rule("LVL-11")
@pytest.mark.parametrize(
    "ask",
    [
        lambda liar: tm.apply(STATE, liar, by=0),
        lambda liar: tm.apply(STATE, liar),
        lambda liar: tm.check(STATE, liar, by=0),
        lambda liar: tm.redact(liar, 0),
        lambda liar: tm.evolve(STATE, liar),
        lambda liar: tm.evolve_view(tm.view(STATE, 0), liar),
        tm.Entry,
        lambda liar: tm.PlayTogether([liar]),
        lambda liar: tm.Illegality(tm.IllegalCode.STALE, "STAR-6", liar),
    ],
)
def test_what_lies_about_its_class_is_no_action_and_no_event(ask: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        ask(Liar())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: tm.play(FalseState(), 0),  # type: ignore[arg-type]
        lambda: tm.forced_action(FalseState()),  # type: ignore[arg-type]
        lambda: tm.view(FalseState()),  # type: ignore[arg-type]
        lambda: tm.legal_actions(FalseState()),  # type: ignore[arg-type]
        lambda: tm.legal_actions(FalseView()),  # type: ignore[arg-type]
        lambda: tm.evolve(FalseState(), tm.Begin()),  # type: ignore[arg-type]
        lambda: tm.evolve_view(FalseView(), tm.PlayStarted()),  # type: ignore[arg-type]
        lambda: tm.Record(FalseState()),  # type: ignore[arg-type]
    ],
)
def test_what_lies_about_its_class_is_no_position(ask: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        ask()


class Loose(tm.PlayedCard):  # type: ignore[misc]
    """A card that could still change once it lies in a state."""

    __setattr__ = object.__setattr__


class Counted(tuple[Any, ...]):
    """A tuple whose methods could be anything."""

    __slots__ = ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pile", (Loose(0, 5),)),
    ],
)
def test_only_values_of_the_exact_class_pass_the_gate(field: str, value: Any) -> None:
    fields: dict[str, Any] = {"hands": ((9,), (11,))}
    with pytest.raises(tm.InvalidState) as refused:
        tm.GameState(
            rules=RULES,
            phase=tm.Phase.PLAYING,
            level=2,
            lives=2,
            stars=1,
            **fields | {field: value},
        )
    assert faulty_fields(refused.value.faults)[0] == field


@pytest.mark.parametrize("hands", [Counted(((9,), (11,))), (Counted((9,)), (11,))])
def test_a_tuple_of_another_class_is_kept_as_a_plain_one(hands: Any) -> None:
    state = tm.GameState(
        rules=RULES, phase=tm.Phase.PLAYING, level=2, lives=2, stars=1, hands=hands, pile=Counted()
    )
    assert state.hands == ((9,), (11,))
    assert {type(state.pile), type(state.hands), *map(type, state.hands)} == {tuple}


def test_rules_of_a_class_of_ones_own_start_no_game() -> None:
    class HouseRules(tm.Rules):  # type: ignore[misc]
        pass

    with pytest.raises(TypeError, match=about("HouseRules")):
        tm.new_game(HouseRules(players=2, levels=12, lives=2, stars=1))


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (
            lambda: tm.Rules(
                players=2,
                levels=3,
                lives=2,
                stars=1,
                rewards=[itertools.count()],  # type: ignore[list-item]
            ),
            tm.InvalidRules,
        ),
        (lambda: tm.stacked_deck(itertools.repeat(range(1, 20_000))), tm.InvalidArgument),
        (lambda: tm.stacked_deck(itertools.repeat((1,))), tm.InvalidArgument),
        (lambda: tm.stacked_deck([itertools.count(1)]), tm.InvalidArgument),
        (
            lambda: tm.Record(STATE, itertools.repeat(tm.Entry(tm.Begin()))),
            tm.InvalidArgument,
        ),
        (lambda: tm.Star(itertools.count()), tm.InvalidArgument),
        (lambda: attrs.evolve(STATE, ready=itertools.count()), tm.InvalidState),
        (lambda: attrs.evolve(STATE, agreed=itertools.repeat(0)), tm.InvalidState),
        (lambda: attrs.evolve(tm.view(STATE, 0), ready=itertools.repeat(0)), tm.InvalidState),
        (lambda: attrs.evolve(tm.view(STATE), agreed=itertools.count()), tm.InvalidState),
        (lambda: attrs.evolve(STATE, hands=itertools.repeat(itertools.count())), tm.InvalidState),
        (lambda: tm.PlayTogether(itertools.repeat(tm.Play(0))), tm.InvalidArgument),
        (lambda: tm.deal(tm.new_game(RULES), itertools.count(1)), tm.IllegalAction),
    ],
)
def test_the_endless_ends(make: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        make()


@pytest.mark.unmeasured
def test_a_record_has_a_million_entries_at_most() -> None:
    entry = tm.Entry(tm.Begin())
    assert len(tm.Record(STATE, [entry] * 1_000_000).entries) == 1_000_000
    with pytest.raises(tm.InvalidArgument, match="entries"):
        tm.Record(STATE, [entry] * 1_000_001)


@pytest.mark.parametrize("field", ["level", "lives", "stars", "attempt"])
@pytest.mark.parametrize("value", [HUGE, -HUGE], ids=["huge", "negative"])
def test_a_huge_number_is_a_fault_of_ours(field: str, value: int) -> None:
    fields: dict[str, Any] = {"level": 1, "lives": 2, "stars": 1, "attempt": 0}
    fields |= {"hands": ((), ()), "pile": (tm.PlayedCard(HUGE, HUGE),) * 2}
    with pytest.raises(tm.InvalidState) as refused:
        tm.GameState(rules=RULES, phase=tm.Phase.DEALING, **fields | {field: value})
    assert len(str(refused.value)) < 2_000


def test_the_text_of_an_error_can_always_be_read() -> None:
    with pytest.raises(tm.InvalidEvent) as refused:
        tm.evolve(STATE, tm.SeatReady(HUGE))
    assert re.search(about("SeatReady"), str(refused.value))
    assert len(str(refused.value)) < 200
    long = tm.LevelDealt(1, ((1,) * 5_000,))
    with pytest.raises(tm.InvalidEvent) as refused:
        tm.evolve(STATE, long)
    assert repr(long)[:300] in str(refused.value)
    assert len(str(refused.value)) < 600


@pytest.mark.parametrize(
    "fields",
    [
        (None, "STAR-6", tm.Begin()),
        ("STALE", "STAR-6", tm.Begin()),
        (tm.IllegalCode.STALE, 6, tm.Begin()),
        (tm.IllegalCode.STALE, "STAR-6", tm.PlayStarted()),
    ],
)
def test_an_illegality_is_of_its_types(fields: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        tm.Illegality(*fields)


class Untouchable(int):
    """A number that answers nothing."""

    def __abs__(self) -> int:
        raise KeyError

    __int__ = __str__ = __repr__ = __lt__ = __abs__  # type: ignore[assignment]


def test_a_number_of_another_class_is_named_in_a_document() -> None:
    data = {"type": "Play", "format": 1, "seat": Untouchable(3), "card": None}
    with pytest.raises(tm.InvalidDocument, match=about("integer", "Untouchable")):
        codec.from_data(data, tm.Play)
    assert type(tm.Play(Untouchable(3)).seat) is int


@pytest.mark.parametrize("seat", [0, None])
def test_what_is_half_told_is_not_written(seat: int | None) -> None:
    """Between a mistaken card and its mistake there is no state to come back to."""
    card = tm.CardPlayed(1, 11, face_down=False)
    half = tm.evolve(STATE, card)
    with pytest.raises(tm.InvalidArgument, match=about("GameState")):
        codec.dumps(half)
    told = tm.evolve(half, tm.MistakeMade(1, 11, ((9,), ()), 1))
    assert codec.loads(codec.dumps(told), tm.GameState) == told
    seen = tm.evolve_view(tm.view(STATE, seat), card)
    if seat == 0:
        with pytest.raises(tm.InvalidArgument):
            codec.dumps(seen)


@pytest.mark.parametrize(("field", "value"), [("action", tm.PlayStarted()), ("rule", 6)])
def test_a_value_that_was_tampered_with_is_not_written(field: str, value: Any) -> None:
    illegality = tm.Illegality(tm.IllegalCode.STALE, "STAR-6", tm.Begin())
    object.__setattr__(illegality, field, value)
    with pytest.raises(TypeError, match=rf"^Illegality\.{field}: "):
        codec.dumps(illegality)


class Index:
    """An integer of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.rule("LVL-11")
def test_who_asks_is_any_integer() -> None:
    assert tm.is_legal(STATE, tm.Play(1), by=Index(1))
    for action, by in ((tm.Play(1), Index(0)), (tm.Gather(), Index(0)), (tm.Gather(), 0)):
        refused = tm.check(STATE, action, by=by)
        assert refused is not None
        assert refused.code is tm.IllegalCode.NOT_YOURS


class NoIndex:
    """Several integers, which are no index: an array of NumPy."""

    def __index__(self) -> int:
        raise TypeError

    def __repr__(self) -> str:
        return "NoIndex()"


@pytest.mark.parametrize("by", [True, False, "HOST", "0", 0.0, (), tm.Play(0), NoIndex()], ids=repr)
@pytest.mark.parametrize("ask", [tm.check, tm.is_legal, tm.apply])
def test_who_asks_is_a_seat_the_host_or_nobody(ask: Callable[..., Any], by: Any) -> None:
    with pytest.raises(TypeError, match=about("by", type(by))):
        ask(STATE, tm.Play(1), by=by)
