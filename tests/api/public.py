"""What is public, written down: each name with its signature, its values and its members.

`python tests/api/public.py` writes `public.txt` again; read the difference before you keep it.
The text is the same on every Python that the project supports.
"""

from __future__ import annotations

import builtins
import importlib
import inspect
import re
import sys
from abc import ABC
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MemberDescriptorType, ModuleType, UnionType
from typing import Any, ForwardRef, Union, get_args, get_origin

import attrs

MODULES = (
    "themind",
    "themind.codec",
    "themind.envs",
    "themind.experiments",
    "themind.experiments.batch",
    "themind.experiments.exact",
    "themind.odds",
    "themind.render",
    "themind.rng",
    "themind.testing",
    "themind.words",
)
NEEDED = {"themind.envs": ("gymnasium", "numpy", "pettingzoo")}  # else there is no such module
MODULES = tuple(name for name in MODULES if all(map(find_spec, NEEDED.get(name, ()))))
SNAPSHOT = Path(__file__).with_name("public.txt")
WIDTH = 100
NO_NEWS = (object, ABC)
STARS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}

MODULE_PREFIX = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")
ENUM_REPR = re.compile(r"<(\w+\.\w+): [^<>]*>")


def snapshot() -> str:
    """The whole text: a chapter for each module."""
    modules = [importlib.import_module(name) for name in MODULES]
    return "\n".join("\n".join([*chapter(module), ""]) for module in modules)


def chapter(module: ModuleType) -> Iterator[str]:
    """A module: its name, then its public names in the order of `__all__`."""
    yield from (module.__name__, "=" * len(module.__name__))
    short_names: dict[str, str] = {}
    for name in module.__all__:
        value = getattr(module, name)
        home = homes().get(id(value), module.__name__)
        lines = lines_of(name, value) if home == module.__name__ else [f"{name}: see {home}"]
        short_names |= aliases_in(lines, value)
        yield from lines
    modules = [importlib.import_module(name) for name in MODULES]
    public = {n for each in modules for n in each.__all__ if not is_class(getattr(each, n))}
    for name in sorted(short_names.keys() - public):
        yield from alias_lines(f"where {name}", short_names[name])


def aliases_in(lines: list[str], value: object) -> dict[str, str]:
    """What the names of types that a signature uses stand for, if its module gave them."""
    scope = vars(sys.modules.get(getattr(value, "__module__", ""), builtins))
    used = {name: scope.get(name) for line in lines for name in re.findall(r"[A-Z]\w+", line)}
    return {name: type_text(meant) for name, meant in used.items() if get_origin(meant)}


@cache
def homes() -> dict[int, str]:
    """The module in which a class or function is told in full: the first that has it."""
    return {
        id(value): module.__name__
        for module in map(importlib.import_module, reversed(MODULES))
        for value in [getattr(module, name) for name in module.__all__]
        if is_class(value) or inspect.isfunction(value)
    }


def is_class(value: object) -> bool:
    return isinstance(value, type) and get_origin(value) is None and is_ours(value)


def is_ours(cls: type[Any]) -> bool:
    return cls.__module__.partition(".")[0] == "themind"


def lines_of(name: str, value: Any) -> list[str]:
    if isinstance(value, ModuleType):
        return [f"module {name}"]
    if inspect.isfunction(value):
        return spread(f"def {name}", inspect.signature(value))
    if is_class(value):
        return list(class_lines(name, value))
    if isinstance(value, type) or get_origin(value):
        return alias_lines(name, type_text(value))
    return [f"{name} = {value!r}"]


def alias_lines(name: str, text: str) -> list[str]:
    line = f"{name} = {text}"
    return [line] if len(line) <= WIDTH else [f"{name} =", *fold(text.split(" | "), "    | {}")]


def class_lines(name: str, cls: type[Any]) -> Iterator[str]:
    """A class: its bases, how it is made and matched, then its public members by name."""
    bases = ", ".join(public_bases(cls))
    yield f"class {name}({bases})" if bases else f"class {name}"
    if issubclass(cls, Enum):
        yield from [f"    {member.name} = {member.value!r}" for member in cls]
        return
    made = made_by(cls)
    yield from spread("    made by ", made) if made else []
    matched = ", ".join(getattr(cls, "__match_args__", ()))
    yield from [f"    matches ({matched})"] if matched else []
    yield from member_lines(cls, made)


