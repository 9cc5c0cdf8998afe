"""What is refused, with which code, in which order, by which rule; and what is listed as legal."""

from __future__ import annotations

from typing import Any

import pytest

import themind as tm
from positions import assert_allowed, assert_refused, changed, laid, rules_of, skipped, table
from rule_ids import RULES_PAGE, rules_on
from wording import about

ORDER = [
    "NOT_YOURS",
    "WRONG_PHASE",
    "NO_SUCH_SEAT",
    "PROPOSAL_OPEN",
    "NO_PROPOSAL",
    "STALE",
    "NO_STAR",
    "ALREADY_READY",
    "NOT_READY",
    "ALREADY_AGREED",
    "NOT_UNANIMOUS",
    "HAND_EMPTY",
    "NOT_HELD",
    "NOT_LOWEST",
    "BAD_DECK",
    "NOT_FULL_STACK",
]
PAUSED = table((10, 30), (20,), (), phase=tm.Phase.FOCUSING, ready={0})
OPEN = table((10, 30), (20,), (), agreed={0})
QUIET = table((10, 30), (20,), ())
POOR = changed(QUIET, stars=0)
DEALING = table((), (), (), phase=tm.Phase.DEALING)
SHORT = rules_of(levels=5)
WON_SHORT = table((), (), phase=tm.Phase.WON, level=5, rules=SHORT)
BLIND_WON = table((), (), phase=tm.Phase.WON, level=12, blind=True)


def test_the_codes_and_their_order() -> None:
    """Each code is its own name, in the order in which they apply."""
    assert list(tm.IllegalCode) == ORDER
    assert [code.name for code in tm.IllegalCode] == ORDER


