"""Whatever a public call is given, only the library's own errors come out, in its own words."""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

import attrs
import pytest

import themind as tm
from api.junk import EXACTLY, INSTANCES, JUNK, SPECIAL, VALUES, WITHOUT_METHODS, public_values
from api.public import is_ours

SOURCE = Path(tm.__file__).parent

# The protocols of a mapping and of a sequence ask for these.
PROTOCOL = {
    "themind.experiments.Paired.__getitem__": KeyError,
    "themind.experiments.Records.__getitem__": IndexError,
}
# Documents: the text names the place in the document instead.
DOCUMENTS = ("themind.codec.dumps", "themind.codec.to_data")


def calls() -> Iterator[str]:
    """The names of all public functions, constructors, methods and properties."""
    for name, value in public_values():
        if not isinstance(value, type):
            yield name
        elif not issubclass(value, Enum):
            if has_own_constructor(value):
                yield name
            yield from [f"{name}.{member}" for member in members(value)]


def has_own_constructor(cls: type[Any]) -> bool:
    own = any("__init__" in vars(base) for base in cls.__mro__ if is_ours(base))
    return (own or attrs.has(cls) or hasattr(cls, "_fields")) and not inspect.isabstract(cls)


def members(cls: type[Any]) -> list[str]:
    """The public methods and properties of a class, and some special methods."""
    if id(cls) in WITHOUT_METHODS:
        return []
    found: dict[str, Any] = {}
    for base in [base for base in cls.__mro__ if is_ours(base)]:
        found = {**vars(base), **found}
    kinds = (property, classmethod, staticmethod)
    return [
        name
        for name, value in found.items()
        if not name.startswith("_") or name in SPECIAL
        if inspect.isfunction(value) or isinstance(value, kinds)
    ]


VALUES_OF = dict(public_values())
NAMES = list(calls())


def callable_of(name: str) -> Callable[..., Any]:
    """A function by its name, or a method or property of an instance."""
    if name in VALUES_OF:
        return VALUES_OF[name]
    owner, _, member = name.rpartition(".")
    static = inspect.getattr_static(VALUES_OF[owner], member)
    if isinstance(static, classmethod):
        return getattr(VALUES_OF[owner], member)
    instance = INSTANCES[owner]()
    if isinstance(static, property):
        return lambda: getattr(instance, member)
    return getattr(instance, member)


def arguments_of(name: str, call: Callable[..., Any]) -> dict[str, Any]:
    """Valid arguments of a call, by the names of its parameters."""
    known = {**VALUES, **EXACTLY.get(name, {})}
    parameters = inspect.signature(call).parameters.values()
    named = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    return {parameter: known[parameter]() for parameter in named}


def use(call: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Call, read some of what an iterator gives, and look at each property of a new instance."""
    given = call(**arguments)
    if isinstance(given, Iterator):
        list(islice(given, 20))
    if isinstance(call, type) and not isinstance(given, Exception):
        for member in members(call):
            if isinstance(inspect.getattr_static(call, member), property):
                getattr(given, member)


def is_raised_by_us(trace: TracebackType | None) -> bool:
    """Whether an error comes from a `raise` of the package, not from inside of an operation."""
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    operation = dis.opname[code.co_code[trace.tb_lasti]]
    return Path(code.co_filename).is_relative_to(SOURCE) and operation == "RAISE_VARARGS"


def fault_of(name: str, parameter: str, error: Exception) -> str:
    """What is wrong with an error, nothing for one of ours."""
    if isinstance(error, PROTOCOL.get(name, ())):
        return ""
    if not is_raised_by_us(error.__traceback__):
        return "comes from elsewhere"
    if isinstance(error, tm.TheMindError):
        return ""
    if type(error) is not TypeError or len(error.args) != 1:
        return "is of no class of ours"
    is_named = re.search(rf"(?<!\w){parameter}\W.*must ", str(error)) or name in DOCUMENTS
    return "" if is_named else "does not name the argument"


def text_of(error: Exception) -> str:
    """An error as it is shown, unless it cannot be."""
    try:
        return repr(error)[:200]
    except Exception as unprintable:  # noqa: BLE001 - junk can refuse to be shown
        return repr(unprintable)[:200]


@pytest.mark.parametrize("name", NAMES)
def test_a_valid_call_is_known_of_everything_public(name: str) -> None:
    call = callable_of(name)
    call(**arguments_of(name, call))


@pytest.mark.parametrize("name", NAMES)
def test_junk_gets_an_error_of_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call = callable_of(name)
    arguments = arguments_of(name, call)
    faults = []
    for parameter in arguments:
        for kind, junk in JUNK.items():
            try:
                use(call, {**arguments, parameter: junk})
            except Exception as error:  # noqa: BLE001 - its kind is what is tested
                fault = fault_of(name, parameter, error)
                faults += [f"{parameter}={kind}: {text_of(error)} {fault}"] if fault else []
    assert faults == []
