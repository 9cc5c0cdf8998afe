"""The rooms of the web example: seats, late clicks, timers, partners, and what none may learn."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import themind as tm
from claims import claim
from web.house import LIMITS, Client, PlayTime, Room, Table, answer
from web.leaks import assert_no_leak, known_by

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

RULES = tm.Rules.standard(players=3)
LATE = "Too late: the position has changed."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mind.sqlite"


@pytest.fixture
def table() -> Table:
    return Table(Path(":memory:"), RULES)


def test_a_seat_is_for_one_person(table: Table) -> None:
    ann, ben, _ = table.clients
    assert len({client.token for client in table.clients}) == 3
    assert table.watcher.say(sit=1, name="Eve") == "that seat is taken"
    assert ann.say(sit=2, name="Ada") == "This message is not allowed here."
    assert table.watcher.seat is None
    assert Client(table.room, ben.token).seat == 1


def test_a_seat_has_a_number_and_a_name(table: Table) -> None:
    room = Room(table.house, table.house.log.open_room(tm.new_game(RULES), []))
    client = Client(room)
    for seat in (3, -1):
        assert client.say(sit=seat, name="Eve") == "there is no such seat"
    for name in ("", " \n", "x" * 21, "a\u202eb", "a\ud800"):
        assert client.say(sit=1, name=name) == "A name has 1 to 20 letters."
    assert client.say(sit=1, name=" Eve \n of  Ely ") is None
    assert room.names() == ["", "Eve of Ely", ""]


def test_who_changes_seats_is_away_from_the_old_one(table: Table) -> None:
    ann = table.clients[0]
    assert ann.say(join=None) is None
    assert ann.seat is None
    assert table.watcher.came[-1]["people"][0]["here"] is False
    table.wait(LIMITS.show + LIMITS.absent)
    assert table.watcher.came[-1]["people"][0]["stand_in"]


def test_a_token_is_for_one_room(table: Table) -> None:
    other = table.house.log.open_room(tm.new_game(RULES), [])
    for token in (table.clients[0].token, "none", "", "\ud800"):
        client = Client(Room(table.house, other), token)
        assert client.view is None
        assert client.came[-1]["refused"] == "This link does not belong to a seat in this room."


@claim("howto/web.md", "Hidden information")
def test_the_file_holds_no_token(file: Path) -> None:
    table = Table(file, RULES)
    kept = file.read_bytes()
    assert table.ident.encode() in kept
    assert not any(str(client.token).encode() in kept for client in table.clients)


def test_there_are_no_other_rooms(table: Table) -> None:
    with pytest.raises(KeyError):
        Room(table.house, "none")


def test_nothing_happens_before_every_seat_is_taken(table: Table) -> None:
    ident = table.house.log.open_room(tm.new_game(RULES), [])
    room = Room(table.house, ident)
    clients = [Client(room) for _ in range(2)]
    for seat, client in enumerate(clients):
        assert client.say(sit=seat, name="Ada") is None
        assert client.act(tm.Ready(seat)) is not None
    table.clock.ms = 50_000
    clients[1].leave()
    assert room.due() is None
    assert [person["free"] for person in clients[0].came[-1]["people"]] == [False, False, True]
    assert Client(room).say(sit=2, name="Cleo") is None
    assert room.due() == 50_000 + LIMITS.show


NONSENSE = [
    "",
    "null",
    "[1, 2",
    "[" * 100_000,
    "9" * 10_000,
    '{"join": true}',
    '{"sit": "1", "name": "Eve"}',
    '{"entry": 1}',
    '{"entry": 1, "act": {"type": "Play", "format": 1, "seat": 2.0, "card": null}}',
    '{"entry": 1, "act": {"type": "Reveal", "format": 1}}',
    '{"entry": "1", "act": {"type": "Refocus", "format": 1, "seat": 1}}',
    '{"entry": 1, "blind": 1}',
]


def test_nonsense_is_refused_to_its_sender(table: Table) -> None:
    for text in NONSENSE:
        before = [len(client.came) for client in table.clients]
        answer(table.room, table.clients[1], text)
        after = [len(client.came) for client in table.clients]
        assert after == [before[0], before[1] + 1, before[2]]
        assert set(table.clients[1].came[-1]) == {"entry", "refused"}


@claim("howto/web.md", "Late clicks")
def test_a_late_click_is_refused(table: Table) -> None:
    table.begin()
    first, second, *_ = table.holders()
    seen = table.room.number
    assert table.clients[first].act(tm.Play(first), seen) is None
    for action in (tm.Play(second), tm.ProposeStar(second), tm.Refocus(second)):
        assert table.clients[second].act(action, seen) == LATE
        assert table.clients[second].act(action, table.room.number + 1) == LATE
    assert table.clients[second].act(tm.Play(second)) is None
    table.assert_followed()


def test_a_late_vote_is_refused(table: Table) -> None:
    table.begin()
    first, second, third = table.holders()
    assert table.clients[first].act(tm.ProposeStar(first)) is None
    voted = table.room.number
    assert table.clients[second].act(tm.Play(second)) is None  # a mistake; the star lapses
    table.begin()
    assert table.clients[second].act(tm.ProposeStar(second)) is None
    assert table.clients[third].act(tm.AgreeToStar(third), voted) == LATE
    assert table.room.state.agreed == {second}


def test_hands_and_votes_that_cross_each_other_count(table: Table) -> None:
    table.wait(LIMITS.show)
    seen = table.room.number
    for seat, client in enumerate(table.clients):
        assert client.act(tm.Ready(seat), seen) is None
    assert table.clients[0].act(tm.ProposeStar(0)) is None
    seen = table.room.number
    for seat in (1, 2):
        assert table.clients[seat].act(tm.AgreeToStar(seat), seen) is None
    assert table.room.state.stars == RULES.stars - 1


def test_only_the_own_seat_acts(table: Table) -> None:
    table.begin()
    number = table.room.number
    assert table.clients[0].act(tm.Refocus(1)) is not None
    assert table.watcher.act(tm.Refocus(1)) is not None
    assert table.watcher.say(entry=number, blind=True) == LATE
    assert table.clients[0].say(entry=number, blind=True) is not None
    assert table.room.number == number


def test_the_table_deals_and_begins_by_itself(table: Table) -> None:
    assert table.clients[0].came[-1]["timer"] == {"what": "show", "ms": LIMITS.show}
    table.wait(LIMITS.show - 1)
    assert table.room.state.phase is tm.Phase.DEALING
    table.wait(1)
    assert table.room.state.phase is tm.Phase.FOCUSING
    assert table.clients[0].act(tm.Ready(0)) is None  # does not prolong it
    table.wait(LIMITS.focus - 1)
    assert table.room.state.phase is tm.Phase.FOCUSING
    table.wait(1)
    assert table.room.state.phase is tm.Phase.PLAYING
    assert table.room.due() is None
    table.assert_followed()


@claim("howto/web.md", "Timers")
def test_a_vote_runs_out(table: Table) -> None:
    table.begin()
    assert table.clients[1].act(tm.ProposeStar(1)) is None
    table.wait(LIMITS.vote - 1)
    assert table.clients[0].act(tm.AgreeToStar(0)) is None  # does not prolong it
    assert table.room.state.agreed == {0, 1}
    table.wait(1)
    assert table.room.state.agreed == frozenset()
    assert "Cleo" in table.clients[0].came[-1]["text"][0]
    assert [event["seat"] for event in table.clients[0].came[-1]["events"]] == [2]
    assert table.room.state.stars == RULES.stars


@claim("howto/web.md", "Timers")
def test_an_empty_room_stands_still(table: Table) -> None:
    table.wait(LIMITS.show)
    for client in table.clients:
        client.leave()
    number = table.room.number
    table.wait(1_000_000)
    assert table.room.due() is None
    assert table.watcher.came[-1]["timer"] is None
    back = Client(table.room, table.clients[0].token)
    assert back.came[0]["timer"] == {"what": "focus", "ms": LIMITS.focus}
    table.wait(LIMITS.focus - 1)
    assert table.room.number == number
    table.wait(1)
    assert table.room.state.phase is tm.Phase.PLAYING


def test_a_clock_plays_for_someone_absent(table: Table) -> None:
    table.begin()
    seat = table.holders()[0]
    token = table.clients[seat].token
    twin = Client(table.room, token)
    table.clients[seat].leave()
    table.wait(2 * LIMITS.absent)
    assert table.room.due() is None  # the twin is there
    twin.leave()
    table.wait(LIMITS.absent - 1)
    assert table.room.state.pile == ()
    assert not table.watcher.came[-1]["people"][seat]["stand_in"]
    table.wait(1)
    assert table.watcher.came[-1]["people"][seat]["stand_in"]
    table.wait(200_000)
    assert seat in {played.seat for played in table.room.state.pile}
    table.clients[seat] = Client(table.room, token)
    assert not table.watcher.came[-1]["people"][seat]["stand_in"]


def test_nothing_is_played_for_someone_who_is_back(table: Table) -> None:
    table.begin()
    seat = table.holders()[-1]
    table.clients[seat].leave()
    table.wait(LIMITS.absent)
    assert table.room.due() is not None  # the clock has a plan
    Client(table.room, table.clients[seat].token)
    assert table.room.due() is None
    table.wait(200_000)
    assert table.room.state.pile == ()


def test_a_clock_waits_anew_in_a_room_that_was_empty() -> None:
    table = Table(Path(":memory:"), tm.Rules.standard(players=2), clocks=1)
    table.begin()
    due = table.room.due()
    assert due is not None
    wait = due - table.room.at_ms
    table.clients[0].leave()
    table.wait(1_000_000)
    Client(table.room, table.clients[0].token)
    assert table.room.state.pile == ()
    assert table.room.due() == pytest.approx(table.clock() + wait)


def test_no_clock_stands_in_when_the_game_is_over(table: Table) -> None:
    while not table.room.state.is_over:
        if table.room.state.phase is tm.Phase.PLAYING:
            table.room.act(tm.Play(table.holders()[-1]), by=tm.HOST)
        else:
            table.wait(1_000)
            for seat, client in enumerate(table.clients):
                client.act(tm.Ready(seat))
    table.clients[1].leave()
    assert table.room.due() is None


def test_times_of_play_stand_still_in_pauses_and_votes() -> None:
    """The numbers of a `Moment`: since play began, since the table changed, the wait before."""
    state, times = tm.new_game(tm.Rules.standard(players=2)), PlayTime()
    happened = [
        (100, tm.Deal(tm.stacked_deck([(10,), (20,)])), (0.0, 0.0, 0.0)),
        (1_000, tm.Begin(), (0.0, 0.0, 0.0)),
        (3_000, tm.Refocus(1), (2.0, 2.0, 0.0)),
        (9_000, tm.Begin(), (2.0, 0.0, 0.0)),
        (9_500, tm.ProposeStar(0), (2.5, 0.5, 0.0)),
        (12_000, tm.DeclineStar(1), (2.5, 0.5, 0.0)),
        (13_000, tm.Play(0), (3.5, 0.0, 1.5)),
        (15_000, tm.Play(1), (5.5, 0.0, 2.0)),
        (16_000, tm.CompleteLevel(), (5.5, 0.0, 2.0)),
        (17_000, tm.Deal(tm.stacked_deck([(10, 11), (20, 21)])), (0.0, 0.0, 0.0)),
    ]
    for at_ms, action, wanted in happened:
        state, events = tm.apply(state, action)
        times.follow(at_ms, state, events)
        assert times.moment(tm.view(state, 0), at_ms)[1:] == wanted, action
        now = times.moment(tm.view(state, 0), at_ms + 1_000).level_time
        runs = state.phase is tm.Phase.PLAYING and not state.agreed
        assert now == wanted[0] + runs


@claim("howto/web.md", "Partners")
def test_clocks_play_and_agree() -> None:
    table = Table(Path(":memory:"), tm.Rules.standard(players=2), clocks=1)
    table.begin()
    assert table.clients[0].act(tm.ProposeStar(0)) is None
    table.wait(3_000)
    assert table.room.state.stars == 0
    assert table.room.state.phase is not tm.Phase.PLAYING
    while not table.room.state.is_over:
        step = table.clients[0].view
        if step.phase is tm.Phase.FOCUSING and 0 not in step.ready:
            assert table.clients[0].act(tm.Ready(0)) is None
        elif step.phase is tm.Phase.PLAYING and step.hand and table.holders()[0] == 0:
            assert table.clients[0].act(tm.Play(0)) is None
        else:
            table.wait(500)
    assert table.room.state.phase is tm.Phase.WON
    assert table.clients[0].say(entry=table.room.number, blind=True) is None
    assert table.room.state.blind
    table.assert_kept()


def random_evening(table: Table, rng: random.Random) -> None:
    """People click at random, come and go; the server is started anew now and then."""
    for _ in range(100):
        seat = rng.randrange(len(table.clients))
        client = table.clients[seat]
        what = rng.random()
        if what < 0.5:
            legal = tm.legal_actions(client.view)
            if legal:
                client.act(rng.choice(legal), client.entry - (rng.random() < 0.2))
        elif what < 0.8:
            table.wait(rng.randrange(4_000))
        elif what < 0.85:
            client.leave()
            table.wait(rng.randrange(2_000))
            table.clients[seat] = Client(table.room, client.token)
        elif what < 0.88:
            table.restart(table.house.log.latest())
        else:
            holders = table.holders()
            if table.room.state.phase is tm.Phase.PLAYING and holders:
                table.room.act(tm.Play(holders[0]), by=tm.HOST)
        table.assert_followed()


@pytest.mark.parametrize("seed", range(3))
@claim("howto/web.md", "Hidden information")
def test_everybody_follows_and_nobody_learns_too_much(file: Path, seed: int) -> None:
    rules = tm.Rules.standard(players=3)
    table = Table(file, rules, clocks=seed % 2, seed=str(seed))
    everyone: list[Client] = []
    came = Client.__init__

    def noted(self: Client, *given: Any) -> None:
        everyone.append(self)
        came(self, *given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "__init__", noted)
        random_evening(table, random.Random(seed))
    table.assert_kept()
    record = table.house.log.record(table.ident)
    for client in {*everyone, *table.clients, table.watcher}:
        known = known_by(record, client.seat)
        for message in client.came:
            assert_no_leak(message, known, rules)


def test_a_leak_would_be_found(table: Table) -> None:
    """The check above can fail: for an event, and for a sentence."""
    table.wait(LIMITS.show)
    record, hands = table.house.log.record(table.ident), table.room.state.hands
    known = known_by(record, 0)
    dealt = next(message for message in table.clients[0].came if "events" in message)
    assert_no_leak(dealt, known, RULES)
    other = max(hands[1:])[0]
    for leak in ({"events": [*dealt["events"], {"hint": [other]}]}, {"text": [f"Ben ({other})"]}):
        with pytest.raises(AssertionError, match=str(other)):
            assert_no_leak(dealt | leak, known, RULES)
