"""Records: a whole game as a value, and its replay."""

from __future__ import annotations

import re
from typing import Any

import pytest

import themind as tm
from claims import claim
from positions import rules_of, table
from themind import codec
from wording import about

LEVEL = tm.new_game(rules_of(levels=1))
PLAYED = [
    tm.Deal([37, 62]),
    tm.Begin(),
    tm.Play(0, 37),
    tm.Play(1),
    tm.CompleteLevel(),
]


def recorded(*actions: tm.Action, start: tm.GameState = LEVEL) -> tm.Record:
    return tm.Record(start, tuple(map(tm.Entry, actions)))


def texts(text: Any) -> list[tuple[str, dict[str, Any]]]:
    """Each place of a record that has a text, and the field with this text in it."""
    return [
        ("names[1]", {"names": ["Ada", text]}),
        ("the key of tags[1]", {"tags": [("a", "b"), (text, "c")]}),
        ("the text of tags[1]", {"tags": [("a", "b"), ("c", text)]}),
    ]


def limits(more: int) -> list[tuple[str, dict[str, Any]]]:
    """Each place with a text of the largest length, or longer."""
    sizes = (80 + more, 40 + more, 400 + more)
    return [texts("x" * size)[place] for place, size in enumerate(sizes)]


class TestEntry:
    @pytest.mark.parametrize("at_ms", [None, 0, 1, 2**63 - 1])
    def test_an_action_and_its_time(self, at_ms: int | None) -> None:
        entry = tm.Entry(tm.Play(0), at_ms)
        assert (entry.action, entry.at_ms) == (tm.Play(0), at_ms)
        assert tm.Entry(tm.Begin()) == tm.Entry(tm.Begin(), at_ms=None)

    @pytest.mark.parametrize("at_ms", [-1, 2**63])
    def test_a_time_out_of_bounds(self, at_ms: int) -> None:
        with pytest.raises(tm.InvalidArgument, match=about("at_ms", at_ms)):
            tm.Entry(tm.Play(0), at_ms)

    @pytest.mark.parametrize("at_ms", [True, 1.0, "1", ()])
    def test_a_time_that_is_no_int(self, at_ms: Any) -> None:
        with pytest.raises(TypeError, match=about("at_ms", type(at_ms))):
            tm.Entry(tm.Play(0), at_ms)

    @pytest.mark.parametrize("action", [None, 5, tm.PlayStarted(), tm.Play, LEVEL])
    def test_no_action(self, action: Any) -> None:
        text = about("action", type(action))
        with pytest.raises(TypeError, match=text):
            tm.Entry(action)
        with pytest.raises(TypeError, match=text):
            tm.Record(LEVEL).add(action)


