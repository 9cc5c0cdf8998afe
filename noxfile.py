"""The checks of the project, a session each; `nox -l` lists them."""

from __future__ import annotations

import itertools
import os
import shutil
import sys
import tarfile
from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "virtualenv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False  # skipped and said so, on a server too
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "types", "tests", "compatibility"]

# Pythons that pyenv or uv installed, but did not put on the path, are on this machine too.
HOMES = {
    Path(os.environ.get("PYENV_ROOT", "~/.pyenv")): "versions/3.*/bin",
    Path(os.environ.get("UV_PYTHON_INSTALL_DIR", "~/.local/share/uv/python")): "cpython-3.*/bin",
}
FOUND = [str(path) for home, bins in HOMES.items() for path in home.expanduser().glob(bins)]
os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *FOUND])

PYPROJECT = nox.project.load_toml("pyproject.toml")
SUPPORTED = nox.project.python_versions(PYPROJECT)
CURRENT = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = [version for version in SUPPORTED if version != CURRENT]
WORKERS = "--numprocesses=auto"


def group(name: str) -> list[str]:
    """The requirements of one of the project's dependency groups."""
    return nox.project.dependency_groups(PYPROJECT, name)


def floor(requirement: str) -> str:
    """The requirement, held at the lowest version that it allows."""
    return requirement.replace(">=", "==")


@nox.session
def lint(session: nox.Session) -> None:
    """Style, format, and who imports whom."""
    session.install("--quiet", ".", *group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache")


@nox.session
def types(session: nox.Session) -> None:
    """Mypy and pyright on the package and on the type tests; nothing public without a type."""
    session.install("--quiet", "--editable", ".", *group("types"))
    session.run("mypy")
    session.run("pyright")


@nox.session
def tests(session: nox.Session) -> None:
    """The whole suite on the Python that runs nox, every line and branch covered."""
    session.install("--quiet", "--editable", ".", *group("test"), *group("experiments-test"))
    coverage = [] if session.posargs else ["--cov", "--cov-report=term-missing:skip-covered"]
    session.run("pytest", WORKERS, *coverage, *session.posargs)


@nox.session(python=OTHERS)
def compatibility(session: nox.Session) -> None:
    """The suite, with fewer examples, on each other supported Python that the machine has."""
    session.install("--quiet", "--editable", ".", *group("test"))
    session.run("pytest", WORKERS, "--hypothesis-profile=quick", *session.posargs)


@nox.session
def laws(session: nox.Session) -> None:
    """The suite with many fresh examples of each property, the slow tests too."""
    session.install("--quiet", "--editable", ".", *group("test"))
    session.run("pytest", WORKERS, "--hypothesis-profile=laws", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Hundreds of thousands of spoiled documents: none may come through, none may hurt."""
    session.install("--quiet", "--editable", ".", *group("test"))
    many = {"FUZZ_DOCUMENTS": "400000"}
    session.run("pytest", WORKERS, "tests/fuzz", *session.posargs, env=many)


@nox.session(python=SUPPORTED[0])
def lowest(session: nox.Session) -> None:
    """The suite on the oldest Python with the oldest libraries that the project allows."""
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"].values()
    wanted = itertools.chain(project["dependencies"], *extras)
    session.install("--quiet", "--editable", ".", *group("test"), *map(floor, wanted))
    session.run("pytest", WORKERS, "--hypothesis-profile=quick", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Does a test fail when the code is wrong? Name modules to look at: `-- 'themind._cards*'`."""
    session.install("--quiet", "--editable", ".", *group("mutation"))
    session.run("mutmut", "run", *session.posargs)
    session.run("mutmut", "results")


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as a site; a warning is an error."""
    session.install("--quiet", ".[testing,experiments]", *group("docs"))
    session.run("sphinx-build", "--fail-on-warning", "--keep-going", "docs", "docs/_build/html")


@nox.session
def bench(session: nox.Session) -> None:
    """How fast is it? Compare with an earlier run: `-- --benchmark-compare`."""
    session.install("--quiet", ".[testing,experiments]", *group("bench"))
    session.run(
        "pytest", "tests/benchmarks", "--override-ini=python_files=bench_*.py", *session.posargs
    )


@nox.session
def workflows(session: nox.Session) -> None:
    """Are the workflows of the code host safe to run?"""
    session.install("--quiet", *group("workflows"))
    session.run("zizmor", "--offline", "--pedantic", ".github")


@nox.session
def package(session: nox.Session) -> None:
    """Build, judge what was built, and test the wheel in a folder that has no `src`."""
    session.install("--quiet", *group("package"), *group("test"))
    built = Path(session.create_tmp(), "built")
    shutil.rmtree(built, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(built))
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    session.run("twine", "check", "--strict", str(wheel), str(sdist))
    session.run("check-wheel-contents", str(wheel))
    session.install("--quiet", "--force-reinstall", "--no-deps", str(wheel))
    session.install("--quiet", f"{wheel}[testing,experiments]")
    with tarfile.open(sdist) as archive:
        archive.extractall(built, filter="data")
    tree = built / sdist.name.removesuffix(".tar.gz")
    shutil.rmtree(tree / "src")
    session.chdir(tree)
    session.run("python", "-m", "themind", silent=True)
    session.run("pytest", WORKERS, "--hypothesis-profile=quick", "-m", "not tree")
