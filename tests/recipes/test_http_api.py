"""The recipe for FastAPI, over its own addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import jsonschema
import pytest

import themind as tm
from claims import claim
from themind import codec

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

for needed in ("fastapi", "httpx2", "pydantic", "sqlalchemy"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: `nox -s recipes` has it")

from fastapi import Body, FastAPI  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402
from sqlalchemy import create_engine  # noqa: E402

import recipes.house  # noqa: E402, F401 - the recipes are modules
from documents import DocumentOf, SeatAction  # noqa: E402
from games import Games  # noqa: E402
from http_api import app_for  # noqa: E402

SECRET = b"a secret of the tests"


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[TestClient]]:
    """Two servers on one database."""
    engines = [create_engine(f"sqlite:///{tmp_path}/games.sqlite") for _ in range(2)]
    yield [TestClient(app_for(Games(engine), SECRET)) for engine in engines]
    for engine in engines:
        engine.dispose()


class Player:
    """A seat, or a spectator, that follows its view by what it is told."""

    def __init__(self, server: TestClient, game: str, key: str | None) -> None:
        self.server, self.path = server, f"/games/{game}"
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = server.get(self.path, headers=self.headers)
        assert answer.status_code == 200
        self.entry: int = answer.json()["entry"]
        self.view = codec.from_data(answer.json()["view"], tm.SeatView)

    def ask(self, action: tm.SeatAction | Any, entry: int | None = None) -> Any:
        """The answer to an action; what it tells is followed."""
        body = action if isinstance(action, bytes) else codec.dumps(action).encode()
        answer = self.server.post(
            f"{self.path}/actions",
            params={"entry": self.entry if entry is None else entry},
            content=body,
            headers=self.headers | {"Content-Type": "application/json"},
        )
        if answer.status_code == 200:
            self.follow(answer.json())
        return answer

    def catch_up(self) -> None:
        news = self.server.get(
            f"{self.path}/steps", params={"after": self.entry}, headers=self.headers
        )
        self.follow(news.json())

    def follow(self, steps: list[dict[str, Any]]) -> None:
        for step in steps:
            assert step["entry"] == self.entry + 1
            for event in codec.from_data(step["events"], tuple[tm.SeatEvent, ...]):
                self.view = tm.evolve_view(self.view, event)
            self.entry += 1

    def assert_true(self) -> None:
        answer = self.server.get(self.path, headers=self.headers).json()
        assert (self.entry, codec.to_data(self.view)) == (answer["entry"], answer["view"])


def seated(servers: list[TestClient]) -> list[Player]:
    """Two players on different servers, and a spectator."""
    opened = servers[0].post("/games", json={"players": 2})
    assert opened.status_code == 201
    game, keys = opened.json()["game"], opened.json()["keys"]
    return [
        Player(server, game, key)
        for server, key in zip([*servers, servers[1]], [*keys, None], strict=True)
    ]


@pytest.fixture
def table(servers: list[TestClient]) -> list[Player]:
    return seated(servers)


def test_a_game_over_two_servers(
    servers: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both servers tell one game, and every view follows from what was told."""
    monkeypatch.setattr(tm, "random_deck", lambda cards: tm.shuffled_deck("http", level=1))
    table = seated(servers)
    players = table[:2]
    for turn in range(60):
        for player in table:
            player.catch_up()
        seats = [p for p in players if tm.legal_actions(p.view)]
        if not seats:
            break
        player = seats[turn % len(seats)]
        legal = tm.legal_actions(player.view)
        wanted = [each for each in legal if isinstance(each, (tm.Ready, tm.Play))]
        if wanted:
            assert player.ask(wanted[0]).status_code == 200
        for each in players:
            each.catch_up()
    for player in table:
        player.catch_up()
        player.assert_true()
    assert table[0].entry > 8
    assert any(card.card for card in table[2].view.pile) or table[2].view.level > 1


@claim("howto/frameworks.md", "FastAPI")
def test_a_late_click_is_refused(table: list[Player]) -> None:
    first, second, _ = table
    assert first.ask(tm.Ready(0)).status_code == 200
    late = second.ask(tm.Ready(1))
    assert (late.status_code, late.json()) == (409, {"refused": "LATE"})
    second.catch_up()
    assert second.ask(tm.Ready(1)).status_code == 200