# For each action, positions in which the reasons of ORDER fall away one after the other: what is
# wrong with the first is all that is wrong with those below it too.
LADDERS: dict[str, list[tuple[tm.GameState, tm.Action, int | None, str | None]]] = {
    "Deal": [
        (QUIET, tm.Deal([]), 0, "NOT_YOURS"),
        (QUIET, tm.Deal([]), None, "WRONG_PHASE"),
        (DEALING, tm.Deal([]), None, "BAD_DECK"),
        (DEALING, tm.Deal(range(1, 10)), None, None),
    ],
    "Begin": [
        (QUIET, tm.Begin(), 0, "NOT_YOURS"),
        (QUIET, tm.Begin(), None, "WRONG_PHASE"),
        (PAUSED, tm.Begin(), None, None),
    ],
    "PlayTogether": [
        (PAUSED, tm.PlayTogether([tm.Play(9)]), 0, "NOT_YOURS"),
        (PAUSED, tm.PlayTogether([tm.Play(9)]), None, "WRONG_PHASE"),
        (QUIET, tm.PlayTogether([tm.Play(2), tm.Play(0, 31), tm.Play(9)]), None, "NO_SUCH_SEAT"),
        (QUIET, tm.PlayTogether([tm.Play(0, 30), tm.Play(0, 31), tm.Play(2)]), None, "HAND_EMPTY"),
        (QUIET, tm.PlayTogether([tm.Play(0, 30), tm.Play(0, 31)]), None, "NOT_HELD"),
        (QUIET, tm.PlayTogether([tm.Play(0, 30), tm.Play(0, 30)]), None, "NOT_LOWEST"),
        (QUIET, tm.PlayTogether([tm.Play(0, 10), tm.Play(0, 30)]), None, None),
    ],
    "Star": [
        (PAUSED, tm.Star([9]), 0, "NOT_YOURS"),
        (PAUSED, tm.Star([9]), None, "WRONG_PHASE"),
        (OPEN, tm.Star([9]), None, "NO_SUCH_SEAT"),
        (OPEN, tm.Star([0]), None, "PROPOSAL_OPEN"),
        (POOR, tm.Star([0]), None, "NO_STAR"),
        (QUIET, tm.Star([0]), None, "NOT_UNANIMOUS"),
        (QUIET, tm.Star([0, 1, 2]), None, None),
    ],
    "Reveal": [
        (QUIET, tm.Reveal(), 0, "NOT_YOURS"),
        (QUIET, tm.Reveal(), None, "WRONG_PHASE"),
        (table((), (), phase=tm.Phase.REVEALING, blind=True), tm.Reveal(), None, None),
    ],
    "CompleteLevel": [
        (QUIET, tm.CompleteLevel(), 0, "NOT_YOURS"),
        (QUIET, tm.CompleteLevel(), None, "WRONG_PHASE"),
        (table((), (), phase=tm.Phase.CLEARED), tm.CompleteLevel(), None, None),
    ],
    "ContinueBlind": [
        (BLIND_WON, tm.ContinueBlind(), 0, "NOT_YOURS"),
        (BLIND_WON, tm.ContinueBlind(), None, "WRONG_PHASE"),
        (WON_SHORT, tm.ContinueBlind(), None, "NOT_FULL_STACK"),
        (changed(BLIND_WON, blind=False), tm.ContinueBlind(), None, None),
    ],
    "Gather": [
        (DEALING, tm.Gather(), 0, "NOT_YOURS"),
        (DEALING, tm.Gather(), None, "WRONG_PHASE"),
        (OPEN, tm.Gather(), None, None),
    ],
    "Ready": [
        (QUIET, tm.Ready(9), 0, "NOT_YOURS"),
        (QUIET, tm.Ready(9), None, "WRONG_PHASE"),
        (PAUSED, tm.Ready(9), None, "NO_SUCH_SEAT"),
        (PAUSED, tm.Ready(0), 0, "ALREADY_READY"),
        (PAUSED, tm.Ready(1), 1, None),
    ],
    "Unready": [
        (QUIET, tm.Unready(9), 0, "NOT_YOURS"),
        (QUIET, tm.Unready(9), None, "WRONG_PHASE"),
        (PAUSED, tm.Unready(9), None, "NO_SUCH_SEAT"),
        (PAUSED, tm.Unready(1), 1, "NOT_READY"),
        (PAUSED, tm.Unready(0), 0, None),
    ],
    "Refocus": [
        (PAUSED, tm.Refocus(9), 0, "NOT_YOURS"),
        (PAUSED, tm.Refocus(9), None, "WRONG_PHASE"),
        (OPEN, tm.Refocus(9), None, "NO_SUCH_SEAT"),
        (OPEN, tm.Refocus(2), 2, None),
    ],
    "Play": [
        (PAUSED, tm.Play(9), 0, "NOT_YOURS"),
        (PAUSED, tm.Play(9), None, "WRONG_PHASE"),
        (OPEN, tm.Play(9), None, "NO_SUCH_SEAT"),
        (OPEN, tm.Play(2, 99), 2, "HAND_EMPTY"),
        (OPEN, tm.Play(0, 99), 0, "NOT_HELD"),
        (OPEN, tm.Play(0, 30), 0, "NOT_LOWEST"),
        (OPEN, tm.Play(0, 10), 0, None),
    ],
    "ProposeStar": [
        (PAUSED, tm.ProposeStar(9), 0, "NOT_YOURS"),
        (PAUSED, tm.ProposeStar(9), None, "WRONG_PHASE"),
        (OPEN, tm.ProposeStar(9), None, "NO_SUCH_SEAT"),
        (OPEN, tm.ProposeStar(1), 1, "PROPOSAL_OPEN"),
        (POOR, tm.ProposeStar(1), 1, "NO_STAR"),
        (QUIET, tm.ProposeStar(1), 1, None),
    ],
    "AgreeToStar": [
        (PAUSED, tm.AgreeToStar(9), 0, "NOT_YOURS"),
        (PAUSED, tm.AgreeToStar(9), None, "WRONG_PHASE"),
        (QUIET, tm.AgreeToStar(9, 5), None, "NO_SUCH_SEAT"),
        (POOR, tm.AgreeToStar(0, 5), 0, "NO_PROPOSAL"),
        (OPEN, tm.AgreeToStar(0, 5), 0, "STALE"),
        (OPEN, tm.AgreeToStar(0, 0), 0, "ALREADY_AGREED"),
        (OPEN, tm.AgreeToStar(1, 0), 1, None),
    ],
    "DeclineStar": [
        (PAUSED, tm.DeclineStar(9), 0, "NOT_YOURS"),
        (PAUSED, tm.DeclineStar(9), None, "WRONG_PHASE"),
        (QUIET, tm.DeclineStar(9), None, "NO_SUCH_SEAT"),
        (QUIET, tm.DeclineStar(0), 0, "NO_PROPOSAL"),
        (OPEN, tm.DeclineStar(2), 2, None),
    ],
}
RULES = {
    "NOT_YOURS": "LVL-11",
    "NO_SUCH_SEAT": "LVL-10",
    "PROPOSAL_OPEN": "STAR-2",
    "NO_PROPOSAL": "STAR-2",
    "STALE": "STAR-6",
    "NO_STAR": "STAR-1",
    "ALREADY_READY": "LVL-3",
    "NOT_READY": "LVL-3",
    "ALREADY_AGREED": "STAR-2",
    "NOT_UNANIMOUS": "STAR-2",
    "HAND_EMPTY": "LVL-5",
    "NOT_HELD": "LVL-6",
    "NOT_LOWEST": "LVL-6",
    "BAD_DECK": "LVL-1",
    "NOT_FULL_STACK": "BLD-1",
}
OUT_OF_PHASE = {
    "Deal": "LVL-2",
    "Begin": "LVL-3",
    "PlayTogether": "LVL-3",
    "Star": "STAR-1",
    "Reveal": "BLD-4",
    "CompleteLevel": "LVL-8",
    "ContinueBlind": "BLD-1",
    "Gather": "VAR-3",
    "Ready": "LVL-3",
    "Unready": "LVL-3",
    "Refocus": "LVL-4",
    "Play": "LVL-3",
    "ProposeStar": "STAR-1",
    "AgreeToStar": "STAR-1",
    "DeclineStar": "STAR-1",
}


