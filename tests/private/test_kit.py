"""How the kit carries a game over to another table, and what it tries in its place."""

from __future__ import annotations

import pytest

import themind as tm
from themind.testing import _register
from themind.testing._fitting import fitted_to_some
from themind.testing._scripts import Request, Script
from themind.testing._simpler import size_of, with_one_for_some, with_simpler_requests

FOUR = tm.Rules(players=4, levels=2, lives=3, stars=2, first_level=2)
PAIR = tm.Rules(players=2, levels=2, lives=3, stars=2, first_level=2, cards=5)
DECK = (10, 20, 30, 40, 50, 60, 70, 80)


def script_of(*actions: tm.Action, by: tm.Seat | tm.Host | None = tm.HOST) -> Script:
    begun = [Request(tm.Deal(DECK)), Request(tm.Begin())]
    return Script(tm.new_game(FOUR), (*begun, *[Request(action, by) for action in actions]))


def carried(script: Script, rules: tm.Rules = PAIR) -> Script:
    (other,) = fitted_to_some(script, [rules])
    return other


def actions_of(script: Script) -> list[tm.Action]:
    return [request.action for request in script.requests][2:]


class TestOtherTables:
    def test_a_deck_keeps_its_order(self) -> None:
        deck = carried(script_of()).requests[0].action
        assert deck == tm.Deal((1, 2, 3, 4))
        longer = carried(
            script_of(), tm.Rules(players=5, levels=2, lives=1, stars=0, first_level=2)
        )
        assert longer.requests[0].action == tm.Deal((*DECK, 1, 2))

    def test_seats_stay_seats(self) -> None:
        kinds = (tm.Refocus, tm.Ready, tm.Unready, tm.ProposeStar, tm.DeclineStar)
        found = actions_of(carried(script_of(*[kind(3) for kind in kinds], tm.AgreeToStar(2, 5))))
        assert found == [*[kind(1) for kind in kinds], tm.AgreeToStar(0, 5)]

    def test_seats_that_do_not_exist_do_not(self) -> None:
        assert actions_of(carried(script_of(tm.Play(4), tm.Play(-1, 7)))) == [
            tm.Play(2),
            tm.Play(-1, 7),
        ]

    def test_who_asks_is_a_seat_too(self) -> None:
        assert carried(script_of(tm.Gather(), by=3)).requests[-1] == Request(tm.Gather(), 1)
        assert carried(script_of(tm.Gather(), by=None)).requests[-1] == Request(tm.Gather(), None)

    def test_everyone_is_everyone(self) -> None:
        votes = [tm.Star(range(4)), tm.Star({0, 1, 2})]
        assert actions_of(carried(script_of(*votes))) == [tm.Star({0, 1}), tm.Star({0, 1})]

    def test_no_seat_lands_more_cards_than_it_has(self) -> None:
        seats = (0, 2, 2, 1, 0, 3)
        landed = carried(script_of(tm.PlayTogether(map(tm.Play, seats))))
        assert actions_of(landed) == [tm.PlayTogether(map(tm.Play, (0, 0, 1, 1)))]

    def test_all_cards_in_order_stay_that(self) -> None:
        all_in_order = tm.PlayTogether(map(tm.Play, (0, 1, 2, 3, 0, 1, 2, 3)))
        assert actions_of(carried(script_of(all_in_order))) == [
            tm.PlayTogether(map(tm.Play, (0, 1, 0, 1)))
        ]

    def test_a_landing_that_is_refused_keeps_its_guards(self) -> None:
        refused = tm.PlayTogether([tm.Play(3, 11), tm.Play(0)])
        assert actions_of(carried(script_of(refused))) == [
            tm.PlayTogether([tm.Play(1, 11), tm.Play(0)])
        ]

    def test_a_start_in_the_middle_stays_one(self) -> None:
        start = tm.GameState(
            rules=tm.Rules.standard(2),
            phase=tm.Phase.WON,
            level=12,
            lives=5,
            stars=3,
            hands=((), ()),
        )
        script = Script(start, (Request(tm.ContinueBlind()),))
        tables = [tm.Rules.standard(3), tm.Rules.standard(3).without_stars()]
        starts = [other.start for other in fitted_to_some(script, tables)]
        assert [(state.phase, state.level, state.stars) for state in starts] == [
            (tm.Phase.WON, 10, 3),
            (tm.Phase.WON, 10, 0),
        ]

    def test_a_start_that_is_impossible_there_is_left_out(self) -> None:
        start = tm.continue_blind(
            tm.GameState(
                rules=tm.Rules.standard(2),
                phase=tm.Phase.WON,
                level=12,
                lives=5,
                stars=3,
                hands=((), ()),
            )
        ).state
        script = Script(start, (Request(tm.Deal((1, 2))),))
        assert list(fitted_to_some(script, [tm.Rules.standard(2).five_levels()])) == []


class TestSimplerRequests:
    def test_one_for_some(self) -> None:
        votes = script_of(tm.ProposeStar(0), *map(tm.AgreeToStar, (1, 2, 3)))
        found = [actions_of(other) for other in with_one_for_some(votes)]
        assert [tm.Star(range(4))] in found
        plays = script_of(tm.Play(1), tm.PlayTogether([tm.Play(2)]), tm.Refocus(0))
        found = [actions_of(other) for other in with_one_for_some(plays)]
        assert [tm.PlayTogether([tm.Play(1), tm.Play(2)])] in found
        assert [tm.PlayTogether(map(tm.Play, (1, 2, 0, 3, 0, 1, 2, 3)))] in found

    def test_simpler_ones(self) -> None:
        landed = tm.PlayTogether([tm.Play(0, 10), tm.Play(1)])
        script = script_of(tm.Play(0, 10), landed, tm.AgreeToStar(0, 3), by=2)
        found = [request for other in with_simpler_requests(script) for request in other.requests]
        for simpler in (
            Request(tm.Play(0), 2),
            Request(tm.Play(0, 10)),
            Request(tm.PlayTogether([tm.Play(0), tm.Play(1)]), 2),
            Request(tm.PlayTogether([tm.Play(1)]), 2),
            Request(tm.AgreeToStar(0), 2),
        ):
            assert simpler in found

    def test_where_no_card_can_be_played(self) -> None:
        landed = tm.PlayTogether([tm.Play(0), tm.Play(1)])
        script = Script(tm.new_game(FOUR), (Request(landed),))
        found = [actions for other in with_simpler_requests(script) for actions in other.requests]
        assert Request(tm.Play(0)) in found
        assert Request(tm.PlayTogether([tm.Play(1)])) in found

    def test_the_shorter_game_is_the_smaller_one(self) -> None:
        assert size_of(script_of(tm.Refocus(0))) < size_of(script_of(tm.Play(0), tm.Refocus(0)))
        assert size_of(script_of(tm.Refocus(0))) < size_of(script_of(tm.Refocus(0), by=1))


def test_a_kind_without_a_strategy_is_named() -> None:
    with pytest.raises(LookupError, match="int"):
        _register._strategy_of(int)
