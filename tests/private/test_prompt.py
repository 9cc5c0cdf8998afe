"""The command line: the demo game, its options, and how it starts anywhere."""

from __future__ import annotations

import argparse
import compileall
import importlib.metadata
import importlib.util
import json
import os
import runpy
import shutil
import subprocess
import sys
import zipapp
import zipfile
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

import pytest

import themind as tm
from prompt.programs import SOURCE, run, text_of
from themind import codec
from themind.__main__ import INTERRUPTED, main

NEEDED = ("attr", "attrs", "typing_extensions")


START = """
import os, runpy, sys
sys.path[:0] = os.environ["THEMIND_PATH"].split(os.pathsep)
runpy.run_module("themind", run_name="__main__", alter_sys=True)
"""
MAIN_OF_APP = """
import runpy
runpy.run_module("themind", run_name="__main__", alter_sys=True)
"""
READ_FILES = """
import os, sys
sys.path[:0] = os.environ["THEMIND_PATH"].split(os.pathsep)
from importlib.resources import files
print((files("themind") / "schemas" / "Play.json").read_text(encoding="utf-8"))
"""


class TestIntroduction:
    def test_it_tells_a_whole_game(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) < 100
        assert max(map(len, lines)) < 80
        assert [line for line in lines if line.startswith("Outcome: the game is won")]

    def test_it_is_always_the_same_and_without_colours(self) -> None:
        told = run(PYTHONHASHSEED="1")
        assert told == run(PYTHONHASHSEED="2", LC_ALL="C", PYTHONIOENCODING="ascii")
        assert told[0] == 0
        assert "\x1b" not in told[1]

    def test_python_finds_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delitem(sys.modules, "themind.__main__")
        monkeypatch.setattr(sys, "argv", ["themind"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module("themind", run_name="__main__")
        assert ended.value.code == 0

    def test_it_loads_neither_experiments_nor_json(self) -> None:
        code = "import sys; from themind.__main__ import main; main([]); print(sorted(sys.modules))"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        loaded = done.stdout.splitlines()[-1]
        assert "'themind._cli.narration'" in loaded
        for heavy in ("themind.experiments", "themind.codec", "'json'"):
            assert heavy not in loaded


class TestInterrupts:
    def test_an_interrupt_is_quiet(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def interrupted() -> tm.Record:
            raise KeyboardInterrupt

        monkeypatch.setattr("themind._cli.demo.play_game", interrupted)
        assert main([]) == INTERRUPTED
        assert capsys.readouterr() == ("", "")

    def test_an_interrupt_while_it_loads_is_quiet(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Interrupting:
            def find_spec(self, name: str, *_: object) -> None:
                if name.startswith("themind._cli"):
                    raise KeyboardInterrupt

        for name in [name for name in sys.modules if name.startswith("themind._cli")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
        assert main([]) == INTERRUPTED
        assert capsys.readouterr() == ("", "")


class TestOptions:
    def test_the_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert ended.value.code == 0
        assert capsys.readouterr().out == f"themind {version('themind')}\n"

    def test_the_version_of_what_is_not_installed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def unknown(name: str) -> str:
            raise PackageNotFoundError(name)

        monkeypatch.setattr(importlib.metadata, "version", unknown)
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert ended.value.code == 0
        assert capsys.readouterr().out == "themind unknown (not installed)\n"

    @pytest.mark.parametrize("arguments", [["--help"], ["replay", "--help"], ["schema", "--help"]])
    def test_the_help(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        out, err = capsys.readouterr()
        assert out.startswith("usage: python -m themind")
        assert err == ""
        assert [command for command in arguments[:-1] if command not in out] == []

    def test_the_help_names_the_commands(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["--help"])
        out = capsys.readouterr().out
        commands = ("play", "replay", "schema", "simulate")
        assert [name for name in commands if f"  {name} " not in out] == []

    @pytest.mark.parametrize("arguments", [["reply"], ["replay"], ["--loud"], ["schema", "a", "b"]])
    def test_an_unknown_command(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        out, err = capsys.readouterr()
        assert out == ""
        usage, _, error = err.partition("\npython -m themind")
        assert usage.startswith("usage: python -m themind")
        assert error.endswith("\n")

    def test_experiments_are_loaded_when_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def add_parser(
            commands: argparse._SubParsersAction[argparse.ArgumentParser], show: object
        ) -> None:
            parser = commands.add_parser("simulate")
            parser.add_argument("--games", type=int)
            parser.set_defaults(run=lambda parsed: parsed.games)

        fake = ModuleType("themind.experiments._cli")
        fake.add_parser = add_parser  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "themind.experiments._cli", fake)
        assert main(["simulate", "--games", "7"]) == 7


def without_site(
    *arguments: str, path: list[Path], cwd: Path, start: tuple[str, ...] = ("-c", START)
) -> str:
    """Run the program with no installed package in sight, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-W", "error", *start, *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        cwd=cwd,
        env={**os.environ, "THEMIND_PATH": os.pathsep.join(map(str, path))},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return text_of(done.stdout)


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the libraries that the package needs, and no metadata of any package."""
    folder = tmp_path_factory.mktemp("libraries")
    for name in NEEDED:
        found = importlib.util.find_spec(name)
        if found is not None and found.submodule_search_locations:
            shutil.copytree(Path(found.submodule_search_locations[0]), folder / name)
        elif found is not None and found.origin:
            shutil.copy(found.origin, folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    """The package, its libraries and the main module that the page shows, all of it compiled."""
    folder = tmp_path_factory.mktemp("folder")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(libraries, folder, ignore=ignored, dirs_exist_ok=True)
    shutil.copytree(Path(tm.__file__).parent, folder / "themind", ignore=ignored)
    (folder / "__main__.py").write_text(MAIN_OF_APP, encoding="utf-8")
    compileall.compile_dir(folder, quiet=1, legacy=True)
    return folder


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Path:
    """The package as a zip file."""
    path = tmp_path_factory.mktemp("archive") / "themind.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for file in (folder / "themind").rglob("*"):
            packed.write(file, file.relative_to(folder))
    return path


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Path:
    """The package and its libraries as an app in one file."""
    path = tmp_path_factory.mktemp("app") / "themind.pyz"
    zipapp.create_archive(folder, path)
    return path


class TestAnywhere:
    @pytest.fixture(params=["zip", "tree", "app"])
    def started(
        self,
        request: pytest.FixtureRequest,
        archive: Path,
        app: Path,
        libraries: Path,
        tmp_path: Path,
    ) -> Callable[..., str]:
        """The program, which is in a zip file, a source tree or an app in one file."""
        if request.param == "app":
            return partial(without_site, path=[], cwd=tmp_path, start=(str(app),))
        place = {"zip": archive, "tree": Path(SOURCE)}[request.param]
        if list(place.glob("themind-*.dist-info")):
            pytest.skip("the package is installed, so there is no source tree")
        return partial(without_site, path=[place, libraries], cwd=tmp_path)

    def test_it_has_a_version(self, started: Callable[..., str]) -> None:
        assert started("--version") == "themind unknown (not installed)\n"

    def test_it_plays_the_demo_game(self, started: Callable[..., str]) -> None:
        assert started() == run()[1]

    def test_it_replays(self, started: Callable[..., str], file: Path) -> None:
        assert started("replay", str(file)) == run("replay", str(file))[1]

    def test_it_has_schemas(self, started: Callable[..., str]) -> None:
        assert json.loads(started("schema", "Record")) == codec.schema(tm.Record)
        assert started("schema") == run("schema")[1]

    def test_it_simulates(self, started: Callable[..., str], tmp_path: Path) -> None:
        options = ("simulate", "--games=2", "--json")
        found = json.loads(started(*options, "--workers=2", "--store", str(tmp_path / "store")))
        assert found["digest"] == json.loads(run(*options)[1])["digest"]

    def test_a_person_can_play(self, started: Callable[..., str], tmp_path: Path) -> None:
        path = tmp_path / "played.json"
        assert "Outcome: none yet." in started("play", "--record", str(path))
        assert codec.loads(path.read_bytes(), tm.Record).names == ("Ada", "Ben")

    def test_its_files_can_be_read(
        self, archive: Path, app: Path, libraries: Path, tmp_path: Path
    ) -> None:
        for path in ([archive, libraries], [app], [Path(SOURCE), libraries]):
            told = without_site(path=path, cwd=tmp_path, start=("-c", READ_FILES))
            assert json.loads(told) == codec.schema(tm.Play)
