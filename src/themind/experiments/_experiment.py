"""An experiment as a value: rules, a policy for each seat, and a driver."""

from __future__ import annotations

from typing import Any

import attrs

from themind import InvalidArgument, InvalidDocument, Rules
from themind._model.checks import instance_of, wrong_type
from themind.experiments._drivers import Driver, Race
from themind.experiments._policy import Policy
from themind.experiments._published import canonical, parts_of, published


def _as_tuple(policies: Any) -> Any:
    return tuple(policies) if isinstance(policies, list) else policies


def _are_policies(_instance: object, _attribute: object, policies: Any) -> None:
    if not isinstance(policies, tuple):
        raise wrong_type("policies", "a tuple of Policy", policies)
    for seat, policy in enumerate(policies):
        if not isinstance(policy, Policy):
            raise wrong_type(f"policies[{seat}]", "a Policy", policy, _meant(policy))


def _meant(value: object) -> str:
    """Return a guess at what was meant by a value that is no policy."""
    if isinstance(value, type):
        return f"{value.__name__}(...)" if issubclass(value, Policy) else ""
    if callable(value):
        return f"policy({getattr(value, '__name__', '...')})"
    return ""


@attrs.frozen
class Experiment:
    """A table whose seats are played by policies, seat 0 by the first.

    With `blind`, which needs a full stack, a won game goes on into the blind run (BLD-1). Where
    the rules start blind (VAR-6), the only run is a blind one, and `blind` is refused.

    Raises:
        InvalidArgument: not one policy a seat, or `blind` with a stack that is not full or starts
            blind.
        TypeError: an argument of another type.

    >>> from themind import Rules
    >>> from themind.experiments import Clock, Experiment, LogNormal
    >>> pair = (Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2
    >>> Experiment(Rules.standard(players=2).without_stars(), pair).driver
    Race(redraw=True)
    """

    rules: Rules = attrs.field(validator=instance_of(Rules))
    policies: tuple[Policy, ...] = attrs.field(converter=_as_tuple, validator=_are_policies)
    driver: Driver = attrs.field(factory=Race, validator=instance_of(Driver))
    blind: bool = attrs.field(default=False, kw_only=True, validator=instance_of(bool))

    def __attrs_post_init__(self) -> None:
        players, policies = self.rules.players, len(self.policies)
        if players != policies:
            raise InvalidArgument(f"policies must be {players}, one for each seat, got {policies}")
        if self.blind and self.rules.starts_blind:
            raise InvalidArgument("blind must be False where the rules start blind, got True")
        if self.blind and not self.rules.is_full_stack:
            raise InvalidArgument("blind must be False unless the rules have the full stack")

    def to_json(self) -> str:
        """Return the experiment as JSON, to publish it: sorted keys, no spaces.

        The classes of this package are written with their fields, so that `from_json` can make them
        again. A policy of your own is written with the name of its class and its fields, or its
        `name`: it tells readers what was played, and only its own code can make it again.

        Raises PolicyError for a policy that has other than plain fields and no name.

        >>> from themind import Rules
        >>> from themind.experiments import Clock, Experiment
        >>> table = Experiment(Rules.standard(players=2), (Clock(0.3), Clock(0.3)))
        >>> Experiment.from_json(table.to_json()) == table
        True
        """
        return canonical(self.to_data())

    def to_data(self) -> dict[str, Any]:
        """Return the same as plain lists and dicts, for an app that writes its own JSON."""
        return published(self.rules, self.policies, self.driver, blind=self.blind)

    @classmethod
    def from_json(cls, text: str | bytes) -> Experiment:
        """Make the experiment that a JSON text tells of, if all its policies are built in.

        Raises:
            InvalidDocument: the text is no experiment, or has a policy that is not built in.
            TypeError: neither a str nor bytes.
        """
        parts = parts_of(text)
        try:
            return cls(**parts)
        except InvalidArgument as error:
            raise InvalidDocument("$", str(error)) from None
