"""Store games in progress in a database with SQLAlchemy: a row for each game and for each entry.

An entry is committed before the state changes and before the events are sent, so a crash loses
nothing that was sent. The number of an entry is part of its key: if two servers write entry 8 of a
game, the second gets an `IntegrityError` and catches up with the first.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from sqlalchemy import Dialect, Engine, ForeignKey, String, Text, event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.types import TypeDecorator

import themind as tm
from themind import codec


class Document(TypeDecorator[Any]):
    """A column for documents of one kind: a value in Python, JSON text in the database."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else codec.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else codec.loads(value, self.kind)


class Base(DeclarativeBase):
    """The tables of this module."""


class GameRow(Base):
    __tablename__ = "games"

    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    start: Mapped[tm.GameState] = mapped_column(Document(tm.GameState))


class EntryRow(Base):
    __tablename__ = "entries"

    game: Mapped[str] = mapped_column(ForeignKey(GameRow.game), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entry: Mapped[tm.Entry] = mapped_column(Document(tm.Entry))


class Games:
    """All games in a database. Each method can raise `sqlalchemy.exc.SQLAlchemyError`."""

    def __init__(self, engine: Engine) -> None:
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", make_durable)
        self.engine = engine
        Base.metadata.create_all(engine)

    def open(self, start: tm.GameState) -> str:
        """Store a new game and return its id."""
        game = uuid4().hex
        with Session(self.engine) as session, session.begin():
            session.add(GameRow(game=game, start=start))
        return game

    def log(self, game: str) -> GameLog:
        """Return the log of a game for `running.Game`; KeyError if there is no such game."""
        log = GameLog(self.engine, game)
        log.start()
        return log


class GameLog:
    """The log of one game, as `running.Game` uses it."""

    def __init__(self, engine: Engine, game: str) -> None:
        self.engine, self.game = engine, game

    def start(self) -> tm.GameState:
        """Return the state in which the game began."""
        with Session(self.engine) as session:
            start = session.scalar(select(GameRow.start).where(GameRow.game == self.game))
        if start is None:
            raise KeyError(self.game)
        return start

    def entries(self, after: int = 0) -> list[tm.Entry]:
        """Return the entries after a number, in order."""
        of_game = select(EntryRow.entry).where(EntryRow.game == self.game)
        rows = of_game.where(EntryRow.number > after).order_by(EntryRow.number)
        with Session(self.engine) as session:
            return list(session.scalars(rows))

    def append(self, number: int, entry: tm.Entry) -> None:
        """Write an entry; it is committed when this method returns."""
        with Session(self.engine) as session, session.begin():
            session.add(EntryRow(game=self.game, number=number, entry=entry))


def make_durable(connection: Any, _record: object) -> None:
    """Make SQLite wait for the disk at each commit, and check foreign keys."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
