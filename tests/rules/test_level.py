"""A level: LVL-1 to LVL-11."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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

DEALING, FOCUSING, PLAYING = tm.Phase.DEALING, tm.Phase.FOCUSING, tm.Phase.PLAYING
REVEALING, CLEARED, WON, LOST = tm.Phase.REVEALING, tm.Phase.CLEARED, tm.Phase.WON, tm.Phase.LOST


def in_phase(phase: tm.Phase) -> tm.GameState:
    """A table of two in each phase."""
    match phase:
        case tm.Phase.DEALING | tm.Phase.CLEARED:
            return table((), (), phase=phase)
        case tm.Phase.FOCUSING | tm.Phase.PLAYING:
            return table((10, 40), (20,), phase=phase)
        case tm.Phase.REVEALING:
            return table((), (), phase=phase, blind=True, pile=laid((0, 10)))
        case tm.Phase.WON:
            return table((), (), phase=phase, level=12)
        case tm.Phase.LOST:
            return table((70,), (), phase=phase, lives=0, pile=laid((1, 60)))


def others(*phases: tm.Phase) -> list[tm.Phase]:
    return [phase for phase in tm.Phase if phase not in phases]


class TestDeal:
    @pytest.mark.rule("LVL-1")
    def test_cards_go_round_from_the_first_seat(self) -> None:
        """LVL-1: each player gets as many cards as the level's number, round and round."""
        state = table((), (), (), phase=DEALING, level=2)
        dealt, events = tm.deal(state, (50, 9, 70, 3, 80, 60, 1, 2))
        hands = ((3, 50), (9, 80), (60, 70))
        assert events == (tm.LevelDealt(2, hands),)
        assert dealt == changed(state, phase=FOCUSING, hands=hands)

    @pytest.mark.rule("LVL-1")
    @pytest.mark.parametrize("level", [1, 2, 7, 12])
    def test_a_deck_is_long_enough_or_not(self, level: int) -> None:
        """LVL-1: players x level cards are enough, one less is not."""
        state = table((), (), phase=DEALING, level=level)
        deck = tuple(range(1, 2 * level + 1))
        assert tm.deal(state, deck).state.undealt == tuple(range(2 * level + 1, 101))
        assert_refused(state, tm.Deal(deck[:-1]), "BAD_DECK", "LVL-1", detail="TOO_FEW")

    @pytest.mark.rule("LVL-1")
    def test_any_iterable_is_a_deck_and_one_too_long_is_not(self) -> None:
        """LVL-1: the whole deck may be given; of a longer iterable one card more is read."""
        read: list[int] = []

        def cards() -> Iterator[int]:
            for card in range(1, 1000):
                read.append(card)
                yield card

        state = table((), (), phase=DEALING, level=1)
        assert tm.deal(state, iter(range(1, 101))).state.hands == ((1,), (2,))
        with pytest.raises(tm.IllegalAction) as refused:
            tm.deal(state, cards())
        assert refused.value.code is tm.IllegalCode.BAD_DECK
        assert read == list(range(1, 102))
        assert refused.value.action == tm.Deal(range(1, 102))

    @pytest.mark.rule("LVL-1", "VAR-4")
    def test_another_size_of_deck(self) -> None:
        """LVL-1: the deck has as many cards as the rules say."""
        state = table((), (), phase=DEALING, level=1, rules=rules_of(cards=30))
        assert tm.deal(state, range(1, 31)).state.hands == ((1,), (2,))
        assert_refused(state, tm.Deal([31, 2]), "BAD_DECK", "LVL-1", detail="NOT_A_CARD")
        assert_refused(state, tm.Deal([*range(1, 31), 30]), "BAD_DECK", "LVL-1", detail="TOO_MANY")

    @pytest.mark.rule("LVL-1")
    def test_nothing_of_the_level_before_is_left(self) -> None:
        """LVL-1: of the level before only lives and stars remain; its cards are dealt again."""
        state = table(
            (),
            (),
            phase=CLEARED,
            level=4,
            lives=1,
            stars=3,
            pile=laid((0, 40), (1, 50)),
            aside=thrown((0, 9)) + skipped((1, 12)),
            attempt=2,
        )
        fresh = tm.complete_level(state).state
        assert fresh == table((), (), phase=DEALING, level=5, lives=1, stars=3)
        again = tm.deal(fresh, (40, 50, 9, 12, 1, 2, 3, 4, 5, 6)).state
        assert again.hands == ((1, 3, 5, 9, 40), (2, 4, 6, 12, 50))

    @pytest.mark.rule("LVL-2")
    def test_what_is_not_dealt_is_the_deck_less_the_table(self) -> None:
        """LVL-2: the undealt cards are those in no hand, not played and not aside."""
        state = table(
            (5,),
            (8, 9),
            rules=rules_of(cards=12, levels=3),
            pile=laid((0, 3)),
            aside=thrown((1, 1)),
        )
        assert state.undealt == (2, 4, 6, 7, 10, 11, 12)
        assert table((), (), phase=DEALING).undealt == tuple(range(1, 101))

    @pytest.mark.rule("LVL-2", "END-2")
    @pytest.mark.parametrize("phase", others(DEALING))
    def test_nobody_draws_during_a_level(self, phase: tm.Phase) -> None:
        """LVL-2: cards are dealt before a level and at no other time."""
        rule = "END-2" if phase in (WON, LOST) else "LVL-2"
        assert_refused(in_phase(phase), tm.Deal(range(1, 101)), "WRONG_PHASE", rule)


