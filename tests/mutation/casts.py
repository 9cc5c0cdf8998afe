"""Mutants that are no change at run time: they change only the type that `cast` names."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Untyped(ast.NodeTransformer):
    """Empties the type of each `cast`."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace the first argument of `cast`."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "cast" and len(node.args) == 2:
            node.args[0] = ast.Constant(None)
        return node


def unchanged(path: Path) -> Iterator[str]:
    """Yield the names of the functions in a mutated module that do what their original does."""
    groups: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name, text in functions(path):
        function, _, number = name.partition("__mutmut_")
        groups[function][number] = text
    for function, texts in groups.items():
        original = texts.pop("orig", "")
        yield from (f"{function}__mutmut_{n}" for n, text in texts.items() if text == original)


def functions(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each mutant and original of a module with what it does, types of casts aside."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function) and "__mutmut_" in node.name:
            name, node.name = node.name, ""
            yield name, ast.dump(Untyped().visit(node))
