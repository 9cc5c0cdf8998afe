"""Readers and writers of objects, compiled to straight-line code with one line per field.

They take half the time of a loop over the fields, and a record has hundreds of objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias, cast

from themind import TheMindError
from themind._model.values import unfrozen
from themind.codec._faults import Fault, WrongType, fault_of, key_fault

Step: TypeAlias = Callable[[object], object]


class Part(NamedTuple):
    """The reader or writer of one field.

    Attributes:
        take: Converts the data to the value of the field, or the value to the data.
        quick: Python source of a test of `{0}`. A value that passes needs no call of `take`,
            which would return it unchanged. Empty if there is no such test.
    """

    take: Step
    quick: str


def compiled_reader(
    parts: Mapping[str, Part],
    keys: frozenset[str],
    kind: type[object],
    make: Callable[..., object] | None,
) -> Step:
    """Return a reader of objects with these keys; `make` takes the fields in order.

    Without `make`, the reader fills a new instance and runs its checks as a constructor does.
    """
    lines = [
        "def read(data):",
        f"    if type(data) is not dict or len(data) != {len(keys)}:",
        "        raise key_fault(data, keys)",
        "    try:",
        *_steps(parts, "data[{!r}]"),
        *([f"        return make({', '.join(parts)})"] if make else _filled(parts, kind)),
        *_on_fault(),
        "    except KeyError:",
        "        raise key_fault(data, keys) from None",
        "    except TheMindError as error:",
        "        raise fault_of(error) from None",
    ]
    scope: dict[str, object] = {"keys": keys, "key_fault": key_fault, "fault_of": fault_of}
    scope["TheMindError"] = TheMindError
    scope |= {"make": make} if make else {"Unfrozen": unfrozen(kind), "kind": kind}
    return _compile("read", lines, parts, scope)


def compiled_writer(
    parts: Mapping[str, Part],
    envelope: Mapping[str, object],
    kind: type[object],
    check: Callable[..., None] | None,
) -> Step:
    """Return a writer of values of a class, whose objects have ascending keys."""
    items = {name: name for name in parts} | {key: repr(value) for key, value in envelope.items()}
    lines = [
        "def write(value):",
        "    if type(value) is not kind:",
        "        raise WrongType(expected, value)",
        "    try:",
        *_steps(parts, "value.{}"),
        *(["        check(value)"] if check else []),
        f"        return {{{', '.join([f'{key!r}: {items[key]}' for key in sorted(items)])}}}",
        *_on_fault(),
    ]
    scope = {"kind": kind, "expected": f"a value of type {kind.__name__}", "check": check}
    return _compile("write", lines, parts, scope)


def _steps(parts: Mapping[str, Part], source: str) -> list[str]:
    """Return lines that convert each field into a variable and keep track of the path."""
    lines = []
    for name, part in parts.items():
        value = source.format(name)
        lines.append(f"step = {'.' + name!r}")
        if part.quick:
            lines.append(f"{name} = {value}")
            lines.append(f"if not ({part.quick.format(name)}): take_{name}({name})")
        else:
            lines.append(f"{name} = take_{name}({value})")
    return [f"        {line}" for line in (*lines, "step = ''")]


def _filled(fields: Iterable[str], kind: type[object]) -> list[str]:
    lines = ["new = Unfrozen()", *[f"new.{name} = {name}" for name in fields]]
    lines += ["new.__class__ = kind"]
    lines += ["new.__attrs_post_init__()"] if hasattr(kind, "__attrs_post_init__") else []
    return [f"        {line}" for line in (*lines, "return new")]


def _on_fault() -> list[str]:
    return ["    except Fault as fault:", "        fault.under(step)", "        raise"]


def _compile(
    name: str, lines: list[str], parts: Mapping[str, Part], scope: dict[str, object]
) -> Step:
    takes = {f"take_{field}": part.take for field, part in parts.items()}
    scope = {**scope, **takes, "Fault": Fault, "WrongType": WrongType}
    exec("\n".join(lines), scope)  # noqa: S102 - the names are those of our own rows
    return cast("Step", scope[name])
