"""The throwing star: STAR-1 to STAR-6."""

from __future__ import annotations

import pytest

import themind as tm
from positions import (
    after,
    assert_allowed,
    assert_refused,
    changed,
    laid,
    rules_of,
    skipped,
    table,
    thrown,
)

FOCUSING, PLAYING, LOST = tm.Phase.FOCUSING, tm.Phase.PLAYING, tm.Phase.LOST
STAR_ACTIONS = [tm.Star([0, 1]), tm.ProposeStar(0), tm.AgreeToStar(0), tm.DeclineStar(0)]


class TestPropose:
    @pytest.mark.rule("STAR-1", "STAR-2")
    @pytest.mark.parametrize("seat", [0, 1, 2])
    @pytest.mark.parametrize("blind", [False, True])
    def test_any_player_may(self, seat: int, blind: bool) -> None:
        """STAR-1: anyone proposes, also without cards, and has said yes by that."""
        state = table((10, 40), (), (30,), pile=laid((1, 5)), blind=blind)
        assert tm.propose_star(state, seat) == tm.Step(
            changed(state, agreed={seat}), (tm.StarProposed(seat),)
        )

    @pytest.mark.rule("STAR-1")
    @pytest.mark.parametrize("action", [tm.ProposeStar(0), tm.Star([0, 1])])
    def test_the_team_needs_a_star(self, action: tm.Action) -> None:
        """STAR-1: without a star there is none to propose."""
        assert_refused(table((10,), (20,), stars=0), action, "NO_STAR", "STAR-1")
        assert_allowed(table((10,), (20,), stars=1), action)

    @pytest.mark.rule("STAR-1", "END-2")
    @pytest.mark.parametrize("action", STAR_ACTIONS)
    def test_only_while_play_runs(self, action: tm.Action) -> None:
        """STAR-1: not before a level, not in a refocus, not after a level."""
        for state in (
            table((), (), phase=tm.Phase.DEALING),
            table((10,), (20,), phase=FOCUSING),
            table((), (), phase=tm.Phase.CLEARED),
            table((), (), phase=tm.Phase.REVEALING, blind=True),
        ):
            assert_refused(state, action, "WRONG_PHASE", "STAR-1")
        for state in (
            table((), (), phase=tm.Phase.WON, level=12),
            table((70,), (), phase=LOST, lives=0, pile=laid((1, 60))),
        ):
            assert_refused(state, action, "WRONG_PHASE", "END-2")

    @pytest.mark.rule("STAR-2")
    @pytest.mark.parametrize("action", [tm.ProposeStar(0), tm.ProposeStar(1), tm.Star([0, 1])])
    def test_one_proposal_at_a_time(self, action: tm.Action) -> None:
        """STAR-2: while a star is proposed no other is."""
        state = table((10,), (20,), agreed={0})
        assert_refused(state, action, "PROPOSAL_OPEN", "STAR-2")


