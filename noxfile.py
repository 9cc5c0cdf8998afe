"""The checks of the project, one session each; `nox -l` lists them."""

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
nox.options.error_on_missing_interpreters = False  # skipped with a message, also in CI
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "types", "tests", "compatibility"]

# Find Python versions that pyenv or uv has installed but not added to the path.
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
# Without tests that need compiled libraries, processes or a deep stack.
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
    """Return the requirements of one of the project's dependency groups."""
    return nox.project.dependency_groups(PYPROJECT, name)


def floor(requirement: str) -> str:
    """Return the requirement, pinned to the lowest version that it allows."""
    return requirement.replace(">=", "==")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format and the import contracts."""
    session.install(*PIP, ".", *group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache")


@nox.session
def types(session: nox.Session) -> None:
    """Run mypy and pyright on the package and the type tests; every public name needs a type."""
    session.install(*PIP, "--editable", ".", *group("types"))
    for package in Path(session.virtualenv.location).glob("lib/python*/site-packages/pettingzoo"):
        (package / "py.typed").touch()  # annotated, but without the marker that verifytypes needs
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--ignoreexternal", "--verifytypes", "themind")


@nox.session
def checkers(session: nox.Session) -> None:
    """Run mypy for each supported Python, and four type checkers on code that uses the package.

    Mypy, pyright, ty and pyrefly check a package that depends on this one. Ty and pyrefly also
    check the type tests, as the other two do in `types`. Only lines that expect an error can have
    one.
    """
    session.install(*PIP, ".", DEPENDANT, *group("checkers"))
    for version in SUPPORTED:
        session.run("mypy", "--python-version", version)
    complaints = str(Path("tests/complaints.py").resolve())
    with tempfile.TemporaryDirectory() as outside:  # without `src` and without ignored files
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
    """Run the whole suite on the Python that runs nox, with full line and branch coverage."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("experiments-test"))
    coverage = [] if session.posargs else ["--cov", "--cov-report=term-missing:skip-covered"]
    session.run("pytest", *WORKERS, *coverage, *session.posargs)


@nox.session(python=OTHERS)
def compatibility(session: nox.Session) -> None:
    """Run the suite with fewer examples on each other supported Python that is installed.

    Tests that do not depend on the version of Python, such as those of pages, are left out.
    """
    quick_suite(session)


@nox.session
def portable(session: nox.Session) -> None:
    """Run the same tests on the Python that runs nox, for new versions and other systems."""
    quick_suite(session)


def quick_suite(session: nox.Session) -> None:
    """Run the suite with fewer examples, without tests that no version of Python affects."""
    session.install(*PIP, "--editable", ".", *group("test"))
    quick = ("--hypothesis-profile=quick", "-m", "not once and not unmeasured")
    session.run("pytest", *WORKERS, *quick, *session.posargs)


@nox.session
def laws(session: nox.Session) -> None:
    """Run the property tests with many new examples each, and the slow tests."""
    session.install(*PIP, "--editable", ".[batch]", *group("test"))
    session.run("pytest", *WORKERS, "--hypothesis-profile=laws", *session.posargs)


@nox.session
def kit(session: nox.Session) -> None:
    """Check that the testing kit finds all examples of broken code, quickly and in short games."""
    session.install(*PIP, "--editable", ".", *group("test"))
    every = ("-m", "slow or not slow")
    session.run("pytest", *WORKERS, *every, "tests/testing/test_broken.py", *session.posargs)


@nox.session
def frames(session: nox.Session) -> None:
    """Test the tables in pandas, polars, pyarrow and Parquet files."""
    session.install("--quiet", "--editable", ".", *group("test"), *group("frames"))
    session.run("pytest", "tests/experiments/test_tables.py", "tests/experiments/test_arrow.py")


@nox.session
def pictures(session: nox.Session) -> None:
    """Check that CairoSVG, svglib, resvg, librsvg and Chromium draw every part of a picture."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("pictures"))
    session.run("pytest", "-rs", "-m", "slow", "tests/pictures", *session.posargs)


@nox.session
def envs(session: nox.Session) -> None:
    """Test the environments at length: more games, whole training runs, and SuperSuit."""
    session.install(*PIP, "--editable", ".[envs]", *group("test"), *group("envs-test"))
    every = ("-m", "slow or not slow")
    session.run("pytest", *WORKERS, *every, "tests/envs", *session.posargs)


@nox.session
def batch(session: nox.Session) -> None:
    """Compare compiled batches with ordinary runs and the exact distributions, at length."""
    session.install(*PIP, "--editable", ".[batch]", *group("test"))
    every = ("-m", "slow or not slow", "-k", "batch")
    session.run("pytest", *WORKERS, *every, "tests", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Read a million corrupted documents; each must be rejected without harm."""
    session.install(*PIP, "--editable", ".", *group("test"))
    many = {"FUZZ_DOCUMENTS": os.environ.get("FUZZ_DOCUMENTS", "1000000")}
    session.run("pytest", *WORKERS, "tests/fuzz", *session.posargs, env=many)


