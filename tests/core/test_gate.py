"""The gate: nobody can hold an impossible state, and it names every fault at once."""

from __future__ import annotations

from typing import Any

import pytest

import themind as tm
from positions import laid, rules_of, skipped, table, thrown

Fields = dict[str, Any]
DEALING, FOCUSING, PLAYING = tm.Phase.DEALING, tm.Phase.FOCUSING, tm.Phase.PLAYING
REVEALING, CLEARED, WON, LOST = tm.Phase.REVEALING, tm.Phase.CLEARED, tm.Phase.WON, tm.Phase.LOST
HANDS = ((10, 40), (20,))
EMPTY: Fields = {"hands": ((), ())}
BLIND: Fields = {"blind": True}
FULL_STACK = "a blind run needs the full stack"


def faults_of(**fields: Any) -> tuple[str, ...]:
    """The faults of a table of two with two cards and one, in level 3."""
    with pytest.raises(tm.InvalidState) as refused:
        table((), (), **{"hands": HANDS} | fields)
    assert str(refused.value) == "; ".join(refused.value.faults)
    return refused.value.faults


def allowed(**fields: Any) -> tm.GameState:
    return table((), (), **{"hands": HANDS} | fields)


class TestSeats:
    @pytest.mark.parametrize("count", [0, 1, 3])
    def test_as_many_hands_as_players(self, count: int) -> None:
        hands = ((10,), (20,), (30,))[:count]
        expected = [f"there are as many hands as players (2), not {count}"]
        if not count:
            expected.append("somebody holds a card in PLAYING")
        assert faults_of(hands=hands) == tuple(expected)

    @pytest.mark.parametrize("seat", [-1, 2, 9])
    def test_every_seat_named_exists(self, seat: int) -> None:
        stranger = f"names seat {seat}, which is not there"
        assert faults_of(pile=laid((seat, 5))) == (f"pile {stranger}",)
        assert faults_of(aside=thrown((seat, 5))) == (f"aside {stranger}",)
        assert faults_of(phase=FOCUSING, ready={seat}) == (f"ready {stranger}",)
        assert faults_of(agreed={seat}) == (f"agreed {stranger}",)

    def test_the_first_and_the_last_seat_exist(self) -> None:
        for seat in (0, 1):
            assert allowed(pile=laid((seat, 5))).top == 5
            assert allowed(aside=thrown((seat, 5))).middle == (5,)
            assert allowed(phase=FOCUSING, ready={seat}).ready == {seat}
            assert allowed(agreed={seat}).agreed == {seat}

    def test_strangers_are_named_in_order_and_once(self) -> None:
        pile = laid((7, 5), (-3, 6), (7, 8))
        assert faults_of(pile=pile) == (
            "pile names seat -3, which is not there",
            "pile names seat 7, which is not there",
        )


class TestCards:
    @pytest.mark.parametrize("card", [0, -5, 101])
    def test_cards_are_of_the_deck(self, card: int) -> None:
        strange = f"card {card} is not in a deck of 100"
        hand = tuple(sorted((card, 10)))
        assert faults_of(hands=(hand, (20,))) == (strange,)
        assert faults_of(pile=laid((0, card)), **EMPTY, phase=CLEARED) == (strange,)
        assert strange in faults_of(aside=thrown((0, card)), hands=((), (20,)))

    def test_the_first_and_the_last_card_are(self) -> None:
        assert allowed(hands=((1,), (100,))).undealt == tuple(range(2, 100))
        rules = rules_of(cards=24)
        assert allowed(hands=((1,), (24,)), rules=rules).undealt == tuple(range(2, 24))
        assert faults_of(hands=((1,), (25,)), rules=rules) == ("card 25 is not in a deck of 24",)

    def test_each_card_is_in_one_place(self) -> None:
        twice = "card 10 is in more than one place"
        assert faults_of(hands=((10,), (10,))) == (twice,)
        assert faults_of(hands=((10,), (20,)), pile=laid((1, 10))) == (twice,)
        assert faults_of(hands=((10,), (20,)), aside=thrown((0, 10))) == (twice,)
        assert faults_of(hands=((), (20,)), pile=laid((0, 10)), aside=thrown((1, 10))) == (twice,)
        assert faults_of(hands=((10, 10), (20,))) == (
            twice,
            "the hand of seat 0 does not ascend",
        )

    def test_what_is_too_low_is_not_below_a_pile_that_is_not_there(self) -> None:
        strange = "card -5 is not in a deck of 100"
        higher = "a skipped card is higher than the top of the pile"
        assert faults_of(hands=((-5, 10), (20,)), aside=thrown((1, 3))) == (strange,)
        assert faults_of(aside=skipped((1, -5))) == (strange, higher)

    def test_cards_are_named_in_order(self) -> None:
        assert faults_of(hands=((-1, 0), (200,)), pile=laid((1, 200)), blind=True) == (
            "card -1 is not in a deck of 100",
            "card 0 is not in a deck of 100",
            "card 200 is not in a deck of 100",
            "card 200 is in more than one place",
        )

    def test_no_seat_has_more_cards_than_the_level(self) -> None:
        many = "seat 0 has more than the 3 cards of the level"
        assert faults_of(hands=((10, 20, 30, 40), ())) == (many,)
        full = {"hands": ((30,), ()), "pile": laid((0, 9)), "aside": thrown((0, 5))}
        assert allowed(**full).middle == (5, 9)
        assert faults_of(**full | {"hands": ((30, 31), ())}) == (many,)
        assert faults_of(**full | {"pile": laid((0, 8), (0, 9))}) == (many,)
        assert faults_of(**full | {"aside": thrown((0, 4), (0, 5))}) == (many,)
        assert faults_of(hands=((), (1, 2, 3, 4))) == (many.replace("0", "1"),)


