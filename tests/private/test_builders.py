"""What builds the package's tables and its private way in, called once more by itself."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import themind as tm
from themind import _actions, _evolve, _gate, _legality, _state
from themind._ints import is_int
from themind._values import replacing, unchecked


@attrs.frozen
class Point:
    """A value with a gate."""

    x: int
    y: int = attrs.field(default=0, validator=attrs.validators.ge(0))


class TestUnchecked:
    def test_a_value_of_the_class_itself_without_its_gate(self) -> None:
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
            point.x = 5
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del point.x
        assert not hasattr(point, "__dict__")

    def test_it_takes_every_field_by_position(self) -> None:
        make = unchecked(Point)
        with pytest.raises(TypeError, match="y"):
            make(1)
        assert make.__name__ == "_UncheckedPoint"

    def test_a_copy_with_changes(self) -> None:
        replaced = replacing(Point)
        point = Point(1, 2)
        assert replaced(point) == point
        assert replaced(point, y=-5) == unchecked(Point)(1, -5)
        assert replaced(point, x=7) == Point(7, 2)
        assert type(replaced(point, x=7)) is Point
        assert point == Point(1, 2)


class TestShapes:
    def test_a_tuple_of_what_fits(self) -> None:
        ints = _gate.tuple_of(is_int)
        assert [ints(value) for value in ((), (1, 2), (1, True), [1], None)] == [
            True,
            True,
            False,
            False,
            False,
        ]
        nested = _gate.tuple_of(ints)
        assert nested(((1,), ()))
        assert not nested((1,))

    def test_an_instance(self) -> None:
        is_phase = _gate.is_exactly(tm.Phase)
        assert is_phase(tm.Phase.WON)
        assert not is_phase("WON")


class TestWrites:
    def test_to_a_phase(self) -> None:
        """To a phase, and where it says so, nobody is ready any more."""
        assert _evolve._to(tm.Phase.WON)(None, None) == {"phase": tm.Phase.WON}
        assert _evolve._to(tm.Phase.PLAYING, nobody="ready")(None, None) == {
            "phase": tm.Phase.PLAYING,
            "ready": frozenset(),
        }

    def test_a_write_from_changes(self) -> None:
        state = tm.new_game(tm.Rules.standard(2))
        event = tm.LevelCleared(7)
        write = _evolve._common_write(lambda table, said: {"level": table.lives + said.level})
        assert write(state, event) == _state.changed_state(state, level=9)


class TestListings:
    """What `legal_actions` goes through, by phase."""

    @pytest.mark.parametrize(
        ("kinds", "expected"),
        [
            (
                _actions.SEAT_ACTIONS,
                {
                    "FOCUSING": [tm.Ready, tm.Unready],
                    "PLAYING": [
                        tm.Refocus,
                        tm.Play,
                        tm.ProposeStar,
                        tm.AgreeToStar,
                        tm.DeclineStar,
                    ],
                },
            ),
            (
                (tm.Begin, tm.Gather, tm.ContinueBlind),
                {
                    "FOCUSING": [tm.Begin, tm.Gather],
                    "PLAYING": [tm.Gather],
                    "WON": [tm.ContinueBlind],
                },
            ),
        ],
    )
    def test_by_phase(self, kinds: tuple[type[Any], ...], expected: dict[str, Any]) -> None:
        listings = _legality._listings(kinds)
        assert list(listings) == list(tm.Phase)
        found = {phase: [kind for kind, _, _ in listed] for phase, listed in listings.items()}
        assert found == {phase: expected.get(phase, []) for phase in tm.Phase}

    @pytest.mark.parametrize("kind", [tm.Ready, tm.Play, tm.ProposeStar, tm.AgreeToStar, tm.Gather])
    def test_every_guard_is_asked_once_but_the_seats(self, kind: type[Any]) -> None:
        """What a guard says of the table alone stands apart; that the seat is there is known."""
        found, shared, own = _legality._listing(kind)
        assert found is kind
        assert set(shared) <= _legality._OF_THE_TABLE
        assert not set(own) & _legality._OF_THE_TABLE
        guards = [guard for guard in _legality.GUARDS[kind] if guard is not _legality._seat]
        assert sorted(map(id, shared + own)) == sorted(map(id, guards))
