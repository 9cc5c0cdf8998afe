"""The checks of the project, a session each; `nox -l` lists them."""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
import sys
import tarfile
import tempfile
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
WORKERS = ("--numprocesses=auto", "--dist=worksteal")
PIP = ("--quiet", "--no-compile")  # each module is compiled when it is first imported
DEPENDANT = "docs/examples/dependant"
PYODIDE = "pyodide@314"
# What needs compiled libraries, processes or a deep stack stays outside.
IN_PYODIDE = (
    *("-m", "not once and not unmeasured and not slow and not native"),
    *("--ignore=tests/codec/test_format_1.py", "--ignore=tests/codec/test_schemas.py"),
    "--ignore=tests/views/test_server_example.py",
    *("tests/core", "tests/rules", "tests/views", "tests/codec", "tests/render", "tests/words"),
    "tests/golden/test_golden.py",
)
AXE = "axe-core@4"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
NODE_TOOLS = ("json-schema-to-typescript@16", "typescript@7")
WITHOUT_EXTRAS = (
    "themind.codec",
    "themind.experiments",
    "themind.experiments.batch",
    "themind.odds",
    "themind.render",
    "themind.words",
)


def group(name: str) -> list[str]:
    """The requirements of one of the project's dependency groups."""
    return nox.project.dependency_groups(PYPROJECT, name)


def floor(requirement: str) -> str:
    """The requirement, held at the lowest version that it allows."""
    return requirement.replace(">=", "==")