class TestReady:
    @pytest.mark.rule("LVL-3")
    def test_play_starts_with_the_last_hand_on_the_table(self) -> None:
        """LVL-3: a level starts when every player is ready."""
        state = table((10,), (20,), (30,), phase=FOCUSING)
        one, events = tm.ready(state, 2)
        assert events == (tm.SeatReady(2),)
        assert one == changed(state, ready={2})
        two, events = tm.ready(one, 0)
        assert events == (tm.SeatReady(0),)
        assert two == changed(state, ready={0, 2})
        all_ready, events = tm.ready(two, 1)
        assert events == (tm.SeatReady(1), tm.PlayStarted())
        assert all_ready == changed(state, phase=PLAYING)

    @pytest.mark.rule("LVL-3")
    def test_everyone_at_once(self) -> None:
        """LVL-3: the table may say that everyone is ready, whoever was before."""
        state = table((10,), (20,), phase=FOCUSING, ready={1})
        assert tm.begin(state) == tm.Step(
            changed(state, phase=PLAYING, ready=()), (tm.PlayStarted(),)
        )

    @pytest.mark.rule("LVL-3")
    def test_a_hand_may_leave_the_table_before(self) -> None:
        """LVL-3: until play starts a hand may be taken off the table again."""
        state = table((10,), (20,), (30,), phase=FOCUSING, ready={0, 2})
        assert tm.unready(state, 2) == tm.Step(changed(state, ready={0}), (tm.SeatUnready(2),))

    @pytest.mark.rule("LVL-3")
    def test_ready_once_and_unready_once(self) -> None:
        """LVL-3: who is ready cannot be ready again; who is not cannot take it back."""
        state = table((10,), (20,), (30,), phase=FOCUSING, ready={0})
        assert_refused(state, tm.Ready(0), "ALREADY_READY", "LVL-3")
        assert_refused(state, tm.Unready(1), "NOT_READY", "LVL-3")

    @pytest.mark.rule("LVL-3")
    def test_a_lone_player_starts_alone(self) -> None:
        """LVL-3: with one player the first hand is the last."""
        rules = rules_of(players=1)
        state = table((10,), phase=FOCUSING, rules=rules)
        assert tm.ready(state, 0).events == (tm.SeatReady(0), tm.PlayStarted())

    @pytest.mark.rule("LVL-3", "END-2")
    @pytest.mark.parametrize("action", [tm.Ready(0), tm.Unready(0), tm.Begin()])
    @pytest.mark.parametrize("phase", others(FOCUSING))
    def test_only_while_the_team_focuses(self, phase: tm.Phase, action: tm.Action) -> None:
        """LVL-3: hands are laid on the table before play, not during it."""
        rule = "END-2" if phase in (WON, LOST) else "LVL-3"
        assert_refused(in_phase(phase), action, "WRONG_PHASE", rule)

    @pytest.mark.rule("LVL-3", "END-2")
    @pytest.mark.parametrize("action", [tm.Play(0), tm.PlayTogether([tm.Play(0), tm.Play(1)])])
    @pytest.mark.parametrize("phase", others(PLAYING))
    def test_no_card_before_everyone_is_ready(self, phase: tm.Phase, action: tm.Action) -> None:
        """LVL-3: cards are played in play and at no other time."""
        rule = "END-2" if phase in (WON, LOST) else "LVL-3"
        assert_refused(in_phase(phase), action, "WRONG_PHASE", rule)


