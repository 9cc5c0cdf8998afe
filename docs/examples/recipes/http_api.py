"""Serve the games of a database over HTTP with FastAPI.

    SECRET=$(openssl rand -hex 32) DATABASE=sqlite:///mind.sqlite \\
        uvicorn --factory --app-dir docs/examples/recipes http_api:app

Any number of processes can share a database and a secret. Each of them serves every game: before it
answers, it reads the entries that others have written.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, FastAPI, HTTPException, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError

import themind as tm
from documents import Illegality, SeatAction, SeatEvents, SeatView
from games import Games
from running import Game


class NewGame(BaseModel):
    players: int = Field(2, ge=2, le=4)


class Opened(BaseModel):
    game: str
    keys: list[str]  # one for each seat, in order


class Position(BaseModel):
    entry: int
    view: SeatView


class Told(BaseModel):
    entry: int  # the number of the entry that caused the events
    events: SeatEvents


class Refused(BaseModel):
    refused: Illegality | Literal["LATE"]


class Keys:
    """Secret keys of seats that are derived from `secret`, so that no table of keys is needed."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def key(self, game: str, seat: tm.Seat) -> str:
        return hmac.digest(self.secret, f"{game}:{seat}".encode(), hashlib.sha256).hex()

    def seat(self, game: str, key: str, players: int) -> tm.Seat | None:
        """Return the seat that a key belongs to, or None."""
        for seat in range(players):
            if hmac.compare_digest(self.key(game, seat).encode(), key.encode()):
                return seat
        return None


class Site:
    """The games of a database, and the games that this process has loaded, each with a lock."""

    def __init__(self, games: Games, secret: bytes) -> None:
        self.games, self.keys = games, Keys(secret)
        self.lock = threading.Lock()
        self.kept: dict[str, tuple[threading.Lock, Game]] = {}

    @contextmanager
    def game(self, ident: str) -> Iterator[Game]:
        """Lock a game and apply its new entries; respond with 404 if there is no such game."""
        with self.lock:
            if ident not in self.kept:
                try:
                    self.kept[ident] = (threading.Lock(), Game(self.games.log(ident)))
                except KeyError:
                    raise HTTPException(404, "there is no such game") from None
            lock, game = self.kept[ident]
        with lock:
            game.catch_up()
            go_on(game)
            yield game

    def seat(
        self, ident: str, game: Game, token: HTTPAuthorizationCredentials | None
    ) -> tm.Seat | None:
        """Return the seat of a request; None for a spectator without a key; 403 for a wrong key."""
        if token is None:
            return None
        seat = self.keys.seat(ident, token.credentials, game.state.players)
        if seat is None:
            raise HTTPException(403, "the key is for no seat of this game")
        return seat


def go_on(game: Game) -> None:
    """Deal, and take the other actions of the table, until the players must act."""
    while action := next_of_table(game.state):
        with suppress(IntegrityError):  # another process was faster: apply its entries
            game.act(action)


def next_of_table(state: tm.GameState) -> tm.Action | None:
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.random_deck(state.rules.cards))
    return tm.forced_action(state)


def told(game: Game, after: int, seat: tm.Seat | None) -> list[Told]:
    """Return the steps after an entry, as a seat sees them."""
    return [
        Told(entry=number, events=tuple(tm.redact(event, seat=seat) for event in events))
        for number, events in enumerate(game.steps[after:], after + 1)
    ]


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


TheSite = Annotated[Site, Depends(site_of)]
Token = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]
Number = Annotated[int, Query(ge=0)]
router = APIRouter()


@router.post("/games", status_code=201)
def open_game(site: TheSite, new: NewGame) -> Opened:
    start = tm.new_game(tm.Rules.standard(players=new.players))
    game = site.games.open(start)
    return Opened(game=game, keys=[site.keys.key(game, seat) for seat in range(start.players)])


@router.get("/games/{game}")
def position(site: TheSite, game: str, token: Token) -> Position:
    """Return the view of a seat or a spectator."""
    with site.game(game) as held:
        seat = site.seat(game, held, token)
        return Position(entry=held.number, view=tm.view(held.state, seat=seat))


@router.get("/games/{game}/steps")
def steps(site: TheSite, game: str, token: Token, after: Number = 0) -> list[Told]:
    """Return the steps after an entry."""
    with site.game(game) as held:
        return told(held, after, site.seat(game, held, token))


@router.post("/games/{game}/actions", responses={409: {"model": Refused}})
def act(
    site: TheSite,
    game: str,
    token: Token,
    action: Annotated[SeatAction, Body()],  # without Body, FastAPI reads it from the query
    entry: Number,
) -> list[Told]:
    """Apply an action of a sender who has seen all up to `entry`; return the steps after it."""
    with site.game(game) as held:
        seat = site.seat(game, held, token)
        if entry != held.number:
            raise LateError
        try:
            held.act(action, by=seat)
        except IntegrityError:  # another process has written an entry with this number
            raise LateError from None
        go_on(held)
        return told(held, entry, seat)


class LateError(Exception):
    """The sender of an action has not seen the latest entry."""


async def refuse_illegal(request: Request, error: Exception) -> JSONResponse:
    """Respond to an action that the rules do not allow; nothing has changed."""
    assert isinstance(error, tm.IllegalAction)
    return JSONResponse(Refused(refused=error.illegality).model_dump(), status_code=409)


async def refuse_late(request: Request, error: Exception) -> JSONResponse:
    """Respond to an action whose sender has not seen the latest entry; nothing has changed."""
    return JSONResponse(Refused(refused="LATE").model_dump(), status_code=409)


async def refuse_document(request: Request, error: Exception) -> JSONResponse:
    """Respond to an invalid request with the place and the reason, but do not repeat the input.

    FastAPI's default response repeats the input, and fails if it is not JSON, such as `NaN`.
    """
    assert isinstance(error, RequestValidationError)
    faults = [{key: each[key] for key in ("type", "loc", "msg")} for each in error.errors()]
    return JSONResponse({"detail": faults}, status_code=422)


def app_for(games: Games, secret: bytes) -> FastAPI:
    """Create the application for a database and the secret from which the keys are derived."""
    app = FastAPI(title="The Mind")
    app.state.site = Site(games, secret)
    app.include_router(router)
    app.add_exception_handler(RequestValidationError, refuse_document)
    app.add_exception_handler(tm.IllegalAction, refuse_illegal)
    app.add_exception_handler(LateError, refuse_late)
    return app


def app() -> FastAPI:
    """Create the application for uvicorn from environment variables."""
    return app_for(Games(create_engine(os.environ["DATABASE"])), os.environ["SECRET"].encode())
