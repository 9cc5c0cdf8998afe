"""Base classes of values, their converters, and fast construction and copying."""

# Annotations are not strings in this module: attrs copies those of converters into constructors of
# other modules, where `typing.get_type_hints` could not resolve the names.

import operator
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, ParamSpec, Self, SupportsIndex, TypeVar, cast

import attrs

from themind._model.checks import as_int, in_order, shown, wrong_type

P = ParamSpec("P")
T = TypeVar("T")

MOST_CARDS: Final = 10_000
UNFROZEN: Final = "_Unfrozen"


def _field_names(cls: Any) -> list[str]:
    return [field.name for field in cls.__attrs_attrs__]


def _repr(value: object) -> str:
    """Return the repr of a field; Python raises for an int of thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return shown(value)


@attrs.frozen(eq=False, repr=False)
class Value:
    """The base class of all values, with comparison, hash, repr and copying.

    attrs would compile these methods for every class, which would take most of the time of
    `import themind`. For the same reason, classes with the same fields share a base class with the
    constructor: `Value` without fields, `OfSeat`, `OfLevel`.
    """

    _key: ClassVar[Callable[[Any], object]] = lambda value: ()

    def __init_subclass__(cls) -> None:
        names = _field_names(cls)
        if names:
            cls._key = operator.attrgetter(*names)

    def __eq__(self, other: object) -> bool:
        cls = self.__class__
        if other.__class__ is not cls:
            return NotImplemented
        return bool(cls._key(self) == cls._key(other))

    def __hash__(self) -> int:
        cls = self.__class__
        return hash((cls, cls._key(self)))

    def __repr__(self) -> str:
        cls = self.__class__
        fields = [f"{name}={_repr(getattr(self, name))}" for name in _field_names(cls)]
        return f"{cls.__name__}({', '.join(fields)})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def as_number(number: SupportsIndex) -> int:
    """Convert a number; return a value of a wrong type unchanged."""
    try:
        return cast("int", number) if isinstance(number, bool) else operator.index(number)
    except Exception:  # noqa: BLE001 - the constructor reports it
        return cast("int", number)


def as_seat(seat: SupportsIndex) -> int:
    """Convert the field `seat`."""
    return seat if type(seat) is int else as_int("seat", seat)


def as_card(card: SupportsIndex) -> int:
    """Convert the field `card`."""
    return card if type(card) is int else as_int("card", card)


def as_optional_card(card: SupportsIndex | None) -> int | None:
    """Convert the field `card` where None is allowed."""
    return card if card is None or type(card) is int else as_int("card", card)


def as_level(level: SupportsIndex) -> int:
    """Convert the field `level`."""
    return level if type(level) is int else as_int("level", level)


def as_lives(lives: SupportsIndex) -> int:
    """Convert the field `lives`."""
    return lives if type(lives) is int else as_int("lives", lives)


def as_stars(stars: SupportsIndex) -> int:
    """Convert the field `stars`."""
    return stars if type(stars) is int else as_int("stars", stars)


def as_ints(name: str, values: Iterable[SupportsIndex], most: int = MOST_CARDS) -> tuple[int, ...]:
    """Return the first `most` + 1 values of a sequence as a tuple of ints."""
    numbers = in_order(name, values, most)
    if {*map(type, numbers)} <= {int}:
        return cast("tuple[int, ...]", numbers)
    return tuple([as_int(f"{name}[{place}]", number) for place, number in enumerate(numbers)])


def as_hands(name: str, hands: Iterable[Iterable[SupportsIndex]]) -> tuple[tuple[int, ...], ...]:
    """Return hands as a tuple of tuples of ints.

    Once the hands have more than `MOST_CARDS` cards in total, only the first card of each further
    hand is kept. Otherwise, many endless hands would fill the memory.
    """
    kept = []
    left = MOST_CARDS
    for seat, hand in enumerate(in_order(name, hands, MOST_CARDS)):
        numbers = as_ints(f"{name}[{seat}]", hand, left)
        left = max(left - len(numbers), 0)
        kept.append(numbers)
    return tuple(kept)


def as_bool(name: str, value: bool) -> bool:  # noqa: FBT001 - the value to check
    """Return a bool; TypeError for anything else."""
    if type(value) is not bool:
        raise wrong_type(name, "a bool", value)
    return value


@attrs.frozen(eq=False, repr=False)
class OfSeat(Value):
    """The base of actions and events whose only field is a seat."""

    seat: int = attrs.field(converter=as_seat)


@attrs.frozen(eq=False, repr=False)
class OfLevel(Value):
    """The base of events whose only field is a level."""

    level: int = attrs.field(converter=as_level)


def unchecked(cls: Callable[P, T]) -> Callable[P, T]:
    """Return a fast constructor of `cls` that takes all fields by position and checks nothing.

    A frozen attrs class sets each field with `object.__setattr__`, which takes three times as long
    as an assignment. This constructor fills an instance of an unfrozen subclass with the same
    layout and then sets its `__class__`, in a third of the time. Use it for valid fields only.
    """
    names = _field_names(cls)
    lines = [f"def __init__(self, {', '.join(names)}):"]
    lines += [f"    self.{name} = {name}" for name in names]
    lines += ["    self.__class__ = cls"]
    return cast("Callable[P, T]", _unfrozen(cls, _compiled(lines, {"cls": cls})["__init__"]))


def changing(cls: Callable[P, T], *, fixed: str) -> Callable[..., T]:
    """Return a method that copies a value of `cls` with changes by keyword, without checks.

    It is compiled to one line for each field, which takes a quarter of the time of a loop. The
    field `fixed` cannot be changed.
    """
    names = [name for name in _field_names(cls) if name != fixed]
    lines = [f"def changed(self, {', '.join(f'{name}=KEEP' for name in names)}):"]
    lines += ["    new = Unfrozen()", f"    new.{fixed} = self.{fixed}"]
    lines += [f"    new.{name} = self.{name} if {name} is KEEP else {name}" for name in names]
    lines += ["    new.__class__ = cls", "    return new"]
    unfrozen = _unfrozen(cls, object.__init__)
    scope = {"cls": cls, "Unfrozen": unfrozen, "KEEP": object()}
    return cast("Callable[..., T]", _compiled(lines, scope)["changed"])


def unfrozen(cls: Callable[P, T]) -> Callable[[], Any]:
    """Return an unfrozen subclass of `cls` whose instances are created empty.

    After its fields are assigned, an instance becomes a value when its `__class__` is set to `cls`.
    """
    return cast("Callable[[], Any]", _unfrozen(cls, object.__init__))


def _unfrozen(cls: object, init: object) -> object:
    body = {
        "__slots__": (),
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,  # with that of attrs, assignments take twice the time
        "__init__": init,
    }
    base = cast("type[object]", cls)
    return type(f"{UNFROZEN}{base.__name__}", (base,), body)


def _compiled(lines: list[str], scope: dict[str, object]) -> dict[str, object]:
    exec("\n".join(lines), scope)  # noqa: S102 - the names are fields of this package
    return scope