class TestVote:
    @pytest.mark.rule("STAR-2")
    def test_it_waits_for_the_last_yes(self) -> None:
        """STAR-2: every player must say yes, those without cards too."""
        state = table((10, 40), (), (30,), agreed={0})
        one = tm.agree_to_star(state, 2)
        assert one == tm.Step(changed(state, agreed={0, 2}), (tm.StarAgreed(2),))
        assert tm.agree_to_star(one.state, 1).events[0] == tm.StarAgreed(1)
        assert tm.agree_to_star(one.state, 1).state.stars == 0

    @pytest.mark.rule("STAR-2")
    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_one_no_ends_it(self, seat: int) -> None:
        """STAR-2: a no of anyone ends the proposal, of one who had said yes too."""
        state = table((10, 40), (), (30,), agreed={0, 2})
        assert tm.decline_star(state, seat) == tm.Step(
            changed(state, agreed=()), (tm.StarDeclined(seat),)
        )

    @pytest.mark.rule("STAR-2")
    def test_a_second_yes_is_refused(self) -> None:
        """STAR-2: nobody says yes twice, the proposer neither."""
        state = table((10,), (20,), (30,), agreed={0, 2})
        assert_refused(state, tm.AgreeToStar(0), "ALREADY_AGREED", "STAR-2")
        assert_refused(state, tm.AgreeToStar(2), "ALREADY_AGREED", "STAR-2")

    @pytest.mark.rule("STAR-2")
    @pytest.mark.parametrize("action", [tm.AgreeToStar(0), tm.AgreeToStar(1, 7), tm.DeclineStar(0)])
    def test_there_is_a_proposal_to_answer(self, action: tm.Action) -> None:
        """STAR-2: a yes or a no answers a proposal."""
        assert_refused(table((10,), (20,)), action, "NO_PROPOSAL", "STAR-2")

    @pytest.mark.rule("STAR-2")
    @pytest.mark.parametrize("agreed", [[], [0], [0, 2], [1, 2], [0, 0, 0]])
    def test_the_whole_vote_names_everybody(self, agreed: list[int]) -> None:
        """STAR-2: a vote in one step needs every seat."""
        state = table((10,), (), (30,))
        assert_refused(state, tm.Star(agreed), "NOT_UNANIMOUS", "STAR-2")
        assert_allowed(state, tm.Star([2, 0, 1]))
        assert_allowed(state, tm.Star([2, 0, 1, 1]))

    @pytest.mark.rule("STAR-2", "LVL-10")
    @pytest.mark.parametrize(
        "agreed",
        [
            [0, 1, 2],
            [0, -1],
        ],
    )
    def test_the_whole_vote_names_only_seats(self, agreed: list[int]) -> None:
        """STAR-2: a yes of nobody is no yes."""
        assert_refused(table((10,), (30,)), tm.Star(agreed), "NO_SUCH_SEAT", "LVL-10")

    @pytest.mark.rule("STAR-2")
    def test_a_lone_player_is_unanimous(self) -> None:
        """STAR-2: with one player the proposal is the last yes."""
        state = table((10, 40), rules=rules_of(players=1))
        assert tm.propose_star(state, 0) == tm.Step(
            changed(state, phase=FOCUSING, stars=0, hands=((40,),), aside=thrown((0, 10))),
            (tm.StarProposed(0), tm.StarThrown((10,), stars=0), tm.PlayPaused()),
        )
        assert_allowed(state, tm.Star([0]))


class TestThrow:
    @pytest.mark.rule("STAR-3", "STAR-4")
    @pytest.mark.parametrize("blind", [False, True])
    def test_everyone_sets_their_lowest_aside(self, blind: bool) -> None:
        """STAR-3: the lowest card of each hand goes aside, a star to the supply, no life."""
        state = table(
            (41, 50),
            (),
            (45, 60, 70),
            pile=laid((1, 5)),
            aside=() if blind else skipped((2, 3)),
            stars=2,
            level=4,
            blind=blind,
            agreed={0, 1},
        )
        assert tm.agree_to_star(state, 2) == tm.Step(
            changed(
                state,
                phase=FOCUSING,
                stars=1,
                hands=((50,), (), (60, 70)),
                aside=state.aside + thrown((0, 41), (2, 45)),
                agreed=(),
            ),
            (
                tm.StarAgreed(2),
                tm.StarThrown((41, None, 45), stars=1),
                tm.PlayPaused(),
            ),
        )

    @pytest.mark.rule("STAR-3")
    def test_the_whole_vote_in_one_step(self) -> None:
        """STAR-3: thrown by the table's vote, the star does the same without the votes."""
        state = table((41, 50), (), (45, 60), stars=3)
        assert tm.star(state, [0, 1, 2]) == tm.Step(
            changed(
                state,
                phase=FOCUSING,
                stars=2,
                hands=((50,), (), (60,)),
                aside=thrown((0, 41), (2, 45)),
            ),
            (tm.StarThrown((41, None, 45), stars=2), tm.PlayPaused()),
        )

    @pytest.mark.rule("STAR-4", "ERR-3")
    def test_play_may_go_on_at_once(self) -> None:
        """STAR-4: without auto_refocus a star does not stop play."""
        state = table((41, 50), (45, 60), rules=rules_of(auto_refocus=False))
        assert tm.star(state, [0, 1]) == tm.Step(
            changed(state, stars=0, hands=((50,), (60,)), aside=thrown((0, 41), (1, 45))),
            (tm.StarThrown((41, 45), stars=0),),
        )

    @pytest.mark.rule("STAR-4")
    def test_the_pile_is_gone_on_with(self) -> None:
        """STAR-4: after the refocus the next card goes onto the same pile."""
        state = table((41, 50), (45, 60), pile=laid((0, 7)))
        state = after(state, [tm.Star([0, 1]), tm.Begin(), tm.Play(0)])
        assert state.pile == laid((0, 7), (0, 50))

    @pytest.mark.rule("STAR-4", "BLD-4")
    def test_a_blind_level_waits_to_be_read(self) -> None:
        """STAR-4: with all hands empty a blind pile is turned over, even an empty one."""
        state = table((5,), (9,), blind=True)
        assert tm.star(state, [0, 1]) == tm.Step(
            changed(
                state,
                phase=tm.Phase.REVEALING,
                stars=0,
                hands=((), ()),
                aside=thrown((0, 5), (1, 9)),
            ),
            (tm.StarThrown((5, 9), stars=0), tm.HandsEmptied()),
        )

    @pytest.mark.rule("STAR-5")
    def test_no_mistake_is_undone(self) -> None:
        """STAR-5: the life stays lost and the skipped cards stay aside."""
        state = after(table((50, 90), (10, 70), level=2), [tm.Play(0), tm.Begin(), tm.Star([0, 1])])
        assert state.lives == 1
        assert state.aside == skipped((1, 10)) + thrown((0, 90), (1, 70))
        assert state.pile == laid((0, 50))


