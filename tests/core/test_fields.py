"""The fields of small values are right as they are made: ints stay ints, wrong types are named."""

from __future__ import annotations

import itertools
import re
from typing import Any

import attrs
import pytest

import themind as tm

EVENTS = [*tm.Event.__args__, *tm.SeatEvent.__args__]
CLASSES = list(dict.fromkeys([*tm.Action.__args__, *EVENTS]))
SMALL = [*CLASSES, tm.PlayedCard, tm.AsideCard, tm.SeenCard, tm.Outcome, tm.Entry]

RIGHT: dict[str, Any] = {
    "seat": 1,
    "card": 36,
    "level": 2,
    "lives": 2,
    "stars": 1,
    "mistakes": 0,
    "cards_down": 3,
    "at_ms": 7,
    "blind": True,
    "face_down": True,
    "victory": True,
    "hand": (3, 5),
    "hand_sizes": (2, 2),
    "hands": ((3, 5), (4, 6)),
    "skipped": ((3,), ()),
    "cards": (3, None),
    "deck": (3, 1, 2),
    "agreed": frozenset({0, 1}),
    "plays": (tm.Play(0), tm.Play(1, 36)),
    "pile": (tm.PlayedCard(0, 3),),
    "reward": tm.Reward.LIFE,
    "reason": tm.AsideReason.STAR,
    "action": tm.Begin(),
}
NUMBERS = ("seat", "card", "level", "lives", "stars", "mistakes", "cards_down", "at_ms")
FLAGS = ("blind", "face_down", "victory")
ROWS = ("hand", "hand_sizes", "hands", "skipped", "cards", "deck", "plays", "pile")
NO_NUMBERS = [True, 1.0, "1", b"1", [1], 1j, int]


