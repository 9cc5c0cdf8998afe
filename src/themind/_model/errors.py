"""The base class of all errors, and the errors without actions and events."""

from __future__ import annotations


class TheMindError(Exception):
    """The base class of all errors of this library; only subclasses are raised.

    Example:
        >>> import themind as tm
        >>> try:
        ...     tm.Rules.standard(players=5)
        ... except tm.TheMindError as error:
        ...     print(error)
        players must be 2, 3 or 4 for the standard rules, got 5
    """


class FaultyValueError(TheMindError, ValueError):
    """An error that lists all faults of a value."""

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults: tuple[str, ...] = faults

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class InvalidRules(FaultyValueError):
    """The numbers in the rules contradict each other (SET-1, VAR-4).

    Attributes:
        faults: One sentence for each fault.

    Example:
        >>> import themind as tm
        >>> try:
        ...     tm.Rules(players=0, levels=3, lives=9, stars=1)
        ... except tm.InvalidRules as error:
        ...     error.faults
        ('players must be at least 1, got 0', 'lives must be at most max_lives (5), got 9')
    """


class InvalidState(FaultyValueError):
    """A state that no game can reach, or a view that cannot show a reachable state.

    Attributes:
        faults: One sentence for each fault.

    Example:
        >>> import attrs, themind as tm
        >>> state = tm.new_game(tm.Rules.standard(players=2))
        >>> try:
        ...     attrs.evolve(state, lives=6)
        ... except tm.InvalidState as error:
        ...     error.faults
        ('lives must be at most 5, got 6',)
    """


class InvalidArgument(TheMindError, ValueError):
    """An argument of the right type with an invalid value.

    Example:
        >>> import themind as tm
        >>> tm.shuffled_deck("friday", level=0)
        Traceback (most recent call last):
        ...
        themind.InvalidArgument: level must be at least 1, got 0
    """


class InvalidDocument(TheMindError, ValueError):
    """A JSON document that this library cannot read.

    Attributes:
        path: The place in the document, such as `$.hands[0]`.
        reason: The expected and the actual content of that place.

    Example:
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
