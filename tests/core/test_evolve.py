"""Events: what each writes down, and that one that cannot follow is an `InvalidEvent`."""

from __future__ import annotations

from typing import Any

import pytest

import themind as tm
from positions import changed, laid, rules_of, skipped, table, thrown

DEALING, FOCUSING, PLAYING = tm.Phase.DEALING, tm.Phase.FOCUSING, tm.Phase.PLAYING
REVEALING, CLEARED, WON, LOST = tm.Phase.REVEALING, tm.Phase.CLEARED, tm.Phase.WON, tm.Phase.LOST
LIFE, STAR = tm.Reward.LIFE, tm.Reward.STAR

NEW = table((), (), phase=DEALING, level=2)
PAUSED = table((10, 40), (20,), phase=FOCUSING, ready={0})
PLAY = table((10, 40), (20,), pile=laid((1, 5)), aside=skipped((0, 4)))
OPEN = changed(PLAY, agreed={0})
BLIND = table((10, 40), (20,), pile=laid((1, 5)), blind=True)
PILE = table((), (), phase=REVEALING, blind=True, pile=laid((0, 48), (1, 20)))
DONE = table((), (), phase=CLEARED, level=2, pile=laid((0, 48)))
PAID = table((), (), phase=CLEARED, level=3, lives=5)
OVER = table((), (), phase=WON, level=12)
GONE = table((70,), (), phase=LOST, lives=0, pile=laid((1, 60)))
RESTING = [NEW, PAUSED, PLAY, OPEN, BLIND, PILE, DONE, PAID, OVER, GONE]


# Faults in cards that some viewers do not see, so that these viewers cannot refuse the event.
UNSEEN: dict[tm.Event, set[int | None]] = {
    tm.LevelDealt(2, ((0, 9), (5, 100))): {None, 1},
    tm.LevelDealt(2, ((3, 9), (5, 101))): {None, 0},
    tm.LevelDealt(2, ((3, 9), (9, 100))): {None, 0, 1},
    tm.LevelDealt(2, ((9, 3), (5, 100))): {None, 1},
    tm.LevelDealt(2, ((9, 9), (5, 100))): {None, 1},
    tm.LevelDealt(3, ((1, 2, 101), (4, 5, 6))): {None, 1},
    tm.LevelDealt(3, ((1, 3, 2), (4, 5, 6))): {None, 1},
    tm.CardPlayed(0, 20, face_down=False): {None},
    tm.CardPlayed(0, 40, face_down=False): {None, 1},
    tm.CardPlayed(1, 10, face_down=False): {None},
    tm.StarThrown((20, 10), stars=0): {None},
    tm.StarThrown((40, 20), stars=0): {None, 1},
    tm.PileRevealed(laid((0, 48), (1, 21)), mistakes=1, lives=1): {None, 0},
}
# What could follow a card that was no mistake: only seat 0 sees that it was one.
AFTER_A_PLAY = (
    *(tm.RefocusCalled(0), tm.PlayPaused(), tm.CardVoid(0, 4), tm.DealGathered(3)),
    *(tm.StarProposed(0), tm.StarProposed(1)),
)


def told(state: tm.GameState, *events: tm.Event) -> tm.GameState:
    """The state after some events; the views of it follow as well."""
    for event in events:
        after = tm.evolve(state, event)
        for viewer in (None, *range(state.players)):
            seen = tm.evolve_view(tm.view(state, viewer), tm.redact(event, viewer))
            assert seen == tm.view(after, viewer)
        state = after
    return state


def assert_cannot_follow(state: tm.GameState, event: tm.Event) -> None:
    """Neither the state nor a view is followed by the event, if the viewer can see the fault."""
    with pytest.raises(tm.InvalidEvent) as refused:
        tm.evolve(state, event)
    assert refused.value.event is event
    assert repr(event) in str(refused.value)
    hidden = state is MISTAKEN and event in AFTER_A_PLAY
    unseen = {None, 1} if hidden else UNSEEN.get(event, set())
    seats = len(event.hands) if isinstance(event, tm.LevelDealt) else state.players
    for viewer in (None, *range(min(seats, state.players))):
        assert can_follow(tm.view(state, viewer), tm.redact(event, viewer)) is (viewer in unseen)