@nox.session
def walks(session: nox.Session) -> None:
    """Send ten million random requests to the library and to the naive referee of the tests."""
    session.install(*PIP, "--editable", ".")
    words = session.posargs or ("10000000", "--processes", "2")
    session.run("python", "tests/walks/long_walks.py", *words)


@nox.session
def web(session: nox.Session) -> None:
    """Test the web example over HTTP, and in a real browser if Chromium is installed."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("web"))
    session.run("pytest", "tests/web", *session.posargs)


@nox.session
def recipes(session: nox.Session) -> None:
    """Test the recipes for SQLAlchemy, Pydantic and FastAPI, and claims on orjson and msgspec."""
    session.install(*PIP, "--editable", ".", *group("test"), *group("recipes"))
    page = ("tests/test_examples.py", "-k", "not test_the_examples or frameworks")
    session.run("pytest", "tests/recipes", *page, *session.posargs)


@nox.session
def typescript(session: nox.Session) -> None:
    """Generate TypeScript types from the schemas, and check stored documents; needs Node."""
    if shutil.which("npm") is None:
        session.skip("there is no npm on this machine")
    session.install("--quiet", "--editable", ".")
    work = Path(session.create_tmp()).resolve()
    session.run("npm", "install", "--silent", "--prefix", str(work), *NODE_TOOLS, external=True)
    session.run("python", "tests/codec/typescript.py", str(work))


@nox.session
def pyodide(session: nox.Session) -> None:
    """Test core, views, codec, pictures and words in Pyodide, CPython for browsers; needs Node."""
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
    """Run the suite on the oldest Python with the oldest libraries that the project allows."""
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"].values()
    wanted = itertools.chain(project["dependencies"], *extras)
    session.install(*PIP, "--editable", ".", *group("test"), *map(floor, wanted))
    session.run("pytest", *WORKERS, "--hypothesis-profile=quick", *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Check that a test fails for each small change of the code; `-- 'themind._play.stars.*'`."""
    session.install(*PIP, "--editable", ".", *group("mutation"))
    session.run("python", "tests/mutation/run.py", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation as a site; warnings and broken links are errors."""
    session.install(*PIP, ".[testing,experiments,envs]", *group("docs"))
    site = Path("docs/_build/html")
    session.run("sphinx-build", "--fail-on-warning", "--keep-going", "docs", str(site))
    env = {"THEMIND_SITE": str(site.resolve())}
    session.run("pytest", "-p", "no:cacheprovider", "tests/docs/test_site.py", env=env)


@nox.session
def site(session: nox.Session) -> None:
    """Check each page in Chromium: axe, desktop and phone, light and dark; also needs Node."""
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
    """Measure the speed; `-- --benchmark-compare` compares it with an earlier run."""
    session.install(*PIP, ".[testing,experiments,envs,batch]", *group("bench"))
    session.run(
        "pytest", "tests/benchmarks", "--override-ini=python_files=bench_*.py", *session.posargs
    )
    if not session.posargs:
        session.run("python", "tests/benchmarks/growth.py")  # the tables of the page on speed


@nox.session
def workflows(session: nox.Session) -> None:
    """Check that the workflows are safe to run and that the citation is valid."""
    session.install(*PIP, *group("workflows"))
    session.run("zizmor", "--offline", "--pedantic", ".github")
    session.run("cffconvert", "--validate", "--infile", "CITATION.cff")


@nox.session
def package(session: nox.Session) -> None:
    """Build twice, check the distributions, and test the wheel in a tree without `src`."""
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
    """Unpack a source distribution, with new times and readable only by its owner."""
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    for path in into.rglob("*"):
        path.chmod(path.stat().st_mode & ~0o077)
        os.utime(path)
    tree = into / sdist.name.removesuffix(".tar.gz")
    (tree / "PKG-INFO").unlink()  # written by the build; everything else equals the repository
    return tree


def build_again(session: nox.Session, tree: Path, into: Path, *first: Path) -> None:
    """Fail unless a later copy of the tree with a different umask produces the same bytes."""
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
    """Use the wheel alone, then with its extras, the whole suite, and a dependent package."""
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