class TestLapse:
    @pytest.mark.rule("STAR-6")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_play_ends_the_proposal(self, seat: int) -> None:
        """STAR-6: nobody is kept from playing, and a play ends the proposal."""
        state = table((10, 40), (12, 60), agreed={0}, rules=rules_of(auto_refocus=False))
        step = tm.play(state, seat)
        card = state.hands[seat][0]
        assert step.events[:2] == (tm.StarLapsed(), tm.CardPlayed(seat, card, face_down=False))
        assert (step.state.agreed, step.state.stars) == (frozenset(), 1)

    @pytest.mark.rule("STAR-6")
    def test_a_stop_ends_the_proposal(self) -> None:
        """STAR-6: so does a called stop."""
        state = table((10, 40), (20, 60), agreed={0})
        assert tm.refocus(state, 1) == tm.Step(
            changed(state, phase=FOCUSING, agreed=()),
            (tm.StarLapsed(), tm.RefocusCalled(1)),
        )

    @pytest.mark.rule("STAR-6", "VAR-3")
    def test_a_gathered_deal_ends_the_proposal(self) -> None:
        """STAR-6: and so does a gathered deal."""
        state = table((10, 40), (20, 60), agreed={0})
        assert tm.gather(state) == tm.Step(
            table((), (), phase=tm.Phase.DEALING, attempt=1),
            (tm.StarLapsed(), tm.DealGathered(3)),
        )

    @pytest.mark.rule("STAR-6")
    @pytest.mark.parametrize("down", [0, 2, 4, -3])
    def test_a_stale_yes_is_refused(self, down: int) -> None:
        """STAR-6: a yes meant for another table does not count; pile and aside are counted."""
        state = table((50,), (70,), pile=laid((0, 30), (1, 40)), aside=skipped((1, 20)), agreed={0})
        assert_refused(state, tm.AgreeToStar(1, down), "STALE", "STAR-6")
        assert_allowed(state, tm.AgreeToStar(1, 3))
        assert_allowed(state, tm.AgreeToStar(1))

    @pytest.mark.rule("STAR-6", "STAR-2")
    def test_which_refusal_comes_first(self) -> None:
        """STAR-6: staleness is told before a second yes."""
        state = table((50,), (70,), agreed={0})
        assert_refused(state, tm.AgreeToStar(0, 7), "STALE", "STAR-6")
        assert_refused(state, tm.AgreeToStar(0, 0), "ALREADY_AGREED", "STAR-2")