class TestOrder:
    def test_hands_ascend(self) -> None:
        assert faults_of(hands=((40, 10), (20,))) == ("the hand of seat 0 does not ascend",)
        assert faults_of(hands=((10,), (20, 40, 30))) == ("the hand of seat 1 does not ascend",)

    def test_what_a_seat_played_ascends(self) -> None:
        three: Fields = {**BLIND, "level": 5}
        assert faults_of(**three, pile=laid((0, 9), (1, 3), (0, 5))) == (
            "the cards that seat 0 played do not ascend",
        )
        assert faults_of(**three, pile=laid((1, 9), (0, 9), (1, 8), (0, 7))) == (
            "card 9 is in more than one place",
            "the cards that seat 0 played do not ascend",
            "the cards that seat 1 played do not ascend",
        )
        assert allowed(**BLIND, pile=laid((0, 5), (1, 3))).top == 3

    def test_a_seat_holds_cards_above_all_that_it_laid(self) -> None:
        low = "seat 0 holds a card lower than one that it has laid"
        assert faults_of(**BLIND, pile=laid((0, 11))) == (low,)
        assert faults_of(**BLIND, pile=laid((0, 5), (0, 11)), hands=((10,), ())) == (low,)
        assert faults_of(aside=thrown((0, 11))) == (low,)
        assert faults_of(aside=thrown((0, 11), (0, 5)), hands=((10,), ())) == (low,)
        assert faults_of(aside=thrown((0, 11)), pile=laid((0, 5)), hands=((10,), ())) == (low,)
        assert faults_of(aside=thrown((0, 5)), hands=((10,), ()), pile=laid((0, 11)), **BLIND) == (
            low,
        )
        assert faults_of(aside=thrown((1, 21))) == (low.replace("0", "1"),)
        assert allowed(**BLIND, pile=laid((1, 19)), aside=thrown((0, 9))).top == 19
        assert allowed(**BLIND, pile=laid((1, 11))).top == 11

    def test_an_open_pile_ascends(self) -> None:
        fault = "the pile does not ascend"
        assert faults_of(pile=laid((0, 9), (1, 5))) == (fault,)
        assert allowed(pile=laid((0, 5), (1, 9))).top == 9

    def test_held_cards_lie_above_an_open_pile(self) -> None:
        fault = "a held card is lower than the top of the pile"
        assert faults_of(pile=laid((1, 11)), hands=((10,), (20,))) == (fault,)
        assert faults_of(pile=laid((0, 21)), hands=((30,), (20,))) == (fault,)
        assert allowed(pile=laid((1, 9)), hands=((10,), (20,))).top == 9

    def test_skipped_cards_lie_below_an_open_pile(self) -> None:
        fault = "a skipped card is higher than the top of the pile"
        assert faults_of(aside=skipped((1, 5))) == (fault,)
        assert faults_of(aside=skipped((1, 9)), pile=laid((0, 8))) == (fault,)
        assert allowed(aside=skipped((1, 7)), pile=laid((0, 8))).middle == (7, 8)
        assert allowed(aside=thrown((1, 9)), pile=laid((0, 8))).middle == (8, 9)
        assert faults_of(aside=skipped((1, 8)), pile=laid((0, 8))) == (
            "card 8 is in more than one place",
        )

    def test_nothing_is_skipped_in_a_blind_level(self) -> None:
        fault = "nothing is skipped in a blind level"
        assert faults_of(**BLIND, aside=skipped((1, 5)), pile=laid((0, 8))) == (fault,)
        assert allowed(**BLIND, aside=thrown((1, 5)), pile=laid((0, 8))).blind
        assert faults_of(**BLIND, aside=thrown((1, 4)) + skipped((1, 5))) == (fault,)