def public_bases(cls: type[Any]) -> list[str]:
    """The nearest bases that have a public name."""
    found: list[type[Any]] = []
    for base in cls.__mro__[1:]:
        known = not is_ours(base) or id(base) in homes()
        if known and base not in NO_NEWS and not any(issubclass(near, base) for near in found):
            found.append(base)
    return [base.__name__ for base in found]


def made_by(cls: type[Any]) -> inspect.Signature | None:
    """The arguments of the class, if the package says what they are."""
    own = any("__init__" in vars(base) for base in cls.__mro__ if is_ours(base))
    known = own or attrs.has(cls) or hasattr(cls, "_fields")
    if not known:
        return None
    return inspect.signature(cls).replace(return_annotation=inspect.Signature.empty)


def member_lines(cls: type[Any], made: inspect.Signature | None) -> Iterator[str]:
    """What an instance has, but for attributes that the arguments tell already."""
    members: dict[str, Any] = {}
    for base in reversed([base for base in cls.__mro__ if is_ours(base)]):
        members |= {**vars(base), **inspect.get_annotations(base)}
    arguments = made.parameters if made else {}
    for name, value in sorted(members.items()):
        if not name.startswith("_") and not is_told_by(arguments.get(name), value):
            yield from member(name, value)


def is_told_by(argument: inspect.Parameter | None, value: Any) -> bool:
    if argument is None:
        return False
    is_slot = isinstance(value, MemberDescriptorType)
    return is_slot or note_text(value) == note_text(argument.annotation)


def member(name: str, value: Any) -> list[str]:
    mark = "abstract " if getattr(value, "__isabstractmethod__", False) else ""
    if isinstance(value, property):
        returned = inspect.signature(value.fget or type).return_annotation
        return [f"    {mark}property {name}: {note_text(returned)}"]
    if isinstance(value, classmethod | staticmethod):
        bound = isinstance(value, classmethod)
        return spread(f"    {type(value).__name__} {name}", call_of(value.__func__, bound=bound))
    if inspect.isfunction(value):
        return spread(f"    {mark}def {name}", call_of(value, bound=True))
    return [f"    {name}: {note_text(value)}" if note_text(value) else f"    {name}"]


def call_of(function: Any, *, bound: bool) -> inspect.Signature:
    signature = inspect.signature(function)
    return signature.replace(parameters=[*signature.parameters.values()][bound:])


def spread(head: str, signature: inspect.Signature) -> list[str]:
    """A call on one line, or where that is too long on a line for each parameter."""
    parameters = list(parameter_texts(signature))
    returned = note_text(signature.return_annotation)
    tail = f" -> {returned}" if returned else ""
    line = f"{head}({', '.join(parameters)}){tail}"
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(head) - len(head.lstrip()))
    return [f"{head}(", *fold(parameters, f"{indent}    {{}},"), f"{indent}){tail}"]


def fold(parts: list[str], pattern: str) -> list[str]:
    return [pattern.format(part) for part in parts]


def parameter_texts(signature: inspect.Signature) -> Iterator[str]:
    """Each parameter as it is written, with a `*` before those that are only taken by name."""
    starred = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            yield "*"
        starred |= parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        note = note_text(parameter.annotation)
        name = STARS.get(parameter.kind, "") + parameter.name
        yield (f"{name}: {note}" if note else name) + default_text(parameter.default)


def default_text(default: object) -> str:
    """A default; `...` where it is made anew each time, a function by its name."""
    if default is inspect.Parameter.empty:
        return ""
    if inspect.isfunction(default):
        return f" = {default.__name__}"
    written = "..." if default is attrs.NOTHING else ENUM_REPR.sub(r"\1", repr(default))
    return f" = {written}"


def note_text(note: Any) -> str:
    """What an annotation says, if the object is one; else nothing."""
    if isinstance(note, ForwardRef):
        note = note.__forward_arg__
    if isinstance(note, str):
        return MODULE_PREFIX.sub("", note)
    is_type = isinstance(note, type) or get_origin(note) is not None
    return type_text(note) if is_type and note is not inspect.Signature.empty else ""


def type_text(value: Any) -> str:
    """A type as a reader would write it, whichever way Python holds it."""
    if get_origin(value) in (UnionType, Union):
        return " | ".join(map(type_text, get_args(value)))
    if isinstance(value, type) and get_origin(value) is None:
        return value.__qualname__
    return MODULE_PREFIX.sub("", str(value))


if __name__ == "__main__":
    SNAPSHOT.write_text(snapshot(), encoding="utf-8")