@nox.session
def lint(session: nox.Session) -> None:
    """Style, format, and who imports whom."""
    session.install(*PIP, ".", *group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache")


@nox.session
def types(session: nox.Session) -> None:
    """Mypy and pyright on the package and on the type tests; nothing public without a type."""
    session.install(*PIP, "--editable", ".", *group("types"))
    for package in Path(session.virtualenv.location).glob("lib/python*/site-packages/pettingzoo"):
        (package / "py.typed").touch()  # annotated, but not marked so; verifytypes asks for it
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--ignoreexternal", "--verifytypes", "themind")


@nox.session
def checkers(session: nox.Session) -> None:
    """Mypy as of each supported Python; four type checkers on code that uses the package.

    Mypy, pyright, ty and pyrefly read a package that is built on this one. Ty and pyrefly also read
    the type tests, as the other two do in `types`. Only a line that expects an error may have one.
    """
    session.install(*PIP, ".", DEPENDANT, *group("checkers"))
    for version in SUPPORTED:
        session.run("mypy", "--python-version", version)
    complaints = str(Path("tests/complaints.py").resolve())
    with tempfile.TemporaryDirectory() as outside:  # there is no `src`, and nothing is ignored
        for tree in (DEPENDANT, "tests/typing"):
            shutil.copytree(tree, Path(outside, Path(tree).name))
        session.chdir(Path(outside, "typing"))
        session.run("python", complaints, "ty", "check", "--output-format", "concise")
        flags = ("--preset=default", "--output-format=min-text", "--enabled-ignores=pyrefly")
        session.run("python", complaints, "pyrefly", "check", *flags)
        session.chdir(Path(outside, Path(DEPENDANT).name))
        session.run("mypy", ".")
        session.run("pyright")
        session.run("ty", "check")
        session.run("pyrefly", "check", "--preset=default")


@nox.session
def tests(session: nox.Session) -> None:
    """The whole suite on the Python that runs nox, every line and branch covered."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("experiments-test"))
    coverage = [] if session.posargs else ["--cov", "--cov-report=term-missing:skip-covered"]
    session.run("pytest", *WORKERS, *coverage, *session.posargs)


@nox.session(python=OTHERS)
def compatibility(session: nox.Session) -> None:
    """The suite, with fewer examples, on each other supported Python that the machine has.

    What no version of Python changes, a page or a law of chance, is tested once.
    """
    quick_suite(session)


@nox.session
def portable(session: nox.Session) -> None:
    """The same on the Python that runs nox, which may be a new one or on another system."""
    quick_suite(session)


def quick_suite(session: nox.Session) -> None:
    """Run the suite with fewer examples, and without what no version of Python changes."""
    session.install(*PIP, "--editable", ".", *group("test"))
    quick = ("--hypothesis-profile=quick", "-m", "not once and not unmeasured")
    session.run("pytest", *WORKERS, *quick, *session.posargs)


@nox.session
def laws(session: nox.Session) -> None:
    """The properties with many fresh examples each, and the slow tests."""
    session.install(*PIP, "--editable", ".[batch]", *group("test"))
    session.run("pytest", *WORKERS, "--hypothesis-profile=laws", *session.posargs)


@nox.session
def kit(session: nox.Session) -> None:
    """Does the testing kit find the whole catalogue of broken code, soon and in short games?"""
    session.install(*PIP, "--editable", ".", *group("test"))
    every = ("-m", "slow or not slow")
    session.run("pytest", *WORKERS, *every, "tests/testing/test_broken.py", *session.posargs)


@nox.session
def frames(session: nox.Session) -> None:
    """Tables in pandas, polars, pyarrow and files of parquet."""
    session.install("--quiet", "--editable", ".", *group("test"), *group("frames"))
    session.run("pytest", "tests/experiments/test_tables.py", "tests/experiments/test_arrow.py")


@nox.session
def pictures(session: nox.Session) -> None:
    """All of a picture is drawn by CairoSVG, svglib, resvg, and librsvg and Chromium if here."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("pictures"))
    session.run("pytest", "-rs", "-m", "slow", "tests/pictures", *session.posargs)


@nox.session
def envs(session: nox.Session) -> None:
    """The environments at length: more games against the laws, whole training runs, SuperSuit."""
    session.install(*PIP, "--editable", ".[envs]", *group("test"), *group("envs-test"))
    every = ("-m", "slow or not slow")
    session.run("pytest", *WORKERS, *every, "tests/envs", *session.posargs)


@nox.session
def batch(session: nox.Session) -> None:
    """Compiled batches against ordinary runs and the exact laws, at length."""
    session.install(*PIP, "--editable", ".[batch]", *group("test"))
    every = ("-m", "slow or not slow", "-k", "batch")
    session.run("pytest", *WORKERS, *every, "tests", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """A million spoiled documents: none may come through, none may hurt."""
    session.install(*PIP, "--editable", ".", *group("test"))
    many = {"FUZZ_DOCUMENTS": os.environ.get("FUZZ_DOCUMENTS", "1000000")}
    session.run("pytest", *WORKERS, "tests/fuzz", *session.posargs, env=many)


@nox.session
def walks(session: nox.Session) -> None:
    """Ten million random requests, to the library and to the naive referee of the tests."""
    session.install(*PIP, "--editable", ".")
    words = session.posargs or ("10000000", "--processes", "2")
    session.run("python", "tests/walks/long_walks.py", *words)


@nox.session
def web(session: nox.Session) -> None:
    """The web example over its addresses and in a real browser; without chromium, the former."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("web"))
    session.run("pytest", "tests/web", *session.posargs)


@nox.session
def recipes(session: nox.Session) -> None:
    """The recipes for SQLAlchemy, Pydantic and FastAPI, and what holds of orjson and msgspec."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("recipes"))
    page = ("tests/test_examples.py", "-k", "not test_the_examples or frameworks")
    session.run("pytest", "tests/recipes", *page, *session.posargs)


@nox.session
def typescript(session: nox.Session) -> None:
    """Types for TypeScript from the schemas, held to stored documents; needs Node."""
    if shutil.which("npm") is None:
        session.skip("there is no npm on this machine")
    session.install("--quiet", "--editable", ".")
    work = Path(session.create_tmp()).resolve()
    session.run("npm", "install", "--silent", "--prefix", str(work), *NODE_TOOLS, external=True)
    session.run("python", "tests/codec/typescript.py", str(work))


@nox.session
def pyodide(session: nox.Session) -> None:
    """Core, views, codec, pictures and words in Pyodide, CPython for browsers; needs Node."""
    if shutil.which("npm") is None:
        session.skip("there is no npm on this machine")
    work = Path(session.create_tmp()).resolve()
    libraries = work / "libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    session.install("--quiet", "--target", str(libraries), *group("pyodide"))
    session.run("npm", "install", "--silent", "--prefix", str(work), PYODIDE, external=True)
    modules = work / "node_modules" / "pyodide"
    runner = ("node", "tests/pyodide/run.mjs", str(modules), str(libraries), str(Path.cwd()))
    words = session.posargs or ("--quiet", "--hypothesis-profile=quick", *IN_PYODIDE)
    session.run(*runner, *words, external=True)


@nox.session(python=SUPPORTED[0])
def lowest(session: nox.Session) -> None:
    """The suite on the oldest Python with the oldest libraries that the project allows."""
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"].values()
    wanted = itertools.chain(project["dependencies"], *extras)
    session.install(*PIP, "--editable", ".", *group("test"), *map(floor, wanted))
    session.run("pytest", *WORKERS, "--hypothesis-profile=quick", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Does a test fail when the code is wrong? `-- 'themind._play.stars.*'` for a part of it."""
    session.install(*PIP, "--editable", ".", *group("mutation"))
    session.run("python", "tests/mutation/run.py", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation as a site; a warning is an error, and so is a link that leads nowhere."""
    session.install(*PIP, ".[testing,experiments,envs]", *group("docs"))
    site = Path("docs/_build/html")
    session.run("sphinx-build", "--fail-on-warning", "--keep-going", "docs", str(site))
    env = {"THEMIND_SITE": str(site.resolve())}
    session.run("pytest", "-p", "no:cacheprovider", "tests/docs/test_site.py", env=env)


@nox.session
def site(session: nox.Session) -> None:
    """Each page of the site in Chromium: axe, desktop and phone, light and dark; needs Node too."""
    if not any(map(shutil.which, CHROMIUM)):
        session.skip("there is no chromium on this machine")
    if shutil.which("npm") is None:
        session.skip("there is no npm on this machine")
    groups = itertools.chain(*map(group, ("test", "docs", "site")))
    session.install(*PIP, ".[testing,experiments,envs]", *groups)
    work = Path(session.create_tmp()).resolve()
    session.run("npm", "install", "--silent", "--prefix", str(work), AXE, external=True)
    session.run("sphinx-build", "--fail-on-warning", "--keep-going", "docs", str(work / "html"))
    axe = work / "node_modules" / "axe-core" / "axe.min.js"
    built = {"SITE": str(work / "html"), "AXE": str(axe)}
    session.run("pytest", *WORKERS, "tests/site", *session.posargs, env=built)


@nox.session
def bench(session: nox.Session) -> None:
    """How fast is it? Compare with an earlier run: `-- --benchmark-compare`."""
    session.install(*PIP, ".[testing,experiments,envs,batch]", *group("bench"))
    session.run(
        "pytest", "tests/benchmarks", "--override-ini=python_files=bench_*.py", *session.posargs
    )
    if not session.posargs:
        session.run("python", "tests/benchmarks/growth.py")  # the tables of the page on speed


@nox.session
def workflows(session: nox.Session) -> None:
    """Are the workflows of the code host safe to run, and can the citation be read?"""
    session.install(*PIP, *group("workflows"))
    session.run("zizmor", "--offline", "--pedantic", ".github")
    session.run("cffconvert", "--validate", "--infile", "CITATION.cff")


@nox.session
def package(session: nox.Session) -> None:
    """Build twice, judge what was built, and test the wheel where there is no `src`."""
    session.install(*PIP, *group("package"))
    work = Path(session.create_tmp()).resolve()
    for old in ("built", "again", "tree", "fresh"):
        shutil.rmtree(work / old, ignore_errors=True)
    wheel, sdist = build(session, Path.cwd(), work / "built")
    session.run("twine", "check", "--strict", str(wheel), str(sdist))
    session.run("check-wheel-contents", str(wheel))
    tree = unpacked(sdist, work / "tree")
    build_again(session, tree, work / "again", wheel, sdist)
    shutil.rmtree(tree / "src")
    session.chdir(tree)
    try_wheel(session, wheel, work / "fresh")


def build(session: nox.Session, tree: Path, into: Path) -> tuple[Path, Path]:
    """Build a tree into a wheel and a source distribution."""
    session.run("python", "-m", "build", "--outdir", str(into), str(tree))
    (wheel,), (sdist,) = into.glob("*-py3-none-any.whl"), into.glob("*.tar.gz")
    return wheel, sdist


def unpacked(sdist: Path, into: Path) -> Path:
    """Unpack a source distribution, as of now and for its owner's eyes only."""
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    for path in into.rglob("*"):
        path.chmod(path.stat().st_mode & ~0o077)
        os.utime(path)
    tree = into / sdist.name.removesuffix(".tar.gz")
    (tree / "PKG-INFO").unlink()  # written by the build: all else is as in the repository
    return tree


def build_again(session: nox.Session, tree: Path, into: Path, *first: Path) -> None:
    """Fail unless a copy of the tree, made later and under another umask, gives the same bytes."""
    umask = os.umask(0o077)
    try:
        again = build(session, tree, into)
    finally:
        os.umask(umask)
    for old, new in zip(first, again, strict=True):
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (old, new)]
        session.log(f"{digests[0]}  {old.name}")
        if digests[0] != digests[1]:
            session.error(f"{old.name} does not rebuild to the same bytes")


def try_wheel(session: nox.Session, wheel: Path, home: Path) -> None:
    """Use the wheel alone, then with its extras under the whole suite and a package on top."""
    session.run("python", "-m", "venv", str(home))
    python = str(home / "bin" / "python")
    install = (python, "-m", "pip", "install", "--quiet")
    session.run(*install, str(wheel), external=True)
    imports = f"import {', '.join(WITHOUT_EXTRAS)}"
    session.run(python, "-O", "-W", "error", "-c", imports, external=True)
    session.run(python, "-W", "error", "-m", "themind", external=True, silent=True)
    session.run(*install, f"{wheel}[testing,experiments]", *group("test"), external=True)
    session.run(python, "-O", "-W", "error", "-c", f"{imports}, themind.testing", external=True)
    quick = (*WORKERS, "--hypothesis-profile=quick")
    session.run(python, "-m", "pytest", *quick, "-m", "not tree", external=True)
    session.run(*install, DEPENDANT, external=True)
    session.run(python, "-m", "pytest", f"{DEPENDANT}/tests", external=True)
