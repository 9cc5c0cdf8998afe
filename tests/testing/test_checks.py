"""The checks for others' code: right ones pass, and each wrong one is shown in a short game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import strategies as st

import themind as tm
from naive_referee import NaiveTable
from positions import tampered
from testing.broken.levels import ARewardOnEntering
from testing.broken.refusals import (
    ALifeTooManyToStartWith,
    NotHeldForNotLowest,
    StumblesOverEmptyHands,
)
from testing.broken.stars import AStarWithoutAStar, NoPlayDuringAVote
from themind import codec, testing
from walks.naive_side import ask, naive_apply, naive_rules
from wording import about

SMALL = tm.Rules(players=2, levels=2, lives=3, stars=1, cards=4)


def check(referee: type[NaiveTable], apply: Callable[..., Any] = naive_apply) -> None:
    testing.check_referee(
        lambda rules: referee(naive_rules(rules)), apply, shown=NaiveTable.snapshot, rules=SMALL
    )


def complaint(referee: type[NaiveTable]) -> str:
    with pytest.raises(AssertionError) as raised:
        check(referee)
    text = str(raised.value)
    assert text.splitlines()[1] == "  Rules(players=2, levels=2, lives=3, stars=1, cards=4)"
    return text


def our_apply(state: tm.GameState, action: tm.Action) -> tm.GameState:
    return tm.apply(state, action).state


def steps_of(text: str) -> list[str]:
    return re.findall(r"^  \d+\. (\w+)\(", text, flags=re.MULTILINE)


class TestReferee:
    def test_it_shows_the_fields_that_differ(self) -> None:
        text = complaint(ARewardOnEntering)
        assert steps_of(text) == ["Deal", "Begin", "Play", "CompleteLevel"]
        assert text.splitlines()[-1] in {"stars: ours 1, theirs 2", "stars: ours 0, theirs 1"}

    def test_it_does_what_ours_refuses(self) -> None:
        *_, ours, theirs = complaint(AStarWithoutAStar).splitlines()
        assert re.search(about("ours", "NO_STAR", "STAR-1"), ours)
        assert "theirs" in theirs
        assert "reject" not in theirs

    def test_it_refuses_what_ours_does(self) -> None:
        *_, ours, theirs = complaint(NoPlayDuringAVote).splitlines()
        assert "ours" in ours
        assert "reject" not in ours
        assert re.search(about("theirs", "rejects", "PROPOSAL_OPEN"), theirs)

    def test_it_names_another_reason(self) -> None:
        *_, ours, theirs = complaint(NotHeldForNotLowest).splitlines()
        assert re.search(about("ours", "NOT_LOWEST", "LVL-6"), ours)
        assert re.search(about("theirs", "NOT_HELD"), theirs)

    def test_a_refusal_without_a_reason(self) -> None:
        """None refuses too, and then no reason is compared."""

        def apply(table: NaiveTable, action: tm.Action) -> NaiveTable | None:
            return table if ask(table, action) is None else None

        with pytest.raises(AssertionError, match=r"theirs rejects it$"):
            check(NoPlayDuringAVote, apply)
        check(NotHeldForNotLowest, apply)

    def test_it_raises(self) -> None:
        text = complaint(StumblesOverEmptyHands)
        assert "Play" in steps_of(text)[-1]
        assert re.search(about("theirs", "IndexError"), text.splitlines()[-1])

    def test_it_starts_wrong(self) -> None:
        text = complaint(ALifeTooManyToStartWith)
        assert steps_of(text) == []
        assert text.splitlines()[-1] == "lives: ours 3, theirs 4"

    def test_it_cannot_start(self) -> None:
        def new_game(rules: tm.Rules) -> tm.GameState:
            raise LookupError(f"no table for {rules.players}")

        with pytest.raises(AssertionError, match=about("theirs", "LookupError", "no table for 2")):
            testing.check_referee(new_game, tm.apply, rules=SMALL)  # type: ignore[arg-type]

    def test_it_cannot_be_shown(self) -> None:
        def shown(state: tm.GameState) -> object:
            raise LookupError(state.phase)

        with pytest.raises(AssertionError, match=about("theirs", "LookupError", "DEALING")):
            testing.check_referee(tm.new_game, our_apply, shown=shown, rules=SMALL)

    def test_tables_of_a_strategy(self) -> None:
        """Each game is at a table that the strategy gives, also the shortest."""
        tables = st.integers(3, 4).map(tm.Rules.standard)
        with pytest.raises(AssertionError, match=r"players=[34]"):
            testing.check_referee(tm.new_game, lambda state, action: None, rules=tables)

    def test_a_callable_without_a_signature(self) -> None:
        """Some callables of C tell none: they are asked without `by`."""
        with pytest.raises(AssertionError, match="theirs"):
            testing.check_referee(tm.new_game, getattr, rules=SMALL)  # type: ignore[arg-type]

    def test_our_own_passes_with_its_refusals(self) -> None:
        testing.check_referee(tm.new_game, our_apply, games=60)

    def test_some_fields_of_a_document_are_enough(self) -> None:
        """What another language sends: a document of the codec, or a part of it."""

        def apply(text: str, action: tm.Action) -> str:
            return codec.dumps(tm.apply(codec.loads(text, tm.GameState), action).state)

        def shown(text: str) -> dict[str, Any]:
            document = codec.to_data(codec.loads(text, tm.GameState))
            return {name: document[name] for name in document if name != "attempt"}

        testing.check_referee(
            lambda rules: codec.dumps(tm.new_game(rules)), apply, shown=shown, games=50
        )

    @pytest.mark.parametrize(
        ("shown", "why"),
        [(lambda _: {"score": 1}, "score"), (lambda _: 7, "int")],
    )
    def test_what_is_shown_must_be_a_position(self, shown: Any, why: str) -> None:
        with pytest.raises(TypeError, match=about(why)):
            testing.check_referee(tm.new_game, our_apply, shown=shown)

    def test_one_that_differs_now_and_then(self) -> None:
        """A difference that does not come again is shown as one."""
        coin = iter([True])

        def apply(state: tm.GameState, action: tm.Action) -> tm.GameState | None:
            return None if next(coin, False) else tm.apply(state, action).state

        with pytest.raises(AssertionError, match=about("not reproducible")) as raised:
            testing.check_referee(tm.new_game, apply, rules=SMALL)
        assert len(steps_of(str(raised.value))) == 1


class Client:
    """A client that keeps its own copy of a few things, and changes in place."""

    def __init__(self, view: tm.SeatView) -> None:
        self.hand = list(view.hand)
        self.sizes = list(view.hand_sizes)
        self.seat = view.seat

    def follow(self, event: tm.SeatEvent) -> None:
        match event:
            case tm.HandDealt(_, hand, sizes):
                self.hand, self.sizes = list(hand), list(sizes)
            case tm.CardPlayed(seat) | tm.HiddenCardPlayed(seat):
                self.take(seat, 1)
            case tm.MistakeMade(skipped=skipped):
                for seat, hand in enumerate(skipped):
                    self.take(seat, len(hand))
            case tm.StarThrown(cards=cards):
                for seat, card in enumerate(cards):
                    self.take(seat, int(card is not None))
            case tm.DealGathered():
                self.hand, self.sizes = [], [0] * len(self.sizes)
            case _:
                pass

    def take(self, seat: tm.Seat, cards: int) -> None:
        self.sizes[seat] -= cards
        if seat == self.seat:
            del self.hand[:cards]

    def shown(self) -> dict[str, Any]:
        return {"hand": self.hand, "hand_sizes": self.sizes}


class BlindToOthers(Client):
    """It forgets that mistakes take the cards of others too."""

    def follow(self, event: tm.SeatEvent) -> None:
        if isinstance(event, tm.MistakeMade) and self.seat is not None:
            self.take(self.seat, len(event.skipped[self.seat]))
        else:
            super().follow(event)


class TestClient:
    def test_our_views_pass(self) -> None:
        testing.check_view_client(lambda view: view, tm.evolve_view, games=60)

    def test_a_client_that_keeps_a_part_passes(self) -> None:
        testing.check_view_client(Client, Client.follow, shown=Client.shown, games=60)

    def test_a_client_that_misses_something(self) -> None:
        with pytest.raises(AssertionError) as raised:
            testing.check_view_client(
                BlindToOthers, BlindToOthers.follow, shown=Client.shown, rules=SMALL
            )
        text = str(raised.value)
        assert steps_of(text)[:2] == ["Deal", "Begin"]
        assert len(steps_of(text)) == 3
        assert re.search(r"^the client of seat \d, after MistakeMade\(", text, flags=re.MULTILINE)
        assert re.search(r"^hand_sizes: ours .*, theirs .*$", text, flags=re.MULTILINE)

    def test_a_client_of_nobody_is_a_spectators(self) -> None:
        def follow(view: tm.SeatView, event: tm.SeatEvent) -> tm.SeatView:
            if view.seat is None:
                raise LookupError("nobody looks")
            return tm.evolve_view(view, event)

        with pytest.raises(AssertionError, match=about("LookupError", "nobody looks")):
            testing.check_view_client(lambda view: view, follow, rules=SMALL)

    def test_a_wrong_start(self) -> None:
        with pytest.raises(AssertionError, match=about("seat 0", "lives", 3, 1)):
            testing.check_view_client(
                lambda view: attrs.evolve(view, lives=1), tm.evolve_view, rules=SMALL
            )

    def test_it_cannot_start(self) -> None:
        def start(view: tm.SeatView) -> tm.SeatView:
            raise LookupError(view.phase)

        with pytest.raises(AssertionError, match=about("seat 0", "LookupError", "DEALING")):
            testing.check_view_client(start, tm.evolve_view, rules=SMALL)

    def test_it_cannot_be_shown(self) -> None:
        def shown(view: tm.SeatView) -> tm.SeatView:
            raise LookupError(view.phase)

        with pytest.raises(AssertionError, match=about("seat 0", "LookupError", "DEALING")):
            testing.check_view_client(lambda view: view, tm.evolve_view, shown=shown, rules=SMALL)

    def test_a_start_in_the_middle_is_shown_as_a_state(self) -> None:
        """Where the rules are given, a later level is a state of theirs."""

        def follow(view: tm.SeatView, event: tm.SeatEvent) -> tm.SeatView:
            if view.level == 2:
                raise LookupError("no second level")
            return tm.evolve_view(view, event)

        with pytest.raises(AssertionError, match="LookupError") as raised:
            testing.check_view_client(lambda view: view, follow, rules=SMALL)
        start = str(raised.value).splitlines()[1]
        assert start.startswith("  GameState(rules=Rules(players=2, levels=2, lives=3, stars=1, ")
        assert ", level=2" in start
        assert len(steps_of(str(raised.value))) == 1


class TestPossible:
    def test_what_the_gate_lets_through(self) -> None:
        testing.assert_possible(tm.new_game(SMALL))

    def test_what_came_in_another_way(self) -> None:
        state = tampered(tm.new_game(SMALL), lives=9, ready=frozenset({1}))
        with pytest.raises(AssertionError, match=about("lives", 5, 9, "DEALING")):
            testing.assert_possible(state)

    def test_what_is_no_state(self) -> None:
        with pytest.raises(AssertionError, match=about("SeatView", "GameState")):
            testing.assert_possible(tm.view(tm.new_game(SMALL)))  # type: ignore[arg-type]


@pytest.mark.parametrize("games", [0, -1])
def test_a_check_plays_at_least_one_game(games: int) -> None:
    for check in (
        lambda: testing.check_referee(tm.new_game, tm.apply, games=games),
        lambda: testing.check_view_client(tm.view, tm.evolve_view, games=games),
        lambda: testing.check_hiding(games=games),
    ):
        with pytest.raises(tm.InvalidArgument, match=about("games", games)):
            check()


def test_a_check_takes_functions_and_classes() -> None:
    junk: Any = 3
    for name, check in (
        ("new_game", lambda: testing.check_referee(junk, tm.apply)),
        ("apply", lambda: testing.check_referee(tm.new_game, junk)),
        ("shown", lambda: testing.check_referee(tm.new_game, tm.apply, shown=junk)),
        ("start", lambda: testing.check_view_client(junk, tm.evolve_view)),
        ("follow", lambda: testing.check_view_client(tm.view, junk)),
        ("view", lambda: testing.check_hiding(view=junk)),
        ("redact", lambda: testing.check_hiding(redact=junk)),
        ("dumps", lambda: testing.check_hiding(dumps=junk)),
    ):
        with pytest.raises(TypeError, match=about(name, int)):
            check()
    testing.check_hiding(dumps=str, games=2)