class TestNumbers:
    @pytest.mark.parametrize(
        ("fields", "fault"),
        [
            ({"lives": -1}, "lives is at least 0, not -1"),
            ({"lives": 6}, "lives is at most 5, not 6"),
            ({"stars": -1}, "stars is at least 0, not -1"),
            ({"stars": 4}, "stars is at most 3, not 4"),
            ({"level": 13}, "level is at most 12, not 13"),
            ({"attempt": -1}, "attempt is at least 0, not -1"),
        ],
    )
    def test_a_number_out_of_bounds(self, fields: Fields, fault: str) -> None:
        assert faults_of(**fields) == (fault,)

    def test_a_level_before_the_first(self) -> None:
        assert faults_of(level=2, rules=rules_of(first_level=3)) == ("level is at least 3, not 2",)
        assert faults_of(level=0, hands=((), ()), phase=CLEARED) == ("level is at least 1, not 0",)

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
        assert faults_of(rules=rules, level=5, lives=2, stars=1) == (
            "level is at most 4, not 5",
            "lives is at most 1, not 2",
            "stars is at most 0, not 1",
        )

    def test_blind_only_with_a_full_stack(self) -> None:
        assert faults_of(**BLIND, rules=rules_of(levels=5)) == (FULL_STACK,)
        assert allowed(**BLIND).blind
        assert not allowed(rules=rules_of(levels=5)).blind


class TestPhases:
    @pytest.mark.parametrize("phase", [phase for phase in tm.Phase if phase is not LOST])
    def test_lives_are_left_but_in_lost(self, phase: tm.Phase) -> None:
        fault = "lives are 0 in LOST and nowhere else"
        fields: Fields = {"phase": phase, "lives": 0, "level": 12}
        fields |= {} if phase in (FOCUSING, PLAYING) else EMPTY
        fields |= BLIND if phase is REVEALING else {}
        assert faults_of(**fields) == (fault,)
        assert allowed(**fields | {"lives": 1}).lives == 1

    def test_no_lives_in_lost(self) -> None:
        fields: Fields = {"phase": LOST, "pile": laid((0, 5))}
        assert faults_of(**fields, lives=1) == ("lives are 0 in LOST and nowhere else",)
        assert allowed(**fields, lives=0).is_over

    @pytest.mark.parametrize(("phase", "level"), [(DEALING, 3), (WON, 12)])
    def test_an_empty_table(self, phase: tm.Phase, level: int) -> None:
        fault = f"the table is empty in {phase.value}"
        fields: Fields = {"phase": phase, "level": level}
        assert faults_of(**fields) == (fault,)
        assert faults_of(**fields, **EMPTY, pile=laid((0, 5))) == (fault,)
        assert faults_of(**fields, **EMPTY, aside=thrown((0, 5))) == (fault,)
        assert allowed(**fields, **EMPTY).phase is phase

    @pytest.mark.parametrize(
        ("phase", "blind"), [(REVEALING, True), (CLEARED, True), (CLEARED, False)]
    )
    def test_empty_hands(self, phase: tm.Phase, blind: bool) -> None:
        fields: Fields = {"phase": phase, "blind": blind, "pile": laid((0, 5))}
        assert faults_of(**fields) == (f"all hands are empty in {phase.value}",)
        assert allowed(**fields, **EMPTY).phase is phase

    @pytest.mark.parametrize("phase", [FOCUSING, PLAYING])
    @pytest.mark.parametrize("blind", [True, False])
    def test_somebody_holds_a_card(self, phase: tm.Phase, blind: bool) -> None:
        fields: Fields = {"phase": phase, "blind": blind, "pile": laid((0, 5))}
        assert faults_of(**fields, **EMPTY) == (f"somebody holds a card in {phase.value}",)
        assert allowed(**fields, hands=((), (7,))).phase is phase

    def test_a_lost_blind_level_has_empty_hands(self) -> None:
        fields: Fields = {"phase": LOST, "lives": 0, "pile": laid((0, 5))}
        assert faults_of(**fields, **BLIND) == ("all hands are empty in a lost blind level",)
        assert allowed(**fields, **BLIND, **EMPTY).is_over
        assert allowed(**fields).is_over

    def test_a_level_is_lost_by_a_card(self) -> None:
        fields: Fields = {"phase": LOST, "lives": 0}
        assert faults_of(**fields) == ("the pile is not empty in a lost level",)
        assert allowed(**fields, **BLIND, **EMPTY).pile == ()
        assert allowed(phase=PLAYING).pile == ()

    def test_only_a_blind_pile_is_revealed(self) -> None:
        fields: Fields = {"phase": REVEALING, **EMPTY}
        assert faults_of(**fields) == ("only a blind pile is revealed",)

    def test_a_game_is_won_at_the_last_level(self) -> None:
        fields: Fields = {"phase": WON, **EMPTY}
        assert faults_of(**fields, level=11) == ("a game is won at the last level",)
        assert faults_of(**fields, level=12, attempt=1) == ("attempt is 0 in WON",)
        assert allowed(**EMPTY, phase=CLEARED, level=11, attempt=1).attempt == 1