def can_follow(seen: tm.SeatView, event: tm.SeatEvent) -> bool:
    try:
        tm.evolve_view(seen, event)
    except tm.InvalidEvent as error:
        assert error.event is event  # noqa: PT017
        return False
    return True


# States between two events of one step. Nobody can set them up by hand.
ALL_READY = told(PAUSED, tm.SeatReady(1))
MISTAKEN = told(PLAY, tm.CardPlayed(1, 20, face_down=False))
TAKEN = told(MISTAKEN, tm.MistakeMade(1, 20, ((10,), ()), lives=1))
ALL_AGREED = told(OPEN, tm.StarAgreed(1))
LAST_CARD = told(table((10,), ()), tm.CardPlayed(0, 10, face_down=False))
LAST_BLIND = told(table((10,), (), blind=True), tm.CardPlayed(0, 10, face_down=True))
LAST_LIFE = told(
    table((90,), (80, 95), lives=1),
    tm.CardPlayed(0, 90, face_down=False),
    tm.MistakeMade(0, 90, ((), (80,)), lives=0),
)
READ = told(PILE, tm.PileRevealed(PILE.pile, mistakes=1, lives=1))
READ_LOST = told(changed(PILE, lives=1), tm.PileRevealed(PILE.pile, mistakes=1, lives=0))
BETWEEN = [
    ALL_READY,
    MISTAKEN,
    TAKEN,
    ALL_AGREED,
    LAST_CARD,
    LAST_BLIND,
    LAST_LIFE,
    READ,
    READ_LOST,
]


