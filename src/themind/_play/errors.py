"""Refusals, and the errors with actions and events."""

from __future__ import annotations

import attrs

from themind._model.checks import require_exactly, shown, wrong_type
from themind._model.codes import DECK_FAULTS, REFUSALS, IllegalCode
from themind._model.errors import InvalidArgument, TheMindError
from themind._model.position import Phase
from themind._model.values import Value
from themind._play.chapters import ACTIONS, Action, Event, SeatEvent

_DETAILS: dict[IllegalCode, frozenset[str]] = {
    IllegalCode.WRONG_PHASE: frozenset(Phase.__members__),
    IllegalCode.BAD_DECK: frozenset(DECK_FAULTS),
}


def require_action(name: str, action: Action) -> Action:
    """Return an action; TypeError for anything else."""
    if type(action) not in ACTIONS:
        raise wrong_type(name, "an Action", action, _instance_of(action))
    return action


def _instance_of(given: object) -> str:
    """Return a correction for a class of actions instead of an instance."""
    return f"{given.__name__}(...)" if isinstance(given, type) and given in ACTIONS else ""


def _as_code(code: IllegalCode) -> IllegalCode:
    return require_exactly("code", code, IllegalCode)


def _as_rule(rule: str) -> str:
    return require_exactly("rule", rule, str)


def _as_action(action: Action) -> Action:
    return require_action("action", action)


@attrs.frozen(eq=False, repr=False)
class Illegality(Value):
    """The reason why an action is illegal.

    `str` of it is a text for developers; `themind.words.explain` returns one for players. Neither
    reveals anything about hands that the requesting seat does not see.

    Args:
        code: The reason.
        rule: The id of the rule.
        action: The illegal action.
        detail: For WRONG_PHASE the name of the phase; for BAD_DECK `TOO_FEW`, `TOO_MANY`, `TWICE`
            or `NOT_A_CARD`; otherwise None.

    Raises:
        TypeError: A field has a wrong type.
        InvalidArgument: `detail` does not belong to the code.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> print(tm.check(state, tm.Begin()))
        Begin() is illegal: it is not allowed in the current phase, DEALING (LVL-3)
    """

    code: IllegalCode = attrs.field(converter=_as_code)
    rule: str = attrs.field(converter=_as_rule)
    action: Action = attrs.field(converter=_as_action)
    detail: str | None = None

    def __attrs_post_init__(self) -> None:
        if self.detail is None:
            return
        if type(self.detail) is not str:
            raise wrong_type("detail", "a str or None", self.detail)
        known = _DETAILS.get(self.code, frozenset())
        if self.detail not in known:
            must = f"one of {', '.join(sorted(known))}" if known else "None"
            raise InvalidArgument(
                f"detail must be {must} for {self.code}, got {shown(self.detail)}"
            )

    def __str__(self) -> str:
        _, text = REFUSALS[self.code]
        if self.detail is not None:
            fault = DECK_FAULTS.get(self.detail)
            text += f", {self.detail}" if fault is None else f": {fault}"
        return f"{shown(self.action)} is illegal: {text} ({self.rule})"


class IllegalAction(TheMindError, ValueError):
    """The rules do not allow an action; the state is unchanged.

    The text is built on access, and reveals no more than `code`.

    Attributes:
        illegality: The reason.

    Example:
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
        """The reason, for use in programs."""
        return self.illegality.code

    @property
    def rule(self) -> str:
        """The id of the rule."""
        return self.illegality.rule

    @property
    def action(self) -> Action:
        """The illegal action."""
        return self.illegality.action

    @property
    def detail(self) -> str | None:
        """The detail of the reason, as in `Illegality`."""
        return self.illegality.detail

    def __str__(self) -> str:
        return str(self.illegality)


class InvalidEvent(TheMindError, ValueError):
    """An event that cannot follow the state or the view.

    Attributes:
        event: The event.

    Example:
        >>> import themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> try:
        ...     tm.evolve(state, tm.PlayStarted())
        ... except tm.InvalidEvent as error:
        ...     print(error.event, "|", error)
        PlayStarted() | PlayStarted() cannot follow this position
    """

    def __init__(self, event: Event | SeatEvent) -> None:
        super().__init__(event)
        self.event = event

    def __str__(self) -> str:
        return f"{shown(self.event, most=400)} cannot follow this position"


class InvalidRecord(TheMindError, ValueError):
    """An entry of a record breaks a rule, or is earlier than the entry before it.

    Attributes:
        index: The index of the entry.
        illegality: The reason, or None if the time of the entry is too early.

    Example:
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
        if self.illegality is None:
            return f"entry {self.index}: at_ms must not be less than that of the previous entry"
        return f"entry {self.index}: {self.illegality}"