class TestSignals:
    @pytest.mark.parametrize("phase", [phase for phase in tm.Phase if phase is not FOCUSING])
    def test_ready_in_focusing_only(self, phase: tm.Phase) -> None:
        faults = faults_of(phase=phase, ready={0})
        assert "nobody is ready but in FOCUSING" in faults
        assert faults_of(ready={0}) == ("nobody is ready but in FOCUSING",)

    @pytest.mark.parametrize("phase", [phase for phase in tm.Phase if phase is not PLAYING])
    def test_agreed_in_playing_only(self, phase: tm.Phase) -> None:
        fault = "nobody agrees to a star but in PLAYING"
        assert fault in faults_of(phase=phase, agreed={0})
        assert faults_of(phase=FOCUSING, agreed={0}) == (fault,)

    def test_agreed_with_a_star_to_throw(self) -> None:
        assert faults_of(stars=0, agreed={0}) == ("there is no star to agree to",)
        assert allowed(stars=1, agreed={0}).agreed == {0}

    def test_never_everybody(self) -> None:
        assert faults_of(phase=FOCUSING, ready={0, 1}) == ("ready never names everybody",)
        assert faults_of(agreed={0, 1}) == ("agreed never names everybody",)
        alone = {"rules": rules_of(players=1), "hands": ((10,),)}
        assert faults_of(**alone, phase=FOCUSING, ready={0}) == ("ready never names everybody",)
        assert faults_of(**alone, agreed={0}) == ("agreed never names everybody",)