class TestWritten:
    """What an event writes down, and that it touches nothing else."""

    @pytest.mark.parametrize(
        ("state", "event", "fields"),
        [
            (
                NEW,
                tm.LevelDealt(2, ((3, 9), (5, 100))),
                {"phase": FOCUSING, "hands": ((3, 9), (5, 100))},
            ),
            (PAUSED, tm.SeatUnready(0), {"ready": ()}),
            (PAUSED, tm.PlayStarted(), {"phase": PLAYING, "ready": ()}),
            (PLAY, tm.RefocusCalled(1), {"phase": FOCUSING}),
            (
                PLAY,
                tm.CardPlayed(0, 10, face_down=False),
                {"hands": ((40,), (20,)), "pile": laid((1, 5), (0, 10))},
            ),
            (
                BLIND,
                tm.CardPlayed(1, 20, face_down=True),
                {"hands": ((10, 40), ()), "pile": laid((1, 5), (1, 20))},
            ),
            (PLAY, tm.CardVoid(0, 4), {}),
            (PLAY, tm.StarProposed(1), {"agreed": {1}}),
            (OPEN, tm.StarDeclined(0), {"agreed": ()}),
            (OPEN, tm.StarDeclined(1), {"agreed": ()}),
            (OPEN, tm.StarLapsed(), {"agreed": ()}),
            (DONE, tm.RewardTaken(STAR, lives=2, stars=2), {"stars": 2}),
            (changed(DONE, lives=1), tm.RewardTaken(STAR, lives=1, stars=2), {"stars": 2}),
            (
                changed(DONE, lives=1),
                tm.LevelCompleted(2),
                {"phase": DEALING, "level": 3, "pile": ()},
            ),
            (changed(PAID, lives=4), tm.RewardTaken(LIFE, lives=5, stars=1), {"lives": 5}),
            (PAID, tm.RewardForfeited(LIFE), {}),
            (changed(DONE, stars=3), tm.RewardForfeited(STAR), {}),
            (
                changed(DONE, attempt=2),
                tm.LevelCompleted(2),
                {"phase": DEALING, "level": 3, "pile": (), "attempt": 0},
            ),
            (
                changed(DONE, level=12, attempt=2),
                tm.LevelCompleted(12),
                {"phase": WON, "pile": (), "attempt": 0},
            ),
            (OVER, tm.GameWon(blind=False), {}),
            (changed(OVER, blind=True), tm.GameWon(blind=True), {}),
            (OVER, tm.BlindStarted(), {"phase": DEALING, "level": 1, "blind": True}),
            (
                PLAY,
                tm.DealGathered(3),
                {"phase": DEALING, "hands": ((), ()), "pile": (), "aside": (), "attempt": 1},
            ),
            (
                PAUSED,
                tm.DealGathered(3),
                {"phase": DEALING, "hands": ((), ()), "ready": (), "attempt": 1},
            ),
            (PILE, tm.PileRevealed(PILE.pile, mistakes=1, lives=1), {"phase": CLEARED, "lives": 1}),
            (
                changed(OPEN, agreed=()),
                tm.StarThrown((10, 20), stars=0),
                {
                    "hands": ((40,), ()),
                    "stars": 0,
                    "aside": skipped((0, 4)) + thrown((0, 10), (1, 20)),
                },
            ),
        ],
    )
    def test_at_rest(self, state: tm.GameState, event: tm.Event, fields: dict[str, Any]) -> None:
        before = changed(state)
        assert told(state, event) == changed(state, **fields)
        assert state == before

    def test_ready(self) -> None:
        assert ALL_READY.ready == {0, 1}
        assert ALL_READY.phase is FOCUSING
        assert told(ALL_READY, tm.PlayStarted()) == changed(PAUSED, phase=PLAYING, ready=())

    def test_a_mistake(self) -> None:
        assert (MISTAKEN.hands, MISTAKEN.lives) == (((10, 40), ()), 2)
        assert told(TAKEN, tm.PlayPaused()) == changed(
            PLAY,
            phase=FOCUSING,
            lives=1,
            hands=((40,), ()),
            pile=laid((1, 5), (1, 20)),
            aside=skipped((0, 4), (0, 10)),
        )
        assert told(TAKEN, tm.CardVoid(0, 10)) == TAKEN
        assert told(TAKEN, tm.CardPlayed(0, 40, face_down=False)).top == 40

    def test_a_star(self) -> None:
        assert ALL_AGREED.agreed == {0, 1}
        assert told(ALL_AGREED, tm.StarThrown((10, 20), stars=0), tm.PlayPaused()) == changed(
            PLAY,
            phase=FOCUSING,
            hands=((40,), ()),
            stars=0,
            aside=skipped((0, 4)) + thrown((0, 10), (1, 20)),
        )

    def test_the_end_of_a_level(self) -> None:
        assert told(LAST_CARD, tm.LevelCleared(3)) == table(
            (), (), phase=CLEARED, pile=laid((0, 10))
        )
        assert told(LAST_BLIND, tm.HandsEmptied()) == table(
            (), (), phase=REVEALING, blind=True, pile=laid((0, 10))
        )
        assert told(READ, tm.LevelCleared(3)) == READ == changed(PILE, phase=CLEARED, lives=1)

    def test_a_lost_game(self) -> None:
        assert told(LAST_LIFE, tm.GameLost(blind=False, level=3)) == table(
            (),
            (95,),
            phase=LOST,
            lives=0,
            pile=laid((0, 90)),
            aside=skipped((1, 80)),
        )
        assert told(READ_LOST, tm.GameLost(blind=True, level=3)) == changed(
            PILE, phase=LOST, lives=0
        )