class Number:
    """A number of someone else's, as NumPy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def fields_of(kind: type[Any]) -> dict[str, Any]:
    return {field.name: RIGHT[field.name] for field in attrs.fields(kind)}


def places(names: tuple[str, ...]) -> list[Any]:
    """Each class with one of these fields."""
    return [
        pytest.param(kind, name, id=f"{kind.__name__}.{name}")
        for kind in SMALL
        for name in fields_of(kind)
        if name in names
    ]


@pytest.mark.parametrize("kind", SMALL)
def test_every_action_and_event_is_an_attrs_class(kind: type[Any]) -> None:
    value = kind(**fields_of(kind))
    assert attrs.has(kind)
    assert attrs.asdict(value, recurse=False) == fields_of(kind)
    assert attrs.evolve(value) == value


@pytest.mark.parametrize(("kind", "name"), places(NUMBERS))
def test_a_number_of_another_class_is_kept_as_an_int(kind: type[Any], name: str) -> None:
    fields = fields_of(kind)
    value = kind(**fields | {name: Number(fields[name])})
    assert type(getattr(value, name)) is int
    assert value == kind(**fields)


RULES = tm.Rules.standard(2)
POSITIONS = [RULES, tm.new_game(RULES), tm.view(tm.new_game(RULES), 0)]


@pytest.mark.parametrize("value", POSITIONS, ids=lambda value: type(value).__name__)
def test_numbers_of_rules_and_positions_are_kept_as_ints(value: Any) -> None:
    fields = attrs.asdict(value, recurse=False)
    numbers = {name: number for name, number in fields.items() if type(number) is int}
    assert len(numbers) > 3
    same = attrs.evolve(value, **{name: Number(number) for name, number in numbers.items()})
    assert same == value
    assert {type(getattr(same, name)) for name in numbers} == {int}


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
@pytest.mark.parametrize(("kind", "name"), places(NUMBERS))
def test_a_wrong_type_is_named_with_its_field(kind: type[Any], name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{name} must be an int, got ") as error:
        kind(**fields_of(kind) | {name: wrong})
    shown = "the class int" if wrong is int else type(wrong).__name__
    assert str(error.value).endswith(f"got {shown}")


@pytest.mark.parametrize("wrong", [1, 0, None, "True"], ids=repr)
@pytest.mark.parametrize(("kind", "name"), places(FLAGS))
def test_a_flag_is_a_bool(kind: type[Any], name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{name} must be a bool, got "):
        kind(**fields_of(kind) | {name: wrong})


@pytest.mark.parametrize("make", [set, frozenset, lambda row: dict.fromkeys(row, 1)])
@pytest.mark.parametrize(("kind", "name"), places(ROWS))
def test_what_has_an_order_is_no_set_and_no_mapping(kind: type[Any], name: str, make: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{name} must be "):
        kind(**fields_of(kind) | {name: make(RIGHT[name])})


@pytest.mark.parametrize("wrong", [None, 5, "37", b"37", int], ids=repr)
@pytest.mark.parametrize(("kind", "name"), places(ROWS))
def test_what_has_an_order_is_a_sequence(kind: type[Any], name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{name} must be "):
        kind(**fields_of(kind) | {name: wrong})


@pytest.mark.parametrize(("kind", "name"), places(ROWS))
def test_any_ordered_iterable_is_kept_as_a_tuple(kind: type[Any], name: str) -> None:
    row = RIGHT[name]
    for given in (list(row), iter(row), dict(enumerate(row)).values()):
        assert getattr(kind(**fields_of(kind) | {name: given}), name) == row


@pytest.mark.parametrize(("kind", "name"), places(("deck", "hand", "hand_sizes")))
def test_the_numbers_of_a_row_are_kept_as_ints(kind: type[Any], name: str) -> None:
    value = kind(**fields_of(kind) | {name: [Number(number) for number in RIGHT[name]]})
    assert getattr(value, name) == RIGHT[name]
    assert {*map(type, getattr(value, name))} == {int}
    with pytest.raises(TypeError, match=rf"^{name}\[1\] must be an int, got bool"):
        kind(**fields_of(kind) | {name: [3, True]})


@pytest.mark.parametrize("kind", [tm.Deal, tm.HandDealt])
def test_an_endless_row_is_cut_short(kind: type[Any]) -> None:
    name = "deck" if kind is tm.Deal else "hand"
    endless = iter(lambda: 1, 0)
    assert len(getattr(kind(**fields_of(kind) | {name: endless}), name)) == 10_001


@pytest.mark.parametrize(
    ("kind", "name", "enum"),
    [
        (tm.RewardTaken, "reward", tm.Reward),
        (tm.RewardForfeited, "reward", tm.Reward),
        (tm.AsideCard, "reason", tm.AsideReason),
    ],
)
def test_the_text_of_a_member_is_no_member(kind: type[Any], name: str, enum: Any) -> None:
    text = next(iter(enum.__members__))
    hint = re.escape(f"did you mean {enum.__name__}.{text}?")
    with pytest.raises(TypeError, match=hint):
        kind(**fields_of(kind) | {name: text})


@pytest.mark.parametrize("wrong", [[True], [0, 1.0], "01", [None], 5], ids=repr)
def test_the_seats_of_a_vote_are_ints(wrong: Any) -> None:
    with pytest.raises(TypeError, match="agreed"):
        tm.Star(wrong)


def test_the_seats_of_a_vote_come_in_any_order() -> None:
    votes = ([0, 1], (1, 0), {0, 1}, {0: "Ada", 1: "Ben"}, iter([1, 0]), [Number(0), Number(1)])
    assert {tm.Star(vote) for vote in votes} == {tm.Star([0, 1])}


def test_plays_that_landed_together_have_an_order() -> None:
    """A set of plays had another order, and so another table, in each process."""
    with pytest.raises(TypeError, match=r"^plays must be a sequence"):
        tm.play_together(tm.new_game(tm.Rules.standard(2)), {tm.Play(0), tm.Play(1)})


def test_a_hint_for_a_text_in_place_of_a_deck() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    with pytest.raises(TypeError, match=r"did you mean deck_for\(state, 'friday'\)\?"):
        tm.deal(state, "friday")  # type: ignore[arg-type]


def test_a_hint_for_a_step_in_place_of_a_state() -> None:
    step = tm.deal(tm.new_game(tm.Rules.standard(players=2)), (1, 2))
    with pytest.raises(TypeError, match=r"got Step: did you mean its \.state\?"):
        tm.begin(step)  # type: ignore[arg-type]


def test_a_hint_for_a_class_in_place_of_an_action() -> None:
    with pytest.raises(TypeError, match=r"got the class Begin: did you mean Begin\(\.\.\.\)\?"):
        tm.apply(tm.new_game(tm.Rules.standard(players=2)), tm.Begin)  # type: ignore[arg-type]


def test_arrays_of_numpy_work_everywhere() -> None:
    np = pytest.importorskip("numpy")
    state = tm.new_game(tm.Rules.standard(np.int64(2)))
    deck = np.array(tm.deck_for(state, seed=np.int64(7)))
    state = tm.begin(tm.deal(state, deck).state).state
    seat = np.int8(0 if state.hands[0] < state.hands[1] else 1)
    step = tm.apply(state, tm.Play(seat, np.uint16(state.hands[seat][0])), by=seat)
    played = step.state.pile[0]
    assert {type(played.seat), type(played.card), type(step.events[0].seat)} == {int}
    assert tm.view(state, np.int16(1)).seat == 1
    assert type(tm.view(state, np.int16(1)).seat) is int
    rebuilt = attrs.evolve(state, hands=np.array(state.hands), level=np.int64(state.level))
    assert rebuilt == state
    assert type(rebuilt.hands[0][0]) is type(rebuilt.level) is int
    assert tm.shuffled_deck("a", level=np.int64(3)) == tm.shuffled_deck("a", level=3)


@pytest.mark.parametrize(
    "make",
    [
        lambda hands: tm.LevelDealt(1, hands).hands,
        lambda hands: tm.MistakeMade(0, 5, hands, 1).skipped,
    ],
    ids=["LevelDealt", "MistakeMade"],
)
def test_endless_hands_are_cut_short_together(make: Any) -> None:
    cut = make(itertools.repeat(itertools.count()))
    assert [len(hand) for hand in cut] == [10_001] + [1] * 10_000


def test_hands_of_a_whole_deck_leave_room_for_one_card_more() -> None:
    dealt = tm.LevelDealt(1, [range(5_000), (), range(5_000), (), range(3), range(3)])
    assert [len(hand) for hand in dealt.hands] == [5_000, 0, 5_000, 0, 1, 1]
