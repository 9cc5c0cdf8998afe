"""Mistakes: ERR-1 to ERR-7."""

from __future__ import annotations

import pytest

import themind as tm
from positions import after, assert_refused, changed, laid, rules_of, skipped, table, thrown

FOCUSING, PLAYING, LOST = tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.LOST
PLAYING_ON = rules_of(auto_refocus=False)


def played(seat: int, card: int) -> tm.CardPlayed:
    return tm.CardPlayed(seat, card, face_down=False)


@pytest.mark.rule("ERR-1", "ERR-2", "ERR-3")
def test_one_life_for_all_that_was_passed_over() -> None:
    """ERR-1, ERR-2: one life, and every lower card of every hand goes aside."""
    state = table((60, 90), (10, 20, 70), (30,), (95,), pile=laid((1, 5)), lives=3, level=4)
    hands = ((), (10, 20), (30,), ())
    assert tm.play(state, 0) == tm.Step(
        changed(
            state,
            phase=FOCUSING,
            lives=2,
            hands=((90,), (70,), (), (95,)),
            pile=laid((1, 5), (0, 60)),
            aside=skipped((1, 10), (1, 20), (2, 30)),
        ),
        (played(0, 60), tm.MistakeMade(0, 60, hands, lives=2), tm.PlayPaused()),
    )


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("other", "lives"), [((49, 60), 1), ((51, 60), 2), ((1, 60), 1), ((100,), 2), ((), 2)]
)
def test_only_a_lower_card_makes_a_mistake(other: tuple[int, ...], lives: int) -> None:
    """ERR-1: a play is a mistake exactly if a lower card is still in a hand."""
    assert tm.play(table((50, 80), other), 0).state.lives == lives


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize("lower", [0, 1, 2])
def test_the_lower_card_may_be_in_any_hand(lower: int) -> None:
    """ERR-1: whichever seat holds the lower card."""
    hands = [[80, 90], [81, 91], [82, 92]]
    seat = (lower + 1) % 3
    hands[lower] = [10, 93]
    hands[seat] = [70, 94]
    _, mistake, _ = tm.play(table(*hands), seat).events
    assert isinstance(mistake, tm.MistakeMade)
    assert mistake.skipped == tuple((10,) if other == lower else () for other in range(3))


@pytest.mark.rule("ERR-2")
def test_play_goes_on_from_the_card_played() -> None:
    """ERR-2: the card stays on the pile; cards above it stay in the hands."""
    state = after(table((54, 60), (41, 57)), [tm.Play(0), tm.Begin(), tm.Play(1)])
    assert state.pile == laid((0, 54), (1, 57))
    assert state.top == 57
    assert state.aside == skipped((1, 41))
    assert state.lives == 1


@pytest.mark.rule("ERR-2", "STAR-3")
def test_the_middle_is_one_ascending_row() -> None:
    """ERR-2: pile and aside together, low to high, are the middle of the table."""
    state = table(
        (80,),
        (70,),
        pile=laid((0, 30), (1, 50)),
        aside=thrown((0, 60)) + skipped((1, 20)),
        level=4,
    )
    assert state.middle == (20, 30, 50, 60)
    assert table((80,), (70,)).middle == ()


@pytest.mark.rule("ERR-3")
def test_nobody_is_ready_after_a_mistake() -> None:
    """ERR-3: the team refocuses, and everyone has to be ready anew."""
    state = tm.play(table((50, 90), (10, 70)), 0).state
    assert (state.phase, state.ready) == (FOCUSING, frozenset())
    assert_refused(state, tm.Play(1), "WRONG_PHASE", "LVL-3")
    again = after(state, [tm.Ready(0), tm.Ready(1)])
    assert again == changed(state, phase=PLAYING)
    assert (again.level, again.attempt, again.hands) == (3, 0, ((90,), (70,)))


