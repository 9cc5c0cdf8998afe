"""Decks and the keyed words they are made of: vectors, arguments and statistics."""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import Counter
from itertools import count, permutations
from typing import Any

import pytest

import themind as tm
from positions import rules_of, table
from wording import about

MASK = 2**64 - 1


def splitmix(key: int) -> Any:
    """SplitMix64 as published: the state moves on by a constant, and each output is mixed."""
    state = key
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def nth(key: int, index: int) -> int:
    words = splitmix(key)
    return [next(words) for _ in range(index + 1)][-1]


def deck_again(seed: bytes, *, blind: int, level: int, attempt: int, cards: int) -> tuple[int, ...]:
    """The deck of a seed, written once more from its description."""
    key = int(hashlib.sha256(seed).hexdigest()[:16], 16)
    for part in (blind, level, attempt):
        key = nth(key, part)
    deck = list(range(1, cards + 1))
    words = splitmix(key)
    for place in range(cards - 1):
        swap = place + (next(words) // 2**32) * (cards - place) // 2**32
        deck[place], deck[swap] = deck[swap], deck[place]
    return tuple(deck)


class TestWords:
    def test_published_outputs(self) -> None:
        """The first outputs of SplitMix64 for two well-known keys."""
        assert [tm.rng.splitmix64(1234567, i) for i in range(5)] == [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ]
        assert [tm.rng.splitmix64(0, i) for i in range(3)] == [
            0xE220A8397B1DCDAF,
            0x6E789E6AA1B965F4,
            0x06C45D188009454F,
        ]

    @pytest.mark.parametrize("key", [0, 1, 42, 2**63, MASK])
    def test_word_by_word(self, key: int) -> None:
        words = splitmix(key)
        assert [tm.rng.splitmix64(key, i) for i in range(200)] == [next(words) for _ in range(200)]

    def test_keys_and_places_have_bounds(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("key", 0, -1)):
            tm.rng.splitmix64(-1, 0)
        with pytest.raises(tm.InvalidArgument, match=about("key", MASK, MASK + 1)):
            tm.rng.splitmix64(MASK + 1, 0)
        with pytest.raises(tm.InvalidArgument, match=about("i", 0, -1)):
            tm.rng.splitmix64(0, -1)
        assert 0 <= tm.rng.splitmix64(0, 10**40) <= MASK

    @pytest.mark.parametrize("value", [True, 1.0, "1", None])
    def test_keys_and_places_are_ints(self, value: Any) -> None:
        with pytest.raises(TypeError, match=about("key", type(value))):
            tm.rng.splitmix64(value, 0)
        with pytest.raises(TypeError, match=about("i", type(value))):
            tm.rng.splitmix64(0, value)


class TestRootKey:
    def test_published_digests(self) -> None:
        """The first eight bytes of well-known SHA-256 digests, big-endian."""
        assert tm.rng.seed_key("abc") == tm.rng.seed_key(b"abc") == 0xBA7816BF8F01CFEA
        assert tm.rng.seed_key("") == tm.rng.seed_key(b"") == 0xE3B0C44298FC1C14

    def test_how_a_seed_counts(self) -> None:
        """A str in UTF-8, bytes as they are, an int in decimal."""
        assert tm.rng.seed_key("é") == tm.rng.seed_key(b"\xc3\xa9") != tm.rng.seed_key(b"\xe9")
        assert tm.rng.seed_key(-42) == tm.rng.seed_key("-42") == tm.rng.seed_key(b"-42")
        assert tm.rng.seed_key(10**30) == tm.rng.seed_key("1" + "0" * 30)

    @pytest.mark.parametrize("seed", [True, 1.0, None, ["a"], bytearray(b"a")])
    def test_other_seeds(self, seed: Any) -> None:
        with pytest.raises(TypeError, match=about("seed", type(seed))):
            tm.rng.seed_key(seed)
        with pytest.raises(TypeError, match=about("seed", type(seed))):
            tm.shuffled_deck(seed, level=1)

    def test_seeds_that_cannot_be_written(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("seed", "surrogate")):
            tm.rng.seed_key("\ud800")
        with pytest.raises(tm.InvalidArgument, match=about("seed", "digits")):
            tm.rng.seed_key(10**5000)


class TestShuffledDeck:
    @pytest.mark.parametrize("cards", [1, 2, 9, 100])
    def test_the_first_cards_are_those_of_the_whole_deck(self, cards: int) -> None:
        whole = tm.shuffled_deck("my seed", level=3, attempt=1, cards=cards)
        assert sorted(whole) == [*range(1, cards + 1)]
        for size in range(cards + 1):
            few = tm.shuffled_deck("my seed", level=3, attempt=1, cards=cards, count=size)
            assert few == whole[:size]

    @pytest.mark.parametrize("count", [-1, 10])
    def test_there_are_no_more_cards_than_the_deck_has(self, count: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("count", count)):
            tm.shuffled_deck("my seed", level=1, cards=9, count=count)

    @pytest.mark.parametrize("count", [True, 1.0, "1"])
    def test_the_count_is_an_int(self, count: Any) -> None:
        with pytest.raises(TypeError, match=about("count", type(count))):
            tm.shuffled_deck("my seed", level=1, count=count)

    @pytest.mark.parametrize("cards", [1, 2, 9, 100, 1_000])
    def test_a_part_of_a_deck_is_its_beginning(self, cards: int) -> None:
        whole = tm.shuffled_deck("part", level=3, cards=cards)
        for size in {0, 1, 2, 3, cards // 8, cards // 8 + 1, cards // 2, cards - 1, cards}:
            if size <= cards:
                part = tm.shuffled_deck("part", level=3, cards=cards, count=size)
                assert part == whole[:size]

    def test_places_that_are_swapped_again_and_again(self) -> None:
        """A part is read without a list of all cards, whichever places come up more than once."""
        for seed in range(200):
            whole = tm.shuffled_deck(seed, level=1, cards=100)
            assert tm.shuffled_deck(seed, level=1, cards=100, count=12) == whole[:12]

    def test_a_part_of_the_deck_for_a_state(self) -> None:
        state = tm.new_game(tm.Rules.standard(players=2))
        whole = tm.deck_for(state, "part")
        assert len(whole) == state.rules.cards
        assert tm.deck_for(state, "part", count=12) == whole[:12]
        with pytest.raises(tm.InvalidArgument, match="count"):
            tm.deck_for(state, "part", count=101)

    @pytest.mark.rule("LVL-1")
    def test_the_vectors_of_other_languages(self) -> None:
        """LVL-1: the same deck everywhere."""
        assert tm.shuffled_deck("my seed", level=1)[:10] == (18, 7, 58, 80, 54, 56, 25, 98, 70, 69)
        assert tm.shuffled_deck(42, level=8, blind=True)[:10] == (
            69,
            11,
            77,
            100,
            61,
            45,
            56,
            32,
            19,
            54,
        )

    @pytest.mark.rule("LVL-1")
    @pytest.mark.parametrize("seed", ["my seed", "", "ø", "12"])
    @pytest.mark.parametrize(
        ("level", "attempt", "blind", "cards"),
        [
            (1, 0, False, 100),
            (12, 3, True, 100),
            (2, 1, False, 1),
            (3, 0, True, 2),
            (5, 2, False, 257),
            (10_000, 40, True, 30),
        ],
    )
    def test_the_deck_of_the_description(
        self, seed: str, level: int, attempt: int, blind: bool, cards: int
    ) -> None:
        """LVL-1: the deck is what its description says, written a second time here."""
        deck = tm.shuffled_deck(seed, level=level, attempt=attempt, blind=blind, cards=cards)
        again = {"level": level, "attempt": attempt, "blind": int(blind), "cards": cards}
        assert deck == deck_again(seed.encode(), **again)
        assert sorted(deck) == list(range(1, cards + 1))

    def test_each_argument_matters(self) -> None:
        decks = {
            tm.shuffled_deck(1, level=1),
            tm.shuffled_deck(2, level=1),
            tm.shuffled_deck(1, level=2),
            tm.shuffled_deck(1, level=1, attempt=1),
            tm.shuffled_deck(1, level=1, blind=True),
            tm.shuffled_deck(1, level=1, cards=99),
        }
        assert len(decks) == 6

    @pytest.mark.parametrize(
        "fields", [{"level": 0}, {"attempt": -1}, {"cards": 0}, {"cards": 10_001}]
    )
    def test_arguments_out_of_bounds(self, fields: dict[str, int]) -> None:
        with pytest.raises(tm.InvalidArgument, match=about(*fields, *fields.values())):
            tm.shuffled_deck(1, **{"level": 1} | fields)

    @pytest.mark.parametrize("name", ["level", "attempt", "cards"])
    @pytest.mark.parametrize("value", [True, 1.0, "1", None])
    def test_arguments_that_are_no_ints(self, name: str, value: Any) -> None:
        with pytest.raises(TypeError, match=about(name, type(value))):
            tm.shuffled_deck(1, **{"level": 1} | {name: value})

    @pytest.mark.parametrize("value", [0, 1, None, "no"])
    def test_blind_is_a_bool(self, value: Any) -> None:
        with pytest.raises(TypeError, match=about("blind", type(value))):
            tm.shuffled_deck(1, level=1, blind=value)

    def test_the_largest_and_the_smallest_deck(self) -> None:
        assert tm.shuffled_deck(1, level=1, cards=1) == (1,)
        assert sorted(tm.shuffled_deck(1, level=1, cards=10_000)) == list(range(1, 10_001))

    def test_every_order_is_as_likely(self) -> None:
        """The 24 orders of four cards over 4,800 seeds: chi-squared with 23 degrees of freedom."""
        counts = Counter(tm.shuffled_deck(seed, level=1, cards=4) for seed in range(4_800))
        expected = 4_800 / 24
        assert set(counts) == set(permutations((1, 2, 3, 4)))
        chi = sum((count - expected) ** 2 / expected for count in counts.values())
        assert chi < 49.7  # one run in a thousand would be above

    def test_every_card_is_as_likely_in_every_place(self) -> None:
        """A hundred cards over 600 levels: in the first, a middle and the last place."""
        decks = [tm.shuffled_deck("places", level=level) for level in range(1, 601)]
        for place in (0, 1, 49, 98, 99):
            mean = sum(deck[place] for deck in decks) / len(decks)
            spread = math.sqrt((100**2 - 1) / 12 / len(decks))
            assert abs(mean - 50.5) < 4 * spread

    def test_levels_attempts_and_runs_are_strangers(self) -> None:
        """Two deals of one seed agree in as many places as chance has it: one of a hundred."""
        first = [tm.shuffled_deck("pairs", level=level) for level in range(1, 201)]
        again = [tm.shuffled_deck("pairs", level=level, attempt=1) for level in range(1, 201)]
        agreed = sum(
            a == b
            for one, two in zip(first, again, strict=True)
            for a, b in zip(one, two, strict=True)
        )
        assert 150 < agreed < 250


class TestDeckFor:
    @pytest.mark.rule("LVL-1", "VAR-3")
    def test_it_takes_level_attempt_run_and_size_from_the_state(self) -> None:
        """LVL-1: each deal of a game has a deck of its own."""
        state = table((), (), phase=tm.Phase.DEALING, level=4, attempt=2, blind=True)
        assert tm.deck_for(state, "x") == tm.shuffled_deck("x", level=4, attempt=2, blind=True)
        state = table((), (), phase=tm.Phase.DEALING, rules=rules_of(cards=40))
        assert tm.deck_for(state, b"x") == tm.shuffled_deck("x", level=3, cards=40)
        assert tm.deal(state, tm.deck_for(state, 7)).state.phase is tm.Phase.FOCUSING


class TestRandomDeck:
    @pytest.mark.rule("SET-2")
    @pytest.mark.parametrize("cards", [1, 2, 100, 137])
    def test_each_card_once(self, cards: int) -> None:
        assert sorted(tm.random_deck(cards)) == list(range(1, cards + 1))

    def test_every_draw_asks_the_system(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """For each place but the last, a draw among the cards that are left."""
        asked: list[int] = []

        def highest(below: int) -> int:
            asked.append(below)
            return below - 1

        monkeypatch.setattr(secrets, "randbelow", highest)
        assert tm.random_deck(5) == (5, 1, 2, 3, 4)
        assert asked == [5, 4, 3, 2]

    def test_no_two_are_alike(self) -> None:
        assert len({tm.random_deck() for _ in range(5)}) == 5
        assert len(tm.random_deck()) == 100

    @pytest.mark.parametrize("cards", [0, -1])
    def test_too_few(self, cards: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("cards", 1, cards)):
            tm.random_deck(cards)

    def test_too_many(self) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("cards", 10_001)):
            tm.random_deck(10_001)

    @pytest.mark.parametrize("cards", [True, 5.0, "5", None])
    def test_no_int(self, cards: Any) -> None:
        with pytest.raises(TypeError, match=about("cards", type(cards))):
            tm.random_deck(cards)


class TestStackedDeck:
    @pytest.mark.rule("LVL-1")
    @pytest.mark.parametrize(
        "hands", [((37,), (62,)), ((3, 9), (5, 100), (1, 2)), ((4, 5, 6),), ((1,), (10_000,))]
    )
    def test_it_deals_exactly_these_hands(self, hands: tuple[tuple[int, ...], ...]) -> None:
        """LVL-1: round and round from seat 0."""
        rules = rules_of(players=len(hands), first_level=len(hands[0]), cards=10_000)
        state = tm.new_game(rules)
        assert tm.deal(state, tm.stacked_deck(hands)).state.hands == hands
        assert len(tm.stacked_deck(hands)) == len(hands) * len(hands[0])

    def test_any_iterables(self) -> None:
        assert tm.stacked_deck(iter([iter([9, 3]), [5, 7]])) == (9, 5, 3, 7)

    @pytest.mark.parametrize(
        "hands", [(), ((),), ((), ()), ((1,), ()), ((1, 2), (3,)), ((1,), (2, 3))]
    )
    def test_uneven_or_empty_hands(self, hands: Any) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("hands")):
            tm.stacked_deck(hands)

    @pytest.mark.parametrize(("hands", "card"), [(((0,), (1,)), 0), (((1,), (10_001,)), 10_001)])
    def test_cards_that_no_deck_has(self, hands: Any, card: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about(card)):
            tm.stacked_deck(hands)

    @pytest.mark.parametrize("hands", [((1,), (1,)), ((1, 2), (3, 2)), ((2, 2),)])
    def test_a_card_that_stands_twice(self, hands: Any) -> None:
        with pytest.raises(tm.InvalidArgument, match="card"):
            tm.stacked_deck(hands)
        assert tm.stacked_deck([[*dict.fromkeys(hand)] for hand in hands[:1]])

    def test_more_cards_than_a_deck_has(self) -> None:
        with pytest.raises(tm.InvalidArgument, match="cards"):
            tm.stacked_deck([range(1, 5002), range(5002, 10003)])

    def test_the_largest_deck(self) -> None:
        assert len(tm.stacked_deck([range(1, 5001), range(5001, 10001)])) == 10_000
        assert tm.stacked_deck([range(1, 10_001)]) == tuple(range(1, 10_001))
        assert tm.stacked_deck((card,) for card in range(1, 10_001)) == tuple(range(1, 10_001))

    def test_what_is_endless_is_cut_short(self) -> None:
        for hands in ([count(1), count(2)], ((card,) for card in count(1))):
            with pytest.raises(tm.InvalidArgument, match="cards"):
                tm.stacked_deck(hands)

    @pytest.mark.parametrize("card", [True, 1.0, "1", None, [1]])
    def test_cards_that_are_no_ints(self, card: Any) -> None:
        with pytest.raises(TypeError, match=about(type(card))):
            tm.stacked_deck([(card,), (2,)])
