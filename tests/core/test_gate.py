"""The gate: nobody can hold an impossible state, and it names every fault at once."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest

import themind as tm
from positions import laid, rules_of, skipped, table, thrown
from wording import about, faulty_fields

Fields = dict[str, Any]
DEALING, FOCUSING, PLAYING = tm.Phase.DEALING, tm.Phase.FOCUSING, tm.Phase.PLAYING
REVEALING, CLEARED, WON, LOST = tm.Phase.REVEALING, tm.Phase.CLEARED, tm.Phase.WON, tm.Phase.LOST
HANDS = ((10, 40), (20,))
EMPTY: Fields = {"hands": ((), ())}
BLIND: Fields = {"blind": True}

# Each fault of a position has a name here and a position that has it and no other. Other faults
# are named by their likeness to it, so that these tests know the faults apart, but not the words.
EXAMPLES: dict[str, Fields] = {
    "level": {"level": 13},
    "lives": {"lives": 6},
    "stars": {"stars": 4},
    "level too low": {"level": 0, "hands": ((), ()), "phase": CLEARED},
    "lives too low": {"lives": -1},
    "stars too low": {"stars": -1},
    "attempt too low": {"attempt": -1},
    "no full stack": {"blind": True, "rules": rules_of(levels=5)},
    "hands": {"hands": ((10,), (), ())},
    "a stranger in the pile": {"pile": laid((2, 5))},
    "a stranger's card aside": {"aside": thrown((2, 5))},
    "a stranger is ready": {"phase": FOCUSING, "ready": {2}},
    "a stranger agreed": {"agreed": {2}},
    "no card of the deck": {"hands": ((101,), (20,))},
    "a card twice": {"hands": ((10,), (10,))},
    "many cards": {"hands": ((10, 20, 30, 40), ())},
    "a hand that falls": {"hands": ((40, 10), (20,))},
    "plays that fall": {"blind": True, "level": 5, "pile": laid((0, 9), (1, 3), (0, 5))},
    "a card kept back": {"aside": thrown((0, 11))},
    "a pile that falls": {"pile": laid((0, 9), (1, 5))},
    "a card below the pile": {"pile": laid((1, 11)), "hands": ((10,), (20,))},
    "skipped above the pile": {"aside": skipped((1, 9)), "pile": laid((0, 8))},
    "skipped in the dark": {"blind": True, "aside": skipped((1, 5)), "pile": laid((0, 8))},
    "cards before the deal": {"phase": DEALING},
    "cards in hand": {"phase": CLEARED, "pile": laid((0, 5))},
    "cards in hand in the dark": {"phase": REVEALING, "blind": True},
    "cards in hand, lost in the dark": {"phase": LOST, "lives": 0, "blind": True},
    "no card in hand": {"hands": ((), ())},
    "lost without a card": {"phase": LOST, "lives": 0},
    "no lives": {"lives": 0},
    "lives in LOST": {"phase": LOST, "pile": laid((0, 5))},
    "an open pile to reveal": {"phase": REVEALING, "hands": ((), ())},
    "won too early": {"phase": WON, "hands": ((), ()), "level": 11},
    "an attempt when won": {"phase": WON, "hands": ((), ()), "level": 12, "attempt": 1},
    "ready": {"ready": {0}},
    "agreed": {"phase": FOCUSING, "agreed": {0}},
    "no star": {"stars": 0, "agreed": {0}},
    "all ready": {"phase": FOCUSING, "ready": {0, 1}},
    "all agreed": {"agreed": {0, 1}},
}


def likeness(fault: str) -> str:
    """A fault without the numbers, cards and phases that differ from one position to another."""
    fault = re.sub("|".join(phase.value for phase in tm.Phase), "PHASE", fault)
    return re.sub(r"[(\[{]*-?\d[-\d(),\s\[\]{}]*", "#", fault)


def faults_of(**fields: Any) -> tuple[str, ...]:
    """The faults of a table of two with two cards and one, in level 3."""
    with pytest.raises(tm.InvalidState) as refused:
        table((), (), **{"hands": HANDS} | fields)
    assert str(refused.value) == "; ".join(refused.value.faults)
    return refused.value.faults


@functools.cache
def example(name: str) -> str:
    (fault,) = faults_of(**EXAMPLES[name])
    return likeness(fault)


def assert_faults(*names: str, **fields: Any) -> None:
    """A position has the faults with these names, in this order, and no others."""
    assert [likeness(fault) for fault in faults_of(**fields)] == [*map(example, names)]


def allowed(**fields: Any) -> tm.GameState:
    return table((), (), **{"hands": HANDS} | fields)


class TestSeats:
    @pytest.mark.parametrize("count", [0, 1, 3])
    def test_as_many_hands_as_players(self, count: int) -> None:
        hands = ((10,), (20,), (30,))[:count]
        expected = ["hands"] if count else ["hands", "no card in hand"]
        assert_faults(*expected, hands=hands)
        assert re.search(about(2, count), faults_of(hands=hands)[0])

    @pytest.mark.parametrize("seat", [-1, 2, 9])
    def test_every_seat_named_exists(self, seat: int) -> None:
        for name, fields in (
            ("a stranger in the pile", {"pile": laid((seat, 5))}),
            ("a stranger's card aside", {"aside": thrown((seat, 5))}),
            ("a stranger is ready", {"phase": FOCUSING, "ready": {seat}}),
            ("a stranger agreed", {"agreed": {seat}}),
        ):
            assert_faults(name, **fields)
            assert re.search(about(seat), *faults_of(**fields))

    def test_the_first_and_the_last_seat_exist(self) -> None:
        for seat in (0, 1):
            assert allowed(pile=laid((seat, 5))).top == 5
            assert allowed(aside=thrown((seat, 5))).middle == (5,)
            assert allowed(phase=FOCUSING, ready={seat}).ready == {seat}
            assert allowed(agreed={seat}).agreed == {seat}

    def test_strangers_are_named_in_order_and_once(self) -> None:
        first, second = faults_of(pile=laid((7, 5), (-3, 6), (7, 8)))
        assert re.search(about("pile", -3), first)
        assert re.search(about("pile", 7), second)


class TestCards:
    @pytest.mark.parametrize("card", [0, -5, 101])
    def test_cards_are_of_the_deck(self, card: int) -> None:
        strange = "no card of the deck"
        hand = tuple(sorted((card, 10)))
        assert_faults(strange, hands=(hand, (20,)))
        assert re.search(about(card, 100), *faults_of(hands=(hand, (20,))))
        assert_faults(strange, pile=laid((0, card)), **EMPTY, phase=CLEARED)
        found = faults_of(aside=thrown((0, card)), hands=((), (20,)))
        assert example(strange) in map(likeness, found)

    def test_the_first_and_the_last_card_are(self) -> None:
        assert allowed(hands=((1,), (100,))).undealt == tuple(range(2, 100))
        rules = rules_of(cards=24)
        assert allowed(hands=((1,), (24,)), rules=rules).undealt == tuple(range(2, 24))
        assert_faults("no card of the deck", hands=((1,), (25,)), rules=rules)
        assert re.search(about(25, 24), *faults_of(hands=((1,), (25,)), rules=rules))

    def test_each_card_is_in_one_place(self) -> None:
        twice = "a card twice"
        assert_faults(twice, hands=((10,), (10,)))
        assert_faults(twice, hands=((10,), (20,)), pile=laid((1, 10)))
        assert_faults(twice, hands=((10,), (20,)), aside=thrown((0, 10)))
        assert_faults(twice, hands=((), (20,)), pile=laid((0, 10)), aside=thrown((1, 10)))
        assert_faults(twice, "a hand that falls", hands=((10, 10), (20,)))

    def test_what_is_too_low_is_not_below_a_pile_that_is_not_there(self) -> None:
        strange = "no card of the deck"
        assert_faults(strange, hands=((-5, 10), (20,)), aside=thrown((1, 3)))
        assert_faults(strange, "skipped above the pile", aside=skipped((1, -5)))

    def test_cards_are_named_in_order(self) -> None:
        fields: Fields = {"hands": ((-1, 0), (200,)), "pile": laid((1, 200)), "blind": True}
        strange = "no card of the deck"
        assert_faults(strange, strange, strange, "a card twice", **fields)
        found = faults_of(**fields)
        for card, fault in zip((-1, 0, 200, 200), found, strict=True):
            assert re.search(about(card), fault)

    def test_no_seat_has_more_cards_than_the_level(self) -> None:
        many = "many cards"
        assert_faults(many, hands=((10, 20, 30, 40), ()))
        assert re.search(about(3), *faults_of(hands=((10, 20, 30, 40), ())))
        full = {"hands": ((30,), ()), "pile": laid((0, 9)), "aside": thrown((0, 5))}
        assert allowed(**full).middle == (5, 9)
        assert_faults(many, **full | {"hands": ((30, 31), ())})
        assert_faults(many, **full | {"pile": laid((0, 8), (0, 9))})
        assert_faults(many, **full | {"aside": thrown((0, 4), (0, 5))})
        assert_faults(many, hands=((), (1, 2, 3, 4)))


class TestOrder:
    def test_hands_ascend(self) -> None:
        assert_faults("a hand that falls", hands=((40, 10), (20,)))
        assert_faults("a hand that falls", hands=((10,), (20, 40, 30)))

    def test_what_a_seat_played_ascends(self) -> None:
        three: Fields = {**BLIND, "level": 5}
        falls = "plays that fall"
        assert_faults(falls, **three, pile=laid((0, 9), (1, 3), (0, 5)))
        pile = laid((1, 9), (0, 9), (1, 8), (0, 7))
        assert_faults("a card twice", falls, falls, **three, pile=pile)
        _, of_seat_0, of_seat_1 = faults_of(**three, pile=pile)
        assert re.search(about(0), of_seat_0)
        assert re.search(about(1), of_seat_1)
        assert allowed(**BLIND, pile=laid((0, 5), (1, 3))).top == 3

    def test_a_seat_holds_cards_above_all_that_it_laid(self) -> None:
        low = "a card kept back"
        assert_faults(low, **BLIND, pile=laid((0, 11)))
        assert_faults(low, **BLIND, pile=laid((0, 5), (0, 11)), hands=((10,), ()))
        assert_faults(low, aside=thrown((0, 11)))
        assert_faults(low, aside=thrown((0, 11), (0, 5)), hands=((10,), ()))
        assert_faults(low, aside=thrown((0, 11)), pile=laid((0, 5)), hands=((10,), ()))
        assert_faults(low, aside=thrown((0, 5)), hands=((10,), ()), pile=laid((0, 11)), **BLIND)
        assert_faults(low, aside=thrown((1, 21)))
        assert allowed(**BLIND, pile=laid((1, 19)), aside=thrown((0, 9))).top == 19
        assert allowed(**BLIND, pile=laid((1, 11))).top == 11

    def test_an_open_pile_ascends(self) -> None:
        assert_faults("a pile that falls", pile=laid((0, 9), (1, 5)))
        assert allowed(pile=laid((0, 5), (1, 9))).top == 9

    def test_held_cards_lie_above_an_open_pile(self) -> None:
        assert_faults("a card below the pile", pile=laid((1, 11)), hands=((10,), (20,)))
        assert_faults("a card below the pile", pile=laid((0, 21)), hands=((30,), (20,)))
        assert allowed(pile=laid((1, 9)), hands=((10,), (20,))).top == 9

    def test_skipped_cards_lie_below_an_open_pile(self) -> None:
        assert_faults("skipped above the pile", aside=skipped((1, 5)))
        assert_faults("skipped above the pile", aside=skipped((1, 9)), pile=laid((0, 8)))
        assert allowed(aside=skipped((1, 7)), pile=laid((0, 8))).middle == (7, 8)
        assert allowed(aside=thrown((1, 9)), pile=laid((0, 8))).middle == (8, 9)
        assert_faults("a card twice", aside=skipped((1, 8)), pile=laid((0, 8)))

    def test_nothing_is_skipped_in_a_blind_level(self) -> None:
        fault = "skipped in the dark"
        assert_faults(fault, **BLIND, aside=skipped((1, 5)), pile=laid((0, 8)))
        assert allowed(**BLIND, aside=thrown((1, 5)), pile=laid((0, 8))).blind
        assert_faults(fault, **BLIND, aside=thrown((1, 4)) + skipped((1, 5)))


class TestNumbers:
    @pytest.mark.parametrize(
        ("fields", "bound"),
        [
            ({"lives": -1}, 0),
            ({"lives": 6}, 5),
            ({"stars": -1}, 0),
            ({"stars": 4}, 3),
            ({"level": 13}, 12),
            ({"attempt": -1}, 0),
        ],
    )
    def test_a_number_out_of_bounds(self, fields: Fields, bound: int) -> None:
        (fault,) = faults_of(**fields)
        assert faulty_fields([fault]) == [*fields]
        assert re.search(about(bound, *fields.values()), fault)

    def test_a_level_before_the_first(self) -> None:
        assert_faults("level too low", level=2, rules=rules_of(first_level=3))
        (fault,) = faults_of(level=2, rules=rules_of(first_level=3))
        assert re.search(about(3, 2), fault)
        assert_faults("level too low", level=0, hands=((), ()), phase=CLEARED)

    @pytest.mark.parametrize(
        "fields",
        [
            {"lives": 1},
            {"lives": 5},
            {"stars": 0},
            {"stars": 3},
            {"level": 12},
            {"attempt": 0},
            {"attempt": 10**6},
        ],
    )
    def test_the_bounds_are_within(self, fields: Fields) -> None:
        state = allowed(**fields)
        assert {name: getattr(state, name) for name in fields} == fields

    def test_the_bounds_of_other_rules(self) -> None:
        rules = rules_of(first_level=3, levels=4, lives=1, max_lives=1, stars=0, max_stars=0)
        assert allowed(rules=rules, level=3, lives=1, stars=0).level == 3
        assert_faults("level", "lives", "stars", rules=rules, level=5, lives=2, stars=1)
        bounds = zip((4, 1, 0), faults_of(rules=rules, level=5, lives=2, stars=1), strict=True)
        assert all(re.search(about(bound), fault) for bound, fault in bounds)

    def test_blind_only_with_a_full_stack(self) -> None:
        assert_faults("no full stack", **BLIND, rules=rules_of(levels=5))
        assert allowed(**BLIND).blind
        assert not allowed(rules=rules_of(levels=5)).blind


class TestPhases:
    @pytest.mark.parametrize("phase", [phase for phase in tm.Phase if phase is not LOST])
    def test_lives_are_left_but_in_lost(self, phase: tm.Phase) -> None:
        fields: Fields = {"phase": phase, "lives": 0, "level": 12}
        fields |= {} if phase in (FOCUSING, PLAYING) else EMPTY
        fields |= BLIND if phase is REVEALING else {}
        assert_faults("no lives", **fields)
        assert allowed(**fields | {"lives": 1}).lives == 1

    def test_no_lives_in_lost(self) -> None:
        fields: Fields = {"phase": LOST, "pile": laid((0, 5))}
        assert_faults("lives in LOST", **fields, lives=1)
        assert allowed(**fields, lives=0).is_over

    @pytest.mark.parametrize(("phase", "level"), [(DEALING, 3), (WON, 12)])
    def test_an_empty_table(self, phase: tm.Phase, level: int) -> None:
        fields: Fields = {"phase": phase, "level": level}
        fault = "cards before the deal"
        assert_faults(fault, **fields)
        assert_faults(fault, **fields, **EMPTY, pile=laid((0, 5)))
        assert_faults(fault, **fields, **EMPTY, aside=thrown((0, 5)))
        assert phase.value in faults_of(**fields)[0]
        assert allowed(**fields, **EMPTY).phase is phase

    @pytest.mark.parametrize(
        ("phase", "blind"), [(REVEALING, True), (CLEARED, True), (CLEARED, False)]
    )
    def test_empty_hands(self, phase: tm.Phase, blind: bool) -> None:
        fields: Fields = {"phase": phase, "blind": blind, "pile": laid((0, 5))}
        assert_faults("cards in hand in the dark" if blind else "cards in hand", **fields)
        assert phase.value in faults_of(**fields)[0]
        assert allowed(**fields, **EMPTY).phase is phase

    @pytest.mark.parametrize("phase", [FOCUSING, PLAYING])
    @pytest.mark.parametrize("blind", [True, False])
    def test_somebody_holds_a_card(self, phase: tm.Phase, blind: bool) -> None:
        fields: Fields = {"phase": phase, "blind": blind, "pile": laid((0, 5))}
        assert_faults("no card in hand", **fields, **EMPTY)
        assert phase.value in faults_of(**fields, **EMPTY)[0]
        assert allowed(**fields, hands=((), (7,))).phase is phase

    def test_a_lost_blind_level_has_empty_hands(self) -> None:
        fields: Fields = {"phase": LOST, "lives": 0, "pile": laid((0, 5))}
        assert_faults("cards in hand, lost in the dark", **fields, **BLIND)
        assert allowed(**fields, **BLIND, **EMPTY).is_over
        assert allowed(**fields).is_over

    def test_a_level_is_lost_by_a_card(self) -> None:
        fields: Fields = {"phase": LOST, "lives": 0}
        assert_faults("lost without a card", **fields)
        assert allowed(**fields, **BLIND, **EMPTY).pile == ()
        assert allowed(phase=PLAYING).pile == ()

    def test_only_a_blind_pile_is_revealed(self) -> None:
        fields: Fields = {"phase": REVEALING, **EMPTY}
        assert_faults("an open pile to reveal", **fields)

    def test_a_game_is_won_at_the_last_level(self) -> None:
        fields: Fields = {"phase": WON, **EMPTY}
        assert_faults("won too early", **fields, level=11)
        assert_faults("an attempt when won", **fields, level=12, attempt=1)
        assert allowed(**EMPTY, phase=CLEARED, level=11, attempt=1).attempt == 1


class TestSignals:
    @pytest.mark.parametrize("phase", [phase for phase in tm.Phase if phase is not FOCUSING])
    def test_ready_in_focusing_only(self, phase: tm.Phase) -> None:
        assert example("ready") in map(likeness, faults_of(phase=phase, ready={0}))
        assert_faults("ready", ready={0})

    @pytest.mark.parametrize("phase", [phase for phase in tm.Phase if phase is not PLAYING])
    def test_agreed_in_playing_only(self, phase: tm.Phase) -> None:
        assert example("agreed") in map(likeness, faults_of(phase=phase, agreed={0}))
        assert_faults("agreed", phase=FOCUSING, agreed={0})

    def test_agreed_with_a_star_to_throw(self) -> None:
        assert_faults("no star", stars=0, agreed={0})
        assert allowed(stars=1, agreed={0}).agreed == {0}

    def test_never_everybody(self) -> None:
        assert_faults("all ready", phase=FOCUSING, ready={0, 1})
        assert_faults("all agreed", agreed={0, 1})
        alone = {"rules": rules_of(players=1), "hands": ((10,),)}
        assert_faults("all ready", **alone, phase=FOCUSING, ready={0})
        assert_faults("all agreed", **alone, agreed={0})


class TestTypes:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("rules", None),
            ("phase", "PLAYING"),
            ("level", True),
            ("lives", 2.0),
            ("stars", "1"),
            ("attempt", None),
            ("blind", 0),
            ("hands", None),
            ("hands", ((10, True), (20,))),
            ("hands", ((10,), 20)),
            ("hands", {10, 20}),
            ("pile", ((0, 5),)),
            ("pile", 5),
            ("aside", laid((0, 5))),
            ("aside", None),
            ("ready", None),
            ("ready", frozenset({True})),
            ("agreed", 1),
            ("agreed", frozenset({1.0})),
        ],
    )
    def test_a_field_of_a_wrong_type(self, name: str, value: Any) -> None:
        (fault,) = faults_of(**{name: value})
        assert faulty_fields([fault]) == [name]
        assert repr(value)[:57] in fault

    def test_lists_and_sets_are_taken_in(self) -> None:
        """What a caller has at hand is brought into tuples and frozensets."""
        state = allowed(
            hands=[[10, 40], [20]], pile=list(laid((0, 5))), aside=list(thrown((1, 4))), agreed=[1]
        )
        assert state == allowed(pile=laid((0, 5)), aside=thrown((1, 4)), agreed=frozenset({1}))
        assert hash(state) == hash(allowed(pile=laid((0, 5)), aside=thrown((1, 4)), agreed={1}))
        assert allowed(phase=FOCUSING, ready=(0,)).ready == frozenset({0})

    def test_true_is_no_seat_beside_a_one_either(self) -> None:
        assert faulty_fields(faults_of(agreed=[1, True])) == ["agreed"]
        assert faulty_fields(faults_of(agreed=[[1]])) == ["agreed"]

    def test_how_many_seats_are_read(self) -> None:
        """As many as there are cards: each stranger is named. More are no seats at all."""
        assert len(faults_of(phase=FOCUSING, ready=range(10_000))) > 9_998
        (fault,) = faults_of(phase=FOCUSING, ready=range(10_001))
        assert faulty_fields([fault]) == ["ready"]

    def test_states_take_keywords_only(self) -> None:
        with pytest.raises(TypeError):
            tm.GameState(tm.Rules.standard(2), DEALING, 1, 2, 1, ((), ()))


class TestAllAtOnce:
    def test_of_sound_types(self) -> None:
        """Every fault is named, in a fixed order."""
        assert_faults(
            "level",
            "stars",
            "attempt too low",
            "no full stack",
            "hands",
            "a stranger in the pile",
            "a stranger is ready",
            "a stranger agreed",
            "a card twice",
            "no card of the deck",
            "a hand that falls",
            "a card kept back",
            "a card kept back",
            "skipped in the dark",
            "cards before the deal",
            "no lives",
            "won too early",
            "an attempt when won",
            "ready",
            "agreed",
            "all ready",
            "all agreed",
            rules=rules_of(levels=5),
            phase=WON,
            level=9,
            lives=0,
            stars=7,
            hands=((40, 10), (10,), ()),
            pile=laid((5, 30), (1, 20)),
            aside=skipped((0, 60), (0, 200)),
            blind=True,
            attempt=-3,
            ready={0, 4},
            agreed={1, 3},
        )

    def test_of_an_open_level(self) -> None:
        assert_faults(
            "many cards",
            "a card kept back",
            "a card kept back",
            "a pile that falls",
            "a card below the pile",
            "skipped above the pile",
            "lives in LOST",
            phase=LOST,
            hands=((1, 2, 3), (20,)),
            pile=laid((0, 30), (1, 25)),
            aside=skipped((1, 60)),
        )

    @pytest.mark.parametrize(
        ("unshapely", "named"),
        [
            ({"lives": None}, {"stars", "hand", "pile", "phase", "ready", "agreed"}),
            ({"hands": 5}, {"lives", "stars", "pile", "phase", "ready", "agreed"}),
            ({"pile": 5}, {"lives", "stars", "hand", "phase", "ready", "agreed"}),
            ({"aside": 5}, {"lives", "stars", "hand", "pile", "phase", "ready", "agreed"}),
            ({"phase": 5}, {"lives", "stars", "hand", "pile", "ready", "agreed"}),
            ({"ready": 5}, {"lives", "stars", "hand", "pile", "phase", "agreed"}),
            ({"agreed": 5}, {"lives", "stars", "hand", "pile", "phase", "ready"}),
            ({"blind": 5}, {"lives", "stars", "hand", "pile", "phase", "ready", "agreed"}),
            ({"stars": 5.0}, {"lives", "hand", "pile", "phase", "ready", "agreed"}),
            ({"attempt": ()}, {"lives", "stars", "hand", "pile", "phase", "ready", "agreed"}),
            ({"level": None}, {"lives", "stars", "hand", "pile", "phase", "ready", "agreed"}),
            ({"rules": None}, {"phase"}),
        ],
    )
    def test_beside_a_wrong_type(self, unshapely: Fields, named: set[str]) -> None:
        """A field of a wrong type hides no fault of the others."""
        fields: Fields = {
            "phase": CLEARED,
            "lives": 6,
            "stars": 4,
            "hands": ((10,), (20,), ()),
            "pile": laid((7, 5)),
            "ready": {8},
            "agreed": {9},
        }
        kinds = {
            "lives": "lives",
            "stars": "stars",
            "hand": "hands",
            "pile": "a stranger in the pile",
            "phase": "agreed" if "ready" in unshapely else "ready",
            "ready": "a stranger is ready",
            "agreed": "a stranger agreed",
        }
        name = next(iter(unshapely))
        first, *faults = faults_of(**fields | unshapely)
        assert faulty_fields([first]) == [name]
        found = set(map(likeness, faults))
        assert {key for key, kind in kinds.items() if example(kind) in found} == named
        assert name not in faulty_fields(faults)