@pytest.mark.rule("ERR-3")
def test_play_may_go_on_at_once() -> None:
    """ERR-3: without auto_refocus a mistake does not stop play."""
    state = table((50, 90), (10, 70), rules=PLAYING_ON)
    assert tm.play(state, 0) == tm.Step(
        changed(
            state,
            lives=1,
            hands=((90,), (70,)),
            pile=laid((0, 50)),
            aside=skipped((1, 10)),
        ),
        (played(0, 50), tm.MistakeMade(0, 50, ((), (10,)), lives=1)),
    )


@pytest.mark.rule("ERR-3", "LVL-4")
def test_a_called_stop_waits_for_everyone_even_so() -> None:
    """ERR-3: without auto_refocus a called stop and the start of a level still wait."""
    state = table((50, 90), (10, 70), rules=PLAYING_ON)
    assert tm.refocus(state, 0).state.phase is FOCUSING
    start = table((), (), rules=PLAYING_ON, phase=tm.Phase.DEALING)
    assert tm.deal(start, range(1, 101)).state.phase is FOCUSING


@pytest.mark.rule("ERR-4")
def test_each_mistake_costs_a_life() -> None:
    """ERR-4: a later mistake of the same level costs another life."""
    state = after(table((50, 60), (20, 99), (55,), lives=3), [tm.Play(0), tm.Begin(), tm.Play(0)])
    assert state.lives == 1
    assert state.aside == skipped((1, 20), (2, 55))


@pytest.mark.rule("ERR-5", "END-2")
@pytest.mark.parametrize("rest", [(), (95,)])
def test_the_last_life_ends_the_game_at_once(rest: tuple[int, ...]) -> None:
    """ERR-5: lost at once, even with all hands empty, with what was skipped set aside."""
    state = table((90,), (80, *rest), lives=1, level=2)
    assert tm.play(state, 0) == tm.Step(
        changed(
            state,
            phase=LOST,
            lives=0,
            hands=((), rest),
            pile=laid((0, 90)),
            aside=skipped((1, 80)),
        ),
        (
            played(0, 90),
            tm.MistakeMade(0, 90, ((), (80,)), lives=0),
            tm.GameLost(blind=False, level=2),
        ),
    )


@pytest.mark.rule("ERR-5")
def test_the_last_life_counts_without_a_refocus_too() -> None:
    """ERR-5: the loss does not depend on auto_refocus."""
    state = table((90,), (80, 95), lives=1, rules=PLAYING_ON)
    assert tm.play(state, 0).events[-1] == tm.GameLost(blind=False, level=3)


@pytest.mark.rule("ERR-6")
def test_the_first_card_to_touch_the_pile_is_the_play() -> None:
    """ERR-6: when two reach for the pile, one play is made and the other card stays in its hand."""
    state = tm.play(table((46, 90), (47, 80)), 0).state
    assert (state.pile, state.hands) == (laid((0, 46)), ((90,), (47, 80)))


