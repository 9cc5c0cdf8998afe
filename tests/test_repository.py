"""What the repository promises about itself: what lies in it, and that each fact stands once."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from claims import claim

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TOP_LEVEL = {
    "CHANGELOG.md",
    "CITATION.cff",
    "LICENSE",
    "README.md",
    "docs",
    "noxfile.py",
    "pyproject.toml",
    "src",
    "tests",
}
# What tools and hosts look for at the top, and a listing of the folder does not show.
HIDDEN = {
    ".ci",
    ".editorconfig",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
}
LOCK_FILE = re.compile(r"\.lock$|(^|/)(pylock|package-lock|pnpm-lock|requirements)[^/]*$")

# Written so that no pattern matches its own text.
NOWHERE = {
    "a package host": re.compile(r"py[p]i\.org|python[h]osted|npm[j]s|index[-]url|shields[.]io"),
    "a path of one machine": re.compile(r"(?<![\w.~}])/(?:work|root|home|opt|tmp|Users)[/]\w"),
    "a folder outside": re.compile(r"[.][.]/shared\b"),
}
COMMAND = re.compile(r"```console\n(.*)\n```")


PRIVATE = re.compile(r"\bthemind(\.\w+)*\._[a-z]|\bfrom themind(\.\w+)* import (.*, )?_")

LONGEST_FUNCTION = 40


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_in(node: ast.AST, place: str) -> Iterator[tuple[str, Function]]:
    """Each function below a node, methods and nested ones too, with its place: no two share it."""
    for child in ast.iter_child_nodes(node):
        name = getattr(child, "name", "")
        inner = f"{place}.{name}" if name else place
        if isinstance(child, Function):
            yield f"{inner}, line {child.lineno}", child
        yield from functions_in(child, inner)


def lines_of_code(function: Function) -> int:
    """How many lines a function takes, its docstring aside."""
    first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function
    return (function.end_lineno or 0) - first.lineno + 1


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listing.stdout.split("\0") if name and (ROOT / name).exists()]


@pytest.fixture(scope="module")
def commands() -> list[str]:
    """The two one-line commands of the README: play, and test."""
    return COMMAND.findall(read("README.md"))[:2]


@pytest.mark.tree
def test_the_top_level_is_the_users(tracked: list[str]) -> None:
    top = {name.partition("/")[0] for name in tracked}
    assert {name for name in top if not name.startswith(".")} == TOP_LEVEL
    assert {name for name in top if name.startswith(".")} == HIDDEN


@pytest.mark.tree
def test_files_are_written_as_the_editors_are_told(tracked: list[str]) -> None:
    texts = {name: (ROOT / name).read_bytes() for name in tracked}
    assert [name for name, text in texts.items() if text and not text.endswith(b"\n")] == []
    assert [name for name, text in texts.items() if b"\r" in text or b"\t" in text] == []
    assert [name for name, text in texts.items() if re.search(rb"[ ]$", text, re.MULTILINE)] == []


@pytest.mark.tree
def test_the_checks_before_a_commit_are_those_of_the_sessions() -> None:
    groups = tomllib.loads(read("pyproject.toml"))["dependency-groups"]
    known = {name for group in groups.values() for name in group if isinstance(name, str)}
    named = re.findall(r'additional_dependencies: \["(.+)"\]', read(".pre-commit-config.yaml"))
    assert set(named) <= known
    assert len(named) > 2


@pytest.mark.tree
def test_no_lock_files(tracked: list[str]) -> None:
    assert [name for name in tracked if LOCK_FILE.search(name)] == []


@pytest.mark.tree
@pytest.mark.parametrize("what", NOWHERE)
def test_the_repository_stands_alone(tracked: list[str], what: str) -> None:
    texts = {name: (ROOT / name).read_text(encoding="utf-8", errors="ignore") for name in tracked}
    assert [name for name, text in texts.items() if NOWHERE[what].search(text)] == []


@pytest.mark.tree
def test_the_script_of_the_server_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.tree
def test_the_server_runs_the_readmes_command(commands: list[str]) -> None:
    assert commands[1] in read(".ci/run").splitlines()


@pytest.mark.tree
def test_the_workflow_names_the_supported_pythons() -> None:
    named = re.findall(r"^ +(3\.\d+)$", read(".github/workflows/ci.yml"), flags=re.MULTILINE)
    classifiers = [line.rpartition(" ")[2] for line in PROJECT["classifiers"]]
    assert named == [text for text in classifiers if re.fullmatch(r"3\.\d+", text)]


@pytest.mark.tree
def test_the_deep_workflow_runs_sessions_that_there_are_on_the_oldest_python() -> None:
    workflow = read(".github/workflows/deep.yml")
    (sessions,) = re.findall(r"^ +session: \[(.+)\]$", workflow, flags=re.MULTILINE)
    known = re.findall(r"^def (\w+)\(", read("noxfile.py"), flags=re.MULTILINE)
    assert set(sessions.split(", ")) <= set(known)
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert re.findall(r'python-version: "(.+)"', workflow) == [oldest]


@pytest.mark.tree
def test_the_version_stands_in_one_place(tracked: list[str]) -> None:
    code = [name for name in tracked if name.endswith((".py", ".toml"))]
    assert [name for name in code if PROJECT["version"] in read(name)] == ["pyproject.toml"]


@pytest.mark.tree
def test_no_function_is_long(tracked: list[str]) -> None:
    trees = {name: ast.parse(read(name)) for name in tracked if re.match(r"src/.*\.py$", name)}
    found = [pair for name, tree in trees.items() for pair in functions_in(tree, name)]
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    assert len(dict(found)) == sum(isinstance(node, Function) for node in nodes) > 100
    lengths = {place: lines_of_code(function) for place, function in found}
    assert {place: lines for place, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}


def test_every_function_is_measured() -> None:
    """Methods of one name, nested ones and those that wait are functions like others."""
    text = "class A:\n def f(self):\n  async def f(): pass\nclass B:\n def f(self): pass"
    found = functions_in(ast.parse(text), "file")
    places = ["file.A.f, line 2", "file.A.f.f, line 3", "file.B.f, line 5"]
    assert [place for place, _ in found] == places


@pytest.mark.tree
def test_private_names_are_tested_in_one_folder(tracked: list[str]) -> None:
    code = [name for name in tracked if name.startswith("tests/") and name.endswith(".py")]
    naming = {Path(name).parent.as_posix() for name in code if PRIVATE.search(read(name))}
    naming -= {"tests/benchmarks"}  # they measure parts, and no session of tests runs them
    assert naming == {"tests/private"}


def test_the_installed_version_is_that_of_the_project() -> None:
    assert version("themind") == PROJECT["version"]


def test_the_readmes_commands_leave_the_systems_python_alone(commands: list[str]) -> None:
    play, test = (command.split(" && ") for command in commands)
    assert play[0] == test[0] == "python3 -m venv .venv"
    assert all(step.startswith(".venv/bin/") for step in play[1:] + test[1:])
    assert play[-1] == ".venv/bin/python -m themind"
    assert test[-1] == ".venv/bin/nox"


@claim("index.md", "Install")
@claim("install.md", "Install from a clone")
def test_the_readmes_first_command_plays_a_game() -> None:
    command = [sys.executable, "-W", "error", "-m", "themind"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 5


@claim("index.md", "A whole game in one script")
def test_the_readmes_first_steps_run(tmp_path: Path) -> None:
    """The script and the commands of the README run, one after the other, in one folder."""
    (script,) = re.findall(r"^python (docs/.+\.py)$", read("README.md"), re.MULTILINE)
    steps = re.findall(r"^python (-m themind .+)$", read("README.md"), re.MULTILINE)
    assert steps.pop(0) == "-m themind play --players 3"  # it waits for a person
    assert [step.split()[2] for step in steps] == ["replay", "simulate", "simulate"]
    for step in [str(ROOT / script), *steps]:
        command = [sys.executable, "-W", "error", *step.split()]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "--help" in step or re.search(r"won|victory=True", done.stdout)
    assert {path.name for path in tmp_path.iterdir()} == {"game.json", "game.svg"}


def test_the_readme_shows_the_script_as_it_is() -> None:
    """A reader who copies the script from the README has the one in the folder of examples."""
    assert f"```python\n{read('docs/examples/first_game.py')}```" in read("README.md")


def test_the_readme_says_whose_game_it_is_not() -> None:
    assert "not affiliated" in read("README.md")