class TestRefocus:
    @pytest.mark.rule("LVL-4")
    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_a_stop_costs_nothing(self, seat: int) -> None:
        """LVL-4: anyone, also without cards, may call stop; nothing but the phase changes."""
        state = table((10, 40), (), (30,), pile=laid((1, 4)), aside=thrown((2, 9)))
        assert tm.refocus(state, seat) == tm.Step(
            changed(state, phase=FOCUSING), (tm.RefocusCalled(seat),)
        )

    @pytest.mark.rule("LVL-4")
    def test_play_goes_on_when_all_are_ready_again(self) -> None:
        """LVL-4: after a stop everyone is ready anew, and play goes on as it was."""
        state = table((10, 40), (20,), pile=laid((1, 4)))
        stopped = tm.refocus(state, 1).state
        assert stopped.ready == frozenset()
        assert after(stopped, [tm.Ready(1)]).phase is FOCUSING
        assert after(stopped, [tm.Ready(1), tm.Ready(0)]) == state

    @pytest.mark.rule("LVL-4", "END-2")
    @pytest.mark.parametrize("phase", others(PLAYING))
    def test_a_stop_needs_play_to_stop(self, phase: tm.Phase) -> None:
        """LVL-4: stop is called while play runs."""
        rule = "END-2" if phase in (WON, LOST) else "LVL-4"
        assert_refused(in_phase(phase), tm.Refocus(0), "WRONG_PHASE", rule)


class TestPlay:
    @pytest.mark.rule("LVL-5")
    def test_whoever_holds_a_card_may_play(self) -> None:
        """LVL-5: there is no order of seats; the same one may play again and again."""
        state = table((10, 40), (20,), (5, 6))
        for seat in (0, 1, 2):
            assert_allowed(state, tm.Play(seat), by=seat)
        end = after(state, [tm.Play(2), tm.Play(2), tm.Play(0), tm.Play(1), tm.Play(0)])
        assert end.pile == laid((2, 5), (2, 6), (0, 10), (1, 20), (0, 40))
        assert end.lives == 2

    @pytest.mark.rule("LVL-5")
    def test_who_holds_none_may_not(self) -> None:
        """LVL-5: a player without cards has nothing to play, named or not."""
        state = table((10,), ())
        assert_refused(state, tm.Play(1), "HAND_EMPTY", "LVL-5")
        assert_refused(state, tm.Play(1, 10), "HAND_EMPTY", "LVL-5")

    @pytest.mark.rule("LVL-6")
    @pytest.mark.parametrize("card", [None, 10])
    def test_the_lowest_card_goes_onto_the_pile(self, card: int | None) -> None:
        """LVL-6: one card at a time, the lowest of the own hand, onto the one pile."""
        state = table((10, 40, 50), (20, 70), pile=laid((1, 7)))
        assert tm.play(state, 0, card) == tm.Step(
            changed(state, hands=((40, 50), (20, 70)), pile=laid((1, 7), (0, 10))),
            (tm.CardPlayed(0, 10, face_down=False),),
        )

    @pytest.mark.rule("LVL-6")
    @pytest.mark.parametrize(
        ("card", "code"),
        [
            (40, "NOT_LOWEST"),
            (50, "NOT_LOWEST"),
            (20, "NOT_HELD"),
            (11, "NOT_HELD"),
            (0, "NOT_HELD"),
            (101, "NOT_HELD"),
        ],
    )
    def test_another_card_is_refused_at_no_cost(self, card: int, code: str) -> None:
        """LVL-6: a card that is not the own lowest is refused, and nothing has changed."""
        assert_refused(table((10, 40, 50), (20,)), tm.Play(0, card), code, "LVL-6")

    @pytest.mark.rule("LVL-9")
    def test_only_the_hands_judge_a_play(self) -> None:
        """LVL-9: cards that a star took do not make a lower card a mistake."""
        state = table((12, 20), (28, 60), (33, 70), pile=laid((0, 5)), lives=3)
        state = after(state, [tm.Star([0, 1, 2]), tm.Begin()])
        assert state.aside == thrown((0, 12), (1, 28), (2, 33))
        assert tm.play(state, 0).events == (tm.CardPlayed(0, 20, face_down=False),)
        assert tm.play(state, 0).state.lives == 3

    @pytest.mark.rule("LVL-10")
    @pytest.mark.parametrize("seat", [-1, 2, 100])
    @pytest.mark.parametrize(
        "kind", [tm.Play, tm.Refocus, tm.ProposeStar, tm.AgreeToStar, tm.DeclineStar]
    )
    def test_no_seats_but_those_of_the_game_in_play(self, kind: type[tm.Play], seat: int) -> None:
        """LVL-10: the seats are those that the game was made with, from 0."""
        for agreed in ((), (0,)):
            state = table((10,), (20,), agreed=agreed)
            assert_refused(state, kind(seat), "NO_SUCH_SEAT", "LVL-10")

    @pytest.mark.rule("LVL-10")
    @pytest.mark.parametrize("seat", [-1, 2])
    @pytest.mark.parametrize("kind", [tm.Ready, tm.Unready])
    def test_no_seats_but_those_of_the_game_before_play(
        self, kind: type[tm.Ready], seat: int
    ) -> None:
        """LVL-10: nobody else lays a hand on the table."""
        state = table((10,), (20,), phase=FOCUSING, ready=(1,))
        assert_refused(state, kind(seat), "NO_SUCH_SEAT", "LVL-10")

    @pytest.mark.rule("LVL-10")
    def test_the_last_seat_is_there(self) -> None:
        """LVL-10: seats count from 0 to the number of players less one."""
        assert_allowed(table((10,), (20,), (30, 40)), tm.Play(2))
        assert_refused(table((10,), (20,), (30, 40)), tm.Play(3), "NO_SUCH_SEAT", "LVL-10")