class TestOtherPhases:
    """Each event belongs to some positions and follows none of the others."""

    @pytest.mark.parametrize(
        ("event", "follows"),
        [
            (tm.LevelDealt(2, ((3, 9), (5, 100))), [NEW]),
            (tm.SeatReady(1), [PAUSED]),
            (tm.SeatUnready(0), [PAUSED]),
            (tm.PlayStarted(), [PAUSED, ALL_READY]),
            (tm.RefocusCalled(0), [PLAY, BLIND, TAKEN]),
            (tm.PlayPaused(), [PLAY, TAKEN]),
            (tm.CardPlayed(0, 10, face_down=False), [PLAY]),
            (tm.CardPlayed(0, 10, face_down=True), [BLIND]),
            (tm.MistakeMade(1, 20, ((10,), ()), lives=1), [MISTAKEN]),
            (tm.CardVoid(0, 4), [PLAY, TAKEN]),
            (tm.StarProposed(1), [PLAY, BLIND, TAKEN]),
            (tm.StarAgreed(1), [OPEN]),
            (tm.StarDeclined(1), [OPEN]),
            (tm.StarLapsed(), [OPEN]),
            (tm.StarThrown((10, 20), stars=0), [PLAY, BLIND, ALL_AGREED]),
            (tm.HandsEmptied(), [LAST_BLIND]),
            (tm.PileRevealed(PILE.pile, mistakes=1, lives=1), [PILE]),
            (tm.LevelCleared(3), [LAST_CARD, READ]),
            (tm.RewardTaken(STAR, lives=2, stars=2), [DONE]),
            (tm.RewardForfeited(LIFE), [PAID]),
            (tm.LevelCompleted(3), [PAID, READ]),
            (tm.GameWon(blind=False), [OVER]),
            (tm.GameLost(blind=False, level=3), [LAST_LIFE]),
            (tm.GameLost(blind=True, level=3), [READ_LOST]),
            (tm.BlindStarted(), [OVER]),
            (tm.DealGathered(3), [PAUSED, PLAY, BLIND, TAKEN]),
        ],
    )
    def test_it_follows_these_alone(self, event: tm.Event, follows: list[tm.GameState]) -> None:
        for state in RESTING + BETWEEN:
            if any(state is other for other in follows):
                told(state, event)
            else:
                assert_cannot_follow(state, event)

    def test_every_kind_of_event_is_tried(self) -> None:
        marks = next(
            mark
            for mark in self.test_it_follows_these_alone.pytestmark
            if mark.name == "parametrize"
        )
        tried = {type(event) for event, _ in marks.args[1]}
        assert tried == set(tm.Event.__args__)


