"""What `redact` makes of an event, from the event alone."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import themind as tm
from claims import claim
from core.test_fields import RIGHT
from wording import about

COMMON = [kind for kind in tm.SeatEvent.__args__ if kind in tm.Event.__args__]
HANDS = ((5, 40), (20, 66))


def test_a_deal_shows_the_own_hand_and_sizes() -> None:
    dealt = tm.LevelDealt(2, HANDS)
    assert tm.redact(dealt, 0) == tm.HandDealt(2, (5, 40), (2, 2))
    assert tm.redact(dealt, seat=1) == tm.HandDealt(2, (20, 66), (2, 2))
    assert tm.redact(dealt) == tm.redact(dealt, None) == tm.HandDealt(2, (), (2, 2))


@pytest.mark.rule("BLD-2")
def test_a_face_down_card_shows_to_who_played_it() -> None:
    down = tm.CardPlayed(1, 62, face_down=True)
    assert tm.redact(down, 1) is down
    assert tm.redact(down, 0) == tm.redact(down, 2) == tm.redact(down) == tm.HiddenCardPlayed(1)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_hides_nothing_is_the_same_object(seat: int | None) -> None:
    up = tm.CardPlayed(1, 62, face_down=False)
    assert tm.redact(up, seat) is up
    for kind in set(COMMON) - {tm.CardPlayed}:
        event = kind(**{field.name: RIGHT[field.name] for field in attrs.fields(kind)})
        assert tm.redact(event, seat) is event


@pytest.mark.parametrize(
    ("seat", "error"),
    [
        (-1, tm.InvalidArgument),
        (True, TypeError),
        (0.0, TypeError),
        ("0", TypeError),
        ([], TypeError),
    ],
)
def test_a_viewer_is_a_seat_or_none(seat: Any, error: type[Exception]) -> None:
    card = tm.CardPlayed(0, 62, face_down=True)
    for event in (tm.LevelDealt(2, HANDS), card, tm.PlayStarted()):
        with pytest.raises(error):
            tm.redact(event, seat)


@claim("views.md", "Send events")
def test_only_a_deal_knows_how_many_seats_there_are() -> None:
    with pytest.raises(tm.InvalidArgument, match=about("seat", 2)):
        tm.redact(tm.LevelDealt(2, HANDS), 2)
    assert tm.redact(tm.SeatReady(0), 99) == tm.SeatReady(0)


@pytest.mark.parametrize(
    "event",
    [
        None,
        "CardPlayed",
        tm.PlayStarted,
        tm.Play(0),
        tm.HandDealt(1, (1,), (1,)),
        tm.HiddenCardPlayed(0),
    ],
    ids=repr,
)
def test_what_is_no_event_of_a_state_is_a_type_error(event: Any) -> None:
    with pytest.raises(TypeError, match=about("event", type(event))):
        tm.redact(event)