def test_a_refusal_is_a_document(table: list[Player]) -> None:
    first, second, watcher = table
    for player, action, code in [
        (first, tm.Play(0), tm.IllegalCode.WRONG_PHASE),
        (second, tm.Ready(0), tm.IllegalCode.NOT_YOURS),
        (watcher, tm.Ready(0), tm.IllegalCode.NOT_YOURS),
    ]:
        answer = player.ask(action)
        assert answer.status_code == 409
        illegality = codec.from_data(answer.json()["refused"], tm.Illegality)
        assert (illegality.code, illegality.action) == (code, action)
    first.catch_up()
    assert first.entry == 1


def test_a_key_is_for_one_seat_of_one_game(servers: list[TestClient]) -> None:
    one, other = (servers[0].post("/games", json={}).json() for _ in range(2))
    assert len({*one["keys"], *other["keys"]}) == 4
    for key in (other["keys"][0], "", "\xe9", one["keys"][0][:-1]):
        header = {"Authorization": f"Bearer {key}".encode("latin-1")}
        answer = servers[0].get(f"/games/{one['game']}", headers=header)
        assert answer.status_code == 403 or answer.json()["view"]["seat"] is None
    assert servers[0].get("/games/none").status_code == 404


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"type":"Play","format":1,"seat":"1","card":null}', "$.seat: expected an integer"),
        (b'{"type":"Play","format":1,"seat":NaN,"card":null}', "$.seat: expected an integer"),
        (b'{"type":"Play","format":1,"seat":1}', '$: missing key "card"'),
        (b'{"type":"Deal","format":1,"deck":[1]}', "$.type: expected Ready"),
        (b'{"type":"Play","format":1,"seat":"\\ud800","card":null}', "$.seat: expected"),
        (b"[]", "$: expected an object"),
        (b"", "Field required"),
        (b"nonsense", "JSON decode error"),
    ],
)
def test_a_body_that_cannot_be_read(table: list[Player], body: bytes, text: str) -> None:
    answer = table[0].ask(body)
    assert answer.status_code == 422
    (fault,) = answer.json()["detail"]
    assert fault["loc"][0] == "body"
    assert fault["msg"].startswith(text)
    assert "input" not in fault


@pytest.mark.parametrize("body", [b"[" * 100_000, b"\xff", b'{"seat":' + b"1" * 5_000 + b"}"])
def test_a_body_that_hurts_no_one(table: list[Player], body: bytes) -> None:
    assert table[0].ask(body).status_code in {400, 422}


def test_the_description_is_whole_and_true(servers: list[TestClient], table: list[Player]) -> None:
    """Each reference leads somewhere, and what is sent fits what is described."""
    api = servers[0].get("/openapi.json").json()
    for name in re.findall(r'"\$ref": "([^"]*)"', json.dumps(api)):
        prefix, _, schema = name.rpartition("/")
        assert prefix == "#/components/schemas"
        assert schema in api["components"]["schemas"]
    post = api["paths"]["/games/{game}/actions"]["post"]
    body = post["requestBody"]["content"]["application/json"]["schema"]
    assert body["oneOf"] == codec.schema(tm.SeatAction, inline=True)["oneOf"]
    jsonschema.validate(codec.to_data(tm.Play(1)), body)
    view = api["components"]["schemas"]["Position"]["properties"]["view"]
    jsonschema.validate(codec.to_data(table[0].view), view)


@pytest.mark.parametrize("kind", [SeatAction, Annotated[tm.Play, DocumentOf(tm.Play)]])
def test_without_body_an_action_is_looked_for_in_the_query(kind: Any) -> None:
    app = FastAPI()
    act.__annotations__["action"] = kind
    app.post("/act")(act)
    description = app.openapi()["paths"]["/act"]["post"]
    assert "requestBody" not in description
    assert [part["in"] for part in description["parameters"]] == ["query"]


def act(action: Any) -> None:
    """Take an action."""


def test_fastapis_own_answer_fails_where_the_input_is_no_json() -> None:
    """So the recipe has an answer of its own."""
    app = FastAPI()
    act.__annotations__["action"] = Annotated[SeatAction, Body()]
    app.post("/act")(act)
    client = TestClient(app, raise_server_exceptions=False)
    body = '{"type":"Play","format":1,"seat":NaN,"card":null}'
    header = {"Content-Type": "application/json"}
    assert client.post("/act", content=body, headers=header).status_code == 500
