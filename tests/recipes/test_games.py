"""The recipe for SQLAlchemy: what is kept, whatever happens to database and process."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import themind as tm
from claims import claim
from recipes.house import RULES, Game, play_on
from recipes.kills import assert_nothing_told_is_lost
from themind import codec

pytestmark = [pytest.mark.once, pytest.mark.unmeasured]

pytest.importorskip("sqlalchemy", reason="sqlalchemy is not installed: `nox -s recipes` has it")

from sqlalchemy import Column, MetaData, Table, create_engine, insert, select, text  # noqa: E402
from sqlalchemy.exc import IntegrityError, OperationalError  # noqa: E402

from games import Document, GameLog, Games  # noqa: E402


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def games(file: Path) -> Iterator[Games]:
    engine = create_engine(f"sqlite:///{file}")
    yield Games(engine)
    engine.dispose()


@pytest.fixture
def others(file: Path) -> Iterator[Games]:
    """A second server on the same database."""
    engine = create_engine(f"sqlite:///{file}")
    yield Games(engine)
    engine.dispose()


def test_games_go_on_after_a_restart(games: Games, others: Games) -> None:
    ids = [games.open(tm.new_game(RULES)) for _ in range(3)]
    played = [Game(games.log(ident)) for ident in ids]
    for seed, game in enumerate(played):
        play_on(game, random.Random(seed), 10 + 20 * seed)
    for ident, game in zip(ids, played, strict=True):
        again = Game(others.log(ident))
        assert (again.state, again.number, again.at_ms) == (game.state, game.number, game.at_ms)
        assert again.record() == game.record()
        assert tm.final_state(again.record()) == game.state
    assert len({game.number for game in played}) > 1


@claim("howto/frameworks.md", "SQLAlchemy")
def test_rows_are_documents(games: Games) -> None:
    """Any other program reads the same, and gets it in any order that it asks for."""
    ident = games.open(tm.new_game(RULES))
    game = Game(games.log(ident))
    play_on(game, random.Random(3), 5)
    with games.engine.connect() as connection:
        (start,) = connection.execute(text("SELECT start FROM games")).one()
        rows = connection.execute(text("SELECT number, entry FROM entries ORDER BY number"))
        entries = [(number, codec.loads(entry, tm.Entry)) for number, entry in rows]
    assert start == codec.dumps(tm.new_game(RULES))
    assert entries == list(enumerate(game.log.entries(), 1))


def test_two_servers_never_part(games: Games, others: Games) -> None:
    ident = games.open(tm.new_game(RULES))
    first, second = Game(games.log(ident)), Game(others.log(ident))
    first.act(tm.Deal(tm.deck_for(first.state, "two")))
    with pytest.raises(IntegrityError):
        second.act(tm.Deal(tm.deck_for(first.state, "another")))
    assert (second.state, second.number) == (first.state, 1)
    second.act(tm.Ready(2), by=2)
    first.catch_up()
    assert first.record() == second.record()


def test_a_full_disk_refuses_the_action_and_leaves_no_hole(games: Games, others: Games) -> None:
    ident = games.open(tm.new_game(RULES))
    game = Game(games.log(ident))
    with games.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    game.act(tm.Deal(tm.deck_for(game.state, "full")))
    for _ in range(200):
        before = game.state, game.number
        try:
            game.act(tm.Unready(0) if 0 in game.state.ready else tm.Ready(0))
        except OperationalError as error:
            assert "full" in str(error)  # noqa: PT017 - some actions before are written
            break
    else:
        pytest.fail("the disk was never full")
    assert (game.state, game.number) == before
    again = Game(others.log(ident))
    assert (again.state, again.number) == before
    again.act(tm.Begin())
    game.catch_up()
    assert game.state == again.state


@claim("howto/frameworks.md", "A running game")
def test_an_entry_that_was_written_after_all_counts(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error does not say that nothing was written: the database does."""
    append = GameLog.append

    def failing(self: GameLog, number: int, entry: tm.Entry) -> None:
        append(self, number, entry)
        raise OperationalError("COMMIT", None, OSError("connection lost"))

    game = Game(games.log(games.open(tm.new_game(RULES))))
    monkeypatch.setattr(GameLog, "append", failing)
    with pytest.raises(OperationalError):
        game.act(tm.Deal(tm.deck_for(game.state, "lost")))
    assert (game.number, game.state.phase) == (1, tm.Phase.FOCUSING)


def test_only_games_that_there_are_have_entries(games: Games) -> None:
    with pytest.raises(KeyError):
        games.log("none")
    with pytest.raises(IntegrityError):
        GameLog(games.engine, "none").append(1, tm.Entry(tm.Begin()))


def test_sqlite_waits_for_the_disk(games: Games) -> None:
    with games.engine.connect() as connection:
        answers = [connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in PRAGMAS]
    assert answers == [*PRAGMAS.values()]


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.parametrize(
    "kind", [tm.GameState, tm.Action, tuple[tm.Event, ...], tm.Record], ids=str
)
def test_a_column_takes_every_kind(games: Games, kind: object) -> None:
    state = tm.new_game(RULES)
    step = tm.deal(state, tm.deck_for(state, "column"))
    record = tm.Record(state, names=("Ada", "Bj\u00f6rn", "\U0001f0a1"))
    values = {tm.GameState: step.state, tm.Action: tm.Play(1), tm.Record: record}
    value = values.get(kind, step.events)
    table = Table("kept", MetaData(), Column("value", Document(kind)))
    table.metadata.create_all(games.engine)
    with games.engine.begin() as connection:
        connection.execute(insert(table), [{"value": value}, {"value": None}])
        assert connection.scalars(select(table.c.value)).all() == [value, None]
        connection.execute(text("UPDATE kept SET value = '{}'"))
        with pytest.raises(tm.InvalidDocument):
            connection.scalars(select(table.c.value)).all()


@pytest.mark.native
def test_a_kill_loses_nothing_that_was_told(games: Games, file: Path) -> None:
    ident = games.open(tm.new_game(RULES))
    assert_nothing_told_is_lost("games", f"{file}:{ident}")