class TestRecord:
    def test_an_added_entry_changes_nothing_else(self) -> None:
        record = tm.Record(LEVEL, names=("Ada", "Ben"), tags={"event": "Friday"}, ended_at_ms=90)
        longer = record.add(tm.Begin(), at_ms=90)
        assert longer.entries == (tm.Entry(tm.Begin(), at_ms=90),)
        assert longer == tm.Record(
            LEVEL, longer.entries, names=record.names, tags=record.tags, ended_at_ms=90
        )

    @pytest.mark.parametrize("code", [0, 0x1F, 0x7F, 0x80, 0x9F, 0xD800, 0xDFFF], ids=hex)
    def test_texts_have_no_control_characters_and_no_halves(self, code: int) -> None:
        for name, fields in texts(f"a{chr(code)}b"):
            with pytest.raises(tm.InvalidArgument, match=about(name)):
                tm.Record(LEVEL, **fields)

    @pytest.mark.parametrize("code", [0x20, 0x7E, 0xA0, 0xD7FF, 0xE000, 0x1F600], ids=hex)
    def test_all_other_characters_can_be_in_a_text(self, code: int) -> None:
        for _, fields in texts(f"a{chr(code)}b"):
            record = tm.Record(LEVEL, **fields)
            assert codec.loads(codec.dumps(record), tm.Record) == record

    @pytest.mark.parametrize("odd", [None, 7, b"a", ["a"]])
    def test_a_text_is_a_str(self, odd: Any) -> None:
        for name, fields in texts(odd):
            with pytest.raises(TypeError, match=about(name, type(odd))):
                tm.Record(LEVEL, **fields)

    def test_the_longest_texts(self) -> None:
        for (name, longest), (_, longer) in zip(limits(0), limits(1), strict=True):
            assert tm.Record(LEVEL, **longest).start == LEVEL
            with pytest.raises(tm.InvalidArgument, match=about(name)):
                tm.Record(LEVEL, **longer)

    def test_nothing_is_added_after_the_end(self) -> None:
        record = tm.Record(LEVEL, ended_at_ms=90)
        with pytest.raises(tm.InvalidArgument, match=about("ended_at_ms")):
            record.add(tm.Begin(), at_ms=91)
        assert record.add(tm.Begin()).entries == (tm.Entry(tm.Begin()),)

    def test_the_end_is_a_time(self) -> None:
        for ended_at_ms in (0, 2**63 - 1):
            record = tm.Record(LEVEL, [tm.Entry(tm.Begin())], ended_at_ms=ended_at_ms)
            assert record.ended_at_ms == ended_at_ms
        for ended_at_ms in (-1, 2**63):
            with pytest.raises(tm.InvalidArgument, match=about("ended_at_ms", ended_at_ms)):
                tm.Record(LEVEL, ended_at_ms=ended_at_ms)

    def test_the_most_tags(self) -> None:
        tags = {f"{number:02}": "x" for number in range(65)}
        most = dict(list(tags.items())[:64])
        for given in (most, [*most.items()]):
            assert tm.Record(LEVEL, tags=given).tags == tuple(most.items())
        for given in (tags, [*tags.items()]):
            with pytest.raises(tm.InvalidArgument, match="tags"):
                tm.Record(LEVEL, tags=given)

    def test_it_grows_as_a_new_value(self) -> None:
        record = tm.Record(LEVEL)
        longer = record.add(tm.Begin()).add(tm.Play(0), at_ms=5).add(tm.Play(1), 5)
        assert record == tm.Record(LEVEL, ()) == tm.Record(LEVEL, [])
        assert longer.start == LEVEL
        assert longer.entries == (
            tm.Entry(tm.Begin()),
            tm.Entry(tm.Play(0), 5),
            tm.Entry(tm.Play(1), 5),
        )
        assert tm.Record(LEVEL, list(longer.entries)) == longer
        assert tm.Record(LEVEL, iter(longer.entries)) == longer
        assert hash(tm.Record(LEVEL, list(longer.entries))) == hash(longer)

    def test_it_is_not_judged_as_it_is_made(self) -> None:
        """The shape is checked; the game in it is for `replay`."""
        assert len(recorded(tm.Play(9), tm.Reveal()).entries) == 2

    @pytest.mark.parametrize(
        ("times", "index"),
        [((5, 4), 1), ((0, 7, None, 6), 3), ((None, 3, 3, None, 2, 1), 4)],
    )
    @claim("json.md", "Rules, positions, games")
    def test_times_do_not_fall(self, times: tuple[int | None, ...], index: int) -> None:
        entries = [tm.Entry(tm.Begin(), at_ms) for at_ms in times]
        with pytest.raises(tm.InvalidRecord) as refused:
            tm.Record(LEVEL, entries)
        assert (refused.value.index, refused.value.illegality) == (index, None)
        assert re.match(about(index), str(refused.value))
        before = tm.Record(LEVEL, entries[:index])
        with pytest.raises(tm.InvalidRecord) as refused:
            before.add(tm.Begin(), times[index])
        assert (refused.value.index, refused.value.illegality) == (index, None)
        assert before.add(tm.Begin(), 7).entries[-1].at_ms == 7

    @pytest.mark.parametrize("start", [None, 5, tm.view(LEVEL), LEVEL.rules])
    def test_no_start(self, start: Any) -> None:
        with pytest.raises(TypeError, match=about("GameState", type(start))):
            tm.Record(start)

    def test_no_entries(self) -> None:
        with pytest.raises(TypeError, match=about("entries", "int")):
            tm.Record(LEVEL, 5)
        with pytest.raises(TypeError, match=about("entries", type(None))):
            tm.Record(LEVEL, None)
        with pytest.raises(TypeError, match=about(1, "Entry", "Begin")):
            tm.Record(LEVEL, [tm.Entry(tm.Begin()), tm.Begin()])
        with pytest.raises(TypeError, match=about("str")):
            tm.Record(LEVEL, "no")


class TestReplay:
    def test_a_step_an_entry(self) -> None:
        """The steps of a replay are those of the game, each prefix too."""
        steps = list(tm.replay(recorded(*PLAYED)))
        state = LEVEL
        for count, (action, step) in enumerate(zip(PLAYED, steps, strict=True)):
            assert step == tm.apply(state, action)
            state = step.state
            assert tm.final_state(recorded(*PLAYED[: count + 1])) == state
        assert tm.outcome(state) == tm.Outcome(victory=True, blind=False, level=1)

    def test_an_empty_record(self) -> None:
        assert list(tm.replay(tm.Record(LEVEL))) == []
        assert tm.final_state(tm.Record(LEVEL)) == LEVEL

    def test_from_the_middle_of_a_game(self) -> None:
        start = table((10,), (20,), level=4)
        end = tm.final_state(recorded(tm.Play(0), tm.Play(1), start=start))
        assert end.phase is tm.Phase.CLEARED

    def test_a_broken_rule(self) -> None:
        """The steps before the broken rule come, then the error that says where and which."""
        steps = tm.replay(recorded(*PLAYED[:3], tm.Play(0), tm.Play(1)))
        assert [next(steps).state.phase.name for _ in range(3)] == [
            "FOCUSING",
            "PLAYING",
            "PLAYING",
        ]
        with pytest.raises(tm.InvalidRecord) as refused:
            next(steps)
        expected = tm.Illegality(tm.IllegalCode.HAND_EMPTY, "LVL-5", tm.Play(0))
        assert (refused.value.index, refused.value.illegality) == (3, expected)
        assert str(expected) in str(refused.value)
        assert isinstance(refused.value.__cause__, tm.IllegalAction)
        with pytest.raises(tm.InvalidRecord) as refused:
            tm.final_state(recorded(tm.Begin()))
        assert refused.value.index == 0
        assert refused.value.illegality == tm.check(LEVEL, tm.Begin())

    @pytest.mark.parametrize("record", [None, 5, LEVEL, [tm.Entry(tm.Begin())]])
    def test_no_record(self, record: Any) -> None:
        """Said at once, not when the first step is asked for."""
        text = about("Record", type(record))
        with pytest.raises(TypeError, match=text):
            tm.replay(record)
        with pytest.raises(TypeError, match=text):
            tm.final_state(record)
