"""Every error that leaves the library: one base, few leaves, data on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from themind._actions import Action
    from themind._events import Event, SeatEvent
    from themind._legality import IllegalCode, Illegality

__all__ = [
    "IllegalAction",
    "InvalidArgument",
    "InvalidDocument",
    "InvalidEvent",
    "InvalidRecord",
    "InvalidRules",
    "InvalidState",
    "TheMindError",
]


def shown(value: object, most: int = 60) -> str:
    """The repr of a value for an error's text, cut short."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - what a hostile value raises must not hide the error
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


class TheMindError(Exception):
    """The base of all errors of this library; only its subclasses are raised.

    >>> import themind as tm
    >>> try:
    ...     tm.Rules.standard(players=5)
    ... except tm.TheMindError as error:
    ...     print(error)
    a standard game has 2, 3 or 4 players, not 5
    """


class _Faulty(TheMindError, ValueError):
    """An error that lists all that is wrong, so that nobody has to ask twice."""

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults: tuple[str, ...] = faults

    def __str__(self) -> str:
        return "; ".join(self.faults)


class InvalidRules(_Faulty):
    """The numbers of a table do not fit together (SET-1, VAR-4).

    `faults` holds one sentence for each thing that is wrong.

    >>> import themind as tm
    >>> try:
    ...     tm.Rules(players=0, levels=3, lives=9, stars=1)
    ... except tm.InvalidRules as error:
    ...     error.faults
    ('players is at least 1, not 0', 'lives is at most max_lives (5), not 9')
    """


class InvalidState(_Faulty):
    """A position that no game can be in, or a view that nobody can have of one.

    `faults` holds one sentence for each thing that is wrong.

    >>> import attrs, themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> try:
    ...     attrs.evolve(state, lives=6)
    ... except tm.InvalidState as error:
    ...     error.faults
    ('lives is at most 5, not 6',)
    """


class InvalidArgument(TheMindError, ValueError):
    """A value of the right type that the function has no use for.

    >>> import themind as tm
    >>> tm.shuffled_deck("friday", level=0)
    Traceback (most recent call last):
    ...
    themind.exceptions.InvalidArgument: level is at least 1, not 0
    """


class IllegalAction(TheMindError, ValueError):
    """The rules refuse an action; the state that it was meant for is as it was.

    Its text is made when it is asked for, and tells no more than `code` does.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> try:
    ...     tm.play(state, seat=0)
    ... except tm.IllegalAction as error:
    ...     print(error.code, error.rule, error.action)
    WRONG_PHASE LVL-3 Play(seat=0, card=None)
    """

    def __init__(self, illegality: Illegality) -> None:
        super().__init__(illegality)
        self.illegality = illegality

    @property
    def code(self) -> IllegalCode:
        """What is wrong, for programs."""
        return self.illegality.code

    @property
    def rule(self) -> str:
        """The id of the rule that refuses."""
        return self.illegality.rule

    @property
    def action(self) -> Action:
        """The action that was refused."""
        return self.illegality.action

    def __str__(self) -> str:
        return str(self.illegality)


class InvalidEvent(TheMindError, ValueError):
    """An event that cannot follow the state or the view that it is told to.

    >>> import themind as tm
    >>> state = tm.new_game(tm.Rules.standard(players=2))
    >>> try:
    ...     tm.evolve(state, tm.PlayStarted())
    ... except tm.InvalidEvent as error:
    ...     print(error.event, "|", error)
    PlayStarted() | PlayStarted() cannot follow here
    """

    def __init__(self, event: Event | SeatEvent) -> None:
        super().__init__(event)
        self.event = event

    def __str__(self) -> str:
        return f"{shown(self.event, most=400)} cannot follow here"


class InvalidRecord(TheMindError, ValueError):
    """A recorded game whose entry `index` breaks a rule, or whose clock runs backwards.

    `illegality` says which rule; it is None where the times of the record are at fault.

    >>> import themind as tm
    >>> record = tm.Record(tm.new_game(tm.Rules.standard(players=2))).add(tm.Play(0))
    >>> try:
    ...     tm.final_state(record)
    ... except tm.InvalidRecord as error:
    ...     print(error.index, error.illegality.code)
    0 WRONG_PHASE
    """

    def __init__(self, index: int, illegality: Illegality | None = None) -> None:
        super().__init__(index, illegality)
        self.index = index
        self.illegality = illegality

    def __str__(self) -> str:
        why = "its time is earlier than the one before" if self.illegality is None else None
        return f"entry {self.index}: {why or self.illegality}"


class InvalidDocument(TheMindError, ValueError):
    """A JSON document that is not one of ours; `path` leads to the place, `reason` says why.

    >>> import themind as tm
    >>> from themind import codec
    >>> try:
    ...     codec.loads('{"format":1,"type":"Play","seat":true,"card":null}', tm.Play)
    ... except tm.InvalidDocument as error:
    ...     print(error.path, "|", error.reason)
    $.seat | expected an integer, found true
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"