@pytest.mark.parametrize("name", LADDERS)
def test_the_first_reason_is_given(name: str) -> None:
    """Of several reasons the first in the order of the codes is given, with its rule."""
    codes = [code for *_, code in LADDERS[name] if code]
    assert codes == sorted(codes, key=ORDER.index)
    for state, action, by, code in LADDERS[name]:
        assert type(action).__name__ == name
        asker = tm.HOST if by is None else by
        if code is None:
            assert_allowed(state, action, by=asker)
        else:
            rule = RULES.get(code, OUT_OF_PHASE[name])
            together = name == "PlayTogether" and code == "HAND_EMPTY"
            detail = "TOO_FEW" if code == "BAD_DECK" else None
            rule = "ERR-7" if together else rule
            assert_refused(state, action, code, rule, by=asker, detail=detail)


def test_every_action_and_every_code_is_in_the_ladders() -> None:
    actions = {kind.__name__ for kind in tm.Action.__args__}
    assert set(LADDERS) == set(OUT_OF_PHASE) == actions
    assert {code for ladder in LADDERS.values() for *_, code in ladder if code} == set(ORDER)


def test_every_refusing_rule_is_on_the_page() -> None:
    """The ids of refusals are rules of the engine."""
    page = {rule.id for rule in rules_on(RULES_PAGE.read_text(encoding="utf-8")) if rule.in_engine}
    asked = [step for ladder in LADDERS.values() for step in ladder]
    refused = [
        tm.check(state, action, by=tm.HOST if by is None else by)
        for state, action, by, code in asked
        if code
    ]
    ids = {illegality.rule for illegality in refused if illegality}
    assert ids | set(OUT_OF_PHASE.values()) <= page


