"""The likelihood of recorded waits under a clock, for fitting clocks to people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from typing import Any, TypeAlias

from themind import InvalidArgument
from themind._model.checks import require_instance, require_int, require_iterable
from themind._model.reals import require_finite, require_positive
from themind.experiments._noise import Noise
from themind.experiments._policies import AbsoluteClock, Clock

# Records have times in milliseconds: a play after 0 s came within a millisecond.
RESOLUTION = 0.001

RiskRow: TypeAlias = Mapping[str, Any]


def log_likelihood(
    clock: Clock | AbsoluteClock, rows: Iterable[RiskRow], *, redraw: bool = True
) -> float:
    """Return the log-likelihood of recorded waits under a clock.

    A wait that ended with a play contributes the density of its length in 1/s. A wait that was
    censored by a partner's card, a star or the end of the record contributes the chance of a longer
    wait. A play after 0 seconds contributes the chance of a wait of at most a millisecond, which
    includes the negative waits that `Weber` and `Additive` set to 0.

    Args:
        clock: A clock with noise and a tempo above 0. A `Clock` draws a new wait in each interval,
            or one for each card with `redraw=False`, as in `Race`. An `AbsoluteClock` draws one
            for each card.
        rows: Rows of `risk_rows` for the seats that the clock describes, in the order of the games.
            They need the keys `start`, `stop`, `gap`, `lowest` and `event`; for one wait per card
            also `seat`, `level`, `attempt` and `blind`.
        redraw: Whether waits are drawn again after each change of the position.

    Raises:
        InvalidArgument: The clock has no noise, the tempo or noise is 0, a row lacks a key, or its
            `event` is neither 0 nor 1.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import Experiment, LogNormal, play_game, risk_rows
        >>> rules = Rules(players=2, levels=3, first_level=3, lives=3, stars=0)
        >>> clock = Clock(tempo=0.4, noise=LogNormal(0.2))
        >>> rows = risk_rows(play_game(Experiment(rules, (clock, clock)), seed="pilot"))
        >>> slower = Clock(tempo=0.5, noise=LogNormal(0.2))
        >>> round(log_likelihood(clock, rows), 2), round(log_likelihood(slower, rows), 2)
        (-7.92, -14.81)
    """
    require_instance("clock", clock, Clock | AbsoluteClock)
    if clock.noise is None:
        raise InvalidArgument("clock must have noise, got None")
    tempo = require_positive("tempo", clock.tempo)
    absolute = isinstance(clock, AbsoluteClock)
    of_row = _of_due if absolute else _of_wait
    require_instance("redraw", redraw, bool)
    try:
        known = _checked(rows)
        waits = known if redraw and not absolute else _by_card(known)
        return fsum([of_row(tempo, clock.noise, row) for row in waits])
    except KeyError as missing:
        raise InvalidArgument(f"rows must have the key {missing}") from None


def _checked(rows: Iterable[RiskRow]) -> Iterator[RiskRow]:
    """Yield the rows; raise TypeError or InvalidArgument for an invalid one."""
    for place, row in enumerate(require_iterable("rows", rows)):
        require_instance(f"rows[{place}]", row, Mapping)
        for key in ("start", "stop", "gap", "lowest"):
            require_finite(f"rows[{place}][{key!r}]", row[key])
        require_int(f"rows[{place}]['event']", row["event"], least=0, most=1)
        yield row


def _by_card(rows: Iterable[RiskRow]) -> Iterator[RiskRow]:
    """Yield one row for each wait of a seat for a card, across changes of the table."""
    open_rows: dict[Any, dict[str, Any]] = {}
    for row in rows:
        seat = row["seat"]
        known = open_rows.get(seat)
        if known is not None and _goes_on(known, row):
            known |= {"stop": row["stop"], "event": row["event"]}
            continue
        if known is not None:
            yield known
        open_rows[seat] = dict(row)
    yield from open_rows.values()


def _goes_on(known: RiskRow, row: RiskRow) -> bool:
    """Return whether a row continues the wait for a card."""
    same = all(known[key] == row[key] for key in ("blind", "level", "attempt", "lowest"))
    return same and not known["event"] and known["stop"] == row["start"]


def _of_wait(tempo: float, noise: Noise, row: RiskRow) -> float:
    """Return the log-likelihood of a wait since the last change of the table."""
    meant, seconds = tempo * row["gap"], row["stop"] - row["start"]
    if not row["event"]:
        return noise.log_survival(meant, seconds)
    return noise.log_density(meant, seconds) if seconds else noise.log_cdf(meant, RESOLUTION)


def _of_due(tempo: float, noise: Noise, row: RiskRow) -> float:
    """Return the log-likelihood of a wait for a time of the level."""
    meant, due = tempo * row["lowest"], row["stop"]
    if not row["event"]:
        return noise.log_survival(meant, due)
    if due > row["start"]:
        return noise.log_density(meant, due)
    return noise.log_cdf(meant, due + RESOLUTION)
