"""The games of a database over HTTP, with FastAPI.

    SECRET=$(openssl rand -hex 32) DATABASE=sqlite:///mind.sqlite \\
        uvicorn --factory --app-dir docs/examples/recipes http_api:app

Every process on one database, with one secret, serves every game: before it answers, it reads the
entries that others have written.
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
    keys: list[str]  # one for each seat, in the order of the seats


class Position(BaseModel):
    entry: int
    view: SeatView


class Told(BaseModel):
    entry: int  # the number of the entry that led to the events
    events: SeatEvents


class Refused(BaseModel):
    refused: Illegality | Literal["LATE"]


class Keys:
    """Secret keys of seats that need no table: who has `secret` alone can make them."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def key(self, game: str, seat: tm.Seat) -> str:
        return hmac.digest(self.secret, f"{game}:{seat}".encode(), hashlib.sha256).hex()

    def seat(self, game: str, key: str, players: int) -> tm.Seat | None:
        """The seat that a key is for; None where it is for none."""
        for seat in range(players):
            if hmac.compare_digest(self.key(game, seat).encode(), key.encode()):
                return seat
        return None


class Site:
    """The games of a database, and those that this process keeps, each with a lock."""

    def __init__(self, games: Games, secret: bytes) -> None:
        self.games, self.keys = games, Keys(secret)
        self.lock = threading.Lock()
        self.kept: dict[str, tuple[threading.Lock, Game]] = {}

    @contextmanager
    def game(self, ident: str) -> Iterator[Game]:
        """Hold a game, with all that was written of it so far; 404 where there is none."""
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
        """The seat of a request; None for a spectator, who has no key; 403 for a wrong one."""
        if token is None:
            return None
        seat = self.keys.seat(ident, token.credentials, game.state.players)
        if seat is None:
            raise HTTPException(403, "the key is for no seat of this game")
        return seat


def go_on(game: Game) -> None:
    """Do what the table does between the actions of its players, and deal."""
    while action := next_of_table(game.state):
        with suppress(IntegrityError):  # another process was faster: then see what it has done
            game.act(action)


def next_of_table(state: tm.GameState) -> tm.Action | None:
    if state.phase is tm.Phase.DEALING:
        return tm.Deal(tm.random_deck(state.rules.cards))
    return tm.forced_action(state)


def told(game: Game, after: int, seat: tm.Seat | None) -> list[Told]:
    """The steps after an entry, as a seat sees them."""
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
    """What a seat sees, or a spectator."""
    with site.game(game) as held:
        seat = site.seat(game, held, token)
        return Position(entry=held.number, view=tm.view(held.state, seat=seat))


@router.get("/games/{game}/steps")
def steps(site: TheSite, game: str, token: Token, after: Number = 0) -> list[Told]:
    """What has happened after an entry."""
    with site.game(game) as held:
        return told(held, after, site.seat(game, held, token))


@router.post("/games/{game}/actions", responses={409: {"model": Refused}})
def act(
    site: TheSite,
    game: str,
    token: Token,
    action: Annotated[SeatAction, Body()],  # without Body, FastAPI looks for it in the query
    entry: Number,
) -> list[Told]:
    """Act, having seen all up to an entry; what happens is told, from the next entry on."""
    with site.game(game) as held:
        seat = site.seat(game, held, token)
        if entry != held.number:
            raise LateError
        try:
            held.act(action, by=seat)
        except IntegrityError:  # another process has written that entry
            raise LateError from None
        go_on(held)
        return told(held, entry, seat)


class LateError(Exception):
    """Something has happened that the sender of an action has not seen."""


async def refuse_illegal(request: Request, error: Exception) -> JSONResponse:
    """Answer an action that the rules do not allow; nothing has changed."""
    assert isinstance(error, tm.IllegalAction)
    return JSONResponse(Refused(refused=error.illegality).model_dump(), status_code=409)


async def refuse_late(request: Request, error: Exception) -> JSONResponse:
    """Answer an action whose sender has not seen all; nothing has changed."""
    return JSONResponse(Refused(refused="LATE").model_dump(), status_code=409)


async def refuse_document(request: Request, error: Exception) -> JSONResponse:
    """Answer a request that cannot be read: where it is wrong and why, but not the input again.

    FastAPI's own answer repeats the input, and fails where that is no JSON, as `NaN`.
    """
    assert isinstance(error, RequestValidationError)
    faults = [{key: each[key] for key in ("type", "loc", "msg")} for each in error.errors()]
    return JSONResponse({"detail": faults}, status_code=422)


def app_for(games: Games, secret: bytes) -> FastAPI:
    """The application, for a database and the secret that the keys of its seats are made with."""
    app = FastAPI(title="The Mind")
    app.state.site = Site(games, secret)
    app.include_router(router)
    app.add_exception_handler(RequestValidationError, refuse_document)
    app.add_exception_handler(tm.IllegalAction, refuse_illegal)
    app.add_exception_handler(LateError, refuse_late)
    return app


def app() -> FastAPI:
    """The application that uvicorn starts, set by the environment."""
    return app_for(Games(create_engine(os.environ["DATABASE"])), os.environ["SECRET"].encode())