class TestContents:
    """An event of the right moment with contents that cannot be."""

    @pytest.mark.parametrize(
        "event",
        [
            tm.LevelDealt(1, ((3,), (5,))),
            tm.LevelDealt(3, ((1, 2, 3), (4, 5, 6))),
            tm.LevelDealt(2, ((3, 9),)),
            tm.LevelDealt(2, ((3, 9), (5, 100), (1, 2))),
            tm.LevelDealt(2, ((3, 9), (5,))),
            tm.LevelDealt(2, ((3, 9), (5, 6, 7))),
            tm.LevelDealt(2, ((9, 3), (5, 100))),
            tm.LevelDealt(2, ((9, 9), (5, 100))),
            tm.LevelDealt(2, ((3, 9), (9, 100))),
            tm.LevelDealt(2, ((0, 9), (5, 100))),
            tm.LevelDealt(2, ((3, 9), (5, 101))),
        ],
    )
    def test_of_a_deal(self, event: tm.LevelDealt) -> None:
        assert_cannot_follow(NEW, event)

    def test_the_bounds_of_a_deal(self) -> None:
        assert told(NEW, tm.LevelDealt(2, ((1, 100), (2, 99)))).hands == ((1, 100), (2, 99))
        one = tm.LevelDealt(1, ((100,), (1,)))
        assert told(changed(NEW, level=1), one).hands == ((100,), (1,))
        three = changed(NEW, level=3)
        assert told(three, tm.LevelDealt(3, ((1, 2, 100), (4, 5, 6)))).phase is FOCUSING
        assert_cannot_follow(three, tm.LevelDealt(3, ((1, 2, 101), (4, 5, 6))))
        assert_cannot_follow(three, tm.LevelDealt(3, ((1, 3, 2), (4, 5, 6))))

    @pytest.mark.parametrize("seat", [-1, 2])
    def test_of_a_seat(self, seat: int) -> None:
        alone = changed(PLAY, hands=((40,), (50,)))
        assert_cannot_follow(PAUSED, tm.SeatReady(seat))
        assert_cannot_follow(changed(PAUSED, ready={1}), tm.SeatUnready(seat))
        for state, kind in (
            (PLAY, tm.RefocusCalled),
            (PLAY, tm.StarProposed),
            (OPEN, tm.StarAgreed),
            (OPEN, tm.StarDeclined),
        ):
            assert_cannot_follow(state, kind(seat))
        assert_cannot_follow(alone, tm.CardPlayed(seat, 40, face_down=False))
        assert_cannot_follow(alone, tm.CardPlayed(seat, 50, face_down=False))
        assert_cannot_follow(PLAY, tm.CardVoid(seat, 4))
        assert_cannot_follow(MISTAKEN, tm.MistakeMade(seat, 20, ((10,), ()), lives=1))

    def test_of_signals(self) -> None:
        assert_cannot_follow(PAUSED, tm.SeatReady(0))
        assert_cannot_follow(PAUSED, tm.SeatUnready(1))
        assert_cannot_follow(OPEN, tm.StarAgreed(0))
        assert_cannot_follow(ALL_READY, tm.SeatUnready(1))
        assert_cannot_follow(changed(PLAY, stars=0), tm.StarProposed(1))

    @pytest.mark.parametrize(
        "event",
        [
            tm.CardPlayed(0, 40, face_down=False),
            tm.CardPlayed(0, 20, face_down=False),
            tm.CardPlayed(1, 10, face_down=False),
            tm.CardPlayed(0, 10, face_down=True),
        ],
    )
    def test_of_a_played_card(self, event: tm.CardPlayed) -> None:
        assert_cannot_follow(PLAY, event)

    def test_a_card_of_an_empty_hand(self) -> None:
        state = table((10, 40), ())
        assert_cannot_follow(state, tm.CardPlayed(1, 41, face_down=False))
        assert_cannot_follow(BLIND, tm.CardPlayed(0, 10, face_down=False))

    @pytest.mark.parametrize(
        "event",
        [
            tm.MistakeMade(0, 20, ((10,), ()), lives=1),
            tm.MistakeMade(1, 10, ((10,), ()), lives=1),
            tm.MistakeMade(1, 20, ((), ()), lives=1),
            tm.MistakeMade(1, 20, ((10, 40), ()), lives=1),
            tm.MistakeMade(1, 20, ((10,),), lives=1),
            tm.MistakeMade(1, 20, ((10,), ()), lives=0),
            tm.MistakeMade(1, 20, ((10,), ()), lives=2),
        ],
    )
    def test_of_a_mistake(self, event: tm.MistakeMade) -> None:
        assert_cannot_follow(MISTAKEN, event)

    def test_a_mistake_that_was_none(self) -> None:
        state = told(PLAY, tm.CardPlayed(0, 10, face_down=False))
        assert_cannot_follow(state, tm.MistakeMade(0, 10, ((), ()), lives=1))
        assert_cannot_follow(table((10,), (20,)), tm.MistakeMade(0, 10, ((), ()), lives=1))
        blind = told(BLIND, tm.CardPlayed(1, 20, face_down=True))
        assert_cannot_follow(blind, tm.MistakeMade(1, 20, ((10,), ()), lives=1))

    @pytest.mark.parametrize("event", [tm.CardVoid(0, 5), tm.CardVoid(1, 4)])
    def test_of_a_void_card(self, event: tm.CardVoid) -> None:
        assert_cannot_follow(PLAY, event)

    def test_a_thrown_card_is_not_void(self) -> None:
        state = changed(PLAY, aside=thrown((0, 4)))
        assert_cannot_follow(state, tm.CardVoid(0, 4))

    @pytest.mark.parametrize(
        "event",
        [
            tm.StarThrown((10, None), stars=0),
            tm.StarThrown((None, 20), stars=0),
            tm.StarThrown((40, 20), stars=0),
            tm.StarThrown((20, 10), stars=0),
            tm.StarThrown((10,), stars=0),
            tm.StarThrown((10, 20, None), stars=0),
            tm.StarThrown((10, 20), stars=1),
            tm.StarThrown((10, 20), stars=-1),
        ],
    )
    def test_of_a_star(self, event: tm.StarThrown) -> None:
        assert_cannot_follow(PLAY, event)
        assert_cannot_follow(ALL_AGREED, event)

    def test_a_star_that_the_team_has_not(self) -> None:
        assert_cannot_follow(changed(PLAY, stars=0), tm.StarThrown((10, 20), stars=-1))

    def test_a_star_waits_for_every_yes(self) -> None:
        three = table((10,), (20,), (30,), agreed={0, 1})
        assert_cannot_follow(three, tm.StarThrown((10, 20, 30), stars=0))
        assert told(three, tm.StarAgreed(2), tm.StarThrown((10, 20, 30), stars=0)).stars == 0

    def test_a_lone_players_star(self) -> None:
        state = told(table((10, 40), rules=rules_of(players=1)), tm.StarProposed(0))
        assert_cannot_follow(state, tm.StarLapsed())
        assert_cannot_follow(state, tm.StarDeclined(0))
        assert told(state, tm.StarThrown((10,), stars=0)).hands == ((40,),)

    @pytest.mark.parametrize(
        "event",
        [
            tm.PileRevealed(laid((0, 48)), mistakes=1, lives=1),
            tm.PileRevealed(laid((1, 20), (0, 48)), mistakes=1, lives=1),
            tm.PileRevealed(laid((1, 20), (0, 48)), mistakes=0, lives=2),
            tm.PileRevealed(laid((1, 48), (1, 20)), mistakes=1, lives=1),
            tm.PileRevealed(laid((0, 48), (1, 21)), mistakes=1, lives=1),
            tm.PileRevealed((), mistakes=0, lives=2),
            tm.PileRevealed(PILE.pile, mistakes=0, lives=2),
            tm.PileRevealed(PILE.pile, mistakes=0, lives=1),
            tm.PileRevealed(PILE.pile, mistakes=2, lives=0),
            tm.PileRevealed(PILE.pile, mistakes=1, lives=2),
        ],
    )
    def test_of_a_reveal(self, event: tm.PileRevealed) -> None:
        assert_cannot_follow(PILE, event)

    @pytest.mark.parametrize("level", [2, 4])
    def test_of_another_level(self, level: int) -> None:
        assert_cannot_follow(LAST_CARD, tm.LevelCleared(level))
        assert_cannot_follow(READ, tm.LevelCleared(level))
        assert_cannot_follow(PAID, tm.LevelCompleted(level))
        assert_cannot_follow(PLAY, tm.DealGathered(level))
        assert_cannot_follow(LAST_LIFE, tm.GameLost(blind=False, level=level))
        assert_cannot_follow(READ_LOST, tm.GameLost(blind=True, level=level))

    def test_of_the_other_run(self) -> None:
        assert_cannot_follow(LAST_LIFE, tm.GameLost(blind=True, level=3))
        assert_cannot_follow(OVER, tm.GameWon(blind=True))
        assert_cannot_follow(READ_LOST, tm.GameLost(blind=False, level=3))
        assert_cannot_follow(changed(OVER, blind=True), tm.GameWon(blind=False))
        assert_cannot_follow(changed(OVER, blind=True), tm.BlindStarted())
        short = rules_of(levels=5)
        assert_cannot_follow(changed(OVER, rules=short, level=5), tm.BlindStarted())
        assert_cannot_follow(LAST_CARD, tm.HandsEmptied())
        assert_cannot_follow(LAST_BLIND, tm.LevelCleared(3))

    @pytest.mark.parametrize(
        "event",
        [
            tm.RewardTaken(LIFE, lives=3, stars=1),
            tm.RewardTaken(STAR, lives=2, stars=1),
            tm.RewardTaken(STAR, lives=2, stars=3),
            tm.RewardTaken(STAR, lives=3, stars=2),
            tm.RewardForfeited(STAR),
            tm.RewardForfeited(LIFE),
        ],
    )
    def test_of_a_reward(self, event: tm.Event) -> None:
        assert_cannot_follow(DONE, event)

    def test_a_reward_at_its_limit(self) -> None:
        assert_cannot_follow(changed(DONE, stars=3), tm.RewardTaken(STAR, lives=2, stars=4))
        assert_cannot_follow(PAID, tm.RewardTaken(LIFE, lives=6, stars=1))
        assert_cannot_follow(PAID, tm.RewardForfeited(STAR))
        unpaid = changed(DONE, level=4)
        assert_cannot_follow(unpaid, tm.RewardTaken(STAR, lives=2, stars=2))
        assert_cannot_follow(changed(unpaid, lives=5), tm.RewardForfeited(LIFE))

    def test_nothing_is_paid_or_completed_before_a_loss_is_told(self) -> None:
        lost = changed(PILE, lives=1, level=2)
        lost = told(lost, tm.PileRevealed(PILE.pile, mistakes=1, lives=0))
        assert_cannot_follow(lost, tm.RewardTaken(STAR, lives=0, stars=2))
        assert_cannot_follow(lost, tm.LevelCompleted(2))
        assert_cannot_follow(lost, tm.LevelCleared(2))

    def test_a_pause_needs_its_reason(self) -> None:
        quiet = rules_of(auto_refocus=False)
        assert_cannot_follow(changed(PLAY, rules=quiet), tm.PlayPaused())
        assert_cannot_follow(changed(PLAY, aside=()), tm.PlayPaused())
        assert_cannot_follow(OPEN, tm.PlayPaused())


