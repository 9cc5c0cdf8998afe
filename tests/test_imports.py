"""Who imports whom: between the modules, from outside, and when the package is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from claims import claim

ROOT = Path(__file__).parents[1]

# What each part may use from outside the package and the standard library; the rest: attrs.
ATTRS = frozenset({"attr", "attrs"})
ALSO_ALLOWED = {
    "themind.codec": {"typing_extensions"},
    "themind.envs": {"gymnasium", "numpy", "pettingzoo"},
    "themind.experiments": {"numba", "numpy", "tqdm"},
    "themind.testing": {"hypothesis"},
}

# What experiments share with the core: checks of arguments, and how a name says its module.
SHARED = {"checks", "publishing", "reals"}
# Single names that another part keeps to itself: the draws of a game, and what makes experiments
# fast, which check their input themselves: constructors without checks, a limit, a count of deals.
LENT = {
    ("_game", "dealing"),
    ("_luck", "_draws"),
    ("_policies", "_hidden"),
    ("_record_text", "records"),
    ("_views", "position"),
    ("_views", "values"),
}

# Heavy or telling parts of the standard library that a game of cards has no business with.
UNWANTED = {
    "asyncio",
    "concurrent",
    "json",
    "logging",
    "multiprocessing",
    "random",
    "socket",
    "sqlite3",
    "subprocess",
    "unittest",
    "urllib",
}

SHOW_LOADED = """
import sys
before = set(sys.modules)
import themind
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("themind", include_external_packages=True, cache_dir=None)


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """What one `import themind` brings in, asserts off and warnings fatal."""
    command = [sys.executable, "-O", "-W", "error", "-c", SHOW_LOADED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.split())


def part_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_loading_the_package_brings_in_attrs_and_no_other_library(loaded: set[str]) -> None:
    assert "themind" in loaded
    assert loaded - sys.stdlib_module_names - {"themind"} <= ATTRS


def test_loading_the_package_brings_in_little_of_the_standard_library(loaded: set[str]) -> None:
    assert loaded & UNWANTED == set()


@claim("pictures.md")
@claim("words.md")
@claim("reference/odds.md")
def test_each_part_uses_only_its_own_libraries(graph: grimp.ImportGraph) -> None:
    inside = {name for name in graph.modules if part_of(name).partition(".")[0] == "themind"}
    foreign = {
        (module, imported)
        for module in inside
        for imported in graph.find_modules_directly_imported_by(module) - inside
        if imported
        not in sys.stdlib_module_names | ATTRS | ALSO_ALLOWED.get(part_of(module), set())
    }
    assert foreign == set()


@pytest.mark.parametrize("part", ["themind.experiments", "themind.envs"])
def test_parts_use_only_what_everybody_may(graph: grimp.ImportGraph, part: str) -> None:
    ours = {name for name in graph.modules if part_of(name) == part}
    theirs = {name for name in graph.modules if name.startswith("themind.")} - ours
    private = {
        (module.rpartition(".")[2], imported.rpartition(".")[2])
        for module in ours
        for imported in graph.find_modules_directly_imported_by(module) & theirs
        if "._" in imported and imported.rpartition(".")[2] not in SHARED
    }
    assert ours
    assert private <= LENT


def test_what_is_loaded_on_demand_is_found_by_packagers(graph: grimp.ImportGraph) -> None:
    """PyInstaller and others look for import statements, not for names in a text."""
    (program,) = [name for name in graph.modules if name.endswith("._cli.main")]
    root = graph.find_modules_directly_imported_by("themind")
    assert {"rng", "decks", "records"} <= {name.rpartition(".")[2] for name in root}
    commands = graph.find_modules_directly_imported_by(program)
    wanted = ("._cli.play", ".experiments._cli")
    assert all(any(name.endswith(one) for name in commands) for one in wanted)


@claim("contributing.md", "The layers")
@claim("pictures.md")
def test_the_contracts_of_the_layers_hold() -> None:
    run = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", run, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["gymnasium", "numpy", "pettingzoo"])
def test_without_their_packages_environments_name_the_extra(name: str) -> None:
    """The error is an ImportError; all else can be imported."""
    imports = f"""
import sys
sys.modules.update(dict.fromkeys(["gymnasium", "numpy", "pettingzoo"]))
{"" if name == "gymnasium" else "import types; sys.modules['gymnasium'] = types.ModuleType('g')"}
{"" if name != "pettingzoo" else "sys.modules['numpy'] = types.ModuleType('n')"}
import themind, themind.codec, themind.experiments, themind.odds, themind.render
try:
    import themind.envs
except ImportError as error:
    print(error.name, "|", error)
"""
    command = [sys.executable, "-W", "error", "-c", imports]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{name} | themind.envs needs {name}: pip install 'themind[envs]'\n"
