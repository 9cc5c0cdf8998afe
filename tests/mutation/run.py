"""Does a test fail when the code is wrong? mutmut writes the mutants, and this runs them.

    python tests/mutation/run.py [--workers 2] [--seconds 5] ['*.stars.*' ...]

A mutant that was killed is not run again until its function changes; remove the folder `mutants`
to run all. `mutmut results` lists the others, `mutmut show NAME` shows one.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

MUTANTS = Path.cwd() / "mutants"
TIMES = MUTANTS / "tests.json"
CODES = {"killed": 1, "survived": 0, "no tests": 33, "skipped": 34, "timeout": 36, "segfault": -11}
VERDICTS = {code: verdict for verdict, code in CODES.items()}
FOUND = ("killed", "timeout", "segfault")
MEMORY = 4 * 2**30


class Verdicts:
    """The verdicts in the files of mutmut, one beside each mutated module."""

    def __init__(self) -> None:
        files = sorted(MUTANTS.glob("src/**/*.meta"))
        self.data = {path: json.loads(path.read_text(encoding="utf-8")) for path in files}
        self.file_of = {
            name: path for path, data in self.data.items() for name in data["exit_code_by_key"]
        }
        for name in self.file_of.keys() & self.casts():
            self.note(name, "skipped")

    def casts(self) -> set[str]:
        """Return the mutants that change nothing at run time."""
        from mutation.casts import unchanged

        names = set()
        for path in self.data:
            module = str(path.relative_to(MUTANTS / "src")).removesuffix(".py.meta")
            module = module.replace(os.sep, ".").removesuffix(".__init__")
            names |= {f"{module}.{name}" for name in unchanged(path.with_suffix(""))}
        return names

    def left(self, patterns: list[str]) -> list[str]:
        """Return the mutants that no test has found, those that match a pattern."""
        return [
            name
            for name in self.file_of
            if self.verdict(name) not in (*FOUND, "skipped")
            and (not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns))
        ]

    def verdict(self, name: str) -> str:
        """Return the verdict on a mutant, an empty word for none."""
        code = self.data[self.file_of[name]]["exit_code_by_key"][name]
        return VERDICTS.get(code, "")

    def note(self, name: str, verdict: str) -> None:
        """Note a verdict."""
        self.data[self.file_of[name]]["exit_code_by_key"][name] = CODES[verdict]

    def save(self) -> None:
        """Write the verdicts down."""
        for path, data in self.data.items():
            path.write_text(json.dumps(data), encoding="utf-8")

    def report(self) -> float:
        """Print the verdicts by module, and return the share that was found."""
        total: Counter[str] = Counter()
        for path, data in self.data.items():
            counts = Counter(VERDICTS.get(c, "?") for c in data["exit_code_by_key"].values())
            total += counts
            if counts.total() > counts["skipped"]:
                print(f"{found_share(counts):7.1%}  {path.stem:40} {dict(counts)}")
        print(f"{found_share(total):7.1%}  {'all':40} {dict(total)}")
        return found_share(total)


def found_share(counts: Counter[str]) -> float:
    """Return the share of mutants that a test found, of those that change anything."""
    return sum(counts[verdict] for verdict in FOUND) / ((counts.total() - counts["skipped"]) or 1)


def write_mutants(workers: int) -> None:
    """Let mutmut write the mutants and copy what the tests need."""
    from mutmut import __main__ as mutmut

    MUTANTS.mkdir(exist_ok=True)
    with Path(os.devnull).open("w") as silence, redirect_stdout(silence):
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.setup_source_paths()
        mutmut.create_mutants(workers)


OPTIONS = ("--rootdir=.", "-q", "--tb=native", "-p", "no:cacheprovider")


class Progress:
    """Takes verdicts as they come, and tells of them."""

    def __init__(self, verdicts: Verdicts, total: int) -> None:
        self.verdicts = verdicts
        self.total = total
        self.done = 0
        self.terminal = os.fdopen(os.dup(1), "w")

    def __call__(self, name: str, verdict: str) -> None:
        """Note the verdict on a mutant."""
        self.verdicts.note(name, verdict)
        self.done += 1
        if self.done % 50 == 0 or self.done == self.total:
            self.verdicts.save()
        if self.done % 50 == 0 or verdict != "killed":
            line = f"{self.done}/{self.total} {name}: {verdict}"
            print(line, file=self.terminal, flush=True)


def arguments(files: Iterable[str]) -> list[str]:
    """The tests to run, of some files or all, and how."""
    from mutmut.configuration import config

    chosen = [*files] or config().pytest_add_cli_args_test_selection
    return [*OPTIONS, *config().pytest_add_cli_args, *chosen]


def run_loaded(asked: argparse.Namespace) -> None:
    """Run the mutants that are left in forks of a session that imported the originals."""
    import pytest

    from mutation import functions
    from mutation.loop import Mutation

    verdicts = Verdicts()
    left = verdicts.left(asked.mutants)
    functions.install()
    told = Progress(verdicts, len(left))
    mutation = Mutation(left, workers=asked.workers, seconds=asked.seconds, told=told)
    os.chdir(MUTANTS)
    code = pytest.main(arguments([]), [mutation])
    verdicts.save()
    for test in mutation.failing:
        print(f"fails without a mutant, so it was not used: {test}")
    found = {
        "taken": mutation.taken,
        "imported": sorted(mutation.imported),
        "files": mutation.files(),
    }
    TIMES.write_text(json.dumps(found), encoding="utf-8")
    sys.stdout.flush()
    os._exit(int(code) if code != pytest.ExitCode.NO_TESTS_COLLECTED else 0)


def run_imported(asked: argparse.Namespace) -> None:
    """Run those that are left of what is called during imports, each with imports of its own."""
    from mutation.forks import in_forks

    known = json.loads(TIMES.read_text(encoding="utf-8"))
    verdicts = Verdicts()
    imported = set(known["imported"])
    left = [
        name for name in verdicts.left(asked.mutants) if name.partition("__mutmut_")[0] in imported
    ]
    told = Progress(verdicts, len(left))
    jobs = ((name, partial(fails, name, known, asked.seconds)) for name in left)
    for name, failed, signal in in_forks(jobs, asked.workers):
        told(name, "timeout" if signal else "killed" if failed else "survived")
    verdicts.save()


def fails(mutant: str, known: dict[str, Any], seconds: float) -> bool:
    """Whether a test fails, or an import, where a mutant is there from the first import on."""
    import signal

    import pytest

    from mutation import functions
    from mutation.loop import Within

    functions.install(from_import_on=mutant)
    signal.setitimer(signal.ITIMER_PROF, 60 + 10 * seconds)
    os.chdir(MUTANTS)
    files = known["files"].get(mutant.rpartition(".")[0], ())
    plugins = [Within(known["taken"], seconds)]
    return pytest.main([*arguments(files), "--exitfirst"], plugins) != pytest.ExitCode.OK


def in_a_fork(job: Callable[[argparse.Namespace], None], asked: argparse.Namespace) -> None:
    """Run a job in a fork, so that this process imports nothing that is mutated."""
    pid = os.fork()
    if pid == 0:
        try:
            job(asked)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        raise SystemExit(code)


def main() -> None:
    """Write the mutants, run them, and fail if too few were found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mutants", nargs="*", help="names or patterns of mutants")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time for a mutant")
    parser.add_argument("--at-least", type=float, default=0.97, help="the share to find")
    asked = parser.parse_args()
    write_mutants(asked.workers)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    in_a_fork(run_loaded, asked)
    run_imported(asked)
    if Verdicts().report() < asked.at_least:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
