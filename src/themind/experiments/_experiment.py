"""Experiments: rules, a policy for each seat, and a driver, as one value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import attrs

from themind import InvalidArgument, InvalidDocument, Rules
from themind._model.checks import instance_of, require_instance, wrong_type
from themind.experiments._drivers import Driver, Race
from themind.experiments._experiment_json import canonical, parts_of, published
from themind.experiments._policy import Policy


def _as_tuple(policies: Sequence[Policy]) -> tuple[Policy, ...]:
    """Convert a list; the validator rejects other types."""
    return tuple(policies) if isinstance(policies, list) else cast("tuple[Policy, ...]", policies)


def _are_policies(_instance: object, _attribute: object, policies: Any) -> None:
    if not isinstance(policies, tuple):
        raise wrong_type("policies", "a tuple of Policy", policies)
    for seat, policy in enumerate(policies):
        if not isinstance(policy, Policy):
            raise wrong_type(f"policies[{seat}]", "a Policy", policy, _meant(policy))
        require_instance(f"policies[{seat}].deterministic", policy.deterministic, bool)


def _meant(value: object) -> str:
    """Return a suggestion for a value that is not a policy."""
    if isinstance(value, type):
        return f"{value.__name__}(...)" if issubclass(value, Policy) else ""
    if callable(value):
        return f"policy({getattr(value, '__name__', '...')})"
    return ""


@attrs.frozen
class Experiment:
    """Rules, a policy for each seat, and a driver.

    Args:
        rules: The rules of the table.
        policies: A policy for each seat, in the order of the seats.
        driver: The driver that turns waits into plays.
        blind: Whether a won game continues with the blind run (BLD-1). It needs a full stack, and
            must be False if the rules start blind (VAR-6), because there is then only a blind run.

    Raises:
        InvalidArgument: There is not one policy for each seat, or `blind` is True for a stack that
            is not full or starts blind.
        TypeError: An argument has a wrong type.

    Example:
        >>> from themind import Rules
        >>> from themind.experiments import Clock, Experiment, LogNormal
        >>> pair = (Clock(tempo=0.3, noise=LogNormal(0.10)),) * 2
        >>> Experiment(Rules.standard(players=2).without_stars(), pair).driver
        Race(redraw=True)
    """

    rules: Rules = attrs.field(validator=instance_of(Rules))
    policies: tuple[Policy, ...] = attrs.field(converter=_as_tuple, validator=_are_policies)
    driver: Driver = attrs.field(default=Race(), validator=instance_of(Driver))
    blind: bool = attrs.field(default=False, kw_only=True, validator=instance_of(bool))

    def __attrs_post_init__(self) -> None:
        players, policies = self.rules.players, len(self.policies)
        if players != policies:
            must = f"policies must have {players} items, one for each seat"
            raise InvalidArgument(f"{must}, got {policies}")
        if self.blind and self.rules.starts_blind:
            raise InvalidArgument("blind must be False if the rules start blind, got True")
        if self.blind and not self.rules.is_full_stack:
            raise InvalidArgument("blind must be False unless the rules have the full stack")

    def to_json(self) -> str:
        """Return the experiment as JSON for publication, with sorted keys and no spaces.

        Built-in classes are written with their fields, so that `from_json` can restore them. Your
        own policy is written with the name of its class and its fields, or its `name`; `from_json`
        cannot read it.

        Raises:
            PolicyError: A policy without a name has a field that is not plain data.

        Example:
            >>> from themind import Rules
            >>> from themind.experiments import Clock, Experiment
            >>> table = Experiment(Rules.standard(players=2), (Clock(0.3), Clock(0.3)))
            >>> Experiment.from_json(table.to_json()) == table
            True
        """
        return canonical(self.to_data())

    def to_data(self) -> dict[str, Any]:
        """Return the experiment as plain lists and dicts, to embed in your own JSON."""
        return published(self.rules, self.policies, self.driver, blind=self.blind)

    @classmethod
    def from_json(cls, text: str | bytes) -> Experiment:
        """Return the experiment of a JSON text whose policies are all built in.

        Raises:
            InvalidDocument: The text is not an experiment, or has a policy that is not built in.
            TypeError: `text` is neither a str nor bytes.
        """
        parts = parts_of(text)
        try:
            return cls(**parts)
        except InvalidArgument as error:
            raise InvalidDocument("$", str(error)) from None