class TestLanding:
    """ERR-7: cards that landed together."""

    @pytest.mark.rule("ERR-7")
    def test_in_the_right_order(self) -> None:
        """ERR-7: each by the ordinary rule, in the order of landing."""
        state = table((10, 90), (20, 80))
        assert tm.play_together(state, [tm.Play(0), tm.Play(1)]) == tm.Step(
            changed(state, hands=((90,), (80,)), pile=laid((0, 10), (1, 20))),
            (played(0, 10), played(1, 20)),
        )

    @pytest.mark.rule("ERR-7")
    def test_a_card_set_aside_on_the_way_is_void(self) -> None:
        """ERR-7: a landed card that an earlier mistake took costs nothing more."""
        state = table((46, 90), (39, 80))
        assert tm.play_together(state, [tm.Play(0), tm.Play(1)]) == tm.Step(
            changed(
                state,
                phase=FOCUSING,
                lives=1,
                hands=((90,), (80,)),
                pile=laid((0, 46)),
                aside=skipped((1, 39)),
            ),
            (
                played(0, 46),
                tm.MistakeMade(0, 46, ((), (39,)), lives=1),
                tm.CardVoid(1, 39),
                tm.PlayPaused(),
            ),
        )

    @pytest.mark.rule("ERR-7")
    def test_a_landed_card_is_held_until_its_turn(self) -> None:
        """ERR-7: until it is resolved a landed card counts as held, so the first is a mistake."""
        state = table((46, 90), (39, 80), (60, 70))
        _, mistake, *_ = tm.play_together(state, [tm.Play(0), tm.Play(1)]).events
        assert mistake == tm.MistakeMade(0, 46, ((), (39,), ()), lives=1)

    @pytest.mark.rule("ERR-7")
    def test_the_refocus_waits_for_the_last_card(self) -> None:
        """ERR-7: a correct card after a mistaken one is laid before the team refocuses."""
        state = table((46, 90), (50, 80), (30, 70), lives=3)
        assert tm.play_together(state, [tm.Play(0), tm.Play(1)]).events == (
            played(0, 46),
            tm.MistakeMade(0, 46, ((), (), (30,)), lives=2),
            played(1, 50),
            tm.PlayPaused(),
        )
        assert tm.play_together(state, [tm.Play(2), tm.Play(1)]).events == (
            played(2, 30),
            played(1, 50),
            tm.MistakeMade(1, 50, ((46,), (), ()), lives=2),
            tm.PlayPaused(),
        )

    @pytest.mark.rule("ERR-7", "ERR-4")
    def test_each_mistake_is_charged(self) -> None:
        """ERR-7: two landed cards may be two mistakes."""
        state = table((46, 48), (50,), (39, 80), lives=3, level=2)
        assert tm.play_together(state, [tm.Play(0), tm.Play(1)]) == tm.Step(
            changed(
                state,
                phase=FOCUSING,
                lives=1,
                hands=((), (), (80,)),
                pile=laid((0, 46), (1, 50)),
                aside=skipped((2, 39), (0, 48)),
            ),
            (
                played(0, 46),
                tm.MistakeMade(0, 46, ((), (), (39,)), lives=2),
                played(1, 50),
                tm.MistakeMade(1, 50, ((48,), (), ()), lives=1),
                tm.PlayPaused(),
            ),
        )

    @pytest.mark.rule("ERR-7")
    def test_what_landed_is_settled_beforehand(self) -> None:
        """ERR-7: a seat's k-th naming is its k-th lowest card, whatever becomes of the others."""
        state = table((10, 20, 99), (15, 90), rules=PLAYING_ON)
        step = tm.play_together(state, [tm.Play(1), tm.Play(0, 10), tm.Play(0, 20)])
        assert step.events == (
            played(1, 15),
            tm.MistakeMade(1, 15, ((10,), ()), lives=1),
            tm.CardVoid(0, 10),
            played(0, 20),
        )
        assert step.state.hands == ((99,), (90,))

    @pytest.mark.rule("ERR-7")
    @pytest.mark.parametrize("times", [1, 2, 3, 4])
    def test_each_naming_is_the_next_card(self, times: int) -> None:
        """ERR-7: a seat's first, second and third naming are its three lowest cards."""
        state = table((10, 20, 30, 40), (90,), level=4)
        step = tm.play_together(state, [tm.Play(0)] * times + [tm.Play(1)])
        pile = laid((0, 10), (0, 20), (0, 30), (0, 40))[:times]
        assert step.state.pile == pile + laid((1, 90))

    @pytest.mark.rule("ERR-7", "ERR-3")
    def test_without_a_refocus(self) -> None:
        """ERR-7: without auto_refocus play goes on after the last landed card."""
        state = table((46, 90), (39, 80), rules=PLAYING_ON)
        step = tm.play_together(state, [tm.Play(0), tm.Play(1)])
        assert step.state.phase is PLAYING
        assert step.events[-1] == tm.CardVoid(1, 39)

    @pytest.mark.rule("ERR-7", "ERR-5")
    def test_a_loss_stops_there(self) -> None:
        """ERR-7: after the last life nothing is resolved, void cards included."""
        state = table((40,), (30,), (50,), lives=1)
        landed = [tm.Play(0), tm.Play(1), tm.Play(2)]
        assert tm.play_together(state, landed) == tm.Step(
            changed(
                state,
                phase=LOST,
                lives=0,
                hands=((), (), (50,)),
                pile=laid((0, 40)),
                aside=skipped((1, 30)),
            ),
            (
                played(0, 40),
                tm.MistakeMade(0, 40, ((), (30,), ()), lives=0),
                tm.GameLost(blind=False, level=3),
            ),
        )

    @pytest.mark.rule("ERR-7", "LVL-7")
    def test_the_last_cards_clear_the_level(self) -> None:
        """ERR-7: with all hands empty the level is cleared, without a pause."""
        state = table((46,), (39,))
        assert tm.play_together(state, [tm.Play(0), tm.Play(1)]).events == (
            played(0, 46),
            tm.MistakeMade(0, 46, ((), (39,)), lives=1),
            tm.CardVoid(1, 39),
            tm.LevelCleared(3),
        )

    @pytest.mark.rule("ERR-7", "STAR-6")
    def test_an_open_proposal_lapses_once(self) -> None:
        """ERR-7: landed cards end a proposal like any play."""
        state = table((10, 90), (20, 80), agreed={1})
        step = tm.play_together(state, [tm.Play(0), tm.Play(1)])
        assert step.events == (tm.StarLapsed(), played(0, 10), played(1, 20))
        assert step.state.agreed == frozenset()

    @pytest.mark.rule("ERR-7", "BLD-2")
    def test_blind_cards_land_without_mistakes(self) -> None:
        """ERR-7: in a blind level nothing is judged, so nothing is void."""
        state = table((46, 90), (39, 80), blind=True)
        step = tm.play_together(state, [tm.Play(0), tm.Play(1)])
        assert step.events == (
            tm.CardPlayed(0, 46, face_down=True),
            tm.CardPlayed(1, 39, face_down=True),
        )
        assert step.state.lives == 2

    @pytest.mark.rule("ERR-7")
    @pytest.mark.parametrize(
        ("plays", "code", "rule"),
        [
            ([(0,), (2,)], "HAND_EMPTY", "ERR-7"),
            ([(2, 10)], "HAND_EMPTY", "ERR-7"),
            ([(1,), (1,)], "HAND_EMPTY", "ERR-7"),
            ([(0,), (0,), (0,)], "HAND_EMPTY", "ERR-7"),
            ([(0, 20), (1,)], "NOT_HELD", "LVL-6"),
            ([(1,), (0, 30)], "NOT_LOWEST", "LVL-6"),
            ([(0, 10), (0, 10)], "NOT_LOWEST", "LVL-6"),
            ([(0, 30), (0, 10)], "NOT_LOWEST", "LVL-6"),
            ([(0, 30), (1, 99)], "NOT_HELD", "LVL-6"),
            ([(0, 99), (1,), (1,)], "HAND_EMPTY", "ERR-7"),
            ([(2,), (3,)], "NO_SUCH_SEAT", "LVL-10"),
            ([(0,), (-1,)], "NO_SUCH_SEAT", "LVL-10"),
        ],
    )
    def test_one_refusal_refuses_all(
        self, plays: list[tuple[int, ...]], code: str, rule: str
    ) -> None:
        """ERR-7: a part that is refused refuses the whole landing, and nothing has changed."""
        state = table((10, 30), (20,), ())
        assert_refused(state, tm.PlayTogether([tm.Play(*play) for play in plays]), code, rule)

    @pytest.mark.rule("ERR-7")
    def test_something_has_to_land(self) -> None:
        """ERR-7: no cards at all did not land together."""
        with pytest.raises(tm.InvalidArgument, match="plays"):
            tm.PlayTogether([])
        with pytest.raises(tm.InvalidArgument, match="plays"):
            tm.play_together(table((10,), (20,)), [])