class TestCleared:
    @pytest.mark.rule("LVL-7")
    def test_by_a_play(self) -> None:
        """LVL-7: with the last card played the level is cleared."""
        state = table((), (20,), pile=laid((0, 10)), level=4)
        assert tm.play(state, 1) == tm.Step(
            changed(state, phase=CLEARED, hands=((), ()), pile=laid((0, 10), (1, 20))),
            (tm.CardPlayed(1, 20, face_down=False), tm.LevelCleared(4)),
        )

    @pytest.mark.rule("LVL-7", "ERR-3")
    def test_by_a_mistake(self) -> None:
        """LVL-7: a mistake may empty the last hands; with a life left the level is cleared."""
        state = table((90,), (80,), lives=2)
        assert tm.play(state, 0) == tm.Step(
            changed(
                state,
                phase=CLEARED,
                lives=1,
                hands=((), ()),
                pile=laid((0, 90)),
                aside=skipped((1, 80)),
            ),
            (
                tm.CardPlayed(0, 90, face_down=False),
                tm.MistakeMade(0, 90, ((), (80,)), lives=1),
                tm.LevelCleared(3),
            ),
        )

    @pytest.mark.rule("LVL-7", "STAR-4")
    def test_by_a_star(self) -> None:
        """LVL-7: a star may empty the last hands."""
        state = table((5,), (9,))
        assert tm.star(state, [0, 1]) == tm.Step(
            changed(state, phase=CLEARED, stars=0, hands=((), ()), aside=thrown((0, 5), (1, 9))),
            (tm.StarThrown((5, 9), stars=0), tm.LevelCleared(3)),
        )

    @pytest.mark.rule("LVL-7")
    def test_not_while_a_card_is_held(self) -> None:
        """LVL-7: one held card keeps the level going."""
        assert tm.play(table((10,), (20,)), 0).state.phase is PLAYING

    @pytest.mark.rule("LVL-8")
    def test_completed_with_its_reward(self) -> None:
        """LVL-8: the reward comes first, then the next level waits for its cards."""
        state = table((), (), phase=CLEARED, level=2, pile=laid((0, 7)))
        assert tm.complete_level(state) == tm.Step(
            table((), (), phase=DEALING, level=3, stars=2),
            (tm.RewardTaken(tm.Reward.STAR, lives=2, stars=2), tm.LevelCompleted(2)),
        )

    @pytest.mark.rule("LVL-8")
    def test_completed_without_a_reward(self) -> None:
        """LVL-8: a level that pays nothing is completed all the same."""
        state = table((), (), phase=CLEARED, level=7)
        assert tm.complete_level(state) == tm.Step(
            table((), (), phase=DEALING, level=8), (tm.LevelCompleted(7),)
        )

    @pytest.mark.rule("LVL-8", "END-1")
    def test_the_last_level_pays_and_wins(self) -> None:
        """LVL-8: the last level's reward is collected too, and then the team has won."""
        state = table((), (), (), (), phase=CLEARED, level=8, stars=2, attempt=1)
        assert tm.complete_level(state) == tm.Step(
            table((), (), (), (), phase=WON, level=8, stars=3),
            (
                tm.RewardTaken(tm.Reward.STAR, lives=2, stars=3),
                tm.LevelCompleted(8),
                tm.GameWon(blind=False),
            ),
        )

    @pytest.mark.rule("LVL-8", "END-2")
    @pytest.mark.parametrize("phase", others(CLEARED))
    def test_only_a_cleared_level_is_completed(self, phase: tm.Phase) -> None:
        """LVL-8: a level is completed when it is cleared, and once."""
        rule = "END-2" if phase in (WON, LOST) else "LVL-8"
        assert_refused(in_phase(phase), tm.CompleteLevel(), "WRONG_PHASE", rule)