@pytest.mark.parametrize(
    ("state", "action", "code", "rule"),
    [
        (PAUSED, tm.Play(9), "WRONG_PHASE", "LVL-3"),
        (QUIET, tm.Play(9), "NO_SUCH_SEAT", "LVL-10"),
        (OPEN, tm.ProposeStar(1), "PROPOSAL_OPEN", "STAR-2"),
        (QUIET, tm.DeclineStar(1), "NO_PROPOSAL", "STAR-2"),
        (OPEN, tm.AgreeToStar(1, 5), "STALE", "STAR-6"),
        (POOR, tm.ProposeStar(1), "NO_STAR", "STAR-1"),
        (PAUSED, tm.Ready(0), "ALREADY_READY", "LVL-3"),
        (PAUSED, tm.Unready(1), "NOT_READY", "LVL-3"),
        (OPEN, tm.AgreeToStar(0), "ALREADY_AGREED", "STAR-2"),
        (QUIET, tm.Star([1]), "NOT_UNANIMOUS", "STAR-2"),
        (QUIET, tm.Play(2), "HAND_EMPTY", "LVL-5"),
        (QUIET, tm.PlayTogether([tm.Play(2)]), "HAND_EMPTY", "ERR-7"),
        (QUIET, tm.Play(0, 11), "NOT_HELD", "LVL-6"),
        (QUIET, tm.Play(0, 30), "NOT_LOWEST", "LVL-6"),
        (DEALING, tm.Deal([1]), "BAD_DECK", "LVL-1"),
        (WON_SHORT, tm.ContinueBlind(), "NOT_FULL_STACK", "BLD-1"),
    ],
)
def test_what_a_person_is_told(
    state: tm.GameState, action: tm.Action, code: str, rule: str
) -> None:
    """The text says which action, why, and the rule; it is that of the error, too."""
    refusal = tm.check(state, action)
    assert refusal is not None
    assert_refused(state, action, code, rule, detail=refusal.detail)
    text = str(refusal)
    assert repr(action) in text
    assert rule in text
    assert (refusal.detail is None) is (code not in ("WRONG_PHASE", "BAD_DECK"))
    with pytest.raises(tm.IllegalAction) as refused:
        tm.apply(state, action)
    assert str(refused.value) == text


def test_each_code_has_a_text_of_its_own() -> None:
    texts = {str(tm.Illegality(code, "LVL-1", tm.Begin())) for code in tm.IllegalCode}
    assert len(texts) == len(ORDER)


def test_a_detail_belongs_to_its_code() -> None:
    for code in tm.IllegalCode:
        for detail in ("DEALING", "TWICE", "", "NOT_YOURS"):
            belongs = (code, detail) in {("WRONG_PHASE", "DEALING"), ("BAD_DECK", "TWICE")}
            if belongs:
                assert tm.Illegality(code, "LVL-1", tm.Begin(), detail).detail == detail
            else:
                with pytest.raises(tm.InvalidArgument, match=about("detail", code)):
                    tm.Illegality(code, "LVL-1", tm.Begin(), detail)
    with pytest.raises(TypeError, match=about("detail", int)):
        tm.Illegality(tm.IllegalCode.STALE, "LVL-1", tm.Begin(), 5)


def test_what_a_person_is_told_of_others() -> None:
    action = tm.Deal(range(1, 101))
    text = str(tm.check(PAUSED, action, by=0))
    assert repr(action)[:50] in text
    assert len(text) < 200


