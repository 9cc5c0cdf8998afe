"""Process the messages of clients; errors are sent only to the sender.

A client sends `{"join": TOKEN}`, or null as a token to watch; then

- `{"entry": 7, "act": ACTION}`, the action of its seat, after entry 7,
- `{"entry": 7, "blind": true}` to start the blind run after a victory,
- `{"sit": 1, "name": "Ada"}` to take a free seat,
- `{"fresh": true}` for a new view.

It receives `{"entry": 7, "timer": TIMER, ...}` with one of

- `"view": VIEW, "people": PEOPLE, "seat": 1`, when it joins or requests it,
- `"events": [EVENT, ...], "text": [SENTENCE, ...]`, the next step,
- `"people": PEOPLE`, when someone joins or leaves,
- `"token": TOKEN` for the seat that it has taken,
- `"refused": SENTENCE`: an illegal action, a late click, a taken seat, a full disk.
"""

from __future__ import annotations

import json
import sqlite3

import attrs

import themind as tm
from rooms import Late, Line, Room
from themind import codec, words

LATE = "Too late: the position has changed."
NOT_KEPT = "The server cannot save the game at the moment. Try again later."
LONGEST_NAME = 20


def answer(room: Room, line: Line, text: str) -> None:
    """Process a message."""
    try:
        _obey(room, line, json.loads(text))
    except Late:
        _refuse(room, line, LATE)
    except tm.IllegalAction as error:
        _refuse(room, line, words.explain(error.illegality))
    except sqlite3.Error:
        _refuse(room, line, NOT_KEPT)
    except (ValueError, TypeError, RecursionError) as error:  # not JSON, a seat or an action
        _refuse(room, line, str(error)[:200])


def _refuse(room: Room, line: Line, why: str) -> None:
    line.send({"entry": room.number, "refused": why})


def _obey(room: Room, line: Line, message: object) -> None:
    match message:
        case {"join": None | str() as token}:
            _join(room, line, None if token is None else seat_of(room, token))
        case {"fresh": True} if line in room.lines:
            line.send(room.view_for(line.seat))
        case {"sit": int(seat), "name": str(name)} if line in room.lines and line.seat is None:
            token = room.sit_down(seat, name_of(name))
            line.send({"entry": room.number, "token": token})
            _join(room, line, seat)
        case {"entry": int(number), "act": data}:
            room.ask(line.seat, number, codec.from_data(data, tm.SeatAction))
        case {"entry": int(number), "blind": True}:
            room.go_on_blind(line.seat, number)
        case _:
            raise ValueError("This message is not allowed here.")


def _join(room: Room, line: Line, seat: tm.Seat | None) -> None:
    if line in room.lines:
        room.go(line)
    line.seat = seat
    room.come(line)


def seat_of(room: Room, token: str) -> tm.Seat:
    """Return the seat of a token; ValueError if the token has no seat in this room."""
    seat = room.house.log.seat_of(room.ident, token)
    if seat is None:
        raise ValueError("This link does not belong to a seat in this room.")
    return seat


def name_of(text: str) -> str:
    """Return a name that is safe to display: short, on one line, without control characters."""
    name = " ".join(text.split())
    if not (name and name.isprintable() and len(name) <= LONGEST_NAME):
        raise ValueError(f"A name has 1 to {LONGEST_NAME} letters.")
    return name


def rules_of(players: int, clocks: int, game: str) -> tm.Rules:
    """Return the rules that were chosen for a room; ValueError if there are no such rules."""
    if not 0 <= clocks < players:
        raise ValueError("At least one seat must be for a person.")
    rules = tm.Rules.standard(players)
    match game:
        case "full":
            return rules
        case "five levels":
            return rules.five_levels()
        case "no stars":
            return rules.without_stars()
        case "blind":
            return attrs.evolve(rules, starts_blind=True)
    raise ValueError("This kind of game does not exist.")
