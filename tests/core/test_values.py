"""What all values have in common: frozen, slotted, hashable, picklable, compared by value."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

import themind as tm
from positions import laid, rules_of, skipped, table, thrown

STATE = table(
    (50,), (70, 80), pile=laid((0, 30), (1, 40)), aside=skipped((1, 20)), agreed={0}, level=4
)
# Each value, its fields by position, and its repr.
SMALL: list[tuple[type[Any], tuple[Any, ...], str]] = [
    (tm.Deal, ((3, 1),), "Deal(deck=(3, 1))"),
    (tm.Begin, (), "Begin()"),
    (tm.PlayTogether, ((tm.Play(1),),), "PlayTogether(plays=(Play(seat=1, card=None),))"),
    (tm.Star, (frozenset({1}),), "Star(agreed=frozenset({1}))"),
    (tm.Reveal, (), "Reveal()"),
    (tm.CompleteLevel, (), "CompleteLevel()"),
    (tm.ContinueBlind, (), "ContinueBlind()"),
    (tm.Gather, (), "Gather()"),
    (tm.Ready, (1,), "Ready(seat=1)"),
    (tm.Unready, (1,), "Unready(seat=1)"),
    (tm.Refocus, (1,), "Refocus(seat=1)"),
    (tm.Play, (1, 36), "Play(seat=1, card=36)"),
    (tm.ProposeStar, (1,), "ProposeStar(seat=1)"),
    (tm.AgreeToStar, (1, 4), "AgreeToStar(seat=1, cards_down=4)"),
    (tm.DeclineStar, (1,), "DeclineStar(seat=1)"),
    (tm.LevelDealt, (1, ((3,), (4,))), "LevelDealt(level=1, hands=((3,), (4,)))"),
    (tm.HandDealt, (1, (3,), (1, 1)), "HandDealt(level=1, hand=(3,), hand_sizes=(1, 1))"),
    (tm.SeatReady, (1,), "SeatReady(seat=1)"),
    (tm.SeatUnready, (1,), "SeatUnready(seat=1)"),
    (tm.PlayStarted, (), "PlayStarted()"),
    (tm.RefocusCalled, (1,), "RefocusCalled(seat=1)"),
    (tm.PlayPaused, (), "PlayPaused()"),
    (tm.CardPlayed, (1, 36, True), "CardPlayed(seat=1, card=36, face_down=True)"),
    (tm.HiddenCardPlayed, (1,), "HiddenCardPlayed(seat=1)"),
    (
        tm.MistakeMade,
        (1, 36, ((3,), ()), 2),
        "MistakeMade(seat=1, card=36, skipped=((3,), ()), lives=2)",
    ),
    (tm.CardVoid, (1, 36), "CardVoid(seat=1, card=36)"),
    (tm.StarProposed, (1,), "StarProposed(seat=1)"),
    (tm.StarAgreed, (1,), "StarAgreed(seat=1)"),
    (tm.StarDeclined, (1,), "StarDeclined(seat=1)"),
    (tm.StarLapsed, (), "StarLapsed()"),
    (tm.StarThrown, ((3, None), 0), "StarThrown(cards=(3, None), stars=0)"),
    (tm.HandsEmptied, (), "HandsEmptied()"),
    (
        tm.PileRevealed,
        (laid((0, 3)), 0, 2),
        "PileRevealed(pile=(PlayedCard(seat=0, card=3),), mistakes=0, lives=2)",
    ),
    (tm.LevelCleared, (3,), "LevelCleared(level=3)"),
    (
        tm.RewardTaken,
        (tm.Reward.LIFE, 3, 1),
        "RewardTaken(reward=<Reward.LIFE: 'LIFE'>, lives=3, stars=1)",
    ),
    (tm.RewardForfeited, (tm.Reward.STAR,), "RewardForfeited(reward=<Reward.STAR: 'STAR'>)"),
    (tm.LevelCompleted, (3,), "LevelCompleted(level=3)"),
    (tm.GameWon, (False,), "GameWon(blind=False)"),
    (tm.GameLost, (True, 3), "GameLost(blind=True, level=3)"),
    (tm.BlindStarted, (), "BlindStarted()"),
    (tm.DealGathered, (3,), "DealGathered(level=3)"),
    (tm.PlayedCard, (1, 36), "PlayedCard(seat=1, card=36)"),
    (
        tm.AsideCard,
        (1, 36, tm.AsideReason.STAR),
        "AsideCard(seat=1, card=36, reason=<AsideReason.STAR: 'STAR'>)",
    ),
    (tm.SeenCard, (1, None), "SeenCard(seat=1, card=None)"),
    (tm.Outcome, (True, False, 3), "Outcome(victory=True, blind=False, level=3)"),
    (
        tm.Illegality,
        (tm.IllegalCode.WRONG_PHASE, "STAR-6", tm.Begin(), "LOST"),
        (
            "Illegality(code=<IllegalCode.WRONG_PHASE: 'WRONG_PHASE'>, rule='STAR-6', "
            "action=Begin(), detail='LOST')"
        ),
    ),
    (tm.Entry, (tm.Begin(), 7), "Entry(action=Begin(), at_ms=7)"),
]
LARGE = [
    tm.Rules.standard(3),
    STATE,
    tm.view(STATE, 1),
    tm.Record(STATE, (tm.Entry(tm.Play(0), 5),)),
]
VALUES = [kind(*fields) for kind, fields, _ in SMALL] + LARGE


@pytest.mark.parametrize(("kind", "fields", "text"), SMALL)
def test_fields_by_position_and_by_name(
    kind: type[Any], fields: tuple[Any, ...], text: str
) -> None:
    """Small values take their fields by position, so that `match` reads well."""
    value = kind(*fields)
    names = kind.__match_args__
    assert tuple(getattr(value, name) for name in names) == fields
    assert kind(**dict(zip(names, fields, strict=True))) == value
    assert repr(value) == text


def test_hashes_tell_values_apart() -> None:
    """A set of values is as quick as a set of ints."""
    assert len({hash(value) for value in VALUES}) == len(VALUES)


def test_every_action_and_event_is_there() -> None:
    listed = {kind for kind, _, _ in SMALL}
    assert listed >= {*tm.Action.__args__, *tm.Event.__args__, *tm.SeatEvent.__args__}


def test_matching_by_position() -> None:
    match tm.MistakeMade(1, 36, ((3,), ()), lives=2):
        case tm.MistakeMade(seat, card, skipped_hands, lives):
            assert (seat, card, skipped_hands, lives) == (1, 36, ((3,), ()), 2)
        case _:
            pytest.fail("it did not match")
    match tm.Play(1):
        case tm.Play(seat, None):
            assert seat == 1
        case _:
            pytest.fail("it did not match")


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
class TestValue:
    def test_it_is_frozen(self, value: Any) -> None:
        names = getattr(value, "__match_args__", ()) or ["anything"]
        for name in names:
            with pytest.raises(AttributeError):
                setattr(value, name, 1)
            with pytest.raises(AttributeError):
                delattr(value, name)

    def test_it_is_slotted(self, value: Any) -> None:
        assert not hasattr(value, "__dict__")

    def test_it_is_hashable_and_compared_by_value(self, value: Any) -> None:
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert (again != value) is False
        assert hash(again) == hash(value)
        assert {value: "found"}[again] == "found"

    def test_it_equals_nothing_else(self, value: Any) -> None:
        for other in (None, 1, "value", (), object()):
            assert value != other
            assert (value == other) is False
        assert sum(value == other for other in VALUES) == 1

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_it_is_picklable(self, value: Any, protocol: int) -> None:
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)

    def test_it_is_copied(self, value: Any) -> None:
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value


@pytest.mark.parametrize(("kind", "fields", "text"), SMALL)
def test_each_field_counts(kind: type[Any], fields: tuple[Any, ...], text: str) -> None:
    """Values that differ in one field are not equal."""
    others: dict[str, Any] = {"deck": (9,), "plays": (tm.Play(0),), "agreed": frozenset()}
    others |= {"action": tm.Reveal(), "rule": "LVL-1", "detail": "WON"}
    others |= {"hands": ((9,), (4,)), "hand": (9,), "hand_sizes": (9, 9), "skipped": ((), (9,))}
    others |= {"cards": (None, 9), "pile": (), "reward": None, "reason": tm.AsideReason.SKIPPED}
    for name in kind.__match_args__:
        values = dict(zip(kind.__match_args__, fields, strict=True))
        if name == "reward":
            others["reward"] = next(one for one in tm.Reward if one is not values["reward"])
        if name == "code":
            continue  # its detail belongs to it
        other = not values[name] if type(values[name]) is bool else others.get(name, 8)
        assert kind(**values | {name: other}) != kind(*fields)


@pytest.mark.parametrize("field", attrs.fields_dict(tm.Rules))
def test_each_field_of_rules_counts(field: str) -> None:
    other = {
        "players": 3,
        "levels": 11,
        "lives": 3,
        "stars": 2,
        "max_lives": 6,
        "max_stars": 2,
        "rewards": {},
        "first_level": 2,
        "cards": 99,
        "mistake_penalty": tm.MistakePenalty.PER_CARD,
        "starts_blind": True,
        "blind_penalty": tm.BlindPenalty.PER_LEVEL,
        "auto_refocus": False,
    }
    assert rules_of(**{field: other[field]}) != rules_of()


@pytest.mark.parametrize("field", attrs.fields_dict(tm.GameState))
def test_each_field_of_a_state_counts(field: str) -> None:
    state = table((10,), (20,))
    other = {
        "rules": rules_of(auto_refocus=False),
        "phase": tm.Phase.FOCUSING,
        "level": 4,
        "lives": 3,
        "stars": 2,
        "hands": ((11,), (20,)),
        "pile": laid((0, 5)),
        "aside": thrown((0, 5)),
        "blind": True,
        "attempt": 1,
        "ready": {0},
        "agreed": {0},
    }
    before = attrs.evolve(state, phase=tm.Phase.FOCUSING) if field == "ready" else state
    assert attrs.evolve(before, **{field: other[field]}) != before


def test_values_of_a_step_are_like_any_others() -> None:
    """What the engine makes by its own way in is frozen and of the public classes, too."""
    step = tm.play(table((10, 30), (20,)), 0)
    state, (event,) = step
    assert (step.state, step.events) == (state, (event,))
    assert isinstance(step, tm.Step)
    for value, kind in (
        (state, tm.GameState),
        (event, tm.CardPlayed),
        (state.pile[0], tm.PlayedCard),
        (tm.view(state, 0), tm.SeatView),
        (tm.view(state, 0).pile[0], tm.SeenCard),
        (tm.gather(state).state, tm.GameState),
    ):
        assert type(value) is kind
        assert not hasattr(value, "__dict__")
        assert pickle.loads(pickle.dumps(value)) == value
        name = next(iter(attrs.fields_dict(kind)))
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, 1)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            delattr(value, name)


def test_a_subclass_is_another_value() -> None:
    class Louder(tm.Play):
        pass

    assert Louder(1) != tm.Play(1)
    assert tm.Play(1) != Louder(1)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (tm.Phase, ["DEALING", "FOCUSING", "PLAYING", "REVEALING", "CLEARED", "WON", "LOST"]),
        (tm.AsideReason, ["SKIPPED", "STAR"]),
        (tm.Reward, ["LIFE", "STAR"]),
        (tm.BlindPenalty, ["PER_CARD", "PER_LEVEL"]),
    ],
)
def test_the_names_are_the_values(kind: type[Any], names: list[str]) -> None:
    """A member is written as its name, in JSON and elsewhere."""
    assert [member.name for member in kind] == names
    assert list(kind) == names
    assert [str(member) for member in kind] == names


def test_the_host_is_shown_by_its_name() -> None:
    assert repr(tm.HOST) == "HOST"


def test_the_aliases() -> None:
    """Cards, seats and levels are ints; hands and decks are tuples of cards."""
    assert (tm.Card, tm.Seat, tm.Level) == (int, int, int)
    assert (tm.Hand, tm.Deck) == (tuple[int, ...], tuple[int, ...])
    assert set(tm.Action.__args__) == {*tm.SeatAction.__args__, *tm.TableAction.__args__}


def test_what_follows_from_a_table() -> None:
    """The derived facts of a state."""
    assert STATE.players == 2
    assert STATE.top == 40
    assert STATE.middle == (20, 30, 40)
    assert STATE.undealt == tuple(
        card for card in range(1, 101) if card not in (20, 30, 40, 50, 70, 80)
    )
    assert (STATE.lives_in_supply, STATE.stars_in_supply) == (3, 2)
    assert (STATE.levels_completed, STATE.is_over) == (3, False)
    assert table((10,), (20,)).top is None
    assert table((10,), (20,), (30,)).players == 3


def test_the_doors_take_what_the_actions_take() -> None:
    """Each named function is one line of `apply`."""
    state = table((10, 40), (20,))
    asked = changed_by(state)
    for step, action in asked:
        assert step == tm.apply(state, action)
    paused = table((10, 40), (20,), phase=tm.Phase.FOCUSING, ready={0})
    assert tm.ready(paused, seat=1) == tm.apply(paused, tm.Ready(1))
    assert tm.unready(paused, seat=0) == tm.apply(paused, tm.Unready(0))
    assert tm.begin(paused) == tm.apply(paused, tm.Begin())
    opened = tm.propose_star(state, seat=0).state
    assert tm.agree_to_star(opened, seat=1, cards_down=0) == tm.apply(opened, tm.AgreeToStar(1, 0))
    assert tm.decline_star(opened, seat=1) == tm.apply(opened, tm.DeclineStar(1))
    for stale in (
        lambda: tm.agree_to_star(opened, seat=1, cards_down=1),
        lambda: tm.play(state, seat=0, card=40),
    ):
        with pytest.raises(tm.IllegalAction) as refused:
            stale()
        assert refused.value.action in (tm.AgreeToStar(1, 1), tm.Play(0, 40))


def changed_by(state: tm.GameState) -> list[tuple[tm.Step, tm.Action]]:
    together = [tm.Play(1), tm.Play(0)]
    return [
        (tm.play(state, seat=0), tm.Play(0)),
        (tm.play(state, seat=1, card=20), tm.Play(1, 20)),
        (tm.play_together(state, plays=together), tm.PlayTogether(together)),
        (tm.star(state, agreed=[0, 1]), tm.Star([0, 1])),
        (tm.gather(state), tm.Gather()),
        (tm.refocus(state, seat=1), tm.Refocus(1)),
        (tm.propose_star(state, seat=1), tm.ProposeStar(1)),
    ]


def test_the_repr_of_a_number_of_thousands_of_digits() -> None:
    """Python refuses to write it, but a log must not fail."""
    assert repr(tm.Play(10**5000, 3)) == "Play(seat=an int of thousands of digits, card=3)"
    assert "digits" in repr(tm.check(STATE, tm.Play(10**5000)))