class TestListed:
    """`legal_actions`: by the table of actions, seats ascending."""

    @pytest.mark.parametrize(
        ("state", "expected"),
        [
            (DEALING, ()),
            (
                PAUSED,
                (tm.Begin(), tm.Gather(), tm.Ready(1), tm.Ready(2), tm.Unready(0)),
            ),
            (
                QUIET,
                (
                    tm.Gather(),
                    tm.Refocus(0),
                    tm.Refocus(1),
                    tm.Refocus(2),
                    tm.Play(0),
                    tm.Play(1),
                    tm.ProposeStar(0),
                    tm.ProposeStar(1),
                    tm.ProposeStar(2),
                ),
            ),
            (
                OPEN,
                (
                    tm.Gather(),
                    tm.Refocus(0),
                    tm.Refocus(1),
                    tm.Refocus(2),
                    tm.Play(0),
                    tm.Play(1),
                    tm.AgreeToStar(1),
                    tm.AgreeToStar(2),
                    tm.DeclineStar(0),
                    tm.DeclineStar(1),
                    tm.DeclineStar(2),
                ),
            ),
            (
                POOR,
                (
                    tm.Gather(),
                    tm.Refocus(0),
                    tm.Refocus(1),
                    tm.Refocus(2),
                    tm.Play(0),
                    tm.Play(1),
                ),
            ),
            (table((), (), phase=tm.Phase.REVEALING, blind=True), (tm.Reveal(),)),
            (table((), (), phase=tm.Phase.CLEARED), (tm.CompleteLevel(),)),
            (changed(BLIND_WON, blind=False), (tm.ContinueBlind(),)),
            (BLIND_WON, ()),
            (WON_SHORT, ()),
            (table((9,), (), phase=tm.Phase.LOST, lives=0, pile=laid((1, 8))), ()),
        ],
    )
    def test_of_a_state(self, state: tm.GameState, expected: tuple[tm.Action, ...]) -> None:
        """All that needs no deck, without guards, and nothing that spells another action."""
        listed = tm.legal_actions(state)
        assert listed == expected
        assert isinstance(listed, tuple)
        for action in listed:
            assert_allowed(state, action)

    @pytest.mark.parametrize("state", [DEALING, PAUSED, QUIET, OPEN, POOR, BLIND_WON])
    def test_of_a_view(self, state: tm.GameState) -> None:
        """Of a view, that seat's own; of a spectator's, none."""
        seats = range(state.players)
        for seat in seats:
            own = [
                action
                for action in tm.legal_actions(state)
                if isinstance(action, tm.SeatAction) and action.seat == seat
            ]
            assert tm.legal_actions(tm.view(state, seat)) == tuple(own)
        assert tm.legal_actions(tm.view(state)) == ()

    @pytest.mark.parametrize("position", [None, 5, (), tm.Begin(), tm.Rules.standard(2)])
    def test_of_nothing_else(self, position: Any) -> None:
        with pytest.raises(TypeError, match=about("GameState", "SeatView", type(position))):
            tm.legal_actions(position)


class TestUpkeep:
    @pytest.mark.parametrize(
        ("state", "owed"),
        [
            (DEALING, None),
            (PAUSED, None),
            (QUIET, None),
            (table((), (), phase=tm.Phase.REVEALING, blind=True), tm.Reveal()),
            (table((), (), phase=tm.Phase.CLEARED), tm.CompleteLevel()),
            (changed(BLIND_WON, blind=False), None),
            (table((9,), (), phase=tm.Phase.LOST, lives=0, pile=laid((1, 8))), None),
        ],
    )
    def test_what_the_table_owes(self, state: tm.GameState, owed: tm.Action | None) -> None:
        """What nobody decides: turn the pile over, complete the level."""
        assert tm.forced_action(state) == owed
        if owed is not None:
            assert_allowed(state, owed)


class TestOutcome:
    @pytest.mark.parametrize(
        "state",
        [
            DEALING,
            PAUSED,
            QUIET,
            table((), (), phase=tm.Phase.REVEALING, blind=True, level=12),
            table((), (), phase=tm.Phase.CLEARED, level=12),
        ],
    )
    def test_none_while_the_run_goes_on(self, state: tm.GameState) -> None:
        assert tm.outcome(state) is None
        assert not state.is_over
        assert state.levels_completed == state.level - 1

    @pytest.mark.parametrize("blind", [False, True])
    def test_of_a_run_that_is_over(self, blind: bool) -> None:
        won = changed(BLIND_WON, blind=blind)
        assert tm.outcome(won) == tm.Outcome(victory=True, blind=blind, level=12)
        lost = table((), (), phase=tm.Phase.LOST, lives=0, pile=laid((1, 8)), blind=blind, level=7)
        assert tm.outcome(lost) == tm.Outcome(victory=False, blind=blind, level=6)
        assert lost.levels_completed == 6


def test_a_refusal_counts_all_that_lies_down() -> None:
    """Pile and aside both count for a stale yes."""
    state = table((50,), (70,), pile=laid((0, 30), (1, 40)), aside=skipped((1, 20)), agreed={0})
    assert_refused(state, tm.AgreeToStar(1, 2), "STALE", "STAR-6")
    assert_allowed(state, tm.AgreeToStar(1, 3))