class TestBetween:
    """Between two events of a step nothing else may come."""

    @pytest.mark.parametrize(
        "event",
        [
            tm.RefocusCalled(0),
            tm.PlayPaused(),
            tm.CardPlayed(0, 10, face_down=False),
            tm.CardVoid(0, 4),
            tm.StarProposed(0),
            tm.StarThrown((10, None), stars=0),
            tm.DealGathered(3),
            tm.LevelCleared(3),
            tm.GameLost(blind=False, level=3),
        ],
    )
    def test_a_mistake_is_told_at_once(self, event: tm.Event) -> None:
        assert_cannot_follow(MISTAKEN, event)

    @pytest.mark.parametrize(
        "event",
        [
            tm.CardPlayed(1, 95, face_down=False),
            tm.CardVoid(1, 80),
            tm.RefocusCalled(0),
            tm.PlayPaused(),
            tm.StarProposed(0),
            tm.StarThrown((None, 95), stars=0),
            tm.DealGathered(3),
            tm.MistakeMade(0, 90, ((), ()), lives=-1),
        ],
    )
    def test_a_lost_life_that_was_the_last(self, event: tm.Event) -> None:
        assert_cannot_follow(LAST_LIFE, event)

    @pytest.mark.parametrize(
        "event",
        [
            tm.RefocusCalled(0),
            tm.PlayPaused(),
            tm.StarProposed(0),
            tm.StarThrown((None, None), stars=0),
            tm.DealGathered(3),
            tm.GameLost(blind=False, level=3),
        ],
    )
    def test_empty_hands_end_the_level(self, event: tm.Event) -> None:
        assert_cannot_follow(LAST_CARD, event)
        assert_cannot_follow(LAST_BLIND, event)

    @pytest.mark.parametrize(
        "event",
        [
            tm.RefocusCalled(0),
            tm.PlayPaused(),
            tm.StarProposed(0),
            tm.StarAgreed(0),
            tm.StarDeclined(0),
            tm.StarLapsed(),
            tm.CardPlayed(0, 10, face_down=False),
            tm.DealGathered(3),
        ],
    )
    def test_the_last_yes_throws_the_star(self, event: tm.Event) -> None:
        assert_cannot_follow(ALL_AGREED, event)

    def test_the_last_hand_starts_play(self) -> None:
        assert_cannot_follow(ALL_READY, tm.SeatUnready(0))
        assert_cannot_follow(ALL_READY, tm.SeatReady(0))
        assert_cannot_follow(ALL_READY, tm.DealGathered(3))

    def test_an_open_proposal_lapses_first(self) -> None:
        for event in (
            tm.CardPlayed(0, 10, face_down=False),
            tm.RefocusCalled(0),
            tm.DealGathered(3),
            tm.StarProposed(1),
        ):
            assert_cannot_follow(OPEN, event)
            told(OPEN, tm.StarLapsed(), event)