class TestOwnSeat:
    @pytest.mark.rule("LVL-11")
    @pytest.mark.parametrize(
        "kind", [tm.Play, tm.Refocus, tm.ProposeStar, tm.AgreeToStar, tm.DeclineStar]
    )
    def test_a_player_acts_for_their_own_seat(self, kind: type[tm.Play]) -> None:
        """LVL-11: with `by` a seat, only actions of that seat pass."""
        stars = kind in (tm.AgreeToStar, tm.DeclineStar)
        state = table((10, 40), (20,), (30,), agreed=(2,) if stars else ())
        assert_allowed(state, kind(1), by=1)
        assert_refused(state, kind(1), "NOT_YOURS", "LVL-11", by=0)
        assert_refused(state, kind(1), "NOT_YOURS", "LVL-11", by=2)

    @pytest.mark.rule("LVL-11")
    def test_hands_on_the_table_are_ones_own(self) -> None:
        """LVL-11: nobody is ready for somebody else."""
        state = table((10, 40), (20,), (30,), phase=FOCUSING, ready=(1,))
        assert_allowed(state, tm.Ready(0), by=0)
        assert_allowed(state, tm.Unready(1), by=1)
        assert_refused(state, tm.Ready(0), "NOT_YOURS", "LVL-11", by=1)
        assert_refused(state, tm.Unready(1), "NOT_YOURS", "LVL-11", by=0)

    @pytest.mark.rule("LVL-11")
    @pytest.mark.parametrize(
        ("phase", "action"),
        [
            (DEALING, tm.Deal(range(1, 101))),
            (FOCUSING, tm.Begin()),
            (FOCUSING, tm.Gather()),
            (PLAYING, tm.Gather()),
            (PLAYING, tm.Star([0, 1])),
            (PLAYING, tm.PlayTogether([tm.Play(0)])),
            (REVEALING, tm.Reveal()),
            (CLEARED, tm.CompleteLevel()),
            (WON, tm.ContinueBlind()),
        ],
    )
    def test_what_the_table_does_is_no_seats(self, phase: tm.Phase, action: tm.Action) -> None:
        """LVL-11: table actions pass for the table alone."""
        state = in_phase(phase)
        assert_allowed(state, action)
        for seat in (0, 1):
            assert_refused(state, action, "NOT_YOURS", "LVL-11", by=seat)

    @pytest.mark.rule("LVL-11")
    @pytest.mark.parametrize("by", [-1, 2, None])
    def test_strangers_and_spectators_can_do_nothing(self, by: int | None) -> None:
        """LVL-11: neither a seat that does not exist nor a spectator acts for a seat."""
        assert_refused(table((10,), (20,)), tm.Play(1), "NOT_YOURS", "LVL-11", by=by)

    @pytest.mark.rule("LVL-11")
    def test_a_spectator_is_no_host(self) -> None:
        """LVL-11: None passes nothing, HOST passes everything."""
        state = table((10, 40), (20,), phase=FOCUSING)
        for action in (tm.Begin(), tm.Gather(), tm.Ready(0)):
            assert_allowed(state, action)
            assert_allowed(state, action, by=tm.HOST)
            assert_refused(state, action, "NOT_YOURS", "LVL-11", by=None)

    @pytest.mark.rule("LVL-11")
    @pytest.mark.parametrize("by", [True, 1.0, "1", (1,), "HOST", tm.Host])
    @pytest.mark.parametrize("ask", [tm.apply, tm.check, tm.is_legal])
    def test_who_asks_is_a_seat_or_the_host_or_none(self, ask: Any, by: Any) -> None:
        """LVL-11: anything else as `by` has a wrong type."""
        with pytest.raises(TypeError, match=r"^by must be"):
            ask(table((10,), (20,)), tm.Play(1), by=by)

    @pytest.mark.rule("LVL-11")
    def test_it_comes_before_everything_else(self) -> None:
        """LVL-11: another's action is refused before its phase, its seat or its hand is seen."""
        state = table((10,), (20,), phase=FOCUSING)
        assert_refused(state, tm.Play(1, 99), "NOT_YOURS", "LVL-11", by=0)
        assert_refused(state, tm.Play(9), "NOT_YOURS", "LVL-11", by=0)
        assert_refused(state, tm.Play(-1), "WRONG_PHASE", "LVL-3", by=-1)
        assert_refused(changed(state, phase=PLAYING), tm.Play(-1), "NO_SUCH_SEAT", "LVL-10", by=-1)
