"""A sentence for every event and every refusal, that holds no more than it should."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import themind as tm
from claims import claim
from golden.games import GAMES
from themind import testing, words
from words.examples import ACTIONS, EVENTS, HERE, LANGUAGES, refusal, refusals, written

HOW = "python tests/words/examples.py writes the sentences again"
ALL_EVENTS = {*get_args(tm.Event), *get_args(tm.SeatEvent)}
ALL_ACTIONS = {*get_args(tm.SeatAction), *get_args(tm.TableAction)}
SENTENCE = re.compile(r"[A-Z].*[.]", re.DOTALL)
NOT_FOR_PEOPLE = re.compile(
    r"[A-Z]{2,4}-\d"  # the id of a rule
    r"|[A-Z]+_[A-Z]+|[a-z][A-Z]"  # a code or the name of a class
    r"|[=<>{}\[\]_'\"]|\bNone\b|\bTrue\b|\bFalse\b"  # a repr, a template
)
NUMBER = re.compile(r"\d+")


def numbers_in(text: str) -> set[str]:
    return set(NUMBER.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_are_as_they_were_written_down(language: str) -> None:
    kept = (HERE / f"{language}.txt").read_text(encoding="utf-8")
    assert written(LANGUAGES[language]) == kept, HOW


def test_every_event_is_among_the_examples() -> None:
    assert {type(event) for event in EVENTS} == ALL_EVENTS


def test_every_action_is_among_the_examples() -> None:
    assert {type(action) for action in ACTIONS} == ALL_ACTIONS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_a_sentence_for_people(event: tm.Event, language: str) -> None:
    sentence = words.describe(event, catalogue=LANGUAGES[language])
    assert SENTENCE.fullmatch(sentence)
    assert not NOT_FOR_PEOPLE.search(sentence.replace("'s ", " "))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", tm.IllegalCode)
@claim("words.md", "Explain an illegal action")
def test_a_refusal_is_a_sentence_for_people_without_a_card(
    code: tm.IllegalCode, language: str
) -> None:
    for action in ACTIONS:
        sentence = words.explain(refusal(code, action), catalogue=LANGUAGES[language])
        assert SENTENCE.fullmatch(sentence)
        assert not NOT_FOR_PEOPLE.search(sentence)
        assert not numbers_in(sentence)


def test_no_two_codes_have_the_same_sentence() -> None:
    for action in ACTIONS:
        sentences = {words.explain(refusal(code, action)) for code in tm.IllegalCode}
        assert len(sentences) == len(tm.IllegalCode)


def test_a_refusal_in_the_wrong_phase_names_the_action_and_the_phase() -> None:
    code = tm.IllegalCode.WRONG_PHASE
    assert words.explain(refusal(code, tm.ProposeStar(1), "FOCUSING")) == (
        "You can propose a star only while play is in progress; "
        "the game is waiting for everyone to be ready."
    )
    for phase in tm.Phase:
        refused = [
            refusal(code, action, phase.name)
            for action in ACTIONS
            if (action, phase) != (tm.ContinueBlind(), tm.Phase.WON)
        ]
        sentences = {words.explain(each) for each in refused}
        assert len(sentences) == len(refused)
        assert all(sentence.endswith(f"; {words.describe_phase(phase)}.") for sentence in sentences)


def test_no_run_follows_a_blind_one_that_is_won() -> None:
    rules = tm.Rules(players=1, levels=1, lives=1, stars=0, starts_blind=True)
    state = tm.deal(tm.new_game(rules), [7]).state
    for step in (tm.begin, lambda state: tm.play(state, 0), tm.reveal, tm.complete_level):
        state = step(state).state
    refused = tm.check(state, tm.ContinueBlind())
    assert refused is not None
    assert words.explain(refused) == "The blind run is won, and no other run follows it."


def test_a_refusal_of_a_deck_says_what_is_wrong_with_it() -> None:
    details = (None, "TOO_FEW", "TOO_MANY", "TWICE", "NOT_A_CARD")
    code = tm.IllegalCode.BAD_DECK
    sentences = {words.explain(refusal(code, ACTIONS[0], detail)) for detail in details}
    assert len(sentences) == len(details)


def test_a_refusal_of_the_game_is_explained() -> None:
    state = tm.new_game(tm.Rules.standard(players=2))
    refused = tm.check(state, tm.ProposeStar(1), by=1)
    assert refused is not None
    assert words.explain(refused).startswith(
        "You can propose a star only while play is in progress"
    )


def told_to(game: tm.Record, seat: int | None) -> Iterator[tm.SeatEvent]:
    for step in tm.replay(game):
        yield from (tm.redact(event, seat) for event in step.events)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_reads_only_what_the_redacted_event_holds(game: str) -> None:
    record = GAMES[game]
    for seat in (None, *range(record.start.players)):
        for event in told_to(record, seat):
            sentence = words.describe(event)
            seats = {str(seat) for seat in range(record.start.players)}
            sizes = {str(len(hand)) for hand in getattr(event, "skipped", ())}
            assert numbers_in(sentence) <= numbers_in(repr(event)) | seats | sizes | {"1"}


def test_a_face_down_card_is_named_to_its_player_only() -> None:
    played = tm.CardPlayed(0, 36, face_down=True)
    own, others = (words.describe(tm.redact(played, seat), ["Ada", "Ben"]) for seat in (0, 1))
    assert own == "Ada plays 36 face down."
    assert others == "Ada plays a card face down."


def test_all_hands_are_named_to_the_host_only() -> None:
    dealt = tm.LevelDealt(2, ((12, 40), (39, 61)))
    assert numbers_in(words.describe(dealt)) >= {"12", "40", "39", "61"}
    assert numbers_in(words.describe(tm.redact(dealt, 0))) == {"2", "12", "40"}
    assert numbers_in(words.describe(tm.redact(dealt))) == {"2"}


@given(st.data())
def test_any_event_of_a_game_is_a_sentence(data: st.DataObject) -> None:
    kind: Any = data.draw(st.sampled_from(sorted(ALL_EVENTS, key=lambda kind: kind.__name__)))
    event = data.draw(st.from_type(kind))
    assert SENTENCE.fullmatch(words.describe(event))


@given(st.from_type(tm.Illegality))
def test_any_refusal_of_a_game_is_a_sentence(refused: tm.Illegality) -> None:
    sentence = words.explain(refused)
    assert SENTENCE.fullmatch(sentence)
    assert not numbers_in(sentence)


def test_numbers_stay_short() -> None:
    huge = 10**5_000
    for event in (
        tm.CardPlayed(0, huge, face_down=False),
        tm.CardPlayed(0, -huge, face_down=False),
        tm.SeatReady(huge),
        tm.LevelCleared(huge),
        tm.MistakeMade(0, 2, ((huge,), (1,)), huge),
        tm.PileRevealed((tm.PlayedCard(huge, huge),), huge, huge),
        tm.RewardTaken(tm.Reward.LIFE, huge, huge),
    ):
        sentence = words.describe(event)
        assert "over 999,999,999" in sentence
        assert len(sentence) < 200


@pytest.mark.parametrize("wrong", [None, "SeatReady", tm.SeatReady, tm.Play(0), 3])
def test_only_events_are_described(wrong: Any) -> None:
    with pytest.raises(TypeError, match="event"):
        words.describe(wrong)


@pytest.mark.parametrize("wrong", [None, "NO_STAR", tm.IllegalCode.NO_STAR, tm.Play(0)])
def test_only_refusals_are_explained(wrong: Any) -> None:
    with pytest.raises(TypeError, match="Illegality"):
        words.explain(wrong)


@pytest.mark.parametrize("wrong", [None, "PLAYING", 3])
def test_only_phases_are_described(wrong: Any) -> None:
    with pytest.raises(TypeError, match="Phase"):
        words.describe_phase(wrong)


@pytest.mark.parametrize("wrong", [None, {}, "english", words.Catalogue])
def test_only_a_catalogue_has_sentences(wrong: Any) -> None:
    with pytest.raises(TypeError, match="Catalogue"):
        words.describe(tm.PlayStarted(), catalogue=wrong)
    with pytest.raises(TypeError, match="Catalogue"):
        words.explain(next(refusals()), catalogue=wrong)
    with pytest.raises(TypeError, match="Catalogue"):
        words.describe_phase(tm.Phase.WON, catalogue=wrong)
    with pytest.raises(TypeError, match="Catalogue"):
        words.missing(wrong)


@given(testing.records())
def test_a_whole_game_is_told(record: tm.Record) -> None:
    for step in tm.replay(record):
        assert all(SENTENCE.fullmatch(words.describe(event)) for event in step.events)