class TestTypes:
    @pytest.mark.parametrize(
        ("name", "value", "what"),
        [
            ("rules", None, "the Rules of the table"),
            ("phase", "PLAYING", "a Phase"),
            ("level", True, "an int"),
            ("lives", 2.0, "an int"),
            ("stars", "1", "an int"),
            ("attempt", None, "an int"),
            ("blind", 0, "a bool"),
            ("hands", None, "a tuple of tuples of ints"),
            ("hands", ((10, True), (20,)), "a tuple of tuples of ints"),
            ("hands", ((10,), 20), "a tuple of tuples of ints"),
            ("hands", {10, 20}, "a tuple of tuples of ints"),
            ("pile", ((0, 5),), "a tuple of PlayedCards"),
            ("pile", 5, "a tuple of PlayedCards"),
            ("pile", (tm.PlayedCard(False, 5),), "a tuple of PlayedCards"),
            ("pile", (tm.PlayedCard(0, 5.0),), "a tuple of PlayedCards"),
            ("aside", laid((0, 5)), "a tuple of AsideCards"),
            ("aside", None, "a tuple of AsideCards"),
            ("aside", (tm.AsideCard(True, 5, tm.AsideReason.STAR),), "a tuple of AsideCards"),
            ("aside", (tm.AsideCard(0, "5", tm.AsideReason.STAR),), "a tuple of AsideCards"),
            ("aside", (tm.AsideCard(0, 5, "STAR"),), "a tuple of AsideCards"),
            ("ready", None, "a frozenset of seats"),
            ("ready", frozenset({True}), "a frozenset of seats"),
            ("agreed", 1, "a frozenset of seats"),
            ("agreed", frozenset({1.0}), "a frozenset of seats"),
        ],
    )
    def test_a_field_of_a_wrong_type(self, name: str, value: Any, what: str) -> None:
        faults = faults_of(**{name: value})
        shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..."
        assert faults == (f"{name} is {what}, not {shown}",)

    def test_lists_and_sets_are_taken_in(self) -> None:
        """What a caller has at hand is brought into tuples and frozensets."""
        state = allowed(
            hands=[[10, 40], [20]], pile=list(laid((0, 5))), aside=list(thrown((1, 4))), agreed=[1]
        )
        assert state == allowed(pile=laid((0, 5)), aside=thrown((1, 4)), agreed=frozenset({1}))
        assert hash(state) == hash(allowed(pile=laid((0, 5)), aside=thrown((1, 4)), agreed={1}))
        assert allowed(phase=FOCUSING, ready=(0,)).ready == frozenset({0})

    def test_true_is_no_seat_beside_a_one_either(self) -> None:
        assert faults_of(agreed=[1, True]) == ("agreed is a frozenset of seats, not [1, True]",)
        assert faults_of(agreed=[[1]]) == ("agreed is a frozenset of seats, not [[1]]",)

    def test_states_take_keywords_only(self) -> None:
        with pytest.raises(TypeError, match="positional argument"):
            tm.GameState(tm.Rules.standard(2), DEALING, 1, 2, 1, ((), ()))


class TestAllAtOnce:
    def test_of_sound_types(self) -> None:
        """Every fault is named, in a fixed order."""
        assert faults_of(
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
        ) == (
            "level is at most 5, not 9",
            "stars is at most 3, not 7",
            "attempt is at least 0, not -3",
            FULL_STACK,
            "there are as many hands as players (2), not 3",
            "pile names seat 5, which is not there",
            "ready names seat 4, which is not there",
            "agreed names seat 3, which is not there",
            "card 10 is in more than one place",
            "card 200 is not in a deck of 100",
            "the hand of seat 0 does not ascend",
            "seat 0 holds a card lower than one that it has laid",
            "seat 1 holds a card lower than one that it has laid",
            "nothing is skipped in a blind level",
            "the table is empty in WON",
            "lives are 0 in LOST and nowhere else",
            "a game is won at the last level",
            "attempt is 0 in WON",
            "nobody is ready but in FOCUSING",
            "nobody agrees to a star but in PLAYING",
            "ready never names everybody",
            "agreed never names everybody",
        )

    def test_of_an_open_level(self) -> None:
        assert faults_of(
            phase=LOST,
            hands=((1, 2, 3), (20,)),
            pile=laid((0, 30), (1, 25)),
            aside=skipped((1, 60)),
        ) == (
            "seat 0 has more than the 3 cards of the level",
            "seat 0 holds a card lower than one that it has laid",
            "seat 1 holds a card lower than one that it has laid",
            "the pile does not ascend",
            "a held card is lower than the top of the pile",
            "a skipped card is higher than the top of the pile",
            "lives are 0 in LOST and nowhere else",
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
        texts = {
            "lives": "lives is at most 5, not 6",
            "stars": "stars is at most 3, not 4",
            "hand": "there are as many hands as players (2), not 3",
            "pile": "pile names seat 7, which is not there",
            "phase": "nobody is ready but in FOCUSING",
            "ready": "ready names seat 8, which is not there",
            "agreed": "agreed names seat 9, which is not there",
        }
        if "ready" in unshapely:
            texts["phase"] = "nobody agrees to a star but in PLAYING"
        name = next(iter(unshapely))
        first, *faults = faults_of(**fields | unshapely)
        assert first.startswith(f"{name} is ")
        assert {key for key, text in texts.items() if text in faults} == named
        assert not any(fault.startswith(f"{name} is ") for fault in faults)
