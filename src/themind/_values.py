"""How the small values of the package are made: readable, and quick where it counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

import attrs

T = TypeVar("T")


class Value:
    """What actions and events have in common: equal by class and fields, hashable, printable.

    attrs would write these three methods out for every class, and an `__init__`; for forty-five
    small classes that compiling is most of what `import themind` costs. So they share these, and
    those of the same fields share a base: `Value` itself for none, `OfSeat`, `OfLevel`.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _fields(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value) or type(other) is not self.__class__:
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.__class__, self._fields()))

    def __repr__(self) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in self.__match_args__]
        return f"{self.__class__.__name__}({', '.join(fields)})"


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def value(cls: type[T]) -> type[T]:
    """Make a subclass of `Value` a frozen, slotted attrs class."""
    return attrs.frozen(cls, eq=False, repr=False)


@value
class OfSeat(Value):
    """The base of actions and events that say no more than whose they are."""

    seat: int


@value
class OfLevel(Value):
    """The base of events that say no more than which level they are about."""

    level: int


def unfrozen(cls: type[Any]) -> Any:
    """A subclass of the same layout that is made empty, to be filled by plain assignment.

    With its `__class__` set to `cls`, a filled instance is a value like all others.
    """
    return type(f"_Unfrozen{cls.__name__}", (cls,), {**_PLAIN, "__init__": object.__init__})


_PLAIN: dict[str, Any] = {
    "__slots__": (),
    "__setattr__": object.__setattr__,
    "__delattr__": object.__delattr__,
}


def unchecked(cls: type[T]) -> Callable[..., T]:
    """A maker of `cls` that takes all fields by position and runs no validator.

    A frozen attrs class sets each field through `object.__setattr__`, which takes three times
    as long as a plain assignment. The maker fills an instance of an unfrozen subclass of the same
    layout and then hands it its real class: a third of the cost, and no gate. For values that
    the engine has made sure of.
    """
    names = [field.name for field in attrs.fields(cls)]  # type: ignore[arg-type]
    lines = [f"def __init__(self, {', '.join(names)}):"]
    lines += [f"    self.{name} = {name}" for name in names]
    lines += ["    self.__class__ = cls"]
    scope: dict[str, Any] = {"cls": cls}
    exec("\n".join(lines), scope)  # noqa: S102 - field names of our own classes
    body = {**_PLAIN, "__init__": scope["__init__"]}
    maker: Any = type(f"_Unchecked{cls.__name__}", (cls,), body)
    return cast("Callable[..., T]", maker)


def replacing(cls: type[T]) -> Callable[..., T]:
    """A function `(value, **changes)` that copies a value of `cls` with changes, unchecked."""
    make = unchecked(cls)
    names = [field.name for field in attrs.fields(cls)]  # type: ignore[arg-type]

    def replaced(value: T, **changes: Any) -> T:
        return make(*[changes[name] if name in changes else getattr(value, name) for name in names])

    return replaced


def same(value: object, expected: object) -> bool:
    """Whether two values are equal and of the same types all the way down (True is not 1)."""
    if type(value) is not type(expected):
        return False
    if type(value) is tuple and isinstance(expected, tuple):
        return len(value) == len(expected) and all(map(same, value, expected))
    names = getattr(value, "__match_args__", ())
    if names:
        return all(same(getattr(value, name), getattr(expected, name)) for name in names)
    return value == expected
