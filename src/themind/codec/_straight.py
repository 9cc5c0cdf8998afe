"""Readers and writers of objects as straight code: a line for each field, compiled once.

A loop over the fields takes twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from themind import TheMindError
from themind._model.values import unfrozen
from themind.codec._faults import Fault, WrongType, fault_of, key_fault
from themind.codec._shapes import Reader, Writer


def straight_reader(
    readers: Mapping[str, Reader],
    tests: Mapping[str, str],
    keys: frozenset[str],
    kind: type[object],
    make: Callable[..., object] | None,
) -> Reader:
    """Return a reader of objects with these keys, which makes a value of the fields in order.

    Without `make` it fills a value of the class itself.
    """
    lines = [
        "def read(data):",
        f"    if type(data) is not dict or len(data) != {len(keys)}:",
        "        raise key_fault(data, keys)",
        "    try:",
        *_steps(readers, tests, "data[{!r}]"),
        "        step = ''",
        *(_filled(readers) if make is None else [f"        return make({', '.join(readers)})"]),
        *_faults(),
        "    except KeyError:",
        "        raise key_fault(data, keys) from None",
        "    except TheMindError as error:",
        "        raise fault_of(error) from None",
    ]
    scope = {"key_fault": key_fault, "keys": keys, "make": make, "fault_of": fault_of}
    scope |= {"Fault": Fault, "TheMindError": TheMindError}
    scope |= {"kind": kind, "Unfrozen": unfrozen(kind)} if make is None else {}
    return cast("Reader", _compiled(lines, scope | _named(readers))["read"])


def straight_writer(
    kind: type[object],
    writers: Mapping[str, Writer],
    tests: Mapping[str, str],
    envelope: Mapping[str, object],
    check: Callable[..., None] | None,
) -> Writer:
    """Return a writer of values of a class, whose keys come in ascending order."""
    items = {name: name for name in writers} | {key: repr(envelope[key]) for key in envelope}
    pairs = [f"{key!r}: {item}" for key, item in sorted(items.items())]
    lines = [
        "def write(value):",
        "    if type(value) is not kind:",
        "        raise WrongType(expected, value)",
        "    try:",
        *_steps(writers, tests, "value.{}"),
        "        step = ''",
        *(["        check(value)"] if check else []),
        f"        return {{{', '.join(pairs)}}}",
        *_faults(),
    ]
    scope = {"kind": kind, "expected": f"a value of type {kind.__name__}", "check": check}
    scope |= {"Fault": Fault, "WrongType": WrongType}
    return cast("Writer", _compiled(lines, scope | _named(writers))["write"])


def _steps(steps: Mapping[str, object], tests: Mapping[str, str], source: str) -> list[str]:
    lines = []
    for name in steps:
        lines += [f"        step = {'.' + name!r}"]
        if tests[name]:
            lines += [f"        {name} = {source.format(name)}"]
            lines += [f"        if not ({tests[name].format(name)}): take_{name}({name})"]
        else:
            lines += [f"        {name} = take_{name}({source.format(name)})"]
    return lines


def _filled(fields: Iterable[str]) -> list[str]:
    lines = ["new = Unfrozen()", *[f"new.{name} = {name}" for name in fields]]
    return [f"        {line}" for line in (*lines, "new.__class__ = kind", "return new")]


def _named(steps: Mapping[str, Callable[[object], object]]) -> dict[str, object]:
    return {f"take_{name}": step for name, step in steps.items()}


def _faults() -> list[str]:
    return ["    except Fault as fault:", "        fault.under(step)", "        raise"]


def _compiled(lines: list[str], scope: dict[str, object]) -> dict[str, object]:
    exec("\n".join(lines), scope)  # noqa: S102 - the names are fields of our own rows
    return scope
