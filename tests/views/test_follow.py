"""Events as a viewer may know them, and what a view makes of those that cannot be."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from positions import laid, skipped, table, thrown
from themind import codec
from views.games import Game, games, viewers
from views.junk import ANYTHING
from wording import about

COMMON = [kind for kind in tm.SeatEvent.__args__ if kind in tm.Event.__args__]
HANDS = ((5, 40), (20, 66))
RULES = tm.Rules.standard(2)
PLAYING = table(*HANDS, level=2)
BLIND = table((60,), (9, 71), level=3, pile=laid((0, 31)), aside=thrown((1, 4)), blind=True)


def refused(view: tm.SeatView, event: tm.SeatEvent) -> bool:
    """Whether an event is an InvalidEvent that carries it."""
    try:
        tm.evolve_view(view, event)
    except tm.InvalidEvent as error:
        return error.event == event
    return False


class TestEvolveView:
    @pytest.mark.parametrize("view", [None, PLAYING, RULES, tm.SeatView])
    def test_events_follow_a_view(self, view: Any) -> None:
        with pytest.raises(TypeError, match=about("SeatView", type(view))):
            tm.evolve_view(view, tm.PlayStarted())

    @pytest.mark.parametrize(
        "event", [None, tm.Play(0), tm.PlayStarted, tm.LevelDealt(2, HANDS)], ids=repr
    )
    def test_only_events_of_a_viewer_follow(self, event: Any) -> None:
        with pytest.raises(TypeError, match=about("event", type(event))):
            tm.evolve_view(tm.view(PLAYING, 0), event)

    def test_the_view_passed_in_is_untouched(self) -> None:
        seen = tm.view(PLAYING, 0)
        after = tm.evolve_view(seen, tm.CardPlayed(0, 5, False))
        assert seen == tm.view(PLAYING, 0) != after

    @given(games(), st.integers(0, 2**32), st.data())
    def test_junk_in_an_event_is_an_invalid_event(
        self, played: Game, number: int, data: st.DataObject
    ) -> None:
        """Whatever the fields hold: refused with InvalidEvent, or nothing odd comes of it."""
        dice = Random(number)
        for moved in dice.choices(played, k=3):
            seat = dice.choice(viewers(moved.before))
            event = tm.redact(moved.step.events[0], seat)
            fields = [getattr(event, name) for name in event.__match_args__]
            if not fields:
                continue
            fields[dice.randrange(len(fields))] = data.draw(ANYTHING)
            try:
                junk: Any = type(event)(*fields)
            except Exception:  # noqa: BLE001 - a wrong type is refused as it is made
                continue
            try:
                after = tm.evolve_view(tm.view(moved.before, seat), junk)
            except tm.InvalidEvent as error:
                assert error.event is junk  # noqa: PT017
            else:
                assert_sound(after)

    @given(kind=st.sampled_from([tm.HandDealt, tm.HiddenCardPlayed, *COMMON]), data=st.data())
    def test_an_event_of_junk_is_an_invalid_event(self, kind: Any, data: st.DataObject) -> None:
        try:
            junk = kind(*[data.draw(ANYTHING) for _ in kind.__match_args__])
        except Exception:  # noqa: BLE001 - a wrong type is refused as it is made
            return
        dealing = tm.new_game(RULES)
        turning = table((), (), phase=tm.Phase.REVEALING, pile=laid((0, 31)), blind=True)
        for state in (PLAYING, BLIND, dealing, turning):
            for seat in (None, 0, 1):
                try:
                    after = tm.evolve_view(tm.view(state, seat), junk)
                except tm.InvalidEvent:
                    continue
                assert_sound(after)


def assert_sound(seen: tm.SeatView) -> None:
    """A view has no junk in it: it can be written, or only says that a mistake is to be told."""
    with contextlib.suppress(tm.InvalidArgument):
        assert codec.dumps(seen)


DEALING = tm.view(attrs.evolve(tm.new_game(RULES), level=2), 0)
LAID = tm.view(table((40,), (66,), pile=laid((0, 30)), aside=thrown((1, 35), (0, 20))), 0)
FACE_DOWN = tm.view(BLIND, 0)
EMPTY = tm.view(table((60,), (), level=3, pile=laid((0, 31), (1, 9)), blind=True), 0)
ONE_LAID = tm.view(table((40,), (66,), pile=laid((0, 30))), 0)
BLIND_LAID = tm.view(table((60,), (9, 71), pile=laid((0, 31)), blind=True), 0)


THREE = table(
    (30, 60), (50, 70), (20, 90), level=4, pile=laid((1, 10)), aside=thrown((2, 15)), lives=2
)
ALL_KNOWN = tm.view(table((30, 60), (50, 70), (20, 90), pile=laid((1, 10))), 0)
MISTAKEN_FIRST = tm.evolve_view(ALL_KNOWN, tm.CardPlayed(1, 50, False))
MISTAKEN = tm.evolve_view(tm.view(THREE, 0), tm.CardPlayed(1, 50, False))
SEEN_MISTAKEN = tm.evolve_view(tm.view(THREE), tm.CardPlayed(1, 50, False))


@pytest.mark.parametrize(
    ("view", "possible", "impossible"),
    [
        (
            DEALING,
            tm.HandDealt(2, (5, 40), (2, 2)),
            [
                tm.HandDealt(1, (5, 40), (2, 2)),
                tm.HandDealt(2, (5,), (2, 2)),
                tm.HandDealt(2, (40, 5), (2, 2)),
                tm.HandDealt(2, (5, 5), (2, 2)),
                tm.HandDealt(2, (5, 101), (2, 2)),
                tm.HandDealt(2, (0, 5), (2, 2)),
                tm.HandDealt(2, (), (2, 2)),
                tm.HandDealt(2, (5, 40), (2, 1)),
                tm.HandDealt(2, (5, 40), (2, 2, 2)),
            ],
        ),
        (LAID, tm.CardPlayed(0, 40, False), [tm.CardPlayed(0, 39, False)]),
        (
            LAID,
            tm.CardPlayed(1, 36, False),
            [
                tm.CardPlayed(1, 36, True),
                tm.CardPlayed(2, 36, False),
                tm.CardPlayed(1, 40, False),  # in the viewer's hand
                tm.CardPlayed(1, 30, False),  # on the pile
                tm.CardPlayed(1, 29, False),  # below the pile
                tm.CardPlayed(1, 35, False),  # set aside
                tm.CardPlayed(1, 34, False),  # below what the seat has set aside
                tm.CardPlayed(1, 101, False),
                tm.HiddenCardPlayed(1),
            ],
        ),
        (ONE_LAID, tm.CardPlayed(1, 31, False), [tm.CardPlayed(1, 30, False)]),
        (tm.view(PLAYING, 0), tm.CardPlayed(1, 1, False), [tm.CardPlayed(1, 0, False)]),
        (
            FACE_DOWN,
            tm.CardPlayed(0, 60, True),
            [tm.CardPlayed(0, 60, False), tm.CardPlayed(1, 71, True), tm.CardPlayed(0, 61, True)],
        ),
        (
            FACE_DOWN,
            tm.HiddenCardPlayed(1),
            [tm.HiddenCardPlayed(0), tm.HiddenCardPlayed(2), tm.HiddenCardPlayed(-1)],
        ),
        (EMPTY, tm.CardPlayed(0, 60, True), [tm.HiddenCardPlayed(1)]),
        (
            FACE_DOWN,
            tm.StarThrown((60, 32), 0),
            [
                tm.StarThrown((60, 31), 0),  # on the pile
                tm.StarThrown((60, 4), 0),  # set aside
                tm.StarThrown((60, 3), 0),  # below what the seat has set aside
                tm.StarThrown((60, 60), 0),  # in the viewer's hand
                tm.StarThrown((59, 32), 0),
                tm.StarThrown((60, 32), 1),
            ],
        ),
        (EMPTY, tm.StarThrown((60, None), 0), [tm.StarThrown((60, 61), 0)]),
        (
            tm.view(PLAYING, 0),
            tm.StarThrown((5, 1), 0),
            [
                tm.StarThrown((5, 0), 0),
                tm.StarThrown((5, 40), 0),  # in the viewer's hand
            ],
        ),
        (ONE_LAID, tm.StarThrown((40, 31), 0), [tm.StarThrown((40, 30), 0)]),
        (BLIND_LAID, tm.StarThrown((60, 1), 0), [tm.StarThrown((60, 0), 0)]),
        (
            MISTAKEN_FIRST,
            tm.MistakeMade(1, 50, ((30,), (), (11,)), 1),
            [
                tm.MistakeMade(1, 50, ((30,), (), (10,)), 1),  # on the pile
                tm.MistakeMade(1, 50, ((30,), (), (11, 60)), 1),
            ],
        ),
        (
            MISTAKEN,
            tm.MistakeMade(1, 50, ((30,), (), (20,)), 1),
            [
                tm.MistakeMade(1, 50, ((30,), (), (20,)), 2),
                tm.MistakeMade(1, 51, ((30,), (), (20,)), 1),
                tm.MistakeMade(0, 50, ((30,), (), (20,)), 1),
                tm.MistakeMade(1, 50, ((), (), (20,)), 1),
                tm.MistakeMade(1, 50, ((30, 60), (), (20,)), 1),
                tm.MistakeMade(1, 50, ((30,), (40,), (20,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (51,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (50,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (30,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (15,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (14,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (9,)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (21, 20)), 1),
                tm.MistakeMade(1, 50, ((30,), (), (20, 21, 22)), 1),
            ],
        ),
        (
            SEEN_MISTAKEN,
            tm.MistakeMade(1, 50, ((30,), (), (31, 32)), 1),
            [
                tm.MistakeMade(1, 50, ((30,), (), (30,)), 1),
                tm.MistakeMade(1, 50, ((), (), ()), 1),
                tm.MistakeMade(1, 50, ((12, 13, 14), (), ()), 1),
            ],
        ),
    ],
)
def test_what_cannot_be_is_refused(
    view: tm.SeatView, possible: tm.SeatEvent, impossible: list[tm.SeatEvent]
) -> None:
    assert not refused(view, possible)
    assert [event for event in impossible if not refused(view, event)] == []


def test_a_mistake_is_told_once() -> None:
    """What the last play skipped lies aside: there is no more to be told of it."""
    state = table((5, 40), (20, 66), (30, 50), level=2)
    seen = tm.view(state, 0)
    events = tm.play_together(state, [tm.Play(0), tm.Play(2), tm.Play(1)]).events
    mistake = tm.MistakeMade(2, 30, ((), (20,), ()), 1)
    assert events[1:4] == (tm.CardPlayed(2, 30, False), mistake, tm.CardVoid(1, 20))
    for event in events[:3]:
        seen = tm.evolve_view(seen, event)  # type: ignore[arg-type]
    assert refused(seen, tm.MistakeMade(2, 30, ((), (21,), ()), 0))
    assert refused(seen, mistake)


def test_a_mistake_ended_the_proposal_first() -> None:
    """STAR-6: a play lets a proposal lapse, so that no mistake follows while one is open."""
    state = table((40,), (66,), level=2, pile=laid((1, 30)))
    for agreed in ((), (0,)):
        seen = tm.view(attrs.evolve(state, agreed=agreed))
        assert refused(seen, tm.MistakeMade(1, 30, ((7,), ()), 1)) is bool(agreed)


def test_who_played_the_card_skipped_none_of_its_own() -> None:
    state = table((40,), (66,), level=2, pile=laid((1, 30)))
    seen = tm.view(state)
    assert refused(seen, tm.MistakeMade(1, 30, ((), (7,)), 1))
    assert not refused(seen, tm.MistakeMade(1, 30, ((7,), ()), 1))


@pytest.mark.rule("BLD-4")
def test_the_own_cards_of_a_revealed_pile_are_as_they_were_played() -> None:
    pile = laid((0, 31), (1, 9))
    state = table((), (), phase=tm.Phase.REVEALING, pile=pile, blind=True)
    for seat in (0, 1, None):
        seen = tm.view(state, seat)
        assert not refused(seen, tm.PileRevealed(pile, 1, 1))
        assert refused(seen, tm.PileRevealed(laid((0, 32), (1, 9)), 1, 1)) is (seat == 0)
        assert refused(seen, tm.PileRevealed(laid((0, 31), (1, 31)), 0, 2))
        assert refused(seen, tm.PileRevealed(laid((1, 31), (0, 9)), 1, 1))
        assert refused(seen, tm.PileRevealed(pile[:1], 0, 2))
        assert refused(seen, tm.PileRevealed(pile, 0, 2))


@pytest.mark.rule("BLD-6")
def test_a_pile_that_costs_the_last_life_is_lost_in_between() -> None:
    """The event leaves no life and is not yet the end: GameLost follows."""
    pile = laid((0, 31), (1, 9))
    state = table((), (), phase=tm.Phase.REVEALING, pile=pile, blind=True, lives=1)
    seen = tm.view(state, 0)
    for event in tm.reveal(state).events:
        seen = tm.evolve_view(seen, event)  # type: ignore[arg-type]
    assert (seen.phase, seen.lives, seen.top) == (tm.Phase.LOST, 0, 9)


@pytest.mark.rule("STAR-3")
def test_a_blind_star_throws_no_card_that_the_viewer_has_seen() -> None:
    state = table(
        (60,), (9, 71), level=5, pile=laid((0, 2), (1, 3)), aside=thrown((0, 1)), blind=True
    )
    seen = tm.view(state, 0)
    for card in (1, 2, 60, 101):
        assert refused(seen, tm.StarThrown((60, card), 0))
    assert not refused(seen, tm.StarThrown((60, 99), 0))


def test_a_mistake_that_is_due_shows_in_the_own_hand() -> None:
    """Seat 0 holds a 5: after the 20 nothing follows but the mistake, and then anything."""
    seen = tm.evolve_view(tm.view(PLAYING, 0), tm.CardPlayed(1, 20, False))
    others = (
        tm.CardPlayed(1, 66, False),
        tm.CardPlayed(0, 5, False),
        tm.RefocusCalled(0),
        tm.StarProposed(0),
        tm.StarThrown((5, 66), 0),
        tm.DealGathered(2),
    )
    assert all(refused(seen, event) for event in others)
    seen = tm.evolve_view(seen, tm.MistakeMade(1, 20, ((5,), ()), 1))
    assert [refused(seen, event) for event in others] == [False, True, False, False, True, False]


@pytest.mark.parametrize("hands", [(), ((20,),), ((), (20,), ()), ((), ()), ((20,), ())])
def test_what_was_skipped_is_a_hand_for_each_seat(hands: Any) -> None:
    seen = tm.evolve_view(tm.view(PLAYING, 0), tm.CardPlayed(0, 5, False))
    seen = tm.evolve_view(seen, tm.CardPlayed(0, 40, False))
    assert not refused(seen, tm.MistakeMade(0, 40, ((), (20,)), 1))
    assert refused(seen, tm.MistakeMade(0, 40, hands, 1))


@pytest.mark.parametrize(
    "cards", [(), (5,), (5, 20, None), (5, None), (None, 20), (5, 5), (5, 101)]
)
def test_a_star_throws_a_card_of_each_hand(cards: Any) -> None:
    seen = tm.view(PLAYING, 0)
    assert not refused(seen, tm.StarThrown((5, 20), 0))
    assert refused(seen, tm.StarThrown(cards, 0))


def test_a_view_between_two_events_need_not_pass_the_gate() -> None:
    seen = attrs.evolve(tm.view(PLAYING, 0), lives=1)
    seen = tm.evolve_view(seen, tm.CardPlayed(1, 20, False))
    with pytest.raises(tm.InvalidState):
        attrs.evolve(seen)
    seen = tm.evolve_view(seen, tm.MistakeMade(1, 20, ((5,), ()), 0))
    seen = tm.evolve_view(seen, tm.GameLost(False, 2))
    assert attrs.evolve(seen).hand == (40,)
    assert seen.aside == skipped((0, 5))
