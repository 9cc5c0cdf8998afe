"""The fast ways to make and to copy a value, and the check that the unions are complete."""

from __future__ import annotations

from typing import final

import attrs
import pytest

import themind as tm
from claims import claim
from positions import table
from themind._model.position import Phase
from themind._model.values import Value, changing, unchecked, unfrozen
from themind._play import chapters, records
from themind._play.bases import BaseTableAction, StepLog
from themind._play.playing import undisturbed_play


@attrs.frozen
class Point:
    """A value that checks what it is made of."""

    x: int
    y: int = attrs.field(default=0, validator=attrs.validators.ge(0))

    def changed(self, **changes: int) -> Point:
        raise NotImplementedError


@attrs.frozen
class Box:
    """A value of three fields."""

    width: int
    height: int
    depth: int


class TestUnchecked:
    def test_a_value_of_the_class_itself_without_its_checks(self) -> None:
        make = unchecked(Point)
        point = make(1, -2)
        assert type(point) is Point
        assert (point.x, point.y) == (1, -2)
        assert make(3, 4) == Point(3, 4)
        assert hash(make(3, 4)) == hash(Point(3, 4))
        with pytest.raises(ValueError, match="must be >= 0"):
            Point(1, -2)

    def test_it_is_as_frozen_and_slotted_as_any(self) -> None:
        point = unchecked(Point)(1, 2)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            point.x = 5  # type: ignore[misc]
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del point.x
        assert not hasattr(point, "__dict__")

    def test_an_instance_in_the_making_is_set_and_unset_like_any_object(self) -> None:
        point = unfrozen(Point)()
        point.x = 5
        assert point.x == 5
        del point.x
        assert not hasattr(point, "x")

    def test_it_takes_every_field_by_position(self) -> None:
        with pytest.raises(TypeError, match="y"):
            unchecked(Point)(1)

    def test_a_copy_with_changes(self) -> None:
        changed = changing(Point, fixed="x")
        point = Point(1, 2)
        assert changed(point) == point
        assert changed(point, y=-5) == unchecked(Point)(1, -5)
        assert type(changed(point, y=7)) is Point
        assert point == Point(1, 2)
        with pytest.raises(TypeError, match="x"):
            changed(point, x=7)

    def test_a_copy_of_several_fields(self) -> None:
        changed = changing(Box, fixed="height")
        assert changed(Box(1, 2, 3), depth=5) == Box(1, 2, 5)
        assert changed(Box(1, 2, 3), depth=5, width=4) == Box(4, 2, 5)


class TestUnions:
    def test_the_unions_are_complete(self) -> None:
        chapters.require_complete_unions()

    @claim("contributing.md", "Add an action")
    def test_a_class_that_no_union_names_is_named(self) -> None:
        @final
        class Peek(BaseTableAction):
            __slots__ = ()
            phases = (Phase.PLAYING,)
            phase_rule = "LVL-3"
            is_listed = True

            def table_refusal(self, state: tm.GameState) -> tm.IllegalCode | None:
                return None

            def own_refusal(self, state: tm.GameState) -> tm.IllegalCode | None:
                return None

            def perform(self, log: StepLog) -> None:
                raise NotImplementedError

        with pytest.raises(TypeError, match=r"TableAction must name .*Peek"):
            chapters.require_complete_unions()
        Peek.__bases__ = (Value,)  # out of the way of the other tests
        chapters.require_complete_unions()

    @pytest.mark.parametrize(
        ("constant", "union", "kind"),
        [
            ("SEAT_ACTIONS", "SeatAction", tm.Play),
            ("EVENTS", "Event", tm.GameWon),
            ("SEAT_EVENTS", "SeatEvent", tm.HandDealt),
        ],
    )
    def test_a_union_that_lacks_a_class_is_named(
        self, constant: str, union: str, kind: type[object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chapters, constant, getattr(chapters, constant) - {kind})
        with pytest.raises(TypeError, match=rf"^{union} must name {kind.__name__}, "):
            chapters.require_complete_unions()

    def test_a_class_that_can_have_subclasses_is_named(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(tm.Reveal, "__final__")
        with pytest.raises(TypeError, match=r"Reveal, which must be final$"):
            chapters.require_complete_unions()

    @pytest.mark.parametrize("constant", ["phases", "phase_rule", "is_listed"])
    def test_a_constant_that_an_action_lacks_is_named(
        self, constant: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(tm.Reveal, constant)
        with pytest.raises(TypeError, match=f"Reveal must have the constant {constant}"):
            chapters.require_complete_unions()


def test_a_record_is_full_at_its_last_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_ENTRIES", 1)
    record = tm.Record(tm.new_game(tm.Rules.standard(2))).add(tm.Deal((1, 2)))
    with pytest.raises(tm.InvalidArgument, match="entries"):
        record.add(tm.Begin())
    assert tm.Record(record.start, record.entries) == record
    with pytest.raises(tm.InvalidArgument, match="entries"):
        tm.Record(record.start, record.entries * 2)


class TestShortWay:
    """A play that disturbs nothing takes a short way, to the same step as the general one."""

    @pytest.mark.parametrize(
        "state",
        [
            table((10, 40), (20,)),
            table((10,), ()),
            table((40,), (20,), blind=True),
            table((40,), (), blind=True),
        ],
    )
    def test_both_ways_lead_to_the_same_step(self, state: tm.GameState) -> None:
        short = undisturbed_play(state, 0, None)
        log = StepLog(state)
        tm.Play(0).perform(log)
        assert short == (log.state, tuple(log.events))
        assert attrs.evolve(log.state) == log.state

    @pytest.mark.parametrize(
        ("state", "seat", "card"),
        [
            (table((10, 40), (20,), phase=tm.Phase.FOCUSING), 0, None),
            (table((10, 40), (20,), agreed={0}), 0, None),
            (table((10, 40), (20,))._changed(lives=0), 0, None),
            (table((10, 40), (20,)), 2, None),
            (table((10, 40), (20,)), -1, None),
            (table((10, 40), ()), 1, None),
            (table((10, 40), (20,)), 0, 40),
            (table((10, 40), (20,)), 1, None),
        ],
    )
    def test_all_else_is_left_to_the_general_way(
        self, state: tm.GameState, seat: int, card: int | None
    ) -> None:
        assert undisturbed_play(state, seat, card) is None
